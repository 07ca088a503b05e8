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

// A variable, and what an optimizer keeps for it, make one step along a gradient, element by
// element: element i of the variables becomes what `rule` makes of element i of all of them and of
// the gradient's. Nothing else changes.
//
// Where there are indices, the gradient has slices for some of the variables' rows only: element j
// of slice k is for element indices[k] * slice + j of the variables. A row that is named several
// times makes a step for each of its slices, in the order of k. The others stay as they are. An
// index outside of [0, size / slice) fails the op, with nothing written, where the host computes
// it. A device that cannot fail leaves the slice out.
struct TrainingUpdatePlan {
  static constexpr int kMostVariables = 4;
  static constexpr int kMostScalars = 6;
  // Makes the step on the host.
  using Loop = Status (*)(const TrainingUpdatePlan& plan, ThreadPool* threads);

  TrainingRule rule = TrainingRule::kOther;
  DataType dtype = DT_INVALID;  // of all numbers: float, double, half or bfloat16
  bool flag = false;            // that of the rule, if it has one
  int num_variables = 0;
  void* variables[kMostVariables] = {};  // in the rule's order, dense; none overlaps another
  // In the rule's order. Each is one number in the device's memory, to be read when the work runs.
  int num_scalars = 0;
  const void* scalars[kMostScalars] = {};
  const int64_t* global_step = nullptr;  // likewise, of rules that end with it: a scalar more
  int64_t size = 0;                      // elements of each variable; 0 only if there are indices
  const void* gradient = nullptr;        // dense; may be a part of no variable

  const void* indices = nullptr;      // null if the gradient has an element for each of a variable
  DataType index_dtype = DT_INVALID;  // int32 or int64
  int64_t num_indices = 0;            // at least 1 where there are any
  int64_t slice = 0;                  // elements of a slice; at least 1

  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status TrainingUpdate(const Stream& stream, const TrainingUpdatePlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const TrainingUpdatePlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_TRAINING_UPDATE_H_
