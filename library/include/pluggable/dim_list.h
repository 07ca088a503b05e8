// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What shape rules (shape_rule.h) compute with: integers of which some may not be known yet, since
// a graph is built before it runs.

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

// A dimension of any size, in patterns and in results.
struct AnyDim {};
inline constexpr AnyDim kAnyDim;

// The size of a dimension, or the value of an integer attribute.
//
// Dim n("n") has a name and no value: the first pattern that it stands in gives it one. Sums and
// products are unknown if something in them is; one that exceeds an int64 is an error when it
// becomes a dimension.
class Dim {
 public:
  Dim() = default;                                       // unknown
  Dim(AnyDim) {}                                         // NOLINT(google-explicit-constructor)
  Dim(int64_t value) : state_(kKnown), value_(value) {}  // NOLINT(google-explicit-constructor)
  explicit Dim(std::string_view name) : name_(name) {}   // a name lives as long as the program

  // Dimension `axis` of the op's input `input`, whose size is unknown. TensorFlow can tell that
  // two such dimensions are equal.
  static Dim OfInput(int input, int axis) {
    Dim dim;
    dim.input_ = input;
    dim.axis_ = axis;
    return dim;
  }

  bool known() const { return state_ == kKnown; }
  // Of a known one.
  int64_t value() const { return value_; }
  // Whether it is the result of a division by zero or exceeds an int64.
  bool is_impossible() const { return state_ == kImpossible; }

  std::string_view name() const { return name_; }
  // The dimension of an input that an unknown one is, -1 if none.
  int input() const { return input_; }
  int axis() const { return axis_; }

  // Takes over what the other one is, and keeps its own name.
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

  friend Dim operator+(const Dim& a, const Dim& b);
  friend Dim operator-(const Dim& a, const Dim& b);
  friend Dim operator*(const Dim& a, const Dim& b);
  // Rounds down.
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

// What all the sizes are known to be, else an unknown one: one of them, and nobody knows which.
Dim OneOf(std::initializer_list<Dim> dims);

class DimTerm;

// A shape, a part of one, or the integers of a list. Each may be unknown, and so may their number.
//
// DimList batch("batch") has a name and no value, as Dim has. {batch, m, 4} strings together.
class DimList {
 public:
  DimList() = default;  // nothing is known, not even how many
  explicit DimList(std::string_view name) : name_(name) {}
  explicit DimList(std::vector<Dim> dims) : known_(true), dims_(std::move(dims)) {}
  DimList(std::initializer_list<DimTerm> terms);

  static DimList Unknown() { return DimList(); }
  static DimList Scalar() { return DimList(std::vector<Dim>()); }
  // So many dimensions of any size.
  static DimList OfRank(int rank) { return DimList(std::vector<Dim>(static_cast<size_t>(rank))); }

  // Whether their number is known.
  bool rank_known() const { return known_; }
  // -1 if it is unknown.
  int rank() const { return known_ ? static_cast<int>(dims_.size()) : -1; }
  // One of them; their number is known.
  const Dim& operator[](int i) const { return dims_[static_cast<size_t>(i)]; }
  Dim& operator[](int i) { return dims_[static_cast<size_t>(i)]; }
  // Empty if their number is unknown.
  const std::vector<Dim>& dims() const { return dims_; }

  // Whether everything is known.
  bool IsFullyKnown() const;

  std::string_view name() const { return name_; }
  // The input whose whole shape this is, -1 if none.
  int input() const { return input_; }
  void set_input(int input) { input_ = input; }

  // Takes over what the other one is, and keeps its own name.
  void Bind(const DimList& other);

  void Append(const Dim& dim);
  void Append(const DimList& list);
  // Dimensions begin to end - 1.
  DimList Part(int begin, int end) const;

  // "[2,?]", "<unknown>"
  std::string DebugString() const;

 private:
  bool known_ = false;
  std::vector<Dim> dims_;
  std::string_view name_;
  int input_ = -1;
};

// A Dim or a DimList, where either may stand.
class DimTerm {
 public:
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
