// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Finds the largest or smallest value along a dimension.

#ifndef PLUGGABLE_REFERENCE_ARG_REDUCTION_H_
#define PLUGGABLE_REFERENCE_ARG_REDUCTION_H_

#include <cstdint>
#include <type_traits>

#include "pluggable/op_kernel.h"

#include "compute/arg_reduce.h"
#include "reference/compute_type.h"
#include "reference/host_values.h"
#include "reference/reduction.h"

namespace pluggable {

// The first of several extreme values wins. A NaN never wins; if all are NaN, the result is 0.
template <typename T, typename Out, bool kLargest>
Out FindExtreme(const T* values, int64_t size, int64_t step) {
  using C = ComputeType<T>;
  using Reducer = std::conditional_t<kLargest, MaxReducer, MinReducer>;
  C best_value = Reducer::template kInitial<C>;
  int64_t best = 0;
  for (int64_t i = 0; i < size; ++i) {
    const C value = static_cast<C>(values[i * step]);
    if (kLargest ? value > best_value : value < best_value) {
      best = i;
      best_value = value;
    }
  }
  return static_cast<Out>(best);
}

// Fills in the parts of a plan that depend on the types.
template <typename T, typename Out, bool kLargest>
compute::ArgReducePlan ArgReductionPlan() {
  compute::ArgReducePlan plan;
  plan.is_largest = kLargest;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.out_dtype = DataTypeToEnum<Out>::value;
  plan.loop = [](const compute::ArgReducePlan& running, ThreadPool* threads) {
    const T* const in = OnDevice(static_cast<const T*>(running.in));
    Out* const out = OnDevice(static_cast<Out*>(running.out));
    threads->ParallelFor(
        running.outer * running.inner, running.length,
        [in, out, size = running.length, inner = running.inner](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            out[i] = FindExtreme<T, Out, kLargest>(in + i / inner * size * inner + i % inner, size,
                                                   inner);
          }
        });
  };
  return plan;
}

template <typename T, typename Out, bool kLargest>
class ArgReductionOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor dimension = ctx->input(1);
    OP_REQUIRES(ctx, dimension.dims() == 0,
                errors::InvalidArgument("dim must be a scalar, but received tensor of shape: ",
                                        dimension.shape().DebugString()));
    const int rank = input.dims();
    const CheckedInt given = HostValues(dimension)[0];
    const CheckedInt resolved = FromTheFront(given, rank);
    OP_REQUIRES(ctx, resolved >= 0 && resolved < rank,
                errors::InvalidArgument("Expected dimension in the range [", -rank, ", ", rank,
                                        "), but got ", given));
    const int axis = static_cast<int>(resolved.value());
    const int64_t size = input.dim_size(axis);
    OP_REQUIRES(ctx, size > 0,
                errors::InvalidArgument("Reduction axis ", given, " is empty in shape ",
                                        input.shape().DebugString()));
    TensorShape shape = input.shape();
    shape.RemoveDim(axis);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    compute::ArgReducePlan plan = ArgReductionPlan<T, Out, kLargest>();
    plan.length = size;
    for (int d = 0; d < axis; ++d) plan.outer *= input.dim_size(d);
    for (int d = axis + 1; d < rank; ++d) plan.inner *= input.dim_size(d);
    plan.in = input.data();
    plan.out = output->data();
    if (ctx->output_is_host(0)) {
      plan.loop(plan, &ctx->stream().thread_pool());
    } else {
      OP_REQUIRES_OK(ctx, compute::ArgReduce(ctx->stream(), plan));
    }
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_ARG_REDUCTION_H_
