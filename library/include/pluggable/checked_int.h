// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Arithmetic on integers from outside the plugin. A graph's author may put any int64 into an
// argument or an attribute. A sum that wraps around would look like a valid size.

#ifndef PLUGGABLE_CHECKED_INT_H_
#define PLUGGABLE_CHECKED_INT_H_

#include <cstdint>
#include <limits>

namespace pluggable {

// An int64 whose arithmetic detects overflow. Sums, products and quotients are CheckedInts as well,
// and nothing converts one back to an int64 silently. A result that exceeds an int64 becomes the
// largest or the least int64, compares as that number, and is not ok(). Everything computed from it
// is not ok() either, and TensorShape rejects it as a size.
class CheckedInt {
 public:
  constexpr CheckedInt() = default;
  // A number. ok() is true.
  constexpr CheckedInt(int64_t value) : value_(value) {}  // NOLINT(google-explicit-constructor)

  // Whether the number is exact: no operation overflowed, and none divided by zero.
  constexpr bool ok() const { return ok_; }
  // The number, or the largest or the least int64 if ok() is false.
  constexpr int64_t value() const { return value_; }

  // The sum. If it exceeds an int64, it is not ok() and compares as the largest or the least int64.
  friend constexpr CheckedInt operator+(CheckedInt a, CheckedInt b) {
    int64_t sum = 0;
    if (!a.ok_ || !b.ok_) return Beyond((a.ok_ ? b : a).value_ < 0);
    return __builtin_add_overflow(a.value_, b.value_, &sum) ? Beyond(a.value_ < 0)
                                                            : CheckedInt(sum);
  }
  // The same for differences.
  friend constexpr CheckedInt operator-(CheckedInt a, CheckedInt b) {
    int64_t difference = 0;
    if (!a.ok_ || !b.ok_) return Beyond(a.ok_ ? b.value_ > 0 : a.value_ < 0);
    return __builtin_sub_overflow(a.value_, b.value_, &difference) ? Beyond(a.value_ < 0)
                                                                   : CheckedInt(difference);
  }
  // The same for products.
  friend constexpr CheckedInt operator*(CheckedInt a, CheckedInt b) {
    int64_t product = 0;
    const bool is_negative = (a.value_ < 0) != (b.value_ < 0);
    if (!a.ok_ || !b.ok_) return Beyond(is_negative);
    return __builtin_mul_overflow(a.value_, b.value_, &product) ? Beyond(is_negative)
                                                                : CheckedInt(product);
  }
  // The quotient, rounded towards zero. It is not ok() if the divisor is 0.
  friend constexpr CheckedInt operator/(CheckedInt a, CheckedInt b) {
    if (!a.ok_ || !b.ok_ || b.value_ == 0) return Beyond((a.value_ < 0) != (b.value_ < 0));
    if (b.value_ == -1) return CheckedInt(0) - a;
    return CheckedInt(a.value_ / b.value_);
  }
  // The remainder, whose sign is the dividend's. It is not ok() if the divisor is 0.
  friend constexpr CheckedInt operator%(CheckedInt a, CheckedInt b) {
    if (!a.ok_ || !b.ok_ || b.value_ == 0) return Beyond(a.value_ < 0);
    return CheckedInt(b.value_ == -1 ? 0 : a.value_ % b.value_);
  }
  // The same in place.
  CheckedInt& operator+=(CheckedInt other) { return *this = *this + other; }
  CheckedInt& operator-=(CheckedInt other) { return *this = *this - other; }
  CheckedInt& operator*=(CheckedInt other) { return *this = *this * other; }

  // Two numbers are equal if their values are and both are ok(), or neither is.
  friend constexpr bool operator==(CheckedInt a, CheckedInt b) {
    return a.value_ == b.value_ && a.ok_ == b.ok_;
  }
  friend constexpr bool operator!=(CheckedInt a, CheckedInt b) { return !(a == b); }
  // Compares the values, also if they are not ok().
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

// Returns the dimension that `axis` refers to in a tensor of `rank` dimensions. A negative axis
// counts from the end. An axis out of range stays out of range.
constexpr CheckedInt FromTheFront(CheckedInt axis, int rank) {
  return axis < 0 ? axis + rank : axis;
}

}  // namespace pluggable

#endif  // PLUGGABLE_CHECKED_INT_H_
