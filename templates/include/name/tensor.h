// @generated_note@

// A tensor: a typed, shaped handle on a buffer of TensorFlow's.

#ifndef @plugin.upper@_TENSOR_H_
#define @plugin.upper@_TENSOR_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "@plugin.name@/span.h"
#include "@plugin.name@/status.h"
#include "@plugin.name@/tensor_shape.h"
#include "@plugin.name@/types.h"
#include "tensorflow/c/tf_tensor.h"

namespace @plugin.name@ {

// Eigen's maps of a tensor's elements; "@plugin.name@/tensor_types.h" defines them.
template <typename T, int NDIMS = 1, typename IndexType = std::ptrdiff_t>
struct TTypes;

namespace internal {

// The one element of a host tensor: read and written as in t.scalar<float>()() = 1.
template <typename T>
class ScalarRef {
 public:
  explicit ScalarRef(T* element) : element_(element) {}
  T& operator()() const { return *element_; }

  // t.scalar<T>().device(d) = expression, which needs "@plugin.name@/tensor_types.h".
  template <typename Device>
  class OnDevice {
   public:
    OnDevice(const Device& device, T* element) : device_(device), element_(element) {}
    template <typename Expression>
    void operator=(const Expression& expression) {
      typename TTypes<T>::Scalar map(element_);
      map.device(device_) = expression;
    }

   private:
    const Device& device_;
    T* element_;
  };
  template <typename Device>
  OnDevice<Device> device(const Device& device) const {
    return OnDevice<Device>(device, element_);
  }

 private:
  T* element_;
};

}  // namespace internal

// Owns one reference to a buffer and releases it on every path. Moves, never copies by itself: move it into the work
// that needs the buffer, or share it by CopyFrom.
//
// data(), and what is built on it, gives TensorFlow's pointer. For a tensor in device memory that pointer is only a
// name, which OnDevice (stream.h) translates inside work on the stream; tensors in host memory (arguments registered
// as such, temporaries with set_on_host(true)) are read and written directly.
class Tensor {
 public:
  // No buffer: IsInitialized() is false, there are no elements.
  Tensor() { shape_.AddDim(0); }

  // Takes over a tensor that the C API returned; null gives a tensor without a buffer.
  explicit Tensor(TF_Tensor* tensor) : tensor_(tensor) {
    if (tensor_ == nullptr) {
      shape_.AddDim(0);
      return;
    }
    dtype_ = TF_TensorType(tensor_);
    const int rank = TF_NumDims(tensor_);
    for (int d = 0; d < rank; ++d) shape_.AddDim(TF_Dim(tensor_, d));
  }

  // A new tensor in host memory. Strings in it are empty, other elements undefined.
  Tensor(DataType dtype, const TensorShape& shape)
      : Tensor(TF_AllocateTensor(dtype, shape.dim_sizes().data(), shape.dims(),
                                 static_cast<size_t>(shape.num_elements()) *
                                     DataTypeSize(dtype))) {}

  ~Tensor() { Reset(); }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  Tensor(Tensor&& other) noexcept
      : tensor_(std::exchange(other.tensor_, nullptr)),
        dtype_(other.dtype_),
        shape_(std::move(other.shape_)) {}
  Tensor& operator=(Tensor&& other) noexcept {
    if (this != &other) {
      Reset();
      tensor_ = std::exchange(other.tensor_, nullptr);
      dtype_ = other.dtype_;
      shape_ = std::move(other.shape_);
    }
    return *this;
  }

  bool IsInitialized() const { return tensor_ != nullptr; }
  DataType dtype() const { return dtype_; }
  const TensorShape& shape() const { return shape_; }
  int dims() const { return shape_.dims(); }
  int64_t dim_size(int d) const { return shape_.dim_size(d); }
  int64_t NumElements() const { return tensor_ == nullptr ? 0 : shape_.num_elements(); }
  // The bytes of the elements. (TensorFlow's buffer may be larger, and a shared one is.)
  size_t TotalBytes() const { return static_cast<size_t>(NumElements()) * DataTypeSize(dtype_); }
  bool IsSameSize(const Tensor& other) const { return shape_.IsSameSize(other.shape_); }

  // TensorFlow's pointer; meaningless if there are no elements.
  void* data() const { return tensor_ == nullptr ? nullptr : TF_TensorData(tensor_); }
  TF_Tensor* handle() const { return tensor_; }

  // The elements in row-major order.
  template <typename T>
  Span<T> span() {
    return {base<T>(), static_cast<size_t>(NumElements())};
  }
  template <typename T>
  Span<const T> span() const {
    return {base<const T>(), static_cast<size_t>(NumElements())};
  }

  // The one element of a tensor in host memory: t.scalar<int32_t>()().
  template <typename T>
  internal::ScalarRef<T> scalar() {
    assert(NumElements() == 1);
    return internal::ScalarRef<T>(base<T>());
  }
  template <typename T>
  internal::ScalarRef<const T> scalar() const {
    assert(NumElements() == 1);
    return internal::ScalarRef<const T>(base<const T>());
  }

  // Shares the buffer of `other` under another shape of as many elements. False if the shapes don't fit.
  bool CopyFrom(const Tensor& other, const TensorShape& shape);

  // Eigen maps: they need "@plugin.name@/tensor_types.h".
  // All elements in one dimension.
  template <typename T>
  typename TTypes<T>::Flat flat();
  template <typename T>
  typename TTypes<T>::ConstFlat flat() const;
  // A tensor of one or two dimensions.
  template <typename T>
  typename TTypes<T>::Vec vec();
  template <typename T>
  typename TTypes<T>::ConstVec vec() const;
  template <typename T>
  typename TTypes<T>::Matrix matrix();
  template <typename T>
  typename TTypes<T>::ConstMatrix matrix() const;
  // A tensor of NDIMS dimensions.
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::Tensor tensor();
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor tensor() const;
  // The elements under other sizes, as many in product.
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::Tensor shaped(Span<const int64_t> sizes);
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor shaped(Span<const int64_t> sizes) const;
  // All dimensions but the last, or but the first, become one.
  template <typename T>
  typename TTypes<T>::Matrix flat_inner_dims();
  template <typename T>
  typename TTypes<T>::ConstMatrix flat_inner_dims() const;
  template <typename T>
  typename TTypes<T>::Matrix flat_outer_dims();
  template <typename T>
  typename TTypes<T>::ConstMatrix flat_outer_dims() const;

  // "Tensor<type: float shape: [2,3]>"
  std::string DebugString() const {
    return "Tensor<type: " + DataTypeString(dtype_) + " shape: " + shape_.DebugString() + ">";
  }

 private:
  template <typename T>
  T* base() const {
    assert(tensor_ == nullptr || DataTypeToEnum<T>::value == dtype_);
    return static_cast<T*>(data());
  }
  void Reset() {
    if (tensor_ != nullptr) TF_DeleteTensor(tensor_);
    tensor_ = nullptr;
  }

  TF_Tensor* tensor_ = nullptr;
  DataType dtype_ = DT_INVALID;
  TensorShape shape_;
};

inline bool Tensor::CopyFrom(const Tensor& other, const TensorShape& shape) {
  if (other.NumElements() != shape.num_elements()) return false;
  const int64_t no_elements = 0;
  Tensor alias(TF_AllocateTensor(other.dtype(), &no_elements, 1, 0));
  TfStatus status;
  TF_TensorBitcastFrom(other.handle(), other.dtype(), alias.handle(), shape.dim_sizes().data(),
                       shape.dims(), status.get());
  if (!status.ok()) return false;
  alias.shape_ = shape;
  *this = std::move(alias);
  return true;
}

}  // namespace @plugin.name@

#endif  // @plugin.upper@_TENSOR_H_
