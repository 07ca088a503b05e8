// Ops of TensorFlow that the suite can check: their inputs, and the expected outputs.

#ifndef CONFORMANCE_OP_MODEL_H_
#define CONFORMANCE_OP_MODEL_H_

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "host_objects.h"
#include "numbers.h"

namespace conformance {

// An argument's tensors: one, or those of a list.
struct Input {
  std::string arg;
  std::vector<Numbers> tensors;
};

// One computation.
struct Scenario {
  std::map<std::string, AttrValue> attrs;  // with the types
  std::vector<Input> inputs;
  std::string output_arg;
  Numbers expected;
  double terms = 1;  // roundings that add up, see IsClose
  // The variable that replaces the first input, for ops without an output; `expected` is its new
  // value.
  std::optional<Numbers> variable;
};

// Draws values for tensors.
class ValueSource {
 public:
  explicit ValueSource(uint64_t seed) : random_(seed) {}
  // Values of the type between the two, as the type has them.
  Numbers Draw(TF_DataType type, std::vector<int64_t> dims, double low, double high);

 private:
  std::mt19937_64 random_;
};

// The shapes that an op is tried with.
enum class Size { kScalar, kVector, kMatrix, kBroadcast, kEmpty, kLarge };
const char* SizeName(Size size);

struct OpModel {
  std::string op;
  // A computation for a type and a size, or nothing if the op has none of that sort.
  std::function<std::optional<Scenario>(TF_DataType type, Size size, ValueSource& source)> make;
  // Inputs that fit neither each other nor the op, which the kernel must reject; null if every
  // shape is valid.
  std::function<Scenario(TF_DataType type, ValueSource& source)> make_wrong;
  // Whether TensorFlow requires that an output reuses an input's memory, as its collectives do for
  // Add.
  bool forwards = false;
  // Whether TensorFlow requires that an output has memory that nothing else uses.
  bool copies = false;
};

// All of them, by name.
const std::vector<OpModel>& OpModels();

// By kind: one tensor in, two tensors in, and others.
void AddUnaryModels(std::vector<OpModel>& models);
void AddBinaryModels(std::vector<OpModel>& models);
void AddOtherModels(std::vector<OpModel>& models);

}  // namespace conformance

#endif  // CONFORMANCE_OP_MODEL_H_
