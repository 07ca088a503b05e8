// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What fused kernels apply to a result while it is in the caches: a bias, another tensor, an
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

// Reads the attribute "activation": the name of TensorFlow's op, or "Gelu", or nothing.
Status ReadActivation(OpKernelConstruction* ctx, Activation* activation);

// A part of a matrix: `rows` rows from `row` on, of which it has `columns` columns from `column`
// on.
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
  const T* addend = nullptr;  // with the layout of the result; null for none
  Activation activation = Activation::kNone;

  // Whether there is anything to apply.
  bool HasWork() const {
    return bias != nullptr || addend != nullptr || activation != Activation::kNone;
  }

  // Computes in + bias [+ addend], then the activation, for a part that begins at `in` and at
  // `out`, which may be the same. Only work on the stream may call it. Defined for float, double,
  // half and bfloat16; the last two round after every step, as single ops do.
  void Apply(const Part& part, const T* in, T* out) const;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_ACTIVATION_H_
