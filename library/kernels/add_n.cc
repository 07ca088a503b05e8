// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <numeric>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"
#include "reference/widen.h"

namespace pluggable {

// AddN(inputs: N * T) -> sum: T
template <typename T>
class AddNOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const int terms = ctx->num_inputs();
    const TensorShape shape = ctx->input_shape(0);
    std::vector<int> candidates = {0};
    for (int i = 1; i < terms; ++i) {
      const TensorShape other = ctx->input_shape(i);
      OP_REQUIRES(
          ctx, other == shape,
          errors::InvalidArgument("Inputs to operation ", name(),
                                  " of type AddN must have the same size and shape.  Input 0: ",
                                  shape.DebugString(), " != input ", i, ": ", other.DebugString()));
      candidates.push_back(i);
    }
    if (terms == 1) return ctx->set_output(0, ctx->input(0));
    if (terms > 2 && !ctx->stream().device_properties().host_reaches_memory) {
      return AddByPlans(ctx, shape);
    }
    Tensor* sum = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output(candidates, 0, shape, &sum));
    if (sum->NumElements() == 0) return;
    if (terms == 2) {
      OP_REQUIRES_OK(
          ctx, compute::Elementwise(ctx->stream(),
                                    PlanBinary<Plus, T, T>(ctx->input(0), ctx->input(1), sum)));
      return;
    }
    const Tensor first = ctx->input(0);
    const Tensor second = ctx->input(1);
    const Tensor third = ctx->input(2);
    compute::ElementwisePlan plan = PlanElementwise(
        terms == 3 && !kIsNarrowFloat<T> ? compute::Formula::kAddThree : compute::Formula::kOther,
        {&first, &second, &third}, sum);
    for (int i = 3; i < terms; ++i) {
      const Tensor input = ctx->input(i);
      plan.more_inputs.push_back(input.data());
    }
    plan.loop = &AddLoop;
    plan.cost = terms;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  // Elements that are added up at a time, in the nearest cache. The sum may be in the place of any
  // input: it is written when all of them have been read.
  static constexpr int64_t kBlock = 1024;

  static void AddBlock(const std::vector<const T*>& inputs, int64_t begin, int64_t count, T* sum) {
    using C = ComputeType<T>;
    C block[kBlock];
    // Starts with the first term instead of 0, since 0 + -0 would be 0.
    const T* const first = OnDevice(inputs[0]) + begin;
    for (int64_t i = 0; i < count; ++i) block[i] = static_cast<C>(first[i]);
    for (auto term = inputs.begin() + 1; term != inputs.end(); ++term) {
      // Not translated earlier: GCC would merge the loops over two terms, without vectors.
      const T* const in = OnDevice(*term) + begin;
      for (int64_t i = 0; i < count; ++i) block[i] = formula::sum(block[i], static_cast<C>(in[i]));
      if constexpr (kIsNarrowFloat<T>) RoundRun<T>(block, count);
    }
    T* out = OnDevice(sum) + begin;
    for (int64_t i = 0; i < count; ++i) out[i] = static_cast<T>(block[i]);
  }

  // Adds the first three terms, then two more at a time. Sums of 16-bit types are rounded after
  // each term, as in TensorFlow, so that they take one term at a time: a device rounds a formula's
  // result once. On the host, one pass over all terms is faster.
  static void AddByPlans(OpKernelContext* ctx, const TensorShape& shape) {
    Tensor* sum = nullptr;
    // The terms that the first plan reads.
    std::vector<int> candidates(1 + kTermsOfPlan);
    std::iota(candidates.begin(), candidates.end(), 0);
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output(candidates, 0, shape, &sum));
    if (sum->NumElements() == 0) return;
    const int terms = ctx->num_inputs();
    Status status = AddPlan(ctx, ctx->input(0), 1, sum);
    for (int next = 1 + kTermsOfPlan; next < terms && status.ok(); next += kTermsOfPlan) {
      status = AddPlan(ctx, *sum, next, sum);
    }
    OP_REQUIRES_OK(ctx, status);
  }

  // The terms that a plan adds to a sum.
  static constexpr int kTermsOfPlan = kIsNarrowFloat<T> ? 1 : 2;

  // sum = first + input `next` + the input after it, if there is one and a plan adds two.
  static Status AddPlan(OpKernelContext* ctx, const Tensor& first, int next, Tensor* sum) {
    const Tensor second = ctx->input(next);
    if (kTermsOfPlan == 1 || next + 1 == ctx->num_inputs()) {
      return compute::Elementwise(ctx->stream(), PlanBinary<Plus, T, T>(first, second, sum));
    }
    const Tensor third = ctx->input(next + 1);
    compute::ElementwisePlan plan =
        PlanElementwise(compute::Formula::kAddThree, {&first, &second, &third}, sum);
    plan.loop = &AddLoop;
    return compute::Elementwise(ctx->stream(), plan);
  }

  static void AddLoop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
    std::vector<const T*> inputs;
    inputs.reserve(static_cast<size_t>(plan.num_inputs) + plan.more_inputs.size());
    for (int i = 0; i < plan.num_inputs; ++i) {
      inputs.push_back(static_cast<const T*>(plan.inputs[i].data));
    }
    for (const void* const data : plan.more_inputs) inputs.push_back(static_cast<const T*>(data));
    Vectorized([&inputs, sum = static_cast<T*>(plan.out)](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; i += kBlock) {
        AddBlock(inputs, i, std::min(kBlock, last - i), sum);
      }
    })(begin, end);
  }
};

}  // namespace pluggable
