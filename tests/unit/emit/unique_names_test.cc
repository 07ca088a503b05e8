// Names that the user chose, where emitted code has names of its own.

#include "emit/unique_names.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>

#include "emission_fixture.h"
#include "spec/reserved_names.h"

namespace plugingen::emit {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(UniqueNamesTest, GivesEachNameOnce) {
  UniqueNames names(spec::IsCppWord, {"ctx"});
  EXPECT_EQ(names.Take("x"), "x");
  EXPECT_EQ(names.Take("x"), "x_");
  EXPECT_EQ(names.Take("x"), "x__");
  EXPECT_EQ(names.Take("ctx", "_value"), "ctx_value");
  EXPECT_EQ(names.Take("int", "_value"), "int_value");
  EXPECT_EQ(names.Take("int_value", "_value"), "int_value_value");
  EXPECT_EQ(names.Take("int", "_value"), "int_value_");
}

TEST(UniqueNamesTest, KnowsWordsAndMacrosOfCpp) {
  for (const char* const word :
       {"int", "xor", "errno", "stdin", "NULL", "EOF", "TF_Bool", "INT_MAX"}) {
    EXPECT_TRUE(spec::IsCppWord(word)) << word;
  }
  for (const char* const name : {"x", "N", "HW", "Tidx", "linux", "axis_2", "NULL_", "TF_Bool_"}) {
    EXPECT_FALSE(spec::IsCppWord(name)) << name;
  }
}

TEST(UniqueNamesTest, TextsMakeNoTrigraphs) {
  const std::string definitions = Emitted("src/generated/ops/library/register_ops.cc", R"yaml(
kernels: [{set: variables}]
ops:
  - name: AcmeX
    inputs: "x: float"
    outputs: "y: float"
    attrs: "s: string = 'a???/b'"
    shape: same_as(x)
    deprecated: {version: 2000, explanation: "why??/"}
)yaml");
  EXPECT_THAT(definitions, HasSubstr("\"s: string = 'a?\\?\\?/b'\""));
  EXPECT_THAT(definitions, HasSubstr("\"why?\\?/\""));
}

TEST(UniqueNamesTest, AKernelHasEachVariableOnce) {
  const std::string kernel = Emitted("src/kernels/acme_x.cc", R"yaml(
kernels: [{set: variables}, {op: AcmeX, types: {shapes: float, class: half, Tensor: half}, implementation: stub}]
ops:
  - name: AcmeX
    inputs: ["int: shapes", "int_value: class", "told: Tensor", "errno: float", "beta_: float"]
    outputs: "size_t: float"
    attrs: ["shapes: {float}", "class: {half}", "Tensor: {half}", "std: int", "beta: list(int)"]
    shape: {size_t: unknown}
)yaml");
  EXPECT_THAT(kernel, HasSubstr("template <typename shapesType, typename classType, typename "
                                "TensorType>"));
  for (const char* const variable :
       {"int_value", "int_value_value", "told_value", "errno_value", "beta__value"}) {
    EXPECT_THAT(kernel, HasSubstr("const Tensor " + std::string(variable) + " = "));
  }
  EXPECT_THAT(kernel, HasSubstr("Tensor* size_t_value = nullptr;"));
  EXPECT_THAT(kernel, HasSubstr("int64_t std_ = 0;"));
}

TEST(UniqueNamesTest, AMemberHidesNoneOfTheKernels) {
  const std::string kernel = Emitted("src/kernels/acme_x.cc", R"yaml(
kernels: [{set: variables}, {op: AcmeX, implementation: stub}]
ops:
  - {name: AcmeX, inputs: "x: float", outputs: "y: float", attrs: "shapes: int", shape: same_as(x)}
)yaml");
  EXPECT_THAT(kernel, HasSubstr("GetAttr(\"shapes\", &shapes__)"));
  EXPECT_THAT(kernel, HasSubstr("KernelShapes shapes_;\n  int64_t shapes__ = 0;"));
}

TEST(UniqueNamesTest, DimensionsAreVariablesOfCpp) {
  const std::string rule = Emitted("src/generated/ops/acme_x_shape.cc", R"yaml(
kernels: [{set: variables}]
ops:
  - name: AcmeX
    inputs: "x: float"
    outputs: "y: float"
    shape: {x: "[NULL, _GNU_SOURCE, N, auto, rule...]", y: "[NULL + N, _GNU_SOURCE]"}
)yaml");
  for (const char* const line :
       {"Dim NULL_(\"NULL\");", "Dim dim_GNU_SOURCE(\"_GNU_SOURCE\");", "Dim N(\"N\");",
        "Dim auto_(\"auto\");", "DimList rule_(\"rule\");", "{NULL_ + N, dim_GNU_SOURCE}"}) {
    EXPECT_THAT(rule, HasSubstr(line));
  }
}

TEST(UniqueNamesTest, EachRewriteIsAFunction) {
  const std::string rewrites = Emitted("src/generated/plugin/graph_rewrites.cc", R"yaml(
kernels: [{set: mlp}]
graph:
  rewrites:
    - {name: a_1, match: "Sub(x, 0)", replace: x}
    - {name: a1, match: "Sub(x, 0.0)", replace: x}
    - {name: rewrites, match: "RealDiv(x, 1)", replace: x}
    - {name: value, match: "Mul(x, 1)", replace: x}
)yaml");
  for (const char* const name : {"A1", "A1Rewrite", "RewritesRewrite", "ValueRewrite"}) {
    EXPECT_THAT(rewrites, HasSubstr("Rewrite " + std::string(name) + "() {"));
    EXPECT_THAT(rewrites, HasSubstr("      " + std::string(name) + "(),"));
  }
}

TEST(UniqueNamesTest, AGradientHasEachVariableOnce) {
  const std::string gradients = Emitted("python/nova_npu/register_gradients.py", R"yaml(
kernels: [{set: variables}]
ops:
  - name: AcmeX
    inputs: ["op: float", "op_: float"]
    outputs: ["el: float", "el_: float", "len: float"]
    shape: same_as(op)
    gradient: {op: del * op_ * del_ * len, op_: del * op}
)yaml");
  EXPECT_THAT(gradients, HasSubstr("def _acme_x_gradient(op, del_, del__, dlen):"));
  EXPECT_THAT(gradients, HasSubstr("    op_ = op.inputs[0]\n    op__ = op.inputs[1]\n"));
  EXPECT_THAT(gradients, HasSubstr("    len_ = op.outputs[2]\n"));
  EXPECT_THAT(gradients, HasSubstr("return [del_ * op__ * del__ * len_, del_ * op_]"));
}

TEST(UniqueNamesTest, AGradientFunctionOfSeveralOpsTakesWhatEachOfThemHas) {
  const std::string text = R"yaml(
kernels: [{set: variables}]
ops:
  - {name: AcmeX, inputs: "x: float", outputs: "y: float", shape: same_as(x), gradient: {python: of_x}}
  - {name: AcmeY, inputs: "x: float", outputs: OUTPUTS, shape: same_as(x), gradient: {python: of_x}}
)yaml";
  const auto gradients = [&text](const std::string& outputs) {
    std::string spec = text;
    spec.replace(spec.find("OUTPUTS"), 7, outputs);
    return Emitted("python/nova_npu/gradients.py", spec);
  };
  EXPECT_THAT(gradients("\"y: float\""), HasSubstr("def of_x(op, dy):"));
  EXPECT_THAT(gradients("[\"y: float\", \"z: float\"]"), HasSubstr("def of_x(op, *incoming):"));
}

TEST(UniqueNamesTest, FunctionsHideNoBuiltinsThatThePackageUses) {
  const std::string ops = Emitted("python/nova_npu/ops.py", R"yaml(
kernels: [{set: variables}]
ops:
  - {name: Str, inputs: "x: float", outputs: "y: float", shape: same_as(x)}
  - {name: Open, inputs: "x: float", outputs: "y: float", shape: same_as(x)}
)yaml");
  EXPECT_THAT(ops, HasSubstr("def str_("));
  EXPECT_THAT(ops, HasSubstr("def open_("));
}

}  // namespace
}  // namespace plugingen::emit
