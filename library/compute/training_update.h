// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of optimizers: the ops ResourceApply* and ResourceSparseApply*.

#ifndef PLUGGABLE_COMPUTE_TRAINING_UPDATE_H_
#define PLUGGABLE_COMPUTE_TRAINING_UPDATE_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

#include "compute/training_rule.h"

namespace pluggable::compute {

// Updates a variable and an optimizer's slot variables by one step, element by element. `rule`
// computes the new element i of the variables from their old elements i and element i of the
// gradient.
//
// With indices, the gradient has slices for some rows only: element j of slice k updates element
// indices[k] * slice + j of the variables. If several indices name one row, their steps run in the
// order of k. All other rows stay unchanged. If an index is outside of [0, size / slice), the host
// fails the op and writes nothing. A device that cannot report errors skips the slice.
struct TrainingUpdatePlan {
  static constexpr int kMaxVariables = 4;
  static constexpr int kMaxScalars = 6;
  // Computes the step on the host.
  using Loop = Status (*)(const TrainingUpdatePlan& plan, ThreadPool* threads);

  TrainingRule rule = TrainingRule::kOther;
  DataType dtype = DT_INVALID;  // of all numbers: float, double, half or bfloat16
  bool flag = false;            // the rule's flag, if it has one
  int num_variables = 0;
  void* variables[kMaxVariables] = {};  // in the rule's order, dense; no two overlap
  // In the rule's order. Each is a number in device memory, which is read when the work runs.
  int num_scalars = 0;
  const void* scalars[kMaxScalars] = {};
  const int64_t* global_step = nullptr;  // the last scalar of rules that use it
  int64_t size = 0;                      // elements of each variable; 0 only if there are indices
  const void* gradient = nullptr;        // dense; overlaps no variable

  const void* indices = nullptr;      // null if the gradient has the variables' shape
  DataType index_dtype = DT_INVALID;  // int32 or int64
  int64_t num_indices = 0;            // at least 1 if there are indices
  int64_t slice = 0;                  // elements of a slice; at least 1

  Loop loop = nullptr;
};

// Enqueues the work on the stream. Fails if that is not possible.
Status TrainingUpdate(const Stream& stream, const TrainingUpdatePlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const TrainingUpdatePlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_TRAINING_UPDATE_H_
