// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of ops whose output elements each depend on one element of every input.

#ifndef PLUGGABLE_COMPUTE_ELEMENTWISE_H_
#define PLUGGABLE_COMPUTE_ELEMENTWISE_H_

#include <cstdint>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/formula.h"
#include "reference/broadcast.h"

namespace pluggable::compute {

// out[i] = formula(inputs[0][i], inputs[1][i], inputs[2][i]) for all inputs that there are. If
// inputs broadcast, `broadcast` maps i to an index of each input.
struct ElementwisePlan {
  static constexpr int kMaxInputs = Broadcast::kMaxInputs;

  struct Input {
    DataType dtype = DT_INVALID;
    const void* data = nullptr;
  };
  // Computes elements [begin, end) of the result on the host. Several threads call it at once.
  using Loop = void (*)(const ElementwisePlan& plan, int64_t begin, int64_t end);

  Formula formula = Formula::kOther;
  double parameter = 0;  // for formulas that mention it
  int num_inputs = 0;    // 1 to kMaxInputs
  Input inputs[kMaxInputs];
  // The terms of AddN after the third, all of the result's type and size. The formula is kOther.
  // Empty if the host cannot access device memory; AddN then makes several plans.
  std::vector<const void*> more_inputs;
  DataType out_dtype = DT_INVALID;
  void* out = nullptr;  // may be an input's memory, element for element
  int64_t size = 0;     // elements of the result; at least 1

  // How the inputs broadcast to the result. Without levels, no input broadcasts: all have `size`
  // elements in the same order.
  Broadcast broadcast;
  // Whether no input broadcasts.
  bool is_dense() const { return broadcast.levels().empty(); }

  Loop loop = nullptr;
  int64_t cost = 1;  // of an element, in nanoseconds on one core of the host
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Elementwise(const Stream& stream, const ElementwisePlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const ElementwisePlan& plan);

// Fails if a formula has no result for one of the `count` operands y, which are in device memory.
using OperandCheck = Status (*)(const void* y, int64_t count);

// Enqueues the check on the host, because devices cannot report errors. If it fails, the op fails,
// and plans that the op enqueues later write nothing.
void CheckOnHost(const Stream& stream, OperandCheck check, const void* y, int64_t count);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_ELEMENTWISE_H_
