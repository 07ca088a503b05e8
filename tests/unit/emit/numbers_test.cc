// Numbers of a spec in what is emitted: each language has its own idea of what a number is.

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>

#include "emission_fixture.h"

namespace plugingen::emit {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string OpWith(const std::string& inputs, const std::string& attrs, const std::string& shape) {
  return "kernels: [{set: variables}, {op: AcmeX, implementation: stub}]\n"
         "ops:\n"
         "  - {name: AcmeX, inputs: [" +
         inputs + "], outputs: \"y: float\", attrs: [" + attrs + "], shape: {" + shape + "}}\n";
}

TEST(NumbersTest, LongListsAreNotSpeltOut) {
  const std::string test = Emitted(
      "tests/generated/ops_test.py",
      OpWith("\"xs: N * float\"",
             "\"N: int >= 900\", \"a: list(int) >= 1000\", \"b: list(int)>=3\"", "y: unknown"));
  EXPECT_THAT(test, HasSubstr("\"a\": [1] * 1000, \"b\": [1, 1, 1]"));
  EXPECT_THAT(test, HasSubstr("[(2, 3)] * 900"));
}

TEST(NumbersTest, NoTestAsksForTheMemoryOfAWarehouse) {
  for (const std::string shape : {"[1000000000000]", "rank(254)", "[65536, 65536, n]"}) {
    const std::string test =
        Emitted("tests/generated/ops_test.py",
                OpWith("\"x: float\"", "", "x: \"" + shape + "\", y: unknown"));
    EXPECT_THAT(test, HasSubstr("its shape rule for x leaves too much open")) << shape;
  }
  const std::string test = Emitted("tests/generated/ops_test.py",
                                   OpWith("\"x: float\"", "", "x: \"[1024, 1024]\", y: unknown"));
  EXPECT_THAT(test, Not(HasSubstr("leaves too much open")));
}

TEST(NumbersTest, DefaultsAreNumbersOfEveryLanguage) {
  const std::string op =
      OpWith("\"x: float\"",
             "\"i: int = 007\", \"l: list(int) = [010, -09]\", \"f: float = +007.5\", "
             "\"g: list(float) = [00, .5]\"",
             "y: unknown");
  const std::string python = Emitted("python/nova_npu/ops.py", op);
  EXPECT_THAT(python, HasSubstr("i: int = 7,"));
  EXPECT_THAT(python, HasSubstr("l: Sequence[int] = (10, -9),"));
  EXPECT_THAT(python, HasSubstr("f: float = 7.5,"));
  EXPECT_THAT(python, HasSubstr("g: Sequence[float] = (0, .5),"));
  EXPECT_THAT(Emitted("src/generated/ops/library/register_ops.cc", op),
              HasSubstr("\"i: int = 7\""));
}

TEST(NumbersTest, DefaultsAreDtypesOfEveryLanguage) {
  const std::string op =
      OpWith("\"x: float\"", "\"h: type = half\", \"e: type = float8_e5m2\"", "y: unknown");
  const std::string python = Emitted("python/nova_npu/ops.py", op);
  EXPECT_THAT(python, HasSubstr("h: tf.DType = tf.float16,"));
  EXPECT_THAT(python, HasSubstr("e: tf.DType = tf.dtypes.experimental.float8_e5m2,"));
  const std::string registered = Emitted("src/generated/ops/library/register_ops.cc", op);
  EXPECT_THAT(registered, HasSubstr("\"h: type = DT_HALF\""));
  EXPECT_THAT(registered, HasSubstr("\"e: type = DT_FLOAT8_E5M2\""));
}

TEST(NumbersTest, RewritesHaveLiteralsOfCpp) {
  const std::string rewrites =
      Emitted("src/generated/plugin/graph_rewrites.cc",
              OpWith("\"x: float\"", "\"big: list(float) = [16777217, 1, 1e38]\"", "y: unknown") +
                  "graph:\n"
                  "  rewrites:\n"
                  "    - {name: big, match: \"Mul(x, "
                  "99999999999999999999, T=float)\", replace: AcmeX(x)}\n"
                  "    - {name: one, match: \"Sub(x, 1)\", replace: x}\n");
  EXPECT_THAT(rewrites, HasSubstr("Number(99999999999999999999.0)"));
  EXPECT_THAT(rewrites, HasSubstr("Number(1)"));
  EXPECT_THAT(rewrites, HasSubstr("FloatsAttr({16777217.0, 1, 1e38})"));
}

TEST(NumbersTest, RewritesKeepSignsAndTheLeastInteger) {
  const std::string rewrites = Emitted(
      "src/generated/plugin/graph_rewrites.cc",
      OpWith("\"x: float\"",
             "\"l: list(int) = [-9223372036854775808, 3]\", \"n: int = 0\", \"f: float = -0\"",
             "y: unknown") +
          "graph:\n"
          "  rewrites:\n"
          "    - {name: least, match: \"Mul(x, -0, T=float)\", replace: \"AcmeX(x, "
          "n=-9223372036854775808)\"}\n"
          "    - {name: both, match: \"Relu|Elu(AcmeX(x, n=_))\", replace: Relu(x)}\n");
  EXPECT_THAT(rewrites, HasSubstr("Number(-0.0)"));
  EXPECT_THAT(rewrites, HasSubstr("IntsAttr({INT64_MIN, 3})"));
  EXPECT_THAT(rewrites, HasSubstr("IntAttr(INT64_MIN)"));
  EXPECT_THAT(rewrites, HasSubstr("FloatAttr(-0.0)"));
}

// Of new ops the definition says whether the inputs may change places.
TEST(RewritesTest, NewOpsAreCommutativeToo) {
  const std::string rewrites =
      Emitted("src/generated/plugin/graph_rewrites.cc",
              "ops:\n"
              "  - {name: AcmeSum, inputs: [\"a: T\", \"b: T\"], outputs: \"y: T\", attrs: "
              "[\"T: {float}\"], shape: {y: same_as(a)}, commutative: true}\n"
              "graph: {rewrites: [{name: sum, match: \"AcmeSum(Relu(x), y)\", replace: "
              "\"AcmeSum(x, y)\"}]}\n");
  EXPECT_THAT(rewrites, HasSubstr("{{\"AcmeSum\"}, {Node(1), Value(1)}, {}, true}"));
}

TEST(NumbersTest, CMakeGetsFourNumbersOfAVersion) {
  const auto version = [](const std::string& text) {
    const diag::SourceFile source("a.yaml", "plugingen: 1\nplugin: {name: nova_npu, version: " +
                                                text + "}\nkernels: [{set: variables}]\n");
    diag::Sink sink;
    const model::Plugin plugin = model::Link(*spec::ParseSpec(source, sink), sink);
    for (const base::OutputFile& file : EmitProject(plugin, TemplateSet::BuiltIn())) {
      if (file.path != "CMakeLists.txt") continue;
      const size_t begin = file.text.find("project(");
      return file.text.substr(begin, file.text.find('\n', begin) - begin);
    }
    return std::string();
  };
  EXPECT_EQ(version("1.2.3.4.5"), "project(nova_npu VERSION 1.2.3.4 LANGUAGES CXX)");
  EXPECT_EQ(version("1.2rc1"), "project(nova_npu VERSION 1.2 LANGUAGES CXX)");
  EXPECT_EQ(version("1.2.3.4.dev5"), "project(nova_npu VERSION 1.2.3.4 LANGUAGES CXX)");
}

}  // namespace
}  // namespace plugingen::emit
