// Ops that are more than a function of each element.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "op_model.h"

namespace conformance {
namespace {

Numbers Ints(std::vector<double> values, bool is_scalar = false) {
  Numbers numbers{TF_INT32, {}, std::move(values)};
  if (!is_scalar) numbers.dims = {static_cast<int64_t>(numbers.values.size())};
  return numbers;
}

// Rows and columns for a size; 0 rows for an empty one.
struct Extent {
  int64_t rows;
  int64_t columns;
};

std::optional<Extent> ExtentOf(Size size) {
  switch (size) {
    case Size::kMatrix:
      return Extent{5, 7};
    case Size::kVector:
      return Extent{1, 13};
    case Size::kEmpty:
      return Extent{0, 7};
    case Size::kLarge:
      return Extent{67, 129};
    default:
      return std::nullopt;
  }
}

Scenario WithType(TF_DataType type) {
  Scenario scenario;
  scenario.attrs["T"] = AttrValue::Of(type);
  return scenario;
}

std::optional<Scenario> MatMul(TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent || type == TF_BOOL) return {};
  const auto [m, k] = *extent;
  const int64_t n = 11;
  Scenario scenario = WithType(type);
  scenario.attrs["transpose_a"] = AttrValue::Of(false);
  scenario.attrs["transpose_b"] = AttrValue::Of(false);
  scenario.attrs["grad_a"] = AttrValue::Of(false);
  scenario.attrs["grad_b"] = AttrValue::Of(false);
  const double low = IsSigned(type) ? -1 : 0;
  const Numbers a = source.Draw(type, {m, k}, low, 2), b = source.Draw(type, {k, n}, low, 2);
  scenario.inputs = {{"a", {a}}, {"b", {b}}};
  scenario.output_arg = "product";
  scenario.expected = {type, {m, n}, std::vector<double>(static_cast<size_t>(m * n))};
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t l = 0; l < k; ++l) {
        sum += a.values[static_cast<size_t>(i * k + l)] * b.values[static_cast<size_t>(l * n + j)];
      }
      scenario.expected.values[static_cast<size_t>(i * n + j)] = sum;
    }
  }
  scenario.terms = 8;
  return scenario;
}

Scenario WrongMatMul(TF_DataType type, ValueSource& source) {
  Scenario scenario = *MatMul(type, Size::kMatrix, source);
  scenario.inputs[1].tensors[0] = source.Draw(type, {6, 11}, 0, 1);
  return scenario;
}

std::optional<Scenario> BiasAdd(TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent || type == TF_BOOL) return {};
  Scenario scenario = WithType(type);
  scenario.attrs["data_format"] = AttrValue::Of("NHWC");
  const Numbers value = source.Draw(type, {extent->rows, extent->columns}, 0, 9);
  const Numbers bias = source.Draw(type, {extent->columns}, 0, 9);
  scenario.inputs = {{"value", {value}}, {"bias", {bias}}};
  scenario.output_arg = "output";
  scenario.expected = value;
  for (size_t i = 0; i < value.values.size(); ++i) {
    scenario.expected.values[i] =
        Rounded(type, value.values[i] + bias.values[i % bias.values.size()]);
  }
  return scenario;
}

Scenario WrongBiasAdd(TF_DataType type, ValueSource& source) {
  Scenario scenario = *BiasAdd(type, Size::kMatrix, source);
  scenario.inputs[1].tensors[0] = source.Draw(type, {6}, 0, 1);
  return scenario;
}

std::optional<Scenario> SoftmaxOf(bool log, TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent || !IsReal(type)) return {};
  Scenario scenario = WithType(type);
  const Numbers logits = source.Draw(type, {extent->rows, extent->columns}, -3, 3);
  scenario.inputs = {{"logits", {logits}}};
  scenario.output_arg = log ? "logsoftmax" : "softmax";
  scenario.expected = logits;
  const auto width = static_cast<size_t>(extent->columns);
  for (size_t row = 0; row < static_cast<size_t>(extent->rows); ++row) {
    double sum = 0;
    for (size_t i = 0; i < width; ++i) sum += std::exp(logits.values[row * width + i]);
    for (size_t i = 0; i < width; ++i) {
      const double x = logits.values[row * width + i];
      scenario.expected.values[row * width + i] = log ? x - std::log(sum) : std::exp(x) / sum;
    }
  }
  scenario.terms = 8;
  return scenario;
}

std::optional<Scenario> AddN(TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent || type == TF_BOOL) return {};
  Scenario scenario = WithType(type);
  scenario.attrs["N"] = AttrValue::Of(int64_t{3});
  Input inputs{"inputs", {}};
  for (int i = 0; i < 3; ++i) {
    inputs.tensors.push_back(source.Draw(type, {extent->rows, extent->columns}, 0, 9));
  }
  scenario.expected = inputs.tensors[0];
  for (size_t i = 0; i < scenario.expected.values.size(); ++i) {
    scenario.expected.values[i] += inputs.tensors[1].values[i] + inputs.tensors[2].values[i];
  }
  scenario.inputs = {std::move(inputs)};
  scenario.output_arg = "sum";
  scenario.terms = 3;
  return scenario;
}

Scenario WrongAddN(TF_DataType type, ValueSource& source) {
  Scenario scenario = *AddN(type, Size::kMatrix, source);
  scenario.inputs[0].tensors[2] = source.Draw(type, {2, 3}, 0, 1);
  return scenario;
}

// To float, or from float to double.
std::optional<Scenario> Cast(TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent) return {};
  const TF_DataType to = type == TF_FLOAT ? TF_INT32 : TF_FLOAT;
  Scenario scenario;
  scenario.attrs["SrcT"] = AttrValue::Of(type);
  scenario.attrs["DstT"] = AttrValue::Of(to);
  scenario.attrs["Truncate"] = AttrValue::Of(false);
  const Numbers x = source.Draw(type, {extent->rows, extent->columns}, 0, 100);
  scenario.inputs = {{"x", {x}}};
  scenario.output_arg = "y";
  scenario.expected = {to, x.dims, x.values};
  for (double& value : scenario.expected.values) {
    value = to == TF_INT32 ? std::trunc(value) : Rounded(to, value);
  }
  return scenario;
}

// Reduces the columns of a matrix.
std::optional<Scenario> Reduce(const std::string& op, TF_DataType type, Size size,
                               ValueSource& source) {
  const auto extent = ExtentOf(size);
  const bool is_extreme = op == "Max" || op == "Min";
  if (!extent || type == TF_BOOL || (op == "Mean" && !IsReal(type))) return {};
  Scenario scenario = WithType(type);
  scenario.attrs["Tidx"] = AttrValue::Of(TF_INT32);
  scenario.attrs["keep_dims"] = AttrValue::Of(false);
  const bool is_product = op == "Prod";
  const Numbers input = source.Draw(type, {extent->rows, extent->columns}, is_product ? 1 : 0,
                                    is_product ? (IsReal(type) ? 1.02 : 1.5) : 1.9);
  scenario.inputs = {{"input", {input}}, {"reduction_indices", {Ints({1})}}};
  scenario.output_arg = "output";
  scenario.expected = {type, {extent->rows}, {}};
  const auto width = static_cast<size_t>(extent->columns);
  for (size_t row = 0; row < static_cast<size_t>(extent->rows); ++row) {
    const auto begin = input.values.begin() + static_cast<std::ptrdiff_t>(row * width);
    const auto end = begin + static_cast<std::ptrdiff_t>(width);
    double result = 0;
    if (is_extreme) {
      result = op == "Max" ? *std::max_element(begin, end) : *std::min_element(begin, end);
    } else if (is_product) {
      result = std::accumulate(begin, end, 1.0, std::multiplies<double>());
    } else {
      result = std::accumulate(begin, end, 0.0) / (op == "Mean" ? static_cast<double>(width) : 1);
    }
    scenario.expected.values.push_back(result);
  }
  scenario.terms = is_extreme ? 1 : 16;
  return scenario;
}

std::optional<Scenario> Transpose(TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent) return {};
  Scenario scenario = WithType(type);
  scenario.attrs["Tperm"] = AttrValue::Of(TF_INT32);
  const Numbers x = source.Draw(type, {extent->rows, extent->columns}, 0, 99);
  scenario.inputs = {{"x", {x}}, {"perm", {Ints({1, 0})}}};
  scenario.output_arg = "y";
  scenario.expected = {type, {extent->columns, extent->rows}, x.values};
  for (int64_t i = 0; i < extent->rows; ++i) {
    for (int64_t j = 0; j < extent->columns; ++j) {
      scenario.expected.values[static_cast<size_t>(j * extent->rows + i)] =
          x.values[static_cast<size_t>(i * extent->columns + j)];
    }
  }
  return scenario;
}

Scenario WrongTranspose(TF_DataType type, ValueSource& source) {
  Scenario scenario = *Transpose(type, Size::kMatrix, source);
  scenario.inputs[1].tensors[0] = Ints({0, 7});
  return scenario;
}

std::optional<Scenario> ConcatV2(TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent) return {};
  Scenario scenario = WithType(type);
  scenario.attrs["N"] = AttrValue::Of(int64_t{2});
  scenario.attrs["Tidx"] = AttrValue::Of(TF_INT32);
  const Numbers a = source.Draw(type, {extent->rows, extent->columns}, 0, 99);
  const Numbers b = source.Draw(type, {3, extent->columns}, 0, 99);
  scenario.inputs = {{"values", {a, b}}, {"axis", {Ints({0}, /*is_scalar=*/true)}}};
  scenario.output_arg = "output";
  scenario.expected = {type, {extent->rows + 3, extent->columns}, a.values};
  scenario.expected.values.insert(scenario.expected.values.end(), b.values.begin(), b.values.end());
  return scenario;
}

std::optional<Scenario> Fill(TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent) return {};
  Scenario scenario = WithType(type);
  scenario.attrs["index_type"] = AttrValue::Of(TF_INT32);
  const Numbers value = source.Draw(type, {}, 1, 99);
  scenario.inputs = {
      {"dims", {Ints({static_cast<double>(extent->rows), static_cast<double>(extent->columns)})}},
      {"value", {value}}};
  scenario.output_arg = "output";
  const auto count = static_cast<size_t>(extent->rows * extent->columns);
  scenario.expected = {
      type, {extent->rows, extent->columns}, std::vector<double>(count, value.values[0])};
  return scenario;
}

std::optional<Scenario> SelectV2(TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent) return {};
  Scenario scenario = WithType(type);
  const std::vector<int64_t> dims = {extent->rows, extent->columns};
  const Numbers condition = source.Draw(TF_BOOL, dims, 0, 2);
  const Numbers t = source.Draw(type, dims, 0, 99), e = source.Draw(type, dims, 0, 99);
  scenario.inputs = {{"condition", {condition}}, {"t", {t}}, {"e", {e}}};
  scenario.output_arg = "output";
  scenario.expected = t;
  for (size_t i = 0; i < e.values.size(); ++i) {
    if (condition.values[i] == 0) scenario.expected.values[i] = e.values[i];
  }
  return scenario;
}

// Updates a variable in place.
std::optional<Scenario> Assign(double sign, TF_DataType type, Size size, ValueSource& source) {
  const auto extent = ExtentOf(size);
  if (!extent || size == Size::kEmpty || type == TF_BOOL) return {};
  Scenario scenario;
  scenario.attrs["dtype"] = AttrValue::Of(type);
  const std::vector<int64_t> dims = {extent->rows, extent->columns};
  scenario.variable = source.Draw(type, dims, 9, 18);
  const Numbers value = source.Draw(type, dims, 0, 9);
  scenario.inputs = {{"resource", {Numbers{TF_RESOURCE, {}, {0}}}}, {"value", {value}}};
  scenario.expected = *scenario.variable;
  for (size_t i = 0; i < value.values.size(); ++i) {
    scenario.expected.values[i] =
        Rounded(type, scenario.expected.values[i] + sign * value.values[i]);
  }
  return scenario;
}

}  // namespace

void AddOtherModels(std::vector<OpModel>& models) {
  models.push_back({"MatMul", MatMul, WrongMatMul, false});
  models.push_back({"BiasAdd", BiasAdd, WrongBiasAdd, false});
  models.push_back({"AddN", AddN, WrongAddN, false});
  models.push_back({"Cast", Cast, nullptr, false});
  models.push_back({"Transpose", Transpose, WrongTranspose, false});
  models.push_back({"ConcatV2", ConcatV2, nullptr, false});
  models.push_back({"Fill", Fill, nullptr, false});
  models.push_back({"SelectV2", SelectV2, nullptr, false});
  for (const bool log : {false, true}) {
    models.push_back({log ? "LogSoftmax" : "Softmax",
                      [log](TF_DataType type, Size size, ValueSource& source) {
                        return SoftmaxOf(log, type, size, source);
                      },
                      nullptr, false});
  }
  for (const char* const op : {"Sum", "Mean", "Max", "Min", "Prod"}) {
    models.push_back({op,
                      [op](TF_DataType type, Size size, ValueSource& source) {
                        return Reduce(op, type, size, source);
                      },
                      nullptr, false});
  }
  for (const double sign : {1.0, -1.0}) {
    models.push_back({sign > 0 ? "AssignAddVariableOp" : "AssignSubVariableOp",
                      [sign](TF_DataType type, Size size, ValueSource& source) {
                        return Assign(sign, type, size, source);
                      },
                      nullptr, false});
  }
}

}  // namespace conformance
