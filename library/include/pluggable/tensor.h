// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A tensor: a handle with a data type and a shape on a buffer of TensorFlow.

#ifndef PLUGGABLE_TENSOR_H_
#define PLUGGABLE_TENSOR_H_

#include <tensorflow/c/tf_tensor.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "pluggable/span.h"
#include "pluggable/status.h"
#include "pluggable/tensor_release.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/tstring.h"
#include "pluggable/types.h"

namespace pluggable {

template <typename T, int NDIMS = 1, typename IndexType = std::ptrdiff_t>
struct TTypes;  // "pluggable/tensor_types.h" defines it

namespace internal {

// The single element of a host tensor, for t.scalar<float>()() = 1.
template <typename T>
class ScalarRef {
 public:
  explicit ScalarRef(T* element) : element_(element) {}
  T& operator()() const { return *element_; }

  // For t.scalar<T>().device(d) = expression; needs "pluggable/tensor_types.h".
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

// A handle on a buffer, with a data type and a shape. It owns one reference to the buffer. It can
// be moved into work that needs the buffer, or shared by CopyFrom. Device memory stays usable for
// work that was enqueued before TensorFlow frees it, so such work needs only the span.
//
// data(), and everything that is built on it, returns TensorFlow's pointer. For a tensor in device
// memory, that pointer only identifies the memory; OnDevice() translates it inside work on the
// stream. Tensors in host memory can be read and written directly: arguments that are registered as
// HostMemory, and temporaries with set_on_host(true).
class Tensor {
 public:
  // A tensor without a buffer: IsInitialized() is false, and there are no elements.
  Tensor() { shape_.AddDim(0); }

  // Takes ownership of a tensor that the C API returned. Null gives a tensor without a buffer.
  explicit Tensor(TF_Tensor* tensor) : tensor_(tensor) {
    if (tensor_ == nullptr) {
      shape_.AddDim(0);
      return;
    }
    dtype_ = TF_TensorType(tensor_);
    const int rank = TF_NumDims(tensor_);
    for (int d = 0; d < rank; ++d) shape_.AddDim(TF_Dim(tensor_, d));
  }

  // A new tensor in host memory. Strings are empty; other elements are not initialized.
  Tensor(DataType dtype, const TensorShape& shape) : Tensor(AllocateOnHost(dtype, shape)) {}

  ~Tensor() { Reset(); }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  Tensor(Tensor&& other) noexcept
      : tensor_(std::exchange(other.tensor_, nullptr)),
        dtype_(other.dtype_),
        offset_(other.offset_),
        is_slice_(other.is_slice_),
        shape_(std::move(other.shape_)) {}
  Tensor& operator=(Tensor&& other) noexcept {
    if (this != &other) {
      Reset();
      tensor_ = std::exchange(other.tensor_, nullptr);
      dtype_ = other.dtype_;
      offset_ = other.offset_;
      is_slice_ = other.is_slice_;
      shape_ = std::move(other.shape_);
    }
    return *this;
  }

  // Whether there is a buffer.
  bool IsInitialized() const { return tensor_ != nullptr; }
  // The data type; DT_INVALID if there is no buffer.
  DataType dtype() const { return dtype_; }
  // The shape; [0] if there is no buffer.
  const TensorShape& shape() const { return shape_; }
  // The number of dimensions.
  int dims() const { return shape_.dims(); }
  // The size of dimension d, from 0 to dims() - 1.
  int64_t dim_size(int d) const { return shape_.dim_size(d); }
  // The number of elements; 0 if there is no buffer.
  int64_t NumElements() const { return tensor_ == nullptr ? 0 : shape_.num_elements(); }
  // The bytes that the elements take. TensorFlow's buffer may be larger.
  size_t TotalBytes() const { return static_cast<size_t>(NumElements()) * DataTypeSize(dtype_); }
  // Whether both have the same shape.
  bool IsSameSize(const Tensor& other) const { return shape_.IsSameSize(other.shape_); }

  // TensorFlow's pointer to the first element. It is null if there is no buffer, and has no meaning
  // if there are no elements.
  void* data() const {
    return tensor_ == nullptr ? nullptr : static_cast<char*>(TF_TensorData(tensor_)) + offset_;
  }
  // The C API's tensor; for a slice that of the whole buffer. Null if there is no buffer.
  TF_Tensor* handle() const { return tensor_; }

  // Rows begin to end - 1 of the first dimension, in the same buffer. A slice is read and written
  // like any tensor, but cannot be an output, since the C API cannot pass it on.
  Tensor Slice(int64_t begin, int64_t end) const;
  // Row `index` of the first dimension, without that dimension, in the same buffer.
  Tensor SubSlice(int64_t index) const;
  // Whether it is a part of a buffer, as returned by Slice() and SubSlice().
  bool IsSlice() const { return is_slice_; }

  // The elements in row-major order. T must be the C++ type of dtype().
  template <typename T>
  Span<T> span() {
    return {base<T>(), static_cast<size_t>(NumElements())};
  }
  template <typename T>
  Span<const T> span() const {
    return {base<const T>(), static_cast<size_t>(NumElements())};
  }

  // The single element of a tensor in host memory, for reading and writing: t.scalar<int32_t>()() =
  // 1. T must be the C++ type of dtype().
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

  // Shares the buffer of `other` under another shape with the same number of elements. Returns
  // false and changes nothing if the numbers differ or there is no buffer.
  bool CopyFrom(const Tensor& other, const TensorShape& shape);

  // Eigen's map of all elements in one dimension. This and the maps below need
  // "pluggable/tensor_types.h". T must be the C++ type of dtype().
  template <typename T>
  typename TTypes<T>::Flat flat();
  template <typename T>
  typename TTypes<T>::ConstFlat flat() const;
  // The map of a tensor of one dimension.
  template <typename T>
  typename TTypes<T>::Vec vec();
  template <typename T>
  typename TTypes<T>::ConstVec vec() const;
  // The map of a tensor of two dimensions.
  template <typename T>
  typename TTypes<T>::Matrix matrix();
  template <typename T>
  typename TTypes<T>::ConstMatrix matrix() const;
  // The map of a tensor of NDIMS dimensions.
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::Tensor tensor();
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor tensor() const;
  // The elements under other sizes, whose product is NumElements().
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::Tensor shaped(Span<const int64_t> sizes);
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor shaped(Span<const int64_t> sizes) const;
  // The last NDIMS dimensions; all earlier dimensions are merged into the first of them. If there
  // are fewer, dimensions of size 1 are added in front.
  template <typename T, int NDIMS = 2>
  typename TTypes<T, NDIMS>::Tensor flat_inner_dims();
  template <typename T, int NDIMS = 2>
  typename TTypes<T, NDIMS>::ConstTensor flat_inner_dims() const;
  // The first NDIMS dimensions; all later dimensions are merged into the last of them. If there are
  // fewer, dimensions of size 1 are added at the end.
  template <typename T, int NDIMS = 2>
  typename TTypes<T, NDIMS>::Tensor flat_outer_dims();
  template <typename T, int NDIMS = 2>
  typename TTypes<T, NDIMS>::ConstTensor flat_outer_dims() const;
  // NDIMS dimensions from dimension `begin` on. Earlier dimensions are merged into the first of
  // them, later ones into the last. A negative `begin` adds as many dimensions of size 1 in front.
  template <typename T, int NDIMS = 3>
  typename TTypes<T, NDIMS>::Tensor flat_inner_outer_dims(int64_t begin);
  template <typename T, int NDIMS = 3>
  typename TTypes<T, NDIMS>::ConstTensor flat_inner_outer_dims(int64_t begin) const;
  // The same as flat(), since no map assumes alignment.
  template <typename T>
  typename TTypes<T>::UnalignedFlat unaligned_flat();
  template <typename T>
  typename TTypes<T>::UnalignedConstFlat unaligned_flat() const;
  // The same as shaped(), since no map assumes alignment.
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::UnalignedTensor unaligned_shaped(Span<const int64_t> sizes);
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::UnalignedConstTensor unaligned_shaped(Span<const int64_t> sizes) const;
  // The elements, reinterpreted as another type of the same size.
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::Tensor bit_casted_tensor();
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor bit_casted_tensor() const;
  // The buffer, reinterpreted as elements of another type. The sizes must take as many bytes.
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::Tensor bit_casted_shaped(Span<const int64_t> sizes);
  template <typename T, int NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor bit_casted_shaped(Span<const int64_t> sizes) const;

  // Type and shape: "Tensor<type: float shape: [2,3]>".
  std::string DebugString() const {
    return "Tensor<type: " + DataTypeString(dtype_) + " shape: " + shape_.DebugString() + ">";
  }

 private:
  template <typename T>
  T* base() const {
    assert(tensor_ == nullptr || DataTypeToEnum<T>::value == dtype_);
    return static_cast<T*>(data());
  }
  static TF_Tensor* AllocateOnHost(DataType dtype, const TensorShape& shape);
  void Reset() {
    if (tensor_ != nullptr) internal::DeleteTensor(tensor_);
    tensor_ = nullptr;
  }

  TF_Tensor* tensor_ = nullptr;
  DataType dtype_ = DT_INVALID;
  size_t offset_ = 0;  // byte offset of a slice in the buffer
  bool is_slice_ = false;
  TensorShape shape_;
};

// TF_AllocateTensor does not construct strings, so strings come from an array that does.
inline TF_Tensor* Tensor::AllocateOnHost(DataType dtype, const TensorShape& shape) {
  const int64_t* sizes = shape.dim_sizes().data();
  const auto count = static_cast<size_t>(shape.num_elements());
  const size_t bytes = count * DataTypeSize(dtype);
  if (dtype != DT_STRING) return TF_AllocateTensor(dtype, sizes, shape.dims(), bytes);
  const auto delete_strings = [](void* strings, size_t, void*) {
    delete[] static_cast<tstring*>(strings);
  };
  return TF_NewTensor(dtype, sizes, shape.dims(), new tstring[count], bytes, delete_strings,
                      nullptr);
}

inline bool Tensor::CopyFrom(const Tensor& other, const TensorShape& shape) {
  if (!other.IsInitialized() || other.NumElements() != shape.num_elements()) return false;
  const int64_t no_elements = 0;
  Tensor alias(TF_AllocateTensor(other.dtype(), &no_elements, 1, 0));
  const TensorShape whole({TF_TensorElementCount(other.handle())});
  const Span<const int64_t> sizes = (other.IsSlice() ? whole : shape).dim_sizes();
  TfStatus status;
  TF_TensorBitcastFrom(other.handle(), other.dtype(), alias.handle(), sizes.data(),
                       static_cast<int>(sizes.size()), status.get());
  if (!status.ok()) return false;
  alias.offset_ = other.offset_;
  alias.is_slice_ = other.is_slice_;
  alias.shape_ = shape;
  *this = std::move(alias);
  return true;
}

inline Tensor Tensor::Slice(int64_t begin, int64_t end) const {
  assert(dims() >= 1 && 0 <= begin && begin <= end && end <= dim_size(0));
  Tensor slice;
  if (!slice.CopyFrom(*this, shape_)) return slice;
  if (const int64_t rows = dim_size(0); rows > 0) {
    slice.offset_ += TotalBytes() / static_cast<size_t>(rows) * static_cast<size_t>(begin);
  }
  slice.is_slice_ = slice.is_slice_ || end - begin != dim_size(0);
  slice.shape_.set_dim(0, end - begin);
  return slice;
}

inline Tensor Tensor::SubSlice(int64_t index) const {
  Tensor slice = Slice(index, index + 1);
  if (slice.IsInitialized()) slice.shape_.RemoveDim(0);
  return slice;
}

}  // namespace pluggable

#endif  // PLUGGABLE_TENSOR_H_
