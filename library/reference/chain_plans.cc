// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Chains as plans: one plan for all steps if the device has a kernel for that, else one for each
// step.

#include <algorithm>
#include <optional>
#include <utility>

#include "pluggable/half.h"

#include "compute/device/chain.h"
#include "plugin/features/device.h"
#include "reference/chain_rows.h"

namespace pluggable {
namespace {

// A step's plan for the host.
template <typename T>
void StepLoop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
  using C = ComputeType<T>;
  const std::vector<ChainOp>& ops = ChainOps();
  const auto op = std::find_if(ops.begin(), ops.end(), [&plan](const ChainOp& known) {
    return known.formula == plan.formula;
  });
  const ChainLoop<C> loop = chains::LoopOf<C>(*op);
  T* const out = OnDevice(static_cast<T*>(plan.out));
  const T* inputs[] = {nullptr, nullptr};
  for (int i = 0; i < plan.num_inputs; ++i) {
    inputs[i] = OnDevice(static_cast<const T*>(plan.inputs[i].data));
  }
  const auto compute = [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                           const Broadcast::Offsets& steps) {
    C operands[2][chains::kBlock];
    C results[chains::kBlock];
    for (int64_t at = 0; at < count; at += chains::kBlock) {
      const int64_t block = std::min(chains::kBlock, count - at);
      for (int i = 0; i < plan.num_inputs; ++i) {
        chains::CopyRow(inputs[i] + offsets[i] + at * steps[i], steps[i], operands[i], block);
      }
      loop(operands[0], plan.num_inputs == 2 ? operands[1] : nullptr, results, block);
      chains::Convert(results, out + first + at, block);
    }
  };
  if (!plan.is_dense()) return plan.broadcast.ForEachRow(begin, end, compute);
  compute(begin, end - begin, {begin, begin, begin}, {1, 1, 1});
}

}  // namespace

class ElementwiseChain::Temporaries {
 public:
  Temporaries(OpKernelContext* ctx, DataType dtype, size_t steps)
      : ctx_(ctx), dtype_(dtype), results_(steps) {}

  const void* ResultOf(size_t step) const { return results_[step].data(); }
  // Keeps memory for a later step. TensorFlow would reuse it for another op at once. But the host
  // may still compute a step of this op, for which all memory of the op is copied to the host and
  // back.
  void Free(size_t step) { spare_.push_back(std::move(results_[step])); }
  // The memory for a step's result: that of `operand`, or new memory if that is null.
  Status Place(size_t step, int64_t count, const size_t* operand) {
    if (operand != nullptr) {
      results_[step] = std::move(results_[*operand]);
      return Status();
    }
    for (Tensor& spare : spare_) {
      if (spare.NumElements() != count) continue;
      results_[step] = std::move(spare);
      return Status();
    }
    return ctx_->allocate_temp(dtype_, TensorShape({count}), &results_[step]);
  }

 private:
  OpKernelContext* const ctx_;
  const DataType dtype_;
  std::vector<Tensor> results_;
  std::vector<Tensor> spare_;
};

template <typename T>
Status ElementwiseChain::Enqueue(OpKernelContext* ctx, const std::vector<const T*>& inputs,
                                 T* output) const {
  const DataType dtype = DataTypeToEnum<T>::value;
  if constexpr (features::kDeviceKernels) {
    if (repeats_only_) {
      compute::ChainPlan plan;
      plan.dtype = dtype;
      // The old value of a variable is an input even if no step reads it, and may be empty.
      std::vector<int> numbers(inputs.size());
      for (const int input : read_inputs_) {
        numbers[static_cast<size_t>(input)] = static_cast<int>(plan.inputs.size());
        plan.inputs.push_back(inputs[static_cast<size_t>(input)]);
      }
      plan.periods = read_counts_;
      const int unread = num_inputs_ - static_cast<int>(plan.inputs.size());
      const auto number_of = [&](const Operand& operand) {
        if (operand.kind == Operand::Kind::kNone) return -1;
        return operand.index < num_inputs_ ? numbers[static_cast<size_t>(operand.index)]
                                           : operand.index - unread;
      };
      for (const Step& step : steps_) {
        plan.steps.push_back(
            {step.op->formula, number_of(step.operands[0]), number_of(step.operands[1])});
      }
      plan.out = output;
      plan.size = steps_.back().count;
      if (const auto launched = compute::LaunchChain(ctx->stream(), plan)) return *launched;
    }
  }
  Temporaries temporaries(ctx, dtype, steps_.size());
  for (size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.count == 0) continue;
    compute::ElementwisePlan plan;
    plan.formula = step.op->formula;
    plan.out_dtype = dtype;
    plan.size = step.count;
    plan.broadcast = step.plans;
    plan.loop = &StepLoop<T>;
    std::vector<size_t> ended;  // results that no later step reads
    const size_t* replaced = nullptr;
    for (const Operand& operand : step.operands) {
      if (operand.kind == Operand::Kind::kNone) continue;
      compute::ElementwisePlan::Input& input = plan.inputs[plan.num_inputs++];
      input.dtype = dtype;
      if (operand.index < num_inputs_) {
        input.data = inputs[static_cast<size_t>(operand.index)];
        continue;
      }
      const auto source = static_cast<size_t>(operand.index - num_inputs_);
      input.data = temporaries.ResultOf(source);
      if (last_uses_[source] == i) ended.push_back(source);
    }
    for (const size_t& source : ended) {
      if (steps_[source].count == step.count) replaced = &source;
    }
    if (i + 1 == steps_.size()) {
      plan.out = output;
    } else {
      Status status = temporaries.Place(i, step.count, replaced);
      if (!status.ok()) return status;
      plan.out = const_cast<void*>(temporaries.ResultOf(i));
    }
    Status status = compute::Elementwise(ctx->stream(), plan);
    if (!status.ok()) return status;
    for (const size_t source : ended) temporaries.Free(source);
  }
  return Status();
}

template Status ElementwiseChain::Enqueue(OpKernelContext*, const std::vector<const float*>&,
                                          float*) const;
template Status ElementwiseChain::Enqueue(OpKernelContext*, const std::vector<const double*>&,
                                          double*) const;
template Status ElementwiseChain::Enqueue(OpKernelContext*, const std::vector<const half*>&,
                                          half*) const;
template Status ElementwiseChain::Enqueue(OpKernelContext*, const std::vector<const bfloat16*>&,
                                          bfloat16*) const;

}  // namespace pluggable
