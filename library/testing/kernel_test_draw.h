// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Draws random calls of an op from its whole definition: every type, rank, attribute value and list
// length that it allows, and some that it does not.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_DRAW_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_DRAW_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/registration.h"

#include "kernel_test_op_def.h"
#include "kernel_test_values.h"

namespace pluggable::tests {

inline int64_t Rank(const Dims& dims) { return static_cast<int64_t>(dims.size()); }
// The shape of a vector of those values.
inline Dims VectorOf(const std::vector<int64_t>& values) {
  return {static_cast<int64_t>(values.size())};
}
// A random permutation of 0 .. n-1.
std::vector<int64_t> Permutation(int64_t n, Random& random);

// A call in the making. Attributes are drawn when it is constructed; inputs are added by the op's
// generator.
class Draw {
 public:
  Draw(const OpDef& def, const Types& types, Random* random);

  Random& random() { return *random_; }
  const OpDef& def() const { return def_; }
  // What the generator left out is filled with random tensors of random shapes.
  OpCall Finish();

  // Of a variable: the type of its value.
  TF_DataType TypeOf(const std::string& arg) const;
  bool HasInput(const std::string& arg) const;
  bool IsList(const std::string& arg) const;

  // A value per element of the tensor. The three-argument form is for what the kernel reads as
  // integers.
  void Input(const std::string& arg, const Dims& dims);
  void Input(const std::string& arg, const Dims& dims, const std::vector<int64_t>& values);
  void Input(const std::string& arg, HostTensor tensor);
  // Integers of least .. most, whatever the type.
  void SmallIntegers(const std::string& arg, const Dims& dims, int64_t least, int64_t most);
  void InputList(const std::string& arg, const std::vector<Dims>& dims);

  bool HasAttr(const std::string& attr) const;
  int64_t Int(const std::string& attr) const;
  std::string String(const std::string& attr) const;
  void SetInt(const std::string& attr, int64_t value);
  void SetInts(const std::string& attr, std::vector<int64_t> values);
  void SetFloat(const std::string& attr, float value);
  void SetString(const std::string& attr, const std::string& value);

  // Shapes: rank 0 to 5, now and then with an empty dimension, now and then large enough for
  // several threads.
  Dims Shape() { return Shape(0, 5); }
  Dims Shape(int64_t min_rank, int64_t max_rank);
  int64_t Dim();
  // 1 .. most, and now and then 0.
  int64_t Small(int64_t most) { return random_->OneIn(40) ? 0 : random_->Int(1, most); }
  // A shape that broadcasts against `shape` (and in one case of 12 probably does not).
  Dims BroadcastableTo(const Dims& shape);
  // An axis of a tensor of that rank, from the front or the back.
  int64_t Axis(int64_t rank);
  // What values the tensors of this call have.
  void SetValues(Values values) { values_ = values; }
  Values values() const { return values_; }
  // For what is summed or multiplied: of the largest and the smallest numbers, what overflows or
  // vanishes on the way depends on the order, which is free.
  void AvoidExtremes() {
    if (values_ == Values::kSpecial) values_ = Values::kNonFinite;
  }

 private:
  void DrawAttrs(const Types& types);
  AttrValue DrawAttr(const AttrDef& attr);
  AttrValue* FindAttr(const std::string& attr);
  const AttrValue* FindAttr(const std::string& attr) const;
  size_t IndexOf(const std::string& arg) const;

  const OpDef& def_;
  Random* random_;
  Values values_ = Values::kOrdinary;
  OpCall call_;
  std::vector<bool> drawn_;
};

// A call of the op that its definition allows (most of the time: what is allowed is the kernel's
// business, too).
OpCall DrawCall(const OpDef& def, const Types& types, Random* random);

// Spoils a call a little: a dimension, a rank, an axis or a size, so that the kernel has something
// to refuse.
void Spoil(OpCall* call, Random* random);

// Fills in the inputs of a kind of op.
using Generator = void (*)(Draw& draw);
// The generator for the op, or null if nothing is known of it but its definition.
Generator FindGenerator(const std::string& op);
// Whether TensorFlow's kernel for the CPU is no judge of the call, without saying so: it lacks a
// check and may write where it must not, leaves results as memory was, or ignores an attribute.
bool CpuIsNoJudge(const OpCall& call);
bool CpuIndexOpIsNoJudge(const OpCall& call);
bool CpuDiagIsNoJudge(const OpCall& call);
bool CpuMathOpIsNoJudge(const OpCall& call);
// How many of the op's outputs have a value that is the same everywhere; the rest is for the
// device's own use.
size_t ComparableOutputs(const OpCall& call, size_t outputs);
// The tables that FindGenerator looks into.
Generator FindArrayGenerator(const std::string& op);
Generator FindImageGenerator(const std::string& op);
Generator FindIndexGenerator(const std::string& op);
Generator FindMathGenerator(const std::string& op);
Generator FindMatrixGenerator(const std::string& op);
Generator FindNetworkGenerator(const std::string& op);
Generator FindRandomGenerator(const std::string& op);
Generator FindVariableGenerator(const std::string& op);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_DRAW_H_
