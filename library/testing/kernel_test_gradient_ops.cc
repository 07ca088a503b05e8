// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Compares gradient ops with differences of their forward ops: a reference where the CPU is none.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel_test_draw.h"

namespace pluggable::tests {
namespace {

// The meaning of a gradient op's input.
enum class Role {
  kInput0,  // of the forward op
  kInput1,
  kShape0,  // of those, as a vector
  kShape1,
  kOutput,    // of the forward op
  kGradient,  // of that
};

struct Gradient {
  size_t input;  // of the forward op, that the gradient belongs to
  std::vector<Role> roles;
};

const std::map<std::string, Gradient>& Gradients() {
  using R = Role;
  static const std::map<std::string, Gradient> kGradients = {
      {"AvgPool3DGrad", {0, {R::kShape0, R::kGradient}}},
      {"AvgPoolGrad", {0, {R::kShape0, R::kGradient}}},
      {"BiasAddGrad", {1, {R::kGradient}}},
      {"Conv2DBackpropFilter", {1, {R::kInput0, R::kShape1, R::kGradient}}},
      {"Conv2DBackpropInput", {0, {R::kShape0, R::kInput1, R::kGradient}}},
      {"Conv3DBackpropFilterV2", {1, {R::kInput0, R::kShape1, R::kGradient}}},
      {"Conv3DBackpropInputV2", {0, {R::kShape0, R::kInput1, R::kGradient}}},
      {"DepthwiseConv2dNativeBackpropFilter", {1, {R::kInput0, R::kShape1, R::kGradient}}},
      {"DepthwiseConv2dNativeBackpropInput", {0, {R::kShape0, R::kInput1, R::kGradient}}},
      {"EluGrad", {0, {R::kGradient, R::kOutput}}},
      {"InvGrad", {0, {R::kOutput, R::kGradient}}},
      {"LeakyReluGrad", {0, {R::kGradient, R::kInput0}}},
      {"MaxPool3DGrad", {0, {R::kInput0, R::kOutput, R::kGradient}}},
      {"MaxPoolGrad", {0, {R::kInput0, R::kOutput, R::kGradient}}},
      {"ReciprocalGrad", {0, {R::kOutput, R::kGradient}}},
      {"Relu6Grad", {0, {R::kGradient, R::kInput0}}},
      {"ReluGrad", {0, {R::kGradient, R::kInput0}}},
      {"ResizeBilinearGrad", {0, {R::kGradient, R::kInput0}}},
      {"RsqrtGrad", {0, {R::kOutput, R::kGradient}}},
      {"SeluGrad", {0, {R::kGradient, R::kOutput}}},
      {"SigmoidGrad", {0, {R::kOutput, R::kGradient}}},
      {"SoftplusGrad", {0, {R::kGradient, R::kInput0}}},
      {"SoftsignGrad", {0, {R::kGradient, R::kInput0}}},
      {"SqrtGrad", {0, {R::kOutput, R::kGradient}}},
      {"TanhGrad", {0, {R::kOutput, R::kGradient}}},
  };
  return kGradients;
}

HostTensor FloatTensor(const Dims& dims, const std::vector<float>& values) {
  HostTensor tensor;
  tensor.dims = dims;
  tensor.bytes.resize(values.size() * sizeof(float));
  if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

// Values with a distance of at least 0.05 from each other, from 0 and from 6, so that a small step
// changes neither which of them is largest nor the side of a kink.
std::vector<float> ValuesApart(size_t count, bool positive, Random* random) {
  const std::vector<int64_t> order = Permutation(static_cast<int64_t>(count), *random);
  std::vector<float> values;
  for (const int64_t position : order) {
    const float magnitude = 0.525f + 0.05f * static_cast<float>(position);
    values.push_back(positive || random->OneIn(2) ? magnitude : -magnitude);
  }
  return values;
}

OpCall GradientCall(const OpDef& def, const Gradient& gradient, const OpCall& forward,
                    const HostTensor& output, const HostTensor& slope) {
  OpCall call;
  call.op = def.name;
  call.label = forward.label;
  for (const AttrDef& attr : def.attrs) {
    const NamedAttr* same = nullptr;
    for (const NamedAttr& other : forward.attrs) {
      if (other.name == attr.name) same = &other;
    }
    if (same != nullptr) {
      call.attrs.push_back(*same);
    } else if (attr.default_value.given) {
      call.attrs.push_back({attr.name, attr.default_value});
    }
  }
  const auto input = [&forward](size_t i) -> const HostTensor& {
    return forward.inputs[i].tensors[0];
  };
  const auto shape = [&input](size_t i) {
    const Dims& dims = input(i).dims;
    return IntegerTensor(TF_INT32, {static_cast<int64_t>(dims.size())}, dims);
  };
  for (const Role role : gradient.roles) {
    InputArg arg;
    arg.tensors.push_back(role == Role::kInput0   ? input(0)
                          : role == Role::kInput1 ? input(1)
                          : role == Role::kShape0 ? shape(0)
                          : role == Role::kShape1 ? shape(1)
                          : role == Role::kOutput ? output
                                                  : slope);
    call.inputs.push_back(std::move(arg));
  }
  return call;
}

// The forward op of `op`, whose name begins with its name; empty if `op` is not known here.
std::string ForwardOf(const std::string& op) {
  if (Gradients().count(op) == 0) return "";
  return op.substr(0, std::min(op.find("Grad"), op.find("Backprop")));
}

// Draws a call of the forward op in float32, and moves an input slightly in a random direction: the
// results must change as the gradient says. Returns "" if they do, or the error. If the op does not
// support the call, returns "" and leaves *judged unchanged.
std::string JudgeGradient(const OpDef& gradient, const OpDef& forward, const Types& types,
                          const RunCall& run, Random* random, bool* judged) {
  const Gradient& known = Gradients().at(gradient.name);
  OpCall call = DrawCall(forward, types, random);
  for (InputArg& arg : call.inputs) {
    for (HostTensor& tensor : arg.tensors) {
      if (tensor.dtype != TF_FLOAT) continue;
      tensor = RandomTensor(TF_FLOAT, tensor.dims, Values::kOrdinary, random);
    }
  }
  HostTensor& x = call.inputs[known.input].tensors[0];
  const Dims dims = x.dims;
  const auto count = static_cast<size_t>(NumElements(dims));
  if (count == 0 || count > 4000) return "";
  const bool positive = forward.name.find("qrt") != std::string::npos;
  const std::vector<float> at = ValuesApart(count, positive, random);
  std::vector<float> before;
  std::vector<float> behind;
  for (const float value : at) {
    const auto step = static_cast<float>(random->Real(-0.01, 0.01));
    before.push_back(value - step);
    behind.push_back(value + step);
  }
  const auto output_at = [&](const std::vector<float>& values) {
    x = FloatTensor(dims, values);
    return run(call);
  };
  const Outcome y_before = output_at(before);
  const Outcome y_behind = output_at(behind);
  const Outcome y = output_at(at);
  if (y_before.code != TF_OK || y_behind.code != TF_OK || y.code != TF_OK) return "";
  const HostTensor& output = y.outputs[0];
  if (NumElements(output.dims) == 0) return "";
  const HostTensor slope = RandomTensor(TF_FLOAT, output.dims, Values::kOrdinary, random);
  const OpCall gradient_call = GradientCall(gradient, known, call, output, slope);
  const Outcome result = run(gradient_call);
  if (result.code == TF_UNIMPLEMENTED) return "";
  if (result.code != TF_OK) return Describe(gradient_call) + ": " + result.message;

  const std::vector<double> slopes = Reals(slope);
  const std::vector<double> low = Reals(y_before.outputs[0]);
  const std::vector<double> high = Reals(y_behind.outputs[0]);
  double difference = 0;
  double size = 0;
  for (size_t i = 0; i < slopes.size(); ++i) {
    difference += slopes[i] * (high[i] - low[i]);
    size += std::fabs(slopes[i] * high[i]);
  }
  const std::vector<double> gradients = Reals(result.outputs[0]);
  if (gradients.size() != count) return Describe(gradient_call) + ": another shape than the input";
  double expected = 0;
  double size_expected = 0;
  for (size_t i = 0; i < count; ++i) {
    const double part = gradients[i] * (static_cast<double>(behind[i]) - before[i]);
    expected += part;
    size_expected += std::fabs(part);
  }
  *judged = true;
  if (std::fabs(difference - expected) <= 2e-3 * size_expected + 2e-6 * size) return "";
  return Describe(gradient_call) + ": a step changes the forward op's result by " +
         std::to_string(difference) + ", by the gradient it is " + std::to_string(expected);
}

// The calls that other groups draw of them are compared with the CPU's.
Generator NoGenerator(const std::string& /*op*/) { return nullptr; }

constexpr GradientTests kGradientTests = {ForwardOf, JudgeGradient};

}  // namespace

const OpGroup kGradientOps = {NoGenerator, nullptr, nullptr, &kGradientTests};

}  // namespace pluggable::tests
