#include "emit/shape_text.h"

#include <gtest/gtest.h>

#include <string>

#include "../op/shape_fixture.h"

namespace plugingen::emit {
namespace {

// The statements for the rules of an op, whose keys are indented by four.
std::string TextOf(const std::string& keys) {
  std::string messages;
  const op::OpWithShapes shapes = op::OneOp(keys, &messages);
  EXPECT_EQ(messages, "");
  return ShapeRuleText(shapes.def, shapes.rules);
}

constexpr const char* kUnary = R"yaml(
    inputs: ["x: float"]
    outputs: ["y: float"]
    attrs: ["axis: int", "axes: list(int)", "keep: bool", "out: shape", "units: int"]
    shape:
)yaml";

std::string Unary(const std::string& shape) { return TextOf(kUnary + shape); }

TEST(ShapeTextTest, ReadsLikeTheRule) {
  EXPECT_EQ(TextOf(R"yaml(
    inputs: ["a: float", "b: float"]
    outputs: ["y: float"]
    shape:
      a: [batch..., m, k]
      b: [batch..., k, n]
      y: [batch..., m, n]
)yaml"),
            R"(DimList batch("batch");
Dim m("m");
Dim k("k");
Dim n("n");
rule.Match("a", {batch, m, k});
rule.Match("b", {batch, k, n});
rule.Set("y", {batch, m, n});)");
}

TEST(ShapeTextTest, Patterns) {
  EXPECT_EQ(Unary("      x: rank(3)\n      y: unknown\n"),
            "rule.RequireRank(\"x\", 3);\nrule.Set(\"y\", DimList::Unknown());");
  EXPECT_EQ(Unary("      x: rank_at_least(2)\n      y: scalar\n"),
            "rule.RequireRankAtLeast(\"x\", 2);\nrule.Set(\"y\", DimList::Scalar());");
  EXPECT_EQ(Unary("      x: rank_at_most(4)\n      y: []\n"),
            "rule.RequireRankAtMost(\"x\", 4);\nrule.Set(\"y\", DimList::Scalar());");
  EXPECT_EQ(
      Unary("      x: [\"?\", ..., 4]\n      y: [...]\n"),
      "DimList dims(\"\");\nrule.Match(\"x\", {kAnyDim, dims, 4});\nrule.Set(\"y\", {dims});");
  EXPECT_EQ(Unary("      x: []\n      y: [units]\n"),
            "rule.Match(\"x\", {});\nrule.Set(\"y\", {rule.Int(\"units\")});");
  // An attr in a pattern is a dimension with a value.
  EXPECT_EQ(Unary("      x: [n, units]\n      y: [units, 2 * units]\n"),
            "Dim n(\"n\");\nDim units = rule.Int(\"units\");\nrule.Match(\"x\", {n, units});\n"
            "rule.Set(\"y\", {units, 2 * units});");
}

TEST(ShapeTextTest, NamesOfCppAreNoVariables) {
  EXPECT_EQ(Unary("      x: [int, rule, Dim]\n      y: [Dim, rule, int]\n"),
            "Dim int_(\"int\");\nDim rule_(\"rule\");\nDim Dim_(\"Dim\");\n"
            "rule.Match(\"x\", {int_, rule_, Dim_});\nrule.Set(\"y\", {Dim_, rule_, int_});");
}

TEST(ShapeTextTest, Dimensions) {
  const std::string n = "      x: [n]\n";
  const auto dim = [&](const std::string& text) {
    const std::string all = Unary(n + "      y: \"[" + text + "]\"\n");
    const std::string before = "Dim n(\"n\");\nrule.Match(\"x\", {n});\nrule.Set(\"y\", {";
    EXPECT_EQ(all.substr(0, before.size()), before);
    return all.substr(before.size(), all.size() - before.size() - 3);
  };
  EXPECT_EQ(dim("n + 1"), "n + 1");
  EXPECT_EQ(dim("2 * (n - 1) // 3"), "2 * (n - 1) / 3");
  EXPECT_EQ(dim("n - (2 - n)"), "n - (2 - n)");
  EXPECT_EQ(dim("7 // 2"), "Dim(7) / 2");
  EXPECT_EQ(dim("x[0] * units"), "rule.DimOf(\"x\", 0) * rule.Int(\"units\")");
  EXPECT_EQ(dim("x[-1]"), "rule.DimOf(\"x\", -1)");
  EXPECT_EQ(dim("?"), "kAnyDim");
  EXPECT_EQ(dim("5000000000"), "int64_t{5000000000}");
  EXPECT_EQ(dim("x..., x[1:]..., n"),
            "rule.SameAs(\"x\"), rule.DimsOf(\"x\", 1, ShapeRule::kEnd), n");
}

TEST(ShapeTextTest, Functions) {
  const auto shape = [](const std::string& text) {
    const std::string all = Unary("      y: " + text + "\n");
    const std::string before = "rule.Set(\"y\", ";
    EXPECT_EQ(all.substr(0, before.size()), before);
    return all.substr(before.size(), all.size() - before.size() - 2);
  };
  EXPECT_EQ(shape("same_as(x)"), "rule.SameAs(\"x\")");
  EXPECT_EQ(shape("x[:-1]"), "rule.DimsOf(\"x\", 0, -1)");
  EXPECT_EQ(shape("broadcast(x, x)"), "rule.Broadcast({\"x\", \"x\"})");
  EXPECT_EQ(shape("concat(x, x, axis=-1)"), "rule.Concat({\"x\", \"x\"}, -1)");
  EXPECT_EQ(shape("concat(x, axis=axis)"), "rule.Concat({\"x\"}, rule.Int(\"axis\"))");
  EXPECT_EQ(shape("stack(x, x)"), "rule.Stack({\"x\", \"x\"}, 0)");
  EXPECT_EQ(shape("reduce(x, [1, -1])"), "rule.Reduce(\"x\", {1, -1}, false)");
  EXPECT_EQ(shape("reduce(x, axes=[], keep_dims=true)"),
            "rule.Reduce(\"x\", DimList::Scalar(), true)");
  EXPECT_EQ(shape("reduce(x, axes=axes, keep_dims=keep)"),
            "rule.Reduce(\"x\", rule.Ints(\"axes\"), rule.Bool(\"keep\"))");
  EXPECT_EQ(shape("reduce(x, axis)"), "rule.Reduce(\"x\", {rule.Int(\"axis\")}, false)");
  EXPECT_EQ(shape("transpose(x, [1, 0])"), "rule.Transpose(\"x\", {1, 0})");
  EXPECT_EQ(shape("matmul(x, x)"), "rule.MatMul(\"x\", \"x\")");
  EXPECT_EQ(shape("matmul(x, x, transpose_b=keep)"),
            "rule.MatMul(\"x\", \"x\", false, rule.Bool(\"keep\"))");
  EXPECT_EQ(shape("attr(out)"), "rule.Shape(\"out\")");
}

TEST(ShapeTextTest, Windows) {
  EXPECT_EQ(TextOf(R"yaml(
    inputs: ["x: float", "filter: float"]
    outputs: ["y: float", "z: float"]
    attrs: ["strides: list(int)", "padding: {'SAME', 'VALID'}", "data_format: {'NHWC'} = 'NHWC'"]
    shape:
      y: conv(x, filter, strides=strides, padding=padding, dilations=2, data_format=data_format)
      z: pool(x, ksize=[2, 2], strides=2, padding='VALID')
)yaml"),
            R"(Window window;
window.strides = rule.Ints("strides");
window.dilations = {2};
window.padding = rule.String("padding");
window.data_format = "NHWC";
rule.Set("y", rule.Conv("x", "filter", window));
Window window2;
window2.ksize = {2, 2};
window2.strides = {2};
window2.padding = "VALID";
rule.Set("z", rule.Pool("x", window2));)");
}

TEST(ShapeTextTest, Lists) {
  EXPECT_EQ(TextOf(R"yaml(
    inputs: ["values: N * float", "shape: int64"]
    outputs: ["same: N * float", "all: float", "filled: float"]
    attrs: ["N: int >= 1"]
    shape:
      values: [rows, "?"]
      same: same_as(values)
      all: concat(values, axis=1)
      filled: values(shape)
)yaml"),
            R"(Dim rows("rows");
rule.Match("values", {rows, kAnyDim});
rule.SetEach("same", rule.EachOf("values"));
rule.Set("all", rule.Concat({"values"}, 1));
rule.Set("filled", rule.Values("shape"));)");
}

TEST(ShapeTextTest, BreaksLongStatements) {
  EXPECT_EQ(
      Unary("      y: [units, units, units, units, units, units, units]\n"),
      R"(rule.Set("y", {rule.Int("units"), rule.Int("units"), rule.Int("units"), rule.Int("units"),
               rule.Int("units"), rule.Int("units"), rule.Int("units")});)");
}

TEST(ShapeTextTest, DescribesTheOp) {
  const op::OpWithShapes shapes = op::OneOp(R"yaml(
    inputs: ["values: N * float", "rest: Types", "x: float"]
    outputs: ["y: float"]
    attrs: ["N: int >= 1", "Types: list(type)", "axis: int"]
    shape: {y: "concat(values, axis=axis)"}
)yaml");
  const Value view = ShapeView(shapes.def, shapes.rules);
  EXPECT_EQ(*view.members()->at("inputs").text(),
            "/*inputs=*/{{\"values\", \"N\"}, {\"rest\", \"Types\", true}, {\"x\"}},");
  EXPECT_EQ(*view.members()->at("outputs").text(), "/*outputs=*/{{\"y\"}},");
  EXPECT_EQ(*view.members()->at("attrs").text(), "/*attrs=*/{{\"axis\", ShapeAttrKind::kInt}},");
  EXPECT_EQ(*view.members()->at("guard").text(), "ACME_OP");
  EXPECT_EQ(*view.members()->at("file").text(), "acme_op_shape.cc");
}

}  // namespace
}  // namespace plugingen::emit
