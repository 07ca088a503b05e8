// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of ops whose result elements each depend on one element of every input.

#ifndef PLUGGABLE_COMPUTE_ELEMENTWISE_H_
#define PLUGGABLE_COMPUTE_ELEMENTWISE_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/formula.h"
#include "reference/broadcast.h"

namespace pluggable::compute {

// out[i] = formula(inputs[0], inputs[1], inputs[2]), as many as there are, at what index i of the
// result means for each of them.
struct ElementwisePlan {
  static constexpr int kMaxInputs = Broadcast::kMaxInputs;

  struct Input {
    DataType dtype = DT_INVALID;
    const void* data = nullptr;
  };
  // Computes elements [begin, end) of the result on the host. Called by several threads at once.
  using Loop = void (*)(const ElementwisePlan& plan, int64_t begin, int64_t end);

  Formula formula = Formula::kOther;
  double parameter = 0;  // of those formulas that name one
  int num_inputs = 0;    // 1 to kMaxInputs
  Input inputs[kMaxInputs];
  DataType out_dtype = DT_INVALID;
  void* out = nullptr;  // an input's memory, element by element, or overlaps nothing
  int64_t size = 0;     // elements of the result; at least 1

  // How the inputs broadcast to the result. Where it has no levels, none does: all have `size`
  // elements in the same order.
  Broadcast broadcast;
  // Whether no input broadcasts.
  bool is_dense() const { return broadcast.levels().empty(); }

  Loop loop = nullptr;
  int64_t cost = 1;  // of an element, in nanoseconds on one core of the host
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Elementwise(const Stream& stream, const ElementwisePlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const ElementwisePlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_ELEMENTWISE_H_
