// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Shapes of tensors, known and partly known.

#ifndef PLUGGABLE_TENSOR_SHAPE_H_
#define PLUGGABLE_TENSOR_SHAPE_H_

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "pluggable/checked_int.h"
#include "pluggable/span.h"
#include "pluggable/status.h"

// Defined by Eigen's tensor module, which "tensor_types.h" includes.
namespace Eigen {
template <typename DenseIndex, int NumDims>
struct DSizes;
}  // namespace Eigen

namespace pluggable {

// The largest number of dimensions that TensorFlow allows.
inline constexpr int kMaxTensorDims = 254;

// x * y, or -1 if that exceeds an int64 or a factor is negative.
inline int64_t MultiplyWithoutOverflow(int64_t x, int64_t y) {
  int64_t product;
  if (x < 0 || y < 0 || __builtin_mul_overflow(x, y, &product)) return -1;
  return product;
}

namespace internal {

// A list of sizes. Up to eight of them need no allocation.
class Dims {
 public:
  static constexpr int kInline = 8;

  Dims() {}  // leaves the sizes unset
  Dims(const Dims& other) { Assign(other.data(), other.size_); }
  Dims(Dims&& other) noexcept { MoveFrom(&other); }
  Dims& operator=(const Dims& other) {
    if (this != &other) Assign(other.data(), other.size_);
    return *this;
  }
  Dims& operator=(Dims&& other) noexcept {
    if (this != &other) MoveFrom(&other);
    return *this;
  }

  int size() const { return size_; }
  const int64_t* data() const { return capacity_ > kInline ? heap_.get() : inline_; }
  int64_t* data() { return capacity_ > kInline ? heap_.get() : inline_; }

  void Assign(const int64_t* sizes, int count) {
    Resize(count);
    std::copy(sizes, sizes + count, data());
  }

  // Keeps the first sizes. The caller must set the sizes that are added.
  void Resize(int count) {
    if (count > capacity_) {
      // Large enough for any tensor. Kernels that combine shapes may exceed it before they fail.
      const int larger = std::max(count, kMaxTensorDims);
      auto sizes = std::make_unique<int64_t[]>(static_cast<size_t>(larger));
      std::copy(data(), data() + size_, sizes.get());
      heap_ = std::move(sizes);
      capacity_ = larger;
    }
    size_ = count;
  }

  void Insert(int at, int64_t size) {
    Resize(size_ + 1);
    std::copy_backward(data() + at, data() + size_ - 1, data() + size_);
    data()[at] = size;
  }

  void Erase(int begin, int end) {
    std::copy(data() + end, data() + size_, data() + begin);
    size_ -= end - begin;
  }

 private:
  void MoveFrom(Dims* other) {
    size_ = std::exchange(other->size_, 0);
    capacity_ = std::exchange(other->capacity_, kInline);
    heap_ = std::move(other->heap_);
    if (!heap_) std::copy(other->inline_, other->inline_ + size_, inline_);
  }

  int size_ = 0;
  int64_t inline_[kInline];
  int capacity_ = kInline;
  std::unique_ptr<int64_t[]> heap_;
};

// "[2,3]", with "?" for an unknown size.
inline std::string ShapeString(Span<const int64_t> sizes) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i > 0) text += ',';
    text += sizes[i] < 0 ? "?" : std::to_string(sizes[i]);
  }
  return text + "]";
}

}  // namespace internal

// A dimension, for loops over a shape: `for (const TensorShapeDim dim : shape)`.
struct TensorShapeDim {
  int64_t size;
};

// An iterator over the dimensions of a shape.
class TensorShapeIter {
 public:
  // An iterator that starts at that size.
  explicit TensorShapeIter(const int64_t* size) : size_(size) {}
  // The current dimension.
  TensorShapeDim operator*() const { return {*size_}; }
  // Advances to the next dimension.
  TensorShapeIter& operator++() {
    ++size_;
    return *this;
  }
  // Whether both are at the same dimension of one shape.
  friend bool operator==(TensorShapeIter a, TensorShapeIter b) { return a.size_ == b.size_; }
  friend bool operator!=(TensorShapeIter a, TensorShapeIter b) { return a.size_ != b.size_; }

 private:
  const int64_t* size_;
};

// The sizes of a tensor's dimensions, all known. The default is a scalar's shape, [].
class TensorShape {
 public:
  TensorShape() = default;
  // A shape of these sizes. They are not checked; BuildTensorShape() checks sizes.
  TensorShape(std::initializer_list<int64_t> sizes) {
    dims_.Assign(sizes.begin(), static_cast<int>(sizes.size()));
  }
  // The same for a list of sizes.
  explicit TensorShape(Span<const int64_t> sizes) {
    dims_.Assign(sizes.data(), static_cast<int>(sizes.size()));
  }

  // Checks the sizes of a tensor. Fails with INVALID_ARGUMENT for negative sizes, for more than
  // kMaxTensorDims sizes, and if the number of elements exceeds an int64.
  static Status CheckSizes(Span<const int64_t> sizes) {
    if (sizes.size() > static_cast<size_t>(kMaxTensorDims)) {
      return errors::InvalidArgument("Shape has ", sizes.size(), " dimensions; the most are ",
                                     kMaxTensorDims);
    }
    int64_t elements = 1;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] < 0) {
        return errors::InvalidArgument("Dimension ", i, " must be >= 0, got ", sizes[i]);
      }
      elements = MultiplyWithoutOverflow(elements, sizes[i]);
      if (elements < 0) {
        return errors::InvalidArgument("Shape ", internal::ShapeString(sizes),
                                       " would have more than 2**63 - 1 elements");
      }
    }
    return Status();
  }
  // Sets *shape from sizes that come from outside. Fails like CheckSizes(), and leaves *shape
  // unchanged then.
  static Status BuildTensorShape(Span<const int64_t> sizes, TensorShape* shape) {
    Status status = CheckSizes(sizes);
    if (status.ok()) *shape = TensorShape(sizes);
    return status;
  }

  // The number of dimensions.
  int dims() const { return dims_.size(); }
  // The size of dimension d, from 0 to dims() - 1.
  int64_t dim_size(int d) const {
    assert(d >= 0 && d < dims());
    return dims_.data()[d];
  }
  // All sizes. The span is valid until the shape changes.
  Span<const int64_t> dim_sizes() const {
    return {dims_.data(), static_cast<size_t>(dims_.size())};
  }
  // The first dimension, for loops over all of them.
  TensorShapeIter begin() const { return TensorShapeIter(dim_sizes().begin()); }
  // One past the last dimension.
  TensorShapeIter end() const { return TensorShapeIter(dim_sizes().end()); }
  // The number of elements: the product of the sizes, 1 for a scalar. It has no meaning for sizes
  // that CheckSizes() rejects.
  int64_t num_elements() const {
    int64_t n = 1;
    for (int64_t size : dim_sizes()) (void)__builtin_mul_overflow(n, size, &n);
    return n;
  }

  // Adds a dimension at the end. The size is not checked.
  void AddDim(int64_t size) { dims_.Insert(dims(), size); }
  // The same for a size from outside. Fails with INVALID_ARGUMENT, and changes nothing, if no
  // tensor can have the resulting shape.
  Status AddDimWithStatus(CheckedInt size) {
    if (dims() == kMaxTensorDims) return errors::InvalidArgument("Too many dimensions in tensor");
    if (size < 0) return errors::InvalidArgument("Expected a non-negative size, got ", size);
    if (!(num_elements() * size).ok()) {
      return errors::InvalidArgument("Encountered overflow when multiplying ", num_elements(),
                                     " with ", size, ", result: -1");
    }
    AddDim(size.value());
    return Status();
  }
  // Appends the dimensions of another shape, or of this one.
  void AppendShape(const TensorShape& shape) {
    const int count = shape.dims();  // read before the shape grows, since it may be this shape
    for (int d = 0; d < count; ++d) AddDim(shape.dim_size(d));
  }
  // Inserts a dimension before dimension d, which may be dims(). The size is not checked.
  void InsertDim(int d, int64_t size) {
    assert(d >= 0 && d <= dims());
    dims_.Insert(d, size);
  }
  // Changes the size of dimension d. The size is not checked.
  void set_dim(int d, int64_t size) {
    assert(d >= 0 && d < dims());
    dims_.data()[d] = size;
  }
  // InsertDim() for numbers from outside. Fails with INVALID_ARGUMENT, and changes nothing, if
  // there is no such dimension or if no tensor can have the resulting shape.
  Status InsertDimWithStatus(int d, int64_t size) {
    if (d < 0 || d > dims()) return NoDim(d);
    return Become([&](TensorShape* shape) { shape->InsertDim(d, size); });
  }
  // The same for set_dim().
  Status SetDimWithStatus(int d, int64_t size) {
    if (d < 0 || d >= dims()) return NoDim(d);
    return Become([&](TensorShape* shape) { shape->set_dim(d, size); });
  }
  // The same for AppendShape().
  Status AppendShapeWithStatus(const TensorShape& other) {
    return Become([&](TensorShape* shape) { shape->AppendShape(other); });
  }
  // The same for RemoveDim().
  Status RemoveDimWithStatus(int d) {
    if (d < 0 || d >= dims()) return NoDim(d);
    RemoveDim(d);
    return Status();
  }
  // Removes dimension d, which must exist.
  void RemoveDim(int d) { RemoveDimRange(d, d + 1); }
  // Removes the last n dimensions, which must exist.
  void RemoveLastDims(int n) { RemoveDimRange(dims() - n, dims()); }
  // Removes dimensions begin to end - 1, which must exist.
  void RemoveDimRange(int begin, int end) {
    assert(begin >= 0 && begin <= end && end <= dims());
    dims_.Erase(begin, end);
  }
  // Removes all dimensions, which leaves the shape of a scalar.
  void Clear() { dims_.Resize(0); }

  // Whether both have the same dimensions.
  bool IsSameSize(const TensorShape& other) const {
    const Span<const int64_t> a = dim_sizes();
    const Span<const int64_t> b = other.dim_sizes();
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  // Whether both have the same dimensions.
  friend bool operator==(const TensorShape& a, const TensorShape& b) { return a.IsSameSize(b); }
  friend bool operator!=(const TensorShape& a, const TensorShape& b) { return !a.IsSameSize(b); }

  // The sizes: "[2,3]".
  std::string DebugString() const { return internal::ShapeString(dim_sizes()); }

  // The sizes as Eigen takes them; dims() has to be NDIMS. Needs "tensor_types.h".
  template <int NDIMS, typename IndexType = std::ptrdiff_t>
  Eigen::DSizes<IndexType, NDIMS> AsEigenDSizes() const;
  // The same, with sizes of 1 appended if dims() is less than NDIMS.
  template <int NDIMS, typename IndexType = std::ptrdiff_t>
  Eigen::DSizes<IndexType, NDIMS> AsEigenDSizesWithPadding() const;

 private:
  Status NoDim(int d) const {
    return errors::InvalidArgument("Shape ", DebugString(), " has no dimension ", d);
  }

  // Applies the change if a tensor can have the resulting shape.
  template <typename Change>
  Status Become(const Change& change) {
    TensorShape changed = *this;
    change(&changed);
    Status status = CheckSizes(changed.dim_sizes());
    if (status.ok()) *this = std::move(changed);
    return status;
  }

  internal::Dims dims_;
};

// A shape whose sizes, or even their number, may be unknown, as in shape attributes.
class PartialTensorShape {
 public:
  // A shape of unknown rank.
  PartialTensorShape() = default;
  // These sizes, where -1 stands for an unknown one.
  PartialTensorShape(std::initializer_list<int64_t> sizes)
      : PartialTensorShape(Span<const int64_t>(sizes.begin(), sizes.size())) {}
  explicit PartialTensorShape(Span<const int64_t> sizes) : unknown_rank_(false) {
    dims_.Assign(sizes.data(), static_cast<int>(sizes.size()));
  }
  PartialTensorShape(const TensorShape& shape)  // NOLINT(google-explicit-constructor)
      : PartialTensorShape(shape.dim_sizes()) {}

  // Whether not even the number of dimensions is known.
  bool unknown_rank() const { return unknown_rank_; }
  // The number of dimensions, -1 if it is unknown.
  int dims() const { return unknown_rank_ ? -1 : dims_.size(); }
  // The size of dimension d, -1 if it is unknown.
  int64_t dim_size(int d) const {
    assert(d >= 0 && d < dims());
    return dims_.data()[d];
  }
  // All sizes, -1 for unknown ones; empty if their number is unknown.
  Span<const int64_t> dim_sizes() const {
    return {dims_.data(), static_cast<size_t>(dims_.size())};
  }
  // The number of elements, -1 if it is unknown.
  int64_t num_elements() const {
    if (!IsFullyDefined()) return -1;
    int64_t n = 1;
    for (int64_t size : dim_sizes()) n *= size;
    return n;
  }

  // Whether all sizes are known.
  bool IsFullyDefined() const {
    const Span<const int64_t> sizes = dim_sizes();
    return !unknown_rank_ &&
           std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size >= 0; });
  }
  // Sets *shape and returns true if all sizes are known; else returns false.
  bool AsTensorShape(TensorShape* shape) const {
    if (!IsFullyDefined()) return false;
    *shape = TensorShape(dim_sizes());
    return true;
  }
  // Whether some shape fits both: no known size and no known number of dimensions differ.
  bool IsCompatibleWith(const PartialTensorShape& other) const {
    if (unknown_rank_ || other.unknown_rank_) return true;
    if (dims() != other.dims()) return false;
    for (int d = 0; d < dims(); ++d) {
      const int64_t a = dim_size(d);
      const int64_t b = other.dim_size(d);
      if (a >= 0 && b >= 0 && a != b) return false;
    }
    return true;
  }
  // Whether the same sizes are known, and are equal.
  friend bool operator==(const PartialTensorShape& a, const PartialTensorShape& b) {
    const Span<const int64_t> x = a.dim_sizes();
    const Span<const int64_t> y = b.dim_sizes();
    return a.unknown_rank_ == b.unknown_rank_ && std::equal(x.begin(), x.end(), y.begin(), y.end());
  }
  friend bool operator!=(const PartialTensorShape& a, const PartialTensorShape& b) {
    return !(a == b);
  }

  // "[2,?]", or "<unknown>" if the rank is unknown.
  std::string DebugString() const {
    return unknown_rank_ ? "<unknown>" : internal::ShapeString(dim_sizes());
  }

 private:
  bool unknown_rank_ = true;
  internal::Dims dims_;
};

// Checks of input shapes.
struct TensorShapeUtils {
  // Whether there are no dimensions.
  static bool IsScalar(const TensorShape& shape) { return shape.dims() == 0; }
  // Whether there is one dimension.
  static bool IsVector(const TensorShape& shape) { return shape.dims() == 1; }
  // Whether there is at least one dimension.
  static bool IsVectorOrHigher(const TensorShape& shape) { return shape.dims() >= 1; }
  // Whether there are two dimensions.
  static bool IsMatrix(const TensorShape& shape) { return shape.dims() == 2; }
  // Whether there are at least two dimensions.
  static bool IsMatrixOrHigher(const TensorShape& shape) { return shape.dims() >= 2; }
  // Whether there are two dimensions of the same size.
  static bool IsSquareMatrix(const TensorShape& shape) {
    return IsMatrix(shape) && shape.dim_size(0) == shape.dim_size(1);
  }
  // Whether the shape begins with the dimensions of `prefix`.
  static bool StartsWith(const TensorShape& shape, const TensorShape& prefix) {
    const Span<const int64_t> p = prefix.dim_sizes();
    return shape.dims() >= prefix.dims() &&
           std::equal(p.begin(), p.end(), shape.dim_sizes().begin());
  }
  // Whether the shape ends with the dimensions of `suffix`.
  static bool EndsWith(const TensorShape& shape, const TensorShape& suffix) {
    const Span<const int64_t> s = suffix.dim_sizes();
    return shape.dims() >= suffix.dims() &&
           std::equal(s.begin(), s.end(), shape.dim_sizes().end() - s.size());
  }

  // Sets *shape from n sizes that come from outside, as int32, int64 or CheckedInt. Fails with
  // INVALID_ARGUMENT for sizes that no tensor can have, and leaves *shape unchanged then.
  template <typename Index>
  static Status MakeShape(const Index* sizes, int64_t n, TensorShape* shape) {
    TensorShape result;
    for (int64_t i = 0; i < n; ++i) {
      if (sizes[i] < 0) return errors::InvalidArgument("Dimension ", sizes[i], " must be >= 0");
      if (result.dims() == kMaxTensorDims) return errors::InvalidArgument("Too many dimensions");
      const CheckedInt size = sizes[i];
      const CheckedInt elements = result.num_elements() * size;
      result.AddDim(size.value());
      if (!elements.ok()) {
        return errors::InvalidArgument("Shape ", result.DebugString(),
                                       " would have more than 2**63 - 1 elements");
      }
    }
    *shape = std::move(result);
    return Status();
  }
  template <typename Index>
  static Status MakeShape(Span<Index> sizes, TensorShape* shape) {
    return MakeShape(sizes.data(), static_cast<int64_t>(sizes.size()), shape);
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_TENSOR_SHAPE_H_
