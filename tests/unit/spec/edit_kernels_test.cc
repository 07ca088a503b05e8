#include "spec/edit_kernels.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "spec/yaml_tree.h"

namespace plugingen::spec {
namespace {

std::string WithEntries(const std::string& text,
                        const std::vector<KernelText>& kernels = {"Tan", "set: mlp"}) {
  return WithKernels(diag::SourceFile("a.yaml", text), kernels).value_or("nothing");
}

TEST(EditKernelsTest, AddsLinesToALineForEachItem) {
  EXPECT_EQ(WithEntries("a: 1\nkernels:   # ops\n  - Relu\n  # - Elu\nb: 1\n"),
            "a: 1\nkernels:   # ops\n  - Relu\n  - Tan\n  - set: mlp\n  # - Elu\nb: 1\n");
  EXPECT_EQ(WithEntries("kernels:\n- Relu\n- {op: Elu,\n   types: float}  # two\nb: 1\n"),
            "kernels:\n- Relu\n- {op: Elu,\n   types: float}  # two\n- Tan\n- set: mlp\nb: 1\n");
  EXPECT_EQ(
      WithEntries("kernels:\n\n    - op: Relu\n      types:\n        T:\n          - float # x\n"),
      "kernels:\n\n    - op: Relu\n      types:\n        T:\n          - float # x\n"
      "    - Tan\n    - set: mlp\n");
  EXPECT_EQ(WithEntries("kernels: &all\n  -\n    op: Relu\nb: 1\n"),
            "kernels: &all\n  -\n    op: Relu\n  - Tan\n  - set: mlp\nb: 1\n");
  EXPECT_EQ(WithEntries("kernels:\n  - Relu"), "kernels:\n  - Relu\n  - Tan\n  - set: mlp");
  EXPECT_EQ(WithEntries("# größe\r\nkernels:\r\n  - Relu\r\nb: 1\r\n"),
            "# größe\r\nkernels:\r\n  - Relu\r\n  - Tan\r\n  - set: mlp\r\nb: 1\r\n");
}

TEST(EditKernelsTest, AddsItemsToBrackets) {
  EXPECT_EQ(WithEntries("kernels: [Relu]  # ops\nb: 1\n"),
            "kernels: [Relu, Tan, {set: mlp}]  # ops\nb: 1\n");
  EXPECT_EQ(WithEntries("kernels: [ {op: Relu}, ]\n"),
            "kernels: [ {op: Relu}, Tan, {set: mlp}, ]\n");
  EXPECT_EQ(WithEntries("kernels: [Relu,\n          Elu]\n"),
            "kernels: [Relu,\n          Elu,\n          Tan,\n          {set: mlp}]\n");
  EXPECT_EQ(WithEntries("kernels: [\n  Relu,\n  Elu  # two\n]\n"),
            "kernels: [\n  Relu,\n  Elu,  # two\n  Tan,\n  {set: mlp}\n]\n");
  EXPECT_EQ(WithEntries("kernels: [\r\n  Relu,  # a ] in a comment\r\n]\r\n"),
            "kernels: [\r\n  Relu,  # a ] in a comment\r\n  Tan,\r\n  {set: mlp},\r\n]\r\n");
  EXPECT_EQ(WithEntries("kernels: []\n"), "kernels: [Tan, {set: mlp}]\n");
  EXPECT_EQ(WithEntries("kernels: [  ]\n"), "kernels: [Tan, {set: mlp}  ]\n");
  EXPECT_EQ(WithEntries("{kernels: [Relu], b: 1}"), "{kernels: [Relu, Tan, {set: mlp}], b: 1}");
}

TEST(EditKernelsTest, MakesAListWhereThereIsNone) {
  EXPECT_EQ(WithEntries("a: 1\nb:\n  c: 1\n  # d: 1\n"),
            "a: 1\nb:\n  c: 1\n  # d: 1\nkernels:\n  - Tan\n  - set: mlp\n");
  EXPECT_EQ(WithEntries("a: 1"), "a: 1\nkernels:\n  - Tan\n  - set: mlp\n");
  EXPECT_EQ(WithEntries("a: 1\r\n"), "a: 1\r\nkernels:\r\n  - Tan\r\n  - set: mlp\r\n");
  EXPECT_EQ(WithEntries("---\na: 1\n...\n"), "---\na: 1\nkernels:\n  - Tan\n  - set: mlp\n...\n");
  EXPECT_EQ(WithEntries("  a: 1\n"), "  a: 1\n  kernels:\n    - Tan\n    - set: mlp\n");
  EXPECT_EQ(WithEntries("\ufeffa: 1\n"), "\ufeffa: 1\nkernels:\n  - Tan\n  - set: mlp\n");
  EXPECT_EQ(WithEntries("{a: 1}\n"), "{a: 1, kernels: [Tan, {set: mlp}]}\n");
  EXPECT_EQ(WithEntries("{a: 1,\n}\n"), "{a: 1, kernels: [Tan, {set: mlp}]\n}\n");
  EXPECT_EQ(WithEntries("kernels:  # none\nb: 1\n"),
            "kernels:  # none\n  - Tan\n  - set: mlp\nb: 1\n");
  EXPECT_EQ(WithEntries("kernels: ~\nb: 1\n"), "kernels: [Tan, {set: mlp}]\nb: 1\n");
}

TEST(EditKernelsTest, LeavesOtherTextsAlone) {
  for (const char* text : {"", "[1]", "x", "a: [", "kernels: Relu\n", "kernels: {op: Relu}\n",
                           "{kernels: }\n", "a: &k [Relu]\nkernels: *k\n"}) {
    EXPECT_EQ(WithEntries(text), "nothing") << text;
  }
}

// Every layout comes out as YAML that has the entries behind those that were there.
TEST(EditKernelsTest, TheListHasTheEntries) {
  for (const std::string list :
       {"\n  - Relu\n", "\n- Relu # a\n", " [Relu]\n", " [\n Relu, # a\n ]\n", " [ 'Relu' , ]\n",
        "\n  # a\n\n  - \"Relu\"   \n\n", " # a\n  - >\n    Relu\n\n"}) {
    for (const std::string after : {"", "b: 1\n", "\n# a: b\n"}) {
      const std::string text = WithEntries("kernels:" + list + after);
      diag::Sink sink;
      const std::optional<YamlTree> tree = ParseYaml(diag::SourceFile("a.yaml", text), sink);
      ASSERT_TRUE(tree) << text;
      const Node& kernels = *tree->root().members.front().value;
      ASSERT_EQ(kernels.items.size(), 3U) << text;
      EXPECT_EQ(kernels.items[1]->text, "Tan") << text;
      EXPECT_EQ(kernels.items[2]->members.front().value->text, "mlp") << text;
    }
  }
}

}  // namespace
}  // namespace plugingen::spec
