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

// The most dimensions that TensorFlow allows.
inline constexpr int kMaxTensorDims = 254;

// x * y, or -1 if that exceeds int64 or a factor is negative.
inline int64_t MultiplyWithoutOverflow(int64_t x, int64_t y) {
  int64_t product;
  if (x < 0 || y < 0 || __builtin_mul_overflow(x, y, &product)) return -1;
  return product;
}

namespace internal {

// A list of sizes that needs no allocation up to eight of them.
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

  // Keeps the first sizes; those it adds are left for the caller to set.
  void Resize(int count) {
    if (count > capacity_) {
      // As much as any tensor has; kernels that combine shapes may come to more before they fail.
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

// "[2,3]", with "?" for a size that is not known.
inline std::string ShapeString(Span<const int64_t> sizes) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i > 0) text += ',';
    text += sizes[i] < 0 ? "?" : std::to_string(sizes[i]);
  }
  return text + "]";
}

}  // namespace internal

// What `for (const TensorShapeDim dim : shape)` gives: dim.size.
struct TensorShapeDim {
  int64_t size;
};

class TensorShapeIter {
 public:
  explicit TensorShapeIter(const int64_t* size) : size_(size) {}
  TensorShapeDim operator*() const { return {*size_}; }
  TensorShapeIter& operator++() {
    ++size_;
    return *this;
  }
  friend bool operator==(TensorShapeIter a, TensorShapeIter b) { return a.size_ == b.size_; }
  friend bool operator!=(TensorShapeIter a, TensorShapeIter b) { return a.size_ != b.size_; }

 private:
  const int64_t* size_;
};

// The sizes of a tensor's dimensions, all known. The default is a scalar's shape, [].
class TensorShape {
 public:
  TensorShape() = default;
  TensorShape(std::initializer_list<int64_t> sizes) {
    dims_.Assign(sizes.begin(), static_cast<int>(sizes.size()));
  }
  explicit TensorShape(Span<const int64_t> sizes) {
    dims_.Assign(sizes.data(), static_cast<int>(sizes.size()));
  }

  // Refuses sizes that no tensor has: negative ones, too many of them, and more elements than an
  // int64 counts.
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
  // Sets *shape from sizes that come from outside, once CheckSizes has let them pass.
  static Status BuildTensorShape(Span<const int64_t> sizes, TensorShape* shape) {
    Status status = CheckSizes(sizes);
    if (status.ok()) *shape = TensorShape(sizes);
    return status;
  }

  int dims() const { return dims_.size(); }
  int64_t dim_size(int d) const {
    assert(d >= 0 && d < dims());
    return dims_.data()[d];
  }
  Span<const int64_t> dim_sizes() const {
    return {dims_.data(), static_cast<size_t>(dims_.size())};
  }
  TensorShapeIter begin() const { return TensorShapeIter(dim_sizes().begin()); }
  TensorShapeIter end() const { return TensorShapeIter(dim_sizes().end()); }
  // Of no use for sizes that CheckSizes refuses.
  int64_t num_elements() const {
    int64_t n = 1;
    for (int64_t size : dim_sizes()) (void)__builtin_mul_overflow(n, size, &n);
    return n;
  }

  void AddDim(int64_t size) { dims_.Insert(dims(), size); }
  // AddDim of a size from outside: refuses what BuildTensorShape would.
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
  void AppendShape(const TensorShape& shape) {
    const int count = shape.dims();  // before it grows, where it is this one
    for (int d = 0; d < count; ++d) AddDim(shape.dim_size(d));
  }
  // Inserts a dimension before dimension d; d may be dims().
  void InsertDim(int d, int64_t size) {
    assert(d >= 0 && d <= dims());
    dims_.Insert(d, size);
  }
  void set_dim(int d, int64_t size) {
    assert(d >= 0 && d < dims());
    dims_.data()[d] = size;
  }
  // The same with numbers from outside: an error, and no change, where BuildTensorShape would
  // refuse the result, or there is no such dimension.
  Status InsertDimWithStatus(int d, int64_t size) {
    if (d < 0 || d > dims()) return NoDim(d);
    return Become([&](TensorShape* shape) { shape->InsertDim(d, size); });
  }
  Status SetDimWithStatus(int d, int64_t size) {
    if (d < 0 || d >= dims()) return NoDim(d);
    return Become([&](TensorShape* shape) { shape->set_dim(d, size); });
  }
  Status AppendShapeWithStatus(const TensorShape& other) {
    return Become([&](TensorShape* shape) { shape->AppendShape(other); });
  }
  Status RemoveDimWithStatus(int d) {
    if (d < 0 || d >= dims()) return NoDim(d);
    RemoveDim(d);
    return Status();
  }
  void RemoveDim(int d) { RemoveDimRange(d, d + 1); }
  void RemoveLastDims(int n) { RemoveDimRange(dims() - n, dims()); }
  // Removes dimensions begin to end - 1.
  void RemoveDimRange(int begin, int end) {
    assert(begin >= 0 && begin <= end && end <= dims());
    dims_.Erase(begin, end);
  }
  void Clear() { dims_.Resize(0); }

  bool IsSameSize(const TensorShape& other) const {
    const Span<const int64_t> a = dim_sizes();
    const Span<const int64_t> b = other.dim_sizes();
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend bool operator==(const TensorShape& a, const TensorShape& b) { return a.IsSameSize(b); }
  friend bool operator!=(const TensorShape& a, const TensorShape& b) { return !a.IsSameSize(b); }

  // "[2,3]"
  std::string DebugString() const { return internal::ShapeString(dim_sizes()); }

  // The sizes as Eigen takes them; dims() has to be NDIMS. Needs "tensor_types.h".
  template <int NDIMS, typename IndexType = std::ptrdiff_t>
  Eigen::DSizes<IndexType, NDIMS> AsEigenDSizes() const;
  // The same with trailing 1s where dims() is less than NDIMS.
  template <int NDIMS, typename IndexType = std::ptrdiff_t>
  Eigen::DSizes<IndexType, NDIMS> AsEigenDSizesWithPadding() const;

 private:
  Status NoDim(int d) const {
    return errors::InvalidArgument("Shape ", DebugString(), " has no dimension ", d);
  }

  // Makes the change if its result is a shape that a tensor can have.
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

// A shape of which sizes, or even their number, may be unknown: what shape attributes hold.
class PartialTensorShape {
 public:
  // Nothing known, not even the rank.
  PartialTensorShape() = default;
  // -1 stands for an unknown size.
  PartialTensorShape(std::initializer_list<int64_t> sizes)
      : PartialTensorShape(Span<const int64_t>(sizes.begin(), sizes.size())) {}
  explicit PartialTensorShape(Span<const int64_t> sizes) : unknown_rank_(false) {
    dims_.Assign(sizes.data(), static_cast<int>(sizes.size()));
  }
  PartialTensorShape(const TensorShape& shape)  // NOLINT(google-explicit-constructor)
      : PartialTensorShape(shape.dim_sizes()) {}

  bool unknown_rank() const { return unknown_rank_; }
  // -1 if the rank is unknown.
  int dims() const { return unknown_rank_ ? -1 : dims_.size(); }
  // -1 if the size is unknown.
  int64_t dim_size(int d) const {
    assert(d >= 0 && d < dims());
    return dims_.data()[d];
  }
  // Empty if the rank is unknown.
  Span<const int64_t> dim_sizes() const {
    return {dims_.data(), static_cast<size_t>(dims_.size())};
  }
  // -1 if it depends on something unknown.
  int64_t num_elements() const {
    if (!IsFullyDefined()) return -1;
    int64_t n = 1;
    for (int64_t size : dim_sizes()) n *= size;
    return n;
  }

  bool IsFullyDefined() const {
    const Span<const int64_t> sizes = dim_sizes();
    return !unknown_rank_ &&
           std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size >= 0; });
  }
  // Sets *shape if everything is known.
  bool AsTensorShape(TensorShape* shape) const {
    if (!IsFullyDefined()) return false;
    *shape = TensorShape(dim_sizes());
    return true;
  }
  // Whether some shape could be described by both.
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

// Questions that checks of inputs ask.
struct TensorShapeUtils {
  static bool IsScalar(const TensorShape& shape) { return shape.dims() == 0; }
  static bool IsVector(const TensorShape& shape) { return shape.dims() == 1; }
  static bool IsVectorOrHigher(const TensorShape& shape) { return shape.dims() >= 1; }
  static bool IsMatrix(const TensorShape& shape) { return shape.dims() == 2; }
  static bool IsMatrixOrHigher(const TensorShape& shape) { return shape.dims() >= 2; }
  static bool IsSquareMatrix(const TensorShape& shape) {
    return IsMatrix(shape) && shape.dim_size(0) == shape.dim_size(1);
  }
  static bool StartsWith(const TensorShape& shape, const TensorShape& prefix) {
    const Span<const int64_t> p = prefix.dim_sizes();
    return shape.dims() >= prefix.dims() &&
           std::equal(p.begin(), p.end(), shape.dim_sizes().begin());
  }
  static bool EndsWith(const TensorShape& shape, const TensorShape& suffix) {
    const Span<const int64_t> s = suffix.dim_sizes();
    return shape.dims() >= suffix.dims() &&
           std::equal(s.begin(), s.end(), shape.dim_sizes().end() - s.size());
  }

  // A shape of the n sizes (int32, int64 or CheckedInt), which come from outside.
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
