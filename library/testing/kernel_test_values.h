// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Random tensors, and comparisons of tensors.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_VALUES_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_VALUES_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "eager.h"

namespace pluggable::tests {

// The same numbers on every platform for the same seed. The standard's distributions do not
// guarantee that.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next();
  // In low .. high, both included.
  int64_t Int(int64_t low, int64_t high);
  double Real(double low, double high);
  // True once in `n` times.
  bool OneIn(int64_t n) { return Int(1, n) == 1; }
  template <typename T>
  T Of(std::initializer_list<T> items) {
    return items.begin()[Int(0, static_cast<int64_t>(items.size()) - 1)];
  }
  template <typename T>
  const T& Of(const std::vector<T>& items) {
    return items[static_cast<size_t>(Int(0, static_cast<int64_t>(items.size()) - 1))];
  }

 private:
  uint64_t state_;
};

enum class Values {
  kOrdinary,   // around 0, of both signs
  kSpecial,    // infinities, NaN, zeros of both signs, the largest and the smallest among them
  kNonFinite,  // infinities, NaN and zeros among ordinary ones: no sum depends on its order
  kPositive,
};

HostTensor RandomTensor(TF_DataType dtype, const Dims& dims, Values values, Random* random);

// Integers (axes, sizes, indices) as a tensor of `dtype`.
HostTensor IntegerTensor(TF_DataType dtype, const Dims& dims, const std::vector<int64_t>& values);
// One of a floating-point type.
HostTensor RealTensor(TF_DataType dtype, const Dims& dims, const std::vector<double>& values);
std::vector<int64_t> Integers(const HostTensor& tensor);
// The elements of a tensor of real numbers, floating-point or integer.
std::vector<double> Reals(const HostTensor& tensor);

// "" if `actual` equals `expected`: the same dtype and shape, the same integers, bools and strings,
// and floating-point numbers as close as two ways to sum them in their precision. Otherwise the
// difference. If ulps is not negative, floating-point numbers may be that many representable
// numbers apart.
std::string Difference(const HostTensor& actual, const HostTensor& expected, int64_t ulps = -1);

// "" if the zeros of two tensors of real numbers have the same signs, which Difference does not
// compare. Otherwise the difference.
std::string SignDifference(const HostTensor& actual, const HostTensor& expected);

bool IsFloating(TF_DataType dtype);
inline bool IsNarrow(TF_DataType dtype) { return dtype == TF_HALF || dtype == TF_BFLOAT16; }

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_VALUES_H_
