// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/chain.h"

#include <algorithm>
#include <memory>
#include <sstream>

#include "pluggable/half.h"

#include "reference/chain_rows.h"
#include "reference/compute_type.h"
#include "reference/gradient.h"
#include "reference/widen.h"

namespace pluggable {
namespace {

using chains::Convert;
using chains::CopyRow;
using chains::kBlock;
using chains::LoopOf;

// For one element on one core: most steps are one or two vector instructions.
constexpr int64_t kStepsPerNanosecond = 8;

bool TakesTwo(ChainOp::Kind kind) { return kind != ChainOp::Kind::kUnary; }

}  // namespace

Status ReadChainSteps(const std::vector<std::string>& texts, const std::vector<ChainOp>& ops,
                      int num_inputs, std::vector<ChainStep>* steps) {
  if (texts.empty()) return errors::InvalidArgument("attr steps is empty");
  for (const std::string& text : texts) {
    std::istringstream words(text);
    std::string name;
    words >> name;
    const auto op = std::find_if(ops.begin(), ops.end(),
                                 [&name](const ChainOp& known) { return known.name == name; });
    if (op == ops.end()) return errors::Unimplemented("a step '", text, "' is not known");
    ChainStep step;
    step.op = &*op;
    words >> step.x;
    if (TakesTwo(op->kind)) words >> step.y;
    const int known = num_inputs + static_cast<int>(steps->size());
    const bool reads_known =
        step.x >= 0 && step.x < known && step.y < known && (step.y >= 0) == TakesTwo(op->kind);
    std::string rest;
    if (words.fail() || !reads_known || words >> rest) {
      return errors::InvalidArgument("the step '", text, "' has other operands than it can have");
    }
    steps->push_back(step);
  }
  return Status();
}

const TensorShape& ElementwiseChain::ShapeOf(const std::vector<TensorShape>& inputs,
                                             int operand) const {
  return operand < num_inputs_ ? inputs[operand] : steps_[operand - num_inputs_].shape;
}

ElementwiseChain::Operand ElementwiseChain::OperandOf(int index, const TensorShape& shape,
                                                      const TensorShape& step_shape) {
  Operand operand;
  operand.index = index;
  if (shape.num_elements() == step_shape.num_elements()) {
    operand.kind = Operand::Kind::kSame;
  } else if (shape.num_elements() == 1) {
    operand.kind = Operand::Kind::kScalar;
  } else {
    operand.kind = Operand::Kind::kBroadcast;
    operand.broadcast.Init({&shape, &step_shape});
  }
  return operand;
}

Status ElementwiseChain::Init(const std::string& node, const std::vector<ChainStep>& steps,
                              const std::vector<TensorShape>& inputs) {
  num_inputs_ = static_cast<int>(inputs.size());
  steps_.reserve(steps.size());
  for (const ChainStep& step : steps) {
    const TensorShape& x = ShapeOf(inputs, step.x);
    Step made{step.op, {}, x, 0, {}};
    if (TakesTwo(step.op->kind)) {
      const TensorShape& y = ShapeOf(inputs, step.y);
      Status status;
      if (step.op->kind == ChainOp::Kind::kActivationGradient) {
        status = CheckActivationGradient(node, step.op->name, x, y);
      } else if (step.op->kind == ChainOp::Kind::kFunctionGradient) {
        status = CheckFunctionGradient(x, y);
      } else if (x != y) {
        Broadcast broadcast;
        if (broadcast.Init({&x, &y})) {
          made.shape = broadcast.shape();
        } else {
          status = errors::InvalidArgument("Incompatible shapes: ", x.DebugString(), " vs. ",
                                           y.DebugString());
        }
      }
      if (!status.ok()) return status;
      made.operands[1] = OperandOf(step.y, y, made.shape);
    }
    made.operands[0] = OperandOf(step.x, x, made.shape);
    made.count = made.shape.num_elements();
    if (made.operands[0].kind != Operand::Kind::kSame ||
        (step.y >= 0 && made.operands[1].kind != Operand::Kind::kSame)) {
      made.plans.Init({&x, &ShapeOf(inputs, step.y)});
    }
    for (const int operand : {step.x, step.y}) {
      repeats_only_ =
          repeats_only_ && (operand < 0 || IsTailOf(ShapeOf(inputs, operand), made.shape));
    }
    has_plans_ = has_plans_ && step.op->formula != compute::Formula::kOther;
    const size_t number = steps_.size();
    last_uses_.push_back(number);
    for (const Operand& operand : made.operands) {
      if (operand.index >= num_inputs_) last_uses_[operand.index - num_inputs_] = number;
    }
    steps_.push_back(std::move(made));
  }
  for (const Step& step : steps_) repeats_only_ = repeats_only_ && IsTailOf(step.shape, shape());
  for (int i = 0; i < num_inputs_; ++i) {
    const bool is_read = std::any_of(steps.begin(), steps.end(), [i](const ChainStep& step) {
      return step.x == i || step.y == i;
    });
    if (!is_read) continue;
    read_inputs_.push_back(i);
    read_counts_.push_back(inputs[static_cast<size_t>(i)].num_elements());
  }
  return Status();
}

int64_t ElementwiseChain::cost() const {
  int64_t cost = 0;
  for (const Step& step : steps_) cost += step.count;
  return cost / kStepsPerNanosecond;
}

// Steps with as many elements as the result are computed together, block by block. Smaller steps
// are computed before that, each as a whole.
template <typename T>
class ElementwiseChain::Runner {
 public:
  using C = ComputeType<T>;

  Runner(const ElementwiseChain& chain, const std::vector<const T*>& inputs)
      : chain_(chain), inputs_(inputs), wholes_(chain.steps_.size()) {
    for (size_t i = 0; i < chain.steps_.size(); ++i) {
      if (IsInBlocks(i)) continue;
      const int64_t count = chain.steps_[i].count;
      wholes_[i].resize(static_cast<size_t>(count));
      const Scratch scratch(chain.steps_.size(), count);
      for (int64_t begin = 0; begin < count; begin += kBlock) {
        Compute(i, {begin, std::min(kBlock, count - begin), begin == 0}, scratch,
                wholes_[i].data() + begin);
      }
    }
  }

  // Elements [begin, end) of the result.
  void Run(int64_t begin, int64_t end, T* output) const {
    const size_t last = chain_.steps_.size() - 1;
    const Scratch scratch(last + 1, end - begin);
    const bool is_direct = WritesTo(output);
    for (int64_t at = begin; at < end; at += kBlock) {
      const Block block{at, std::min(kBlock, end - at), at == begin};
      for (size_t i = 0; i < last; ++i) {
        if (IsInBlocks(i)) Compute(i, block, scratch, scratch.Result(i));
      }
      if constexpr (std::is_same_v<T, C>) {
        if (is_direct) {
          Compute(last, block, scratch, output + at);
          continue;
        }
      }
      Compute(last, block, scratch, scratch.Result(last));
      Convert(scratch.Result(last), output + at, block.count);
    }
  }

 private:
  struct Block {
    int64_t begin;
    int64_t count;
    bool is_first;  // the first block of this thread
  };

  // A thread's memory for blocks of elements: the result of each step, and operands that must be
  // converted or repeated.
  class Scratch {
   public:
    Scratch(size_t steps, int64_t count)
        : block_(static_cast<size_t>(std::min(kBlock, count))),
          memory_(new C[3 * steps * block_]) {}

    C* Result(size_t step) const { return memory_.get() + 3 * step * block_; }
    C* OperandOf(size_t step, int number) const {
      return memory_.get() + (3 * step + 1 + static_cast<size_t>(number)) * block_;
    }

   private:
    const size_t block_;
    const std::unique_ptr<C[]> memory_;  // not a vector, which would be zeroed
  };

  bool IsInBlocks(size_t step) const {
    return chain_.steps_[step].count == chain_.steps_.back().count;
  }

  // Whether the last step may write directly to the output. It must not if the output is one of its
  // inputs, since loops are faster without overlap.
  bool WritesTo(const T* output) const {
    const auto is_output = [this, output](const Operand& operand) {
      return operand.kind == Operand::Kind::kSame && operand.index < chain_.num_inputs_ &&
             inputs_[static_cast<size_t>(operand.index)] == output;
    };
    const Step& last = chain_.steps_.back();
    return !is_output(last.operands[0]) && !is_output(last.operands[1]);
  }

  void Compute(size_t index, const Block& block, const Scratch& scratch, C* result) const {
    const C* const x = Fetch(index, 0, block, scratch);
    const C* const y = Fetch(index, 1, block, scratch);
    const ChainLoop<C> loop = LoopOf<C>(*chain_.steps_[index].op);
    loop(x, y, result, block.count);
    if constexpr (!std::is_same_v<T, C>) RoundRun<T>(result, block.count);
  }

  // The elements of an operand for a block, in the step's shape.
  const C* Fetch(size_t index, int number, const Block& block, const Scratch& scratch) const {
    const Operand& operand = chain_.steps_[index].operands[number];
    if (operand.kind == Operand::Kind::kNone) return nullptr;
    C* const to = scratch.OperandOf(index, number);
    if (operand.index < chain_.num_inputs_) {
      return FetchFrom(inputs_[static_cast<size_t>(operand.index)], operand, block, to);
    }
    const auto source = static_cast<size_t>(operand.index - chain_.num_inputs_);
    if (IsInBlocks(source)) return scratch.Result(source);
    return FetchFrom(wholes_[source].data(), operand, block, to);
  }

  template <typename From>
  const C* FetchFrom(const From* from, const Operand& operand, const Block& block, C* to) const {
    if constexpr (std::is_same_v<From, C>) {
      if (operand.kind == Operand::Kind::kSame) return from + block.begin;
    }
    switch (operand.kind) {
      case Operand::Kind::kScalar:
        // No later block is longer.
        if (block.is_first) std::fill_n(to, block.count, static_cast<C>(*from));
        break;
      case Operand::Kind::kBroadcast:
        operand.broadcast.ForEachRow(block.begin, block.begin + block.count,
                                     [&](int64_t out, int64_t n, const Broadcast::Offsets& offsets,
                                         const Broadcast::Offsets& steps) {
                                       CopyRow(from + offsets[0], steps[0],
                                               to + (out - block.begin), n);
                                     });
        break;
      default:
        Convert(from + block.begin, to, block.count);
    }
    return to;
  }

  const ElementwiseChain& chain_;
  const std::vector<const T*>& inputs_;
  std::vector<std::vector<C>> wholes_;  // of each step that is not computed in blocks
};

template <typename T>
void ElementwiseChain::Run(const std::vector<const T*>& inputs, T* output,
                           ThreadPool* threads) const {
  const Runner<T> runner(*this, inputs);
  const int64_t cost = static_cast<int64_t>(steps_.size()) / kStepsPerNanosecond + 1;
  threads->ParallelFor(steps_.back().count, cost, [&runner, output](int64_t begin, int64_t end) {
    runner.Run(begin, end, output);
  });
}

template void ElementwiseChain::Run(const std::vector<const float*>&, float*, ThreadPool*) const;
template void ElementwiseChain::Run(const std::vector<const double*>&, double*, ThreadPool*) const;
template void ElementwiseChain::Run(const std::vector<const Eigen::half*>&, Eigen::half*,
                                    ThreadPool*) const;
template void ElementwiseChain::Run(const std::vector<const Eigen::bfloat16*>&, Eigen::bfloat16*,
                                    ThreadPool*) const;

}  // namespace pluggable
