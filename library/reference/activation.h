// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What fused kernels do to a result before it leaves the caches: a bias, another tensor, an
// activation.

#ifndef PLUGGABLE_REFERENCE_ACTIVATION_H_
#define PLUGGABLE_REFERENCE_ACTIVATION_H_

#include <cstdint>
#include <string>

#include "pluggable/op_kernel.h"

namespace pluggable {

enum class Activation {
  kNone,
  kRelu,
  kRelu6,
  kElu,
  kSelu,
  kSigmoid,
  kTanh,
  kSoftplus,
  kGelu,  // x * P(X <= x) for a standard normal X
};

// Reads attr "activation": the name of TensorFlow's op, "Gelu", or nothing.
Status ReadActivation(OpKernelConstruction* ctx, Activation* activation);

// Part of a result that is a matrix: the `rows` from `row` on of the `columns` from `column` on.
struct Part {
  int64_t row;
  int64_t rows;
  int64_t column;
  int64_t columns;
  int64_t step;  // elements from one row to the next
};

template <typename T>
struct Epilogue {
  const T* bias = nullptr;    // an element for each column of the result; null for none
  const T* addend = nullptr;  // laid out as the result; null for none
  Activation activation = Activation::kNone;

  // Whether it does anything.
  bool HasWork() const {
    return bias != nullptr || addend != nullptr || activation != Activation::kNone;
  }

  // in + bias [+ addend], activated, for a part that begins at `in` and at `out`, which may be the
  // same. In work on the stream only. Defined for float, double, half and bfloat16; the last two
  // round after every step, as single ops do.
  void Apply(const Part& part, const T* in, T* out) const;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_ACTIVATION_H_
