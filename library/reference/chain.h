// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Several elementwise ops in one pass: what one gives the next one takes from a cache.

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
  compute::Formula formula;  // kOther if a plan has no name for it
  ChainLoop<float> in_float;
  ChainLoop<double> in_double;
};

// An op with its operands: those below the number of inputs are these, the others results of steps.
struct ChainStep {
  const ChainOp* op = nullptr;
  int x = 0;
  int y = -1;  // -1: none
};

// The ops that the spec allows in chains, with their formulas
// (src/generated/reference/chain_ops.cc).
const std::vector<ChainOp>& ChainOps();

// Reads the attr `steps`, "Mul 0 3" each, of a node with so many inputs.
Status ReadChainSteps(const std::vector<std::string>& texts, const std::vector<ChainOp>& ops,
                      int num_inputs, std::vector<ChainStep>* steps);

// The steps for certain shapes.
class ElementwiseChain {
 public:
  // Fails as the step would as an op of its own. `node` is the name for messages.
  Status Init(const std::string& node, const std::vector<ChainStep>& steps,
              const std::vector<TensorShape>& inputs);

  const TensorShape& shape() const { return steps_.back().shape; }
  // What the work costs, in nanoseconds on one core.
  int64_t cost() const;

  // In work on the stream only. Every step is rounded to T, so that results are those of the ops
  // one by one. Defined for float, double, half and bfloat16. The output may be an input of its
  // own shape.
  template <typename T>
  void Run(const std::vector<const T*>& inputs, T* output, ThreadPool* threads) const;

  // Whether each step can be a plan of its own.
  bool has_plans() const { return has_plans_; }
  // The same as Run by a plan for each step, with as few temporaries as these need. All pointers
  // are TensorFlow's, and an output in the memory of an input is written last of all.
  template <typename T>
  Status Enqueue(OpKernelContext* ctx, const std::vector<const T*>& inputs, T* output) const;

 private:
  struct Operand {
    enum class Kind : uint8_t { kNone, kSame, kScalar, kBroadcast };
    Kind kind = Kind::kNone;
    int index = 0;        // of the inputs, or behind them of the steps
    Broadcast broadcast;  // of kBroadcast: to the step's shape
  };
  struct Step {
    const ChainOp* op;
    Operand operands[2];
    TensorShape shape;
    int64_t count;    // of elements
    Broadcast plans;  // what its plan broadcasts; no levels if it is dense
  };

  // The temporaries of a call of Enqueue.
  class Temporaries;

  template <typename T>
  class Runner;

  const TensorShape& ShapeOf(const std::vector<TensorShape>& inputs, int operand) const;
  static Operand OperandOf(int index, const TensorShape& shape, const TensorShape& step_shape);

  int num_inputs_ = 0;
  bool has_plans_ = true;
  bool repeats_only_ = true;      // what broadcasts is repeated as a whole
  std::vector<int> read_inputs_;  // those that steps read
  std::vector<int64_t> read_counts_;
  std::vector<Step> steps_;
  std::vector<size_t> last_uses_;  // of each step's result: the step that reads it last
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
