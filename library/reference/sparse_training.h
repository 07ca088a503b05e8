// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops of optimizers whose gradient has slices for some of the variable's rows: those of embeddings,
// mostly.

#ifndef PLUGGABLE_REFERENCE_SPARSE_TRAINING_H_
#define PLUGGABLE_REFERENCE_SPARSE_TRAINING_H_

#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"

#include "reference/scatter.h"
#include "reference/training_op.h"

namespace pluggable {

// The gradient is followed by the numbers of the rows that its slices are for; a row that is named
// several times takes a step for each, in order.
template <typename T, typename Tindices, template <typename> class RuleOf>
class SparseTrainingOp : public TrainingOp<T, RuleOf, /*kGradientParts=*/2> {
  using Base = TrainingOp<T, RuleOf, 2>;
  using typename Base::Rule;
  using typename Base::Step;

 public:
  explicit SparseTrainingOp(OpKernelConstruction* ctx) : Base(ctx, "ResourceSparseApply") {}

 protected:
  void EnqueueStep(OpKernelContext* ctx, const TensorShape& shape, const TensorShape& gradient,
                   const Step& step) override {
    const Tensor indices = ctx->input(Rule::kGradientInput + 1);
    OP_REQUIRES_OK(ctx, CheckShapes(shape, gradient, indices.shape()));
    const int64_t rows = shape.dim_size(0);
    if (gradient.num_elements() == 0) return;
    ctx->stream().Enqueue(
        gradient.num_elements() * Step::kCost,
        [step, rows, size = gradient.num_elements() / indices.NumElements(),
         indices = indices.span<Tindices>(), threads = &ctx->stream().thread_pool()]() -> Status {
          const Span<const Tindices> numbers = OnDevice(indices);
          const std::vector<int64_t> slices(numbers.begin(), numbers.end());
          for (size_t i = 0; i < slices.size(); ++i) {
            if (slices[i] < 0 || slices[i] >= rows) {
              return errors::InvalidArgument("Index ", slices[i], " at offset ", i,
                                             " in indices is out of range");
            }
          }
          const Step placed = step.OnTheDevice();
          VisitSlices(rows, size, slices, Step::kCost, threads,
                      [&placed, rule = placed.MakeRule(), size](int64_t slice, int64_t i,
                                                                int64_t begin, int64_t end) {
                        placed.Run(rule, slice * size + begin, i * size + begin, end - begin);
                      });
          return Status();
        });
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
