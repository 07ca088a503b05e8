// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Arithmetic on integers that come from outside. Whoever made a graph may have put any int64 into
// an argument or an attribute; a sum that wraps around becomes a size that looks like one.

#ifndef PLUGGABLE_CHECKED_INT_H_
#define PLUGGABLE_CHECKED_INT_H_

#include <cstdint>
#include <limits>

namespace pluggable {

// An int64 that does not become one by itself: its sums, products and quotients are CheckedInts,
// too. One that exceeds an int64 stands at the end of them that it passed, which is how it
// compares, and so does all that is computed of it. TensorShape refuses it as a size.
class CheckedInt {
 public:
  constexpr CheckedInt() = default;
  constexpr CheckedInt(int64_t value) : value_(value) {}  // NOLINT(google-explicit-constructor)

  // Whether an int64 holds it. A quotient by zero is none either.
  constexpr bool ok() const { return ok_; }
  // The largest or the least int64 for what exceeds them.
  constexpr int64_t value() const { return value_; }

  friend constexpr CheckedInt operator+(CheckedInt a, CheckedInt b) {
    int64_t sum = 0;
    if (!a.ok_ || !b.ok_) return Beyond((a.ok_ ? b : a).value_ < 0);
    return __builtin_add_overflow(a.value_, b.value_, &sum) ? Beyond(a.value_ < 0)
                                                            : CheckedInt(sum);
  }
  friend constexpr CheckedInt operator-(CheckedInt a, CheckedInt b) {
    int64_t difference = 0;
    if (!a.ok_ || !b.ok_) return Beyond(a.ok_ ? b.value_ > 0 : a.value_ < 0);
    return __builtin_sub_overflow(a.value_, b.value_, &difference) ? Beyond(a.value_ < 0)
                                                                   : CheckedInt(difference);
  }
  friend constexpr CheckedInt operator*(CheckedInt a, CheckedInt b) {
    int64_t product = 0;
    const bool is_negative = (a.value_ < 0) != (b.value_ < 0);
    if (!a.ok_ || !b.ok_) return Beyond(is_negative);
    return __builtin_mul_overflow(a.value_, b.value_, &product) ? Beyond(is_negative)
                                                                : CheckedInt(product);
  }
  // Rounds towards zero, as of int64s.
  friend constexpr CheckedInt operator/(CheckedInt a, CheckedInt b) {
    if (!a.ok_ || !b.ok_ || b.value_ == 0) return Beyond((a.value_ < 0) != (b.value_ < 0));
    if (b.value_ == -1) return CheckedInt(0) - a;
    return CheckedInt(a.value_ / b.value_);
  }
  friend constexpr CheckedInt operator%(CheckedInt a, CheckedInt b) {
    if (!a.ok_ || !b.ok_ || b.value_ == 0) return Beyond(a.value_ < 0);
    return CheckedInt(b.value_ == -1 ? 0 : a.value_ % b.value_);
  }
  CheckedInt& operator+=(CheckedInt other) { return *this = *this + other; }
  CheckedInt& operator-=(CheckedInt other) { return *this = *this - other; }
  CheckedInt& operator*=(CheckedInt other) { return *this = *this * other; }

  friend constexpr bool operator==(CheckedInt a, CheckedInt b) {
    return a.value_ == b.value_ && a.ok_ == b.ok_;
  }
  friend constexpr bool operator!=(CheckedInt a, CheckedInt b) { return !(a == b); }
  friend constexpr bool operator<(CheckedInt a, CheckedInt b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(CheckedInt a, CheckedInt b) { return b < a; }
  friend constexpr bool operator<=(CheckedInt a, CheckedInt b) { return !(b < a); }
  friend constexpr bool operator>=(CheckedInt a, CheckedInt b) { return !(a < b); }

 private:
  static constexpr CheckedInt Beyond(bool is_negative) {
    CheckedInt result(is_negative ? std::numeric_limits<int64_t>::min()
                                  : std::numeric_limits<int64_t>::max());
    result.ok_ = false;
    return result;
  }

  int64_t value_ = 0;
  bool ok_ = true;
};

// The dimension that an axis means which may count from the end, in a tensor of that rank. One out
// of range is returned as it is, or as less than 0.
constexpr CheckedInt FromTheFront(CheckedInt axis, int rank) {
  return axis < 0 ? axis + rank : axis;
}

}  // namespace pluggable

#endif  // PLUGGABLE_CHECKED_INT_H_
