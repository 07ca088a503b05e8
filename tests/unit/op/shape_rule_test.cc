#include "op/shape_rule.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "shape_fixture.h"

namespace plugingen::op {
namespace {

using testing::ElementsAre;

std::vector<std::string> NotesOf(const OpWithShapes& shapes) {
  std::vector<std::string> texts;
  for (const RunTimePart& part : KnownOnlyAtRunTime(shapes.rules, shapes.def)) {
    texts.push_back(part.Text());
  }
  return texts;
}

constexpr const char* kOp = R"yaml(
    inputs: ["x: float", "filter: float", "axes: int32", "values: N * float"]
    outputs: ["y: float"]
    attrs: ["strides: list(int)", "padding: {'SAME', 'VALID'}", "units: int", "N: int >= 1",
            "out: shape", "one: {'SAME'}", "unused: int"]
    shape:
)yaml";

OpWithShapes WithRule(const std::string& shape) {
  std::string messages;
  OpWithShapes shapes = OneOp(kOp + shape, &messages);
  EXPECT_EQ(messages, "");
  return shapes;
}

TEST(ShapeRuleTest, TellsWhatGraphsCannotKnow) {
  EXPECT_THAT(NotesOf(WithRule("      y: same_as(x)\n")), ElementsAre());
  EXPECT_THAT(NotesOf(WithRule("      y: unknown\n")), ElementsAre());
  EXPECT_THAT(NotesOf(WithRule("      y: [units, 4]\n")),
              ElementsAre("some sizes of 'y' depend on attr 'units'"));
  // The size of an input, and the number of inputs, are as good as known.
  EXPECT_THAT(NotesOf(WithRule("      x: [units]\n      y: [units, N]\n")), ElementsAre());
  EXPECT_THAT(NotesOf(WithRule("      y: conv(x, filter, strides=strides, padding=padding)\n")),
              ElementsAre("spatial sizes of 'y' depend on attrs 'strides' and 'padding'"));
  EXPECT_THAT(NotesOf(WithRule("      y: conv(x, filter, padding=one)\n")), ElementsAre());
  EXPECT_THAT(NotesOf(WithRule("      y: reduce(x, axes=axes)\n")),
              ElementsAre("rank and sizes of 'y' depend on the values of input 'axes'"));
  EXPECT_THAT(NotesOf(WithRule("      y: reduce(x, axes=axes, keep_dims=True)\n")),
              ElementsAre("sizes of 'y' depend on the values of input 'axes'"));
  EXPECT_THAT(NotesOf(WithRule("      y: values(axes)\n")),
              ElementsAre("sizes of 'y' depend on the values of input 'axes'"));
  EXPECT_THAT(NotesOf(WithRule("      y: attr(out)\n")),
              ElementsAre("rank and sizes of 'y' depend on attr 'out'"));
}

TEST(ShapeRuleTest, TellsWhichInputsAreRead) {
  const OpWithShapes shapes = WithRule("      y: reduce(x, axes=axes)\n");
  EXPECT_THAT(HostInputs(shapes.rules, shapes.def), ElementsAre("axes"));
  const OpWithShapes none = WithRule("      y: same_as(axes)\n");
  EXPECT_THAT(HostInputs(none.rules, none.def), ElementsAre());
}

std::vector<std::string> AttrNames(const OpWithShapes& shapes) {
  std::vector<std::string> names;
  for (const Attr* attr : AttrsOf(shapes.rules, shapes.def)) names.push_back(attr->name);
  return names;
}

TEST(ShapeRuleTest, TellsWhichAttrsAreRead) {
  EXPECT_THAT(
      AttrNames(WithRule("      x: [units, rest...]\n      y: pool(x, 2, strides, padding)\n")),
      ElementsAre("strides", "padding", "units"));
  const OpWithShapes theirs = OneOp(R"yaml(
    inputs: ["x: T"]
    outputs: ["y: T"]
    attrs: ["T: type", "f: float", "fs: list(float)", "k: int", "ks: list(int)", "ts: list(type)"]
    shape: {file: mine.cc}
)yaml");
  EXPECT_EQ(theirs.rules.file, "mine.cc");
  EXPECT_THAT(AttrNames(theirs), ElementsAre("T", "k", "ks"));
}

TEST(ShapeRuleTest, TellsWhetherKernelsKnowAll) {
  EXPECT_TRUE(TellsAll(WithRule("      y: values(axes)\n").rules.outputs[0]));
  EXPECT_FALSE(TellsAll(WithRule("      y: unknown\n").rules.outputs[0]));
  EXPECT_FALSE(TellsAll(WithRule("      y: [units, '?']\n").rules.outputs[0]));
}

TEST(ShapeRuleTest, TheShortFormIsForAllOutputs) {
  const OpWithShapes shapes = OneOp(R"yaml(
    inputs: ["x: float"]
    outputs: ["y: float", "z: float"]
    shape: same_as(x)
)yaml");
  ASSERT_EQ(shapes.rules.outputs.size(), 2u);
  EXPECT_EQ(shapes.rules.outputs[0].source, "same_as(x)");
  EXPECT_EQ(shapes.rules.outputs[1].source, "same_as(x)");
  EXPECT_TRUE(shapes.rules.inputs.empty());
}

TEST(ShapeRuleTest, KeepsTheRuleAsPeopleWriteIt) {
  const OpWithShapes shapes = OneOp(R"yaml(
    inputs: ["x: float"]
    outputs: ["y: float"]
    shape:
      x: [batch..., n, 4]
      y: "[batch...,   2*n]"
)yaml");
  EXPECT_EQ(shapes.rules.inputs[0].source, "[batch..., n, 4]");
  EXPECT_EQ(shapes.rules.outputs[0].source, "[batch...,   2*n]");
}

}  // namespace
}  // namespace plugingen::op
