// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Updates of slices of a tensor by vectors of indices.

#ifndef PLUGGABLE_REFERENCE_SCATTER_ND_H_
#define PLUGGABLE_REFERENCE_SCATTER_ND_H_

#include <cstdint>

#include "pluggable/op_kernel.h"

#include "reference/scatter.h"

namespace pluggable {

// Checks shapes, with TensorFlow's messages for variables: `outer` dimensions of updates must be
// those of indices, the others those of the slices. TensorScatter* and ScatterNd have other
// messages.
Status CheckScatter(const TensorShape& indices, const TensorShape& updates,
                    const TensorShape& shape);
Status CheckTensorScatter(const TensorShape& indices, const TensorShape& updates,
                          const TensorShape& shape);
Status CheckScatterNd(const TensorShape& indices, const TensorShape& updates,
                      const TensorShape& shape);

// Fails if vectors have too few or too many indices.
Status CheckDepth(int64_t depth);

// A plan that updates `out`, whose shape was checked, at index vectors.
compute::ScatterPlan PlanScatterNd(const ScatterFormula& formula, const Tensor& indices,
                                   const Tensor& updates, bool skips_bad, const Tensor& out);

// An op that updates slices of a variable, input 0, by input 2, at the index vectors of input 1.
class VariableScatterNdOp : public OpKernel {
 public:
  // `op` is the op's name.
  VariableScatterNdOp(OpKernelConstruction* ctx, const char* op, const ScatterFormula& formula);

  void Compute(OpKernelContext* ctx) override;

 private:
  const char* const op_;
  const ScatterFormula formula_;
  bool skips_bad_ = false;
};

// An op whose output is input 0, updated with input 2 at the index vectors of input 1.
class TensorScatterOp : public OpKernel {
 public:
  TensorScatterOp(OpKernelConstruction* ctx, const ScatterFormula& formula);

  void Compute(OpKernelContext* ctx) override;

 private:
  const ScatterFormula formula_;
  bool skips_bad_ = false;
};

// An op whose output has the shape in input 2: zeros, updated with input 1 at the index vectors of
// input 0.
class ZerosScatterOp : public OpKernel {
 public:
  ZerosScatterOp(OpKernelConstruction* ctx, const ScatterFormula& formula);

  void Compute(OpKernelContext* ctx) override;

 private:
  const ScatterFormula formula_;
  bool skips_bad_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SCATTER_ND_H_
