// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The values that shape rules (shape_rule.h) compute with: integers, some of which may be unknown
// while a graph is built.

#ifndef PLUGGABLE_DIM_LIST_H_
#define PLUGGABLE_DIM_LIST_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pluggable {

// The type of kAnyDim.
struct AnyDim {};

// A dimension of any size, in patterns and in results.
inline constexpr AnyDim kAnyDim;

// The size of a dimension, or the value of an integer attribute.
//
// Dim n("n") has a name and no value. The first pattern that contains it gives it a value. Sums and
// products are unknown if an operand is unknown. A result that exceeds an int64 is an error when it
// becomes a dimension.
class Dim {
 public:
  // An unknown size.
  Dim() = default;
  Dim(AnyDim) {}  // NOLINT(google-explicit-constructor)
  // A known size.
  Dim(int64_t value) : state_(kKnown), value_(value) {}  // NOLINT(google-explicit-constructor)
  // A name; patterns give it a size. The text must live as long as the program.
  explicit Dim(std::string_view name) : name_(name) {}

  // Dimension `axis` of the op's input `input`, whose size is unknown. TensorFlow uses this to see
  // that two such dimensions are equal.
  static Dim OfInput(int input, int axis) {
    Dim dim;
    dim.input_ = input;
    dim.axis_ = axis;
    return dim;
  }

  // Whether the size is known.
  bool known() const { return state_ == kKnown; }
  // The size, which must be known.
  int64_t value() const { return value_; }
  // Whether this is the result of a division by zero, or exceeds an int64.
  bool is_impossible() const { return state_ == kImpossible; }

  // The name in patterns; empty if it has none.
  std::string_view name() const { return name_; }
  // The input that an unknown size belongs to; -1 if it belongs to none.
  int input() const { return input_; }
  // The dimension of input() that an unknown size belongs to.
  int axis() const { return axis_; }

  // Takes over the size of `other`, and keeps its own name.
  void Bind(const Dim& other) {
    const std::string_view name = name_;
    *this = other;
    name_ = name;
  }

  // Whether both are known to be equal.
  bool IsSameAs(const Dim& other) const {
    if (known() || other.known()) return known() && other.known() && value_ == other.value_;
    return input_ >= 0 && input_ == other.input_ && axis_ == other.axis_;
  }

  // Sums, differences and products. They are unknown if an operand is, and impossible if they
  // exceed an int64.
  friend Dim operator+(const Dim& a, const Dim& b);
  friend Dim operator-(const Dim& a, const Dim& b);
  friend Dim operator*(const Dim& a, const Dim& b);
  // The quotient, rounded down. It is impossible if b is 0.
  friend Dim operator/(const Dim& a, const Dim& b);

  // "4", or "?".
  std::string DebugString() const { return known() ? std::to_string(value_) : "?"; }

 private:
  enum State { kUnknown, kKnown, kImpossible };

  // The result of arithmetic: unknown if a or b is.
  template <typename Compute>
  static Dim Combine(const Dim& a, const Dim& b, Compute compute);

  State state_ = kUnknown;
  int64_t value_ = 0;
  std::string_view name_;
  int input_ = -1;
  int axis_ = 0;
};

Dim operator+(const Dim& a, const Dim& b);
Dim operator-(const Dim& a, const Dim& b);
Dim operator*(const Dim& a, const Dim& b);
Dim operator/(const Dim& a, const Dim& b);

// Returns the size that all of `dims` are known to have, or an unknown one. Use it for a dimension
// that equals one of them when it is not known which.
Dim OneOf(std::initializer_list<Dim> dims);

class DimTerm;

// A shape, a part of one, or the integers of a list. Each integer may be unknown, and so may their
// number.
//
// DimList batch("batch") has a name and no value, like a Dim. {batch, m, 4} concatenates.
class DimList {
 public:
  // An unknown list: not even the number of dimensions is known.
  DimList() = default;
  // A name for a group of dimensions; patterns give it its sizes. The text must live as long as the
  // program.
  explicit DimList(std::string_view name) : name_(name) {}
  // These dimensions, some of which may be unknown.
  explicit DimList(std::vector<Dim> dims) : known_(true), dims_(std::move(dims)) {}
  // The concatenation of the terms. The number of dimensions is unknown if one of the lists has an
  // unknown number.
  DimList(std::initializer_list<DimTerm> terms);

  // A list about which nothing is known.
  static DimList Unknown() { return DimList(); }
  // The shape of a scalar: no dimensions.
  static DimList Scalar() { return DimList(std::vector<Dim>()); }
  // `rank` dimensions of unknown size.
  static DimList OfRank(int rank) { return DimList(std::vector<Dim>(static_cast<size_t>(rank))); }

  // Whether their number is known.
  bool rank_known() const { return known_; }
  // The number of dimensions, -1 if it is unknown.
  int rank() const { return known_ ? static_cast<int>(dims_.size()) : -1; }
  // Dimension i, from 0 to rank() - 1. rank_known() must be true.
  const Dim& operator[](int i) const { return dims_[static_cast<size_t>(i)]; }
  Dim& operator[](int i) { return dims_[static_cast<size_t>(i)]; }
  // All dimensions; empty if their number is unknown.
  const std::vector<Dim>& dims() const { return dims_; }

  // Whether the number of dimensions is known, and the size of each.
  bool IsFullyKnown() const;

  // The name in patterns; empty if it has none.
  std::string_view name() const { return name_; }
  // The input whose whole shape this is; -1 if it is no input's.
  int input() const { return input_; }
  // Marks this as the whole shape of an input.
  void set_input(int input) { input_ = input; }

  // Takes over the dimensions of `other`, and keeps its own name.
  void Bind(const DimList& other);

  // Appends a dimension, or all dimensions of a list. The number of dimensions becomes unknown if
  // that of `list` is unknown.
  void Append(const Dim& dim);
  void Append(const DimList& list);
  // Dimensions begin to end - 1, which must exist.
  DimList Part(int begin, int end) const;

  // "[2,?]", or "<unknown>" if the number of dimensions is unknown.
  std::string DebugString() const;

 private:
  bool known_ = false;
  std::vector<Dim> dims_;
  std::string_view name_;
  int input_ = -1;
};

// A Dim or a DimList, for lists of terms that may have both.
class DimTerm {
 public:
  // Conversions, so that a list of terms can be written without a cast.
  DimTerm(const Dim& dim) : dim_(dim) {}         // NOLINT(google-explicit-constructor)
  DimTerm(int64_t size) : dim_(size) {}          // NOLINT(google-explicit-constructor)
  DimTerm(AnyDim) {}                             // NOLINT(google-explicit-constructor)
  DimTerm(const DimList& list) : list_(list) {}  // NOLINT(google-explicit-constructor)

 private:
  friend class DimList;
  Dim dim_;
  std::optional<DimList> list_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_DIM_LIST_H_
