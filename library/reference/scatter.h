// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Updates of slices of a tensor.

#ifndef PLUGGABLE_REFERENCE_SCATTER_H_
#define PLUGGABLE_REFERENCE_SCATTER_H_

#include <cstdint>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "compute/scatter.h"
#include "reference/elementwise.h"
#include "reference/visit_slices.h"

namespace pluggable {

// The loop of row = Formula(row, update) in a plan.
template <typename Formula, typename T>
void ScatterLoop(const compute::ScatterPlan& plan, const std::vector<int64_t>& rows,
                 ThreadPool* threads) {
  if (plan.rows == 0 || plan.slice == 0) return;
  T* const out = OnDevice(static_cast<T*>(plan.out));
  const T* const updates = OnDevice(static_cast<const T*>(plan.updates));
  const int64_t size = plan.slice;
  const int64_t update_size = plan.one_update ? 0 : size;
  const int64_t step = plan.one_update ? 0 : 1;
  VisitSlices(plan.rows, size, rows, kElementCost, threads,
              [=](int64_t row, int64_t i, int64_t begin, int64_t end) {
                T* const to = out + row * size + begin;
                ComputeRow<Formula>(to, 1, updates + i * update_size + begin * step, step, to,
                                    end - begin);
              });
}

// Fails if an update is 0.
template <typename T>
Status CheckNoUpdateIsZero(const compute::ScatterPlan& plan) {
  const int64_t count = plan.one_update ? 1 : plan.count * plan.slice;
  const T* const updates = OnDevice(static_cast<const T*>(plan.updates));
  for (int64_t i = 0; i < count; ++i) {
    if (updates[i] == T(0)) return errors::InvalidArgument("updates must not contain 0");
  }
  return Status();
}

// A formula for a type. Code that depends on neither is compiled once.
struct ScatterFormula {
  compute::ScatterOperation operation;
  DataType dtype;
  compute::ScatterPlan::Loop loop;
  compute::ScatterPlan::Check check;
};

// A device computes Formula::kOperation, so whoever changes a formula must set it to kOther.
template <typename Formula, typename T>
constexpr ScatterFormula ScatterFormulaOf() {
  constexpr bool kDivides = Formula::kOperation == compute::ScatterOperation::kDiv;
  return {Formula::kOperation, DataTypeToEnum<T>::value, &ScatterLoop<Formula, T>,
          kDivides ? &CheckNoUpdateIsZero<T> : nullptr};
}

// A plan that updates `out`, whose rows have `slice` elements. Indices are row numbers.
compute::ScatterPlan PlanScatter(const ScatterFormula& formula, const Tensor& indices,
                                 const Tensor& updates, int64_t slice, const Tensor& out);

// Applies the updates of a plan. If it fails, nothing is written. Only work on the stream may call
// it.
Status RunScatter(const compute::ScatterPlan& plan, ThreadPool* threads);

// Enqueues the updates, or applies them at once if the op's output is in host memory.
void EnqueueScatter(OpKernelContext* ctx, const compute::ScatterPlan& plan);

// The end of an error message if TensorFlow gives plugins no access to variables.
inline constexpr char kInsteadOfVariableScatter[] =
    "assign what tf.tensor_scatter_nd_update or its like makes of tf.Variable.read_value()";

// An op that updates rows of a variable, input 0, with input 2, at the indices of input 1. If
// TensorFlow gives plugins no access to variables, it always fails; the methods of tf.Variable do
// not use it then (plugin/python_hooks.h).
class VariableScatterOp : public OpKernel {
 public:
  // `op` is the op's name.
  VariableScatterOp(OpKernelConstruction* ctx, const char* op, const ScatterFormula& formula)
      : OpKernel(ctx), op_(op), formula_(formula) {}

  void Compute(OpKernelContext* ctx) override;

 private:
  const char* const op_;
  const ScatterFormula formula_;
};

// An op that updates rows of input 0 with input 2, at the indices of input 1. It writes in place,
// even if others use the same tensor: the output is that tensor.
class InplaceOp : public OpKernel {
 public:
  InplaceOp(OpKernelConstruction* ctx, const ScatterFormula& formula)
      : OpKernel(ctx), formula_(formula) {}

  void Compute(OpKernelContext* ctx) override;

 private:
  const ScatterFormula formula_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SCATTER_H_
