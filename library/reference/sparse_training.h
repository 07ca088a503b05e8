// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops of optimizers for sparse gradients, which have slices for some of the variable's rows. Most
// come from embeddings.

#ifndef PLUGGABLE_REFERENCE_SPARSE_TRAINING_H_
#define PLUGGABLE_REFERENCE_SPARSE_TRAINING_H_

#include "pluggable/op_kernel.h"

#include "reference/training_op.h"

namespace pluggable {

// The input after the gradient has the numbers of its slices' rows. If a row occurs several times,
// each slice is a separate step, in order.
template <typename T, typename Tindices, template <typename> class RuleOf>
class SparseTrainingOp : public TrainingOp<T, RuleOf, /*kGradientParts=*/2> {
  using Base = TrainingOp<T, RuleOf, 2>;
  using typename Base::Rule;

 public:
  explicit SparseTrainingOp(OpKernelConstruction* ctx) : Base(ctx, "ResourceSparseApply") {}

 protected:
  Status FinishPlan(OpKernelContext* ctx, const TensorShape& shape, const TensorShape& gradient,
                    compute::TrainingUpdatePlan* plan) override {
    const Tensor indices = ctx->input(Rule::kGradientInput + 1);
    Status status = CheckShapes(shape, gradient, indices.shape());
    if (!status.ok() || gradient.num_elements() == 0) return status;
    plan->indices = indices.data();
    plan->index_dtype = indices.dtype();
    plan->num_indices = indices.NumElements();
    plan->slice = gradient.num_elements() / indices.NumElements();
    plan->loop = RunSparseTraining<T, Tindices, RuleOf>;
    return status;
  }

 private:
  static Status CheckShapes(const TensorShape& var, const TensorShape& gradient,
                            const TensorShape& indices) {
    if (var.dims() < 1) return errors::InvalidArgument("var must be at least 1 dimensional");
    if (indices.dims() != 1) return errors::InvalidArgument("indices must be one-dimensional");
    if (gradient.dims() != var.dims()) {
      return errors::InvalidArgument("grad must have the same number of dimensions as var");
    }
    for (int d = 1; d < var.dims(); ++d) {
      if (gradient.dim_size(d) != var.dim_size(d)) {
        return errors::InvalidArgument("var and grad must match in dimension ", d);
      }
    }
    if (gradient.dim_size(0) != indices.dim_size(0)) {
      return errors::InvalidArgument(
          "grad must be the same size as indices in the first dimension.");
    }
    return Status();
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SPARSE_TRAINING_H_
