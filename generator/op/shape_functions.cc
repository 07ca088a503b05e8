#include "op/shape_functions.h"

#include <algorithm>

namespace plugingen::op {
namespace {

using ParameterKind = ShapeParameterKind;

const std::vector<ShapeFunction>& Table() {
  static const std::vector<std::string_view> paddings = {"SAME", "VALID", "EXPLICIT"};
  static const std::vector<std::string_view> formats = {"NHWC", "NCHW",  "NWC",
                                                        "NCW",  "NDHWC", "NCDHW"};
  static const std::vector<ShapeFunction> table = {
      {"attr", "attr(shape)", 1, 1, false, {}},
      {"broadcast", "broadcast(x, y)", 1, ShapeFunction::kAnyNumber, true, {}},
      {"concat",
       "concat(values, axis=1)",
       1,
       ShapeFunction::kAnyNumber,
       true,
       {{"axis", ParameterKind::kInteger, true, "sizes", {}}}},
      {"conv",
       "conv(x, filter, strides=strides, padding=padding)",
       2,
       2,
       false,
       {{"strides", ParameterKind::kIntegers, false, "spatial sizes", {}},
        {"padding", ParameterKind::kText, true, "spatial sizes", paddings},
        {"dilations", ParameterKind::kIntegers, false, "spatial sizes", {}},
        {"explicit_paddings", ParameterKind::kIntegers, false, "spatial sizes", {}},
        {"data_format", ParameterKind::kText, false, "channels", formats}}},
      {"matmul",
       "matmul(a, b, transpose_a=transpose_a)",
       2,
       2,
       false,
       {{"transpose_a", ParameterKind::kTruth, false, "rows", {}},
        {"transpose_b", ParameterKind::kTruth, false, "columns", {}}}},
      {"pool",
       "pool(x, ksize=ksize, strides=strides, padding=padding)",
       1,
       1,
       false,
       {{"ksize", ParameterKind::kIntegers, true, "spatial sizes", {}},
        {"strides", ParameterKind::kIntegers, false, "spatial sizes", {}},
        {"padding", ParameterKind::kText, true, "spatial sizes", paddings},
        {"explicit_paddings", ParameterKind::kIntegers, false, "spatial sizes", {}},
        {"data_format", ParameterKind::kText, false, "channels", formats}}},
      {"reduce",
       "reduce(x, axes=[1, 2], keep_dims=false)",
       1,
       1,
       false,
       {{"axes", ParameterKind::kIntegers, true, "rank and sizes", {}},
        {"keep_dims", ParameterKind::kTruth, false, "rank and sizes", {}}}},
      {"same_as", "same_as(x)", 1, 1, true, {}},
      {"scalar", "scalar", 0, 0, false, {}},
      {"stack",
       "stack(values, axis=0)",
       1,
       ShapeFunction::kAnyNumber,
       true,
       {{"axis", ParameterKind::kInteger, false, "sizes", {}}}},
      {"transpose",
       "transpose(x, [0, 2, 1])",
       1,
       1,
       false,
       {{"perm", ParameterKind::kIntegers, true, "sizes", {}}}},
      {"unknown", "unknown", 0, 0, false, {}},
      {"values", "values(shape)", 1, 1, false, {}},
  };
  return table;
}

}  // namespace

const ShapeParameter* ShapeFunction::Find(std::string_view parameter) const {
  const auto found =
      std::find_if(parameters.begin(), parameters.end(),
                   [&](const ShapeParameter& candidate) { return candidate.name == parameter; });
  return found == parameters.end() ? nullptr : &*found;
}

std::span<const ShapeFunction> ShapeFunctions() { return Table(); }

const ShapeFunction* FindShapeFunction(std::string_view name) {
  const auto found =
      std::find_if(Table().begin(), Table().end(),
                   [&](const ShapeFunction& candidate) { return candidate.name == name; });
  return found == Table().end() ? nullptr : &*found;
}

bool IsRankPattern(std::string_view name) {
  return name == "rank" || name == "rank_at_least" || name == "rank_at_most";
}

}  // namespace plugingen::op
