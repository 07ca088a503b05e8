// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Draws random calls of an op from its definition: every type, rank, attribute value and list
// length that it allows, and some that it does not allow.

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

// A call under construction. The constructor draws the attributes; the op's generator adds the
// inputs.
class Draw {
 public:
  Draw(const OpDef& def, const Types& types, Random* random);

  Random& random() { return *random_; }
  const OpDef& def() const { return def_; }
  // Fills inputs without values with random tensors of random shapes.
  OpCall Finish();

  // The input's type; for a variable, the type of its value.
  TF_DataType TypeOf(const std::string& arg) const;
  bool HasInput(const std::string& arg) const;
  bool IsList(const std::string& arg) const;

  // A value for each element of the tensor. The overload with three arguments is for integer
  // inputs.
  void Input(const std::string& arg, const Dims& dims);
  void Input(const std::string& arg, const Dims& dims, const std::vector<int64_t>& values);
  void Input(const std::string& arg, HostTensor tensor);
  // Integers in least .. most, for any type.
  void SmallIntegers(const std::string& arg, const Dims& dims, int64_t least, int64_t most);
  void InputList(const std::string& arg, const std::vector<Dims>& dims);

  bool HasAttr(const std::string& attr) const;
  int64_t Int(const std::string& attr) const;
  std::string String(const std::string& attr) const;
  void SetInt(const std::string& attr, int64_t value);
  void SetInts(const std::string& attr, std::vector<int64_t> values);
  void SetFloat(const std::string& attr, float value);
  void SetString(const std::string& attr, const std::string& value);

  // Shapes of rank 0 to 5, sometimes with an empty dimension, sometimes large enough for several
  // threads.
  Dims Shape() { return Shape(0, 5); }
  Dims Shape(int64_t min_rank, int64_t max_rank);
  int64_t Dim();
  // 1 .. most, and sometimes 0.
  int64_t Small(int64_t most) { return random_->OneIn(40) ? 0 : random_->Int(1, most); }
  // A shape that broadcasts to `shape` (and in one case of 12 probably does not).
  Dims BroadcastableTo(const Dims& shape);
  // An axis of a tensor of that rank, from the front or the back.
  int64_t Axis(int64_t rank);
  // The kind of values for the tensors of this call.
  void SetValues(Values values) { values_ = values; }
  Values values() const { return values_; }
  // For sums and products: with the largest and the smallest numbers, overflow depends on the
  // order, which is free.
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

// A call that the op's definition allows, most of the time: kernels must handle other calls, too.
OpCall DrawCall(const OpDef& def, const Types& types, Random* random);

// Changes a dimension, a rank, an axis or a size, so that the kernel must reject the call.
void Corrupt(OpCall* call, Random* random);

// Fills in the inputs of a kind of op.
using Generator = void (*)(Draw& draw);
// The generator for the op; null if only its definition is known.
Generator FindGenerator(const std::string& op);
// Whether TensorFlow's CPU kernel is no reference for the call although it does not fail: it lacks
// a check and may write out of bounds, leaves results uninitialized, or ignores an attribute.
bool CpuIsNoReference(const OpCall& call);
// The number of the op's first outputs whose values are the same on all devices; others are for the
// device's own use.
size_t ComparableOutputs(const OpCall& call, size_t outputs);

// Tests of random ops.
struct RandomTests {
  // The distance in representable numbers that an element may have from the CPU's: 0 for results
  // that consist of random bits, 2 if logarithms and sines are used.
  int64_t (*most_ulps)(const std::string& op);
  // For ops with seeds, what single calls cannot show. Returns "" or the error.
  std::string (*judge_seeds)(const OpDef& def, const Types& types, const RunCall& on_device,
                             const RunCall& on_cpu);
};

// Tests of gradient ops by their forward ops.
struct GradientTests {
  // The forward op of `op`; empty if it is not known.
  std::string (*forward_of)(const std::string& op);
  // Compares a drawn call with a difference of the forward op's results. Returns "" or the error,
  // and sets *judged if there was something to compare.
  std::string (*judge)(const OpDef& gradient, const OpDef& forward, const Types& types,
                       const RunCall& run, Random* random, bool* judged);
};

// What is known about some ops, in a file of their own. A project has the files of the plugin's
// ops.
struct OpGroup {
  Generator (*find)(const std::string& op);         // null if the op is not in the group
  bool (*cpu_is_no_reference)(const OpCall& call);  // null if it always is one
  const RandomTests* random = nullptr;              // null if its ops are not random
  const GradientTests* gradients = nullptr;         // null if its ops are no gradients
};
const std::vector<OpGroup>& OpGroups();

extern const OpGroup kArrayOps;
extern const OpGroup kGradientOps;
extern const OpGroup kImageOps;
extern const OpGroup kIndexOps;
extern const OpGroup kMathOps;
extern const OpGroup kMatrixOps;
extern const OpGroup kNetworkOps;
extern const OpGroup kRandomOps;
extern const OpGroup kVariableOps;

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_DRAW_H_
