// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Several elementwise ops in one pass, whose intermediate results stay in the caches.

#ifndef PLUGGABLE_REFERENCE_CHAIN_H_
#define PLUGGABLE_REFERENCE_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "compute/elementwise.h"
#include "reference/broadcast.h"
#include "reference/vectorized.h"

namespace pluggable {

// z[i] = formula(x[i], y[i]) for `count` elements; y is null for formulas of x alone. z overlaps
// neither.
template <typename T>
using ChainLoop = void (*)(const T* x, const T* y, T* z, int64_t count);

// An op that can be a step. It computes in float, or in double for tensors of double.
struct ChainOp {
  enum class Kind : uint8_t { kUnary, kBinary, kActivationGradient, kFunctionGradient };
  const char* name;
  Kind kind;
  compute::Formula formula;  // kOther if plans have no name for it
  ChainLoop<float> in_float;
  ChainLoop<double> in_double;
};

// An op with its operands: numbers below the number of inputs are inputs, others are results of
// steps.
struct ChainStep {
  const ChainOp* op = nullptr;
  int x = 0;
  int y = -1;  // -1: none
};

// The ops that the spec allows in chains, with their formulas
// (src/generated/reference/chain_ops.cc).
const std::vector<ChainOp>& ChainOps();

// Reads the attribute `steps`, with texts such as "Mul 0 3", of a node with this many inputs.
Status ReadChainSteps(const std::vector<std::string>& texts, const std::vector<ChainOp>& ops,
                      int num_inputs, std::vector<ChainStep>* steps);

// The steps for fixed shapes.
class ElementwiseChain {
 public:
  // Fails if a step would fail as a single op. `node` is the name for messages.
  Status Init(const std::string& node, const std::vector<ChainStep>& steps,
              const std::vector<TensorShape>& inputs);

  const TensorShape& shape() const { return steps_.back().shape; }
  // The cost of the work in nanoseconds on one core.
  int64_t cost() const;

  // Every step is rounded to T, so the results are the same as those of single ops. Only work on
  // the stream may call it. Defined for float, double, half and bfloat16. The output may be an
  // input of its own shape.
  template <typename T>
  void Run(const std::vector<const T*>& inputs, T* output, ThreadPool* threads) const;

  // Whether each step can be a separate plan.
  bool has_plans() const { return has_plans_; }
  // The same as Run, with a plan for each step and as few temporaries as possible. All pointers are
  // TensorFlow's. An output in the memory of an input is written last.
  template <typename T>
  Status Enqueue(OpKernelContext* ctx, const std::vector<const T*>& inputs, T* output) const;

 private:
  struct Operand {
    enum class Kind : uint8_t { kNone, kSame, kScalar, kBroadcast };
    Kind kind = Kind::kNone;
    int index = 0;        // an input, or (after the inputs) a step
    Broadcast broadcast;  // of kBroadcast: to the step's shape
  };
  struct Step {
    const ChainOp* op;
    Operand operands[2];
    TensorShape shape;
    int64_t count;    // of elements
    Broadcast plans;  // how its plan broadcasts; no levels if it is dense
  };

  // The temporaries of a call of Enqueue.
  class Temporaries;

  template <typename T>
  class Runner;

  const TensorShape& ShapeOf(const std::vector<TensorShape>& inputs, int operand) const;
  static Operand OperandOf(int index, const TensorShape& shape, const TensorShape& step_shape);

  int num_inputs_ = 0;
  bool has_plans_ = true;
  bool repeats_only_ = true;      // all broadcasting repeats a whole operand
  std::vector<int> read_inputs_;  // the inputs that steps read
  std::vector<int64_t> read_counts_;
  std::vector<Step> steps_;
  std::vector<size_t> last_uses_;  // for each step, the last step that reads its result
};

// The loops of a formula, a struct with its kFormula and operator().
template <typename Formula, typename T>
void UnaryChainLoop(const T* x, const T* /*y*/, T* z, int64_t count) {
  Vectorized([](const T* from, T* to, int64_t n) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<T>(Formula()(from[i]));
  })(x, z, count);
}

template <typename Formula, typename T>
void BinaryChainLoop(const T* x, const T* y, T* z, int64_t count) {
  Vectorized([](const T* left, const T* right, T* to, int64_t n) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<T>(Formula()(left[i], right[i]));
  })(x, y, z, count);
}

template <typename Formula>
ChainOp UnaryChainOp(const char* name) {
  return {name, ChainOp::Kind::kUnary, Formula::kFormula, UnaryChainLoop<Formula, float>,
          UnaryChainLoop<Formula, double>};
}

template <typename Formula>
ChainOp BinaryChainOp(const char* name, ChainOp::Kind kind) {
  return {name, kind, Formula::kFormula, BinaryChainLoop<Formula, float>,
          BinaryChainLoop<Formula, double>};
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_CHAIN_H_
