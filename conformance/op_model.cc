// Ops that compute element by element.

#include "op_model.h"

#include <algorithm>
#include <cmath>

namespace conformance {
namespace {

std::vector<int64_t> DimsOf(Size size) {
  switch (size) {
    case Size::kScalar:
      return {};
    case Size::kVector:
      return {37};
    case Size::kMatrix:
      return {5, 7};
    case Size::kBroadcast:
      return {3, 4};
    case Size::kEmpty:
      return {3, 0};
    case Size::kLarge:
      break;
  }
  return {101, 1009};
}

struct Unary {
  const char* op;
  const char* input;
  const char* output;
  double (*f)(double);
  double low;
  double high;
  bool only_real;
};

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

constexpr Unary kUnary[] = {
    {"Abs", "x", "y", [](double x) { return std::fabs(x); }, -9, 9, false},
    {"Neg", "x", "y", [](double x) { return -x; }, -9, 9, false},
    {"Square", "x", "y", [](double x) { return x * x; }, -9, 9, false},
    {"Sign", "x", "y", [](double x) { return double((x > 0) - (x < 0)); }, -9, 9, false},
    {"Exp", "x", "y", [](double x) { return std::exp(x); }, -3, 3, true},
    {"Expm1", "x", "y", [](double x) { return std::expm1(x); }, -3, 3, true},
    {"Log", "x", "y", [](double x) { return std::log(x); }, 0.1, 9, true},
    {"Log1p", "x", "y", [](double x) { return std::log1p(x); }, 0.1, 9, true},
    {"Sqrt", "x", "y", [](double x) { return std::sqrt(x); }, 0, 9, true},
    {"Rsqrt", "x", "y", [](double x) { return 1 / std::sqrt(x); }, 0.1, 9, true},
    {"Reciprocal", "x", "y", [](double x) { return 1 / x; }, 0.1, 9, true},
    {"Inv", "x", "y", [](double x) { return 1 / x; }, 0.1, 9, true},
    {"Tanh", "x", "y", [](double x) { return std::tanh(x); }, -3, 3, true},
    {"Sigmoid", "x", "y", Sigmoid, -5, 5, true},
    {"Sin", "x", "y", [](double x) { return std::sin(x); }, -3, 3, true},
    {"Cos", "x", "y", [](double x) { return std::cos(x); }, -3, 3, true},
    {"Atan", "x", "y", [](double x) { return std::atan(x); }, -3, 3, true},
    {"Erf", "x", "y", [](double x) { return std::erf(x); }, -3, 3, true},
    {"Floor", "x", "y", [](double x) { return std::floor(x); }, -9, 9, true},
    {"Ceil", "x", "y", [](double x) { return std::ceil(x); }, -9, 9, true},
    {"Relu", "features", "activations", [](double x) { return std::max(x, 0.0); }, -9, 9, false},
    {"Relu6", "features", "activations", [](double x) { return std::clamp(x, 0.0, 6.0); }, -9, 9,
     false},
    {"Elu", "features", "activations", [](double x) { return x < 0 ? std::expm1(x) : x; }, -3, 3,
     true},
    {"Softplus", "features", "activations", [](double x) { return std::log1p(std::exp(x)); }, -5, 5,
     true},
    {"Softsign", "features", "activations", [](double x) { return x / (1 + std::fabs(x)); }, -5, 5,
     true},
    {"ZerosLike", "x", "y", [](double) { return 0.0; }, -9, 9, false},
    {"OnesLike", "x", "y", [](double) { return 1.0; }, -9, 9, false},
    {"Snapshot", "input", "output", [](double x) { return x; }, -9, 9, false},
};

struct Binary {
  const char* op;
  double (*f)(double, double);
  double low;
  double high;
  bool only_real;
  bool to_bool;
};

double FloorMod(double x, double y) { return x - std::floor(x / y) * y; }

constexpr Binary kBinary[] = {
    {"Add", [](double x, double y) { return x + y; }, 0, 9, false, false},
    {"AddV2", [](double x, double y) { return x + y; }, 0, 9, false, false},
    {"Sub", [](double x, double y) { return x - y; }, -4, 4, false, false},
    {"Mul", [](double x, double y) { return x * y; }, 0, 9, false, false},
    {"RealDiv", [](double x, double y) { return x / y; }, 1, 9, true, false},
    {"Div", [](double x, double y) { return x / y; }, 1, 9, true, false},
    {"DivNoNan", [](double x, double y) { return y == 0 ? 0 : x / y; }, 1, 9, true, false},
    {"Maximum", [](double x, double y) { return std::max(x, y); }, -9, 9, false, false},
    {"Minimum", [](double x, double y) { return std::min(x, y); }, -9, 9, false, false},
    {"SquaredDifference", [](double x, double y) { return (x - y) * (x - y); }, 0, 9, false, false},
    {"Pow", [](double x, double y) { return std::pow(x, y); }, 1, 3, true, false},
    {"FloorDiv", [](double x, double y) { return std::floor(x / y); }, 1, 9, false, false},
    {"FloorMod", FloorMod, 1, 9, false, false},
    {"Equal", [](double x, double y) { return double(x == y); }, 0, 3, false, true},
    {"NotEqual", [](double x, double y) { return double(x != y); }, 0, 3, false, true},
    {"Less", [](double x, double y) { return double(x < y); }, 0, 3, false, true},
    {"LessEqual", [](double x, double y) { return double(x <= y); }, 0, 3, false, true},
    {"Greater", [](double x, double y) { return double(x > y); }, 0, 3, false, true},
    {"GreaterEqual", [](double x, double y) { return double(x >= y); }, 0, 3, false, true},
};

std::optional<Scenario> MakeUnary(const Unary& unary, TF_DataType type, Size size,
                                  ValueSource& source) {
  if (size == Size::kBroadcast || type == TF_BOOL || (unary.only_real && !IsReal(type))) return {};
  const double low = IsSigned(type) ? unary.low : std::max(unary.low, 0.0);
  Scenario scenario;
  scenario.attrs["T"] = AttrValue::Of(type);
  scenario.inputs = {{unary.input, {source.Draw(type, DimsOf(size), low, unary.high)}}};
  scenario.output_arg = unary.output;
  scenario.expected = scenario.inputs[0].tensors[0];
  for (double& value : scenario.expected.values) value = Rounded(type, unary.f(value));
  return scenario;
}

// `second` is of the first's shape, or [1,4] where that is [3,4].
double At(const Numbers& second, size_t index) {
  return second.values[index % second.values.size()];
}

// TensorFlow's CPU rounds a quotient to its type before it rounds it down, so that 4.9999 is 5 in
// half. A device that computes in float gets 4. No quotient here is such a number.
void AvoidRoundingUp(const Numbers& divisors, Numbers& x) {
  for (size_t i = 0; i < x.values.size(); ++i) {
    const double divisor = At(divisors, i);
    const double quotient = x.values[i] / divisor;
    if (std::floor(Rounded(x.type, quotient)) != std::floor(quotient)) x.values[i] = divisor;
  }
}

std::optional<Scenario> MakeBinary(const Binary& binary, TF_DataType type, Size size,
                                   ValueSource& source) {
  if (type == TF_BOOL || (binary.only_real && !IsReal(type))) return {};
  const double low = IsSigned(type) ? binary.low : std::max(binary.low, 0.0);
  Scenario scenario;
  scenario.attrs["T"] = AttrValue::Of(type);
  Numbers x = source.Draw(type, DimsOf(size), low, binary.high);
  const Numbers y = source.Draw(
      type, size == Size::kBroadcast ? std::vector<int64_t>{1, 4} : DimsOf(size), low, binary.high);
  if (std::string(binary.op) == "FloorDiv") AvoidRoundingUp(y, x);
  scenario.inputs = {{"x", {x}}, {"y", {y}}};
  scenario.output_arg = "z";
  scenario.expected = x;
  if (binary.to_bool) scenario.expected.type = TF_BOOL;
  if (std::string(binary.op).find("Equal") != std::string::npos) {
    scenario.attrs["incompatible_shape_error"] = AttrValue::Of(true);
  }
  for (size_t i = 0; i < x.values.size(); ++i) {
    double z = binary.f(x.values[i], At(y, i));
    if (!IsSigned(type) && z < 0) z = 0;
    scenario.expected.values[i] = Rounded(scenario.expected.type, z);
  }
  // An unsigned difference wraps around; that is not what this is about.
  const bool wraps = std::string(binary.op) == "Sub" && !IsSigned(type);
  return wraps ? std::nullopt : std::optional<Scenario>(scenario);
}

Scenario MakeWrongBinary(const Binary& binary, TF_DataType type, ValueSource& source) {
  Scenario scenario = *MakeBinary(binary, type, Size::kVector, source);
  scenario.inputs[0].tensors[0] = source.Draw(type, {3, 4}, 1, 2);
  scenario.inputs[1].tensors[0] = source.Draw(type, {3, 5}, 1, 2);
  return scenario;
}

}  // namespace

Numbers ValueSource::Draw(TF_DataType type, std::vector<int64_t> dims, double low, double high) {
  Numbers numbers{type, std::move(dims), {}};
  numbers.values.resize(static_cast<size_t>(Numbers::Count(numbers.dims)));
  for (double& value : numbers.values) {
    const double part = static_cast<double>(random_() >> 11) / static_cast<double>(1ull << 53);
    double drawn = low + (high - low) * part;
    if (!IsReal(type)) drawn = std::floor(drawn);
    value = Rounded(type, drawn);
  }
  return numbers;
}

const char* SizeName(Size size) {
  switch (size) {
    case Size::kScalar:
      return "scalar";
    case Size::kVector:
      return "vector";
    case Size::kMatrix:
      return "matrix";
    case Size::kBroadcast:
      return "broadcast";
    case Size::kEmpty:
      return "empty";
    case Size::kLarge:
      break;
  }
  return "large";
}

void AddUnaryModels(std::vector<OpModel>& models) {
  for (const Unary& unary : kUnary) {
    models.push_back({unary.op,
                      [&unary](TF_DataType type, Size size, ValueSource& source) {
                        return MakeUnary(unary, type, size, source);
                      },
                      nullptr, false, std::string(unary.op) == "Snapshot"});
  }
}

void AddBinaryModels(std::vector<OpModel>& models) {
  for (const Binary& binary : kBinary) {
    const std::string op = binary.op;
    models.push_back({op,
                      [&binary](TF_DataType type, Size size, ValueSource& source) {
                        return MakeBinary(binary, type, size, source);
                      },
                      [&binary](TF_DataType type, ValueSource& source) {
                        return MakeWrongBinary(binary, type, source);
                      },
                      op == "Add" || op == "AddV2"});
  }
}

const std::vector<OpModel>& OpModels() {
  static const auto* const models = [] {
    auto* const all = new std::vector<OpModel>;
    AddUnaryModels(*all);
    AddBinaryModels(*all);
    AddOtherModels(*all);
    std::sort(all->begin(), all->end(),
              [](const OpModel& a, const OpModel& b) { return a.op < b.op; });
    return all;
  }();
  return *models;
}

}  // namespace conformance
