// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Eigen's view of tensors: TTypes<T> and the members of Tensor that return it.

#ifndef PLUGGABLE_TENSOR_TYPES_H_
#define PLUGGABLE_TENSOR_TYPES_H_

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <unsupported/Eigen/CXX11/Tensor>

#include "pluggable/half.h"
#include "pluggable/on_device.h"
#include "pluggable/span.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_shape.h"

namespace pluggable {

// Maps of row-major elements. TensorFlow aligns buffers, but a slice may start anywhere in one, so
// the maps assume no alignment. Today's processors load unaligned data as fast.
template <typename T, int NDIMS, typename IndexType>
struct TTypes {
  template <typename Element, int kRank>
  using Map = Eigen::TensorMap<Eigen::Tensor<Element, kRank, Eigen::RowMajor, IndexType>>;

  using Tensor = Map<T, NDIMS>;
  using ConstTensor = Map<const T, NDIMS>;
  using UnalignedTensor = Tensor;
  using UnalignedConstTensor = ConstTensor;

  using Scalar =
      Eigen::TensorMap<Eigen::TensorFixedSize<T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>>;
  using ConstScalar =
      Eigen::TensorMap<Eigen::TensorFixedSize<const T, Eigen::Sizes<>, Eigen::RowMajor, IndexType>>;

  using Flat = Map<T, 1>;
  using ConstFlat = Map<const T, 1>;
  using UnalignedFlat = Flat;
  using UnalignedConstFlat = ConstFlat;
  using Vec = Flat;
  using ConstVec = ConstFlat;

  using Matrix = Map<T, 2>;
  using ConstMatrix = Map<const T, 2>;
  using UnalignedMatrix = Matrix;
  using UnalignedConstMatrix = ConstMatrix;
};

// Translates the map so that work on a stream can access its elements.
template <typename Plain, int kOptions, template <typename> class MakePointer>
Eigen::TensorMap<Plain, kOptions, MakePointer> OnDevice(
    const Eigen::TensorMap<Plain, kOptions, MakePointer>& map) {
  return {OnDevice(map.data()), map.dimensions()};
}

namespace internal {

template <typename Plain, int kOptions, template <typename> class MakePointer>
struct DeviceArgument<Eigen::TensorMap<Plain, kOptions, MakePointer>> {
  using Map = Eigen::TensorMap<Plain, kOptions, MakePointer>;
  static Map Get(const Map& argument) { return OnDevice(argument); }
};

}  // namespace internal

template <int NDIMS, typename IndexType>
Eigen::DSizes<IndexType, NDIMS> TensorShape::AsEigenDSizes() const {
  assert(dims() == NDIMS);
  return AsEigenDSizesWithPadding<NDIMS, IndexType>();
}

template <int NDIMS, typename IndexType>
Eigen::DSizes<IndexType, NDIMS> TensorShape::AsEigenDSizesWithPadding() const {
  assert(dims() <= NDIMS);
  Eigen::DSizes<IndexType, NDIMS> sizes;
  for (int d = 0; d < NDIMS; ++d) {
    sizes[static_cast<size_t>(d)] = d < dims() ? static_cast<IndexType>(dim_size(d)) : 1;
  }
  return sizes;
}

namespace internal {

// The product of the sizes of dimensions begin to end - 1.
inline int64_t SizeOfDims(const TensorShape& shape, int begin, int end) {
  int64_t size = 1;
  for (int d = begin; d < end; ++d) size *= shape.dim_size(d);
  return size;
}

template <int NDIMS>
Eigen::DSizes<std::ptrdiff_t, NDIMS> SizesOf(Span<const int64_t> sizes, int64_t num_elements) {
  assert(sizes.size() == NDIMS);
  Eigen::DSizes<std::ptrdiff_t, NDIMS> result;
  for (size_t d = 0; d < sizes.size(); ++d) result[d] = sizes[d];
  assert(result.TotalSize() == num_elements);
  static_cast<void>(num_elements);
  return result;
}

// kCount dimensions from dimension `begin` on. The first includes all earlier dimensions, the last
// all later ones. Missing dimensions are 1.
template <int kCount>
Eigen::DSizes<std::ptrdiff_t, kCount> FlatDims(const TensorShape& shape, int begin) {
  const int rank = shape.dims();
  Eigen::DSizes<std::ptrdiff_t, kCount> sizes;
  for (int i = 0; i < kCount; ++i) {
    const int from = i == 0 ? 0 : begin + i;
    const int to = i == kCount - 1 ? rank : begin + i + 1;
    sizes[static_cast<size_t>(i)] =
        SizeOfDims(shape, std::clamp(from, 0, rank), std::clamp(to, 0, rank));
  }
  return sizes;
}

}  // namespace internal

template <typename T>
typename TTypes<T>::Flat Tensor::flat() {
  return typename TTypes<T>::Flat(base<T>(), NumElements());
}
template <typename T>
typename TTypes<T>::ConstFlat Tensor::flat() const {
  return typename TTypes<T>::ConstFlat(base<const T>(), NumElements());
}

template <typename T>
typename TTypes<T>::Vec Tensor::vec() {
  return tensor<T, 1>();
}
template <typename T>
typename TTypes<T>::ConstVec Tensor::vec() const {
  return tensor<T, 1>();
}

template <typename T>
typename TTypes<T>::Matrix Tensor::matrix() {
  return tensor<T, 2>();
}
template <typename T>
typename TTypes<T>::ConstMatrix Tensor::matrix() const {
  return tensor<T, 2>();
}

template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::tensor() {
  return typename TTypes<T, NDIMS>::Tensor(base<T>(), shape().AsEigenDSizes<NDIMS>());
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::tensor() const {
  return typename TTypes<T, NDIMS>::ConstTensor(base<const T>(), shape().AsEigenDSizes<NDIMS>());
}

template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::shaped(Span<const int64_t> sizes) {
  return
      typename TTypes<T, NDIMS>::Tensor(base<T>(), internal::SizesOf<NDIMS>(sizes, NumElements()));
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::shaped(Span<const int64_t> sizes) const {
  return typename TTypes<T, NDIMS>::ConstTensor(base<const T>(),
                                                internal::SizesOf<NDIMS>(sizes, NumElements()));
}

template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::flat_inner_dims() {
  return flat_inner_outer_dims<T, NDIMS>(dims() - NDIMS);
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::flat_inner_dims() const {
  return flat_inner_outer_dims<T, NDIMS>(dims() - NDIMS);
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::flat_outer_dims() {
  return flat_inner_outer_dims<T, NDIMS>(0);
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::flat_outer_dims() const {
  return flat_inner_outer_dims<T, NDIMS>(0);
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::flat_inner_outer_dims(int64_t begin) {
  const auto sizes = internal::FlatDims<NDIMS>(shape(), static_cast<int>(begin));
  return typename TTypes<T, NDIMS>::Tensor(base<T>(), sizes);
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::flat_inner_outer_dims(int64_t begin) const {
  const auto sizes = internal::FlatDims<NDIMS>(shape(), static_cast<int>(begin));
  return typename TTypes<T, NDIMS>::ConstTensor(base<const T>(), sizes);
}

template <typename T>
typename TTypes<T>::UnalignedFlat Tensor::unaligned_flat() {
  return flat<T>();
}
template <typename T>
typename TTypes<T>::UnalignedConstFlat Tensor::unaligned_flat() const {
  return flat<T>();
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::UnalignedTensor Tensor::unaligned_shaped(Span<const int64_t> sizes) {
  return shaped<T, NDIMS>(sizes);
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::UnalignedConstTensor Tensor::unaligned_shaped(
    Span<const int64_t> sizes) const {
  return shaped<T, NDIMS>(sizes);
}

template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::bit_casted_tensor() {
  return bit_casted_shaped<T, NDIMS>(shape().dim_sizes());
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::bit_casted_tensor() const {
  return bit_casted_shaped<T, NDIMS>(shape().dim_sizes());
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::bit_casted_shaped(Span<const int64_t> sizes) {
  const auto count = static_cast<int64_t>(TotalBytes() / sizeof(T));
  return typename TTypes<T, NDIMS>::Tensor(static_cast<T*>(data()),
                                           internal::SizesOf<NDIMS>(sizes, count));
}
template <typename T, int NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::bit_casted_shaped(Span<const int64_t> sizes) const {
  const auto count = static_cast<int64_t>(TotalBytes() / sizeof(T));
  return typename TTypes<T, NDIMS>::ConstTensor(static_cast<const T*>(data()),
                                                internal::SizesOf<NDIMS>(sizes, count));
}

}  // namespace pluggable

#endif  // PLUGGABLE_TENSOR_TYPES_H_
