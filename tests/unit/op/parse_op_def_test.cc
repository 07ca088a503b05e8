// What is read from definitions of new ops. Their mistakes are in tests/golden/model/new_ops.

#include "op/parse_op_def.h"
#include "catalog/catalog.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "diag/text_printer.h"

namespace plugingen::op {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

diag::SourceText Text(const std::string& text) { return {text, {0, text.size()}, 0, true}; }

spec::OpEntry Entry(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                    const std::vector<std::string>& attrs) {
  spec::OpEntry entry;
  entry.name.value = "AcmeOp";
  for (const std::string& input : inputs) entry.inputs.push_back(Text(input));
  for (const std::string& output : outputs) entry.outputs.push_back(Text(output));
  for (const std::string& attr : attrs) entry.attrs.push_back(Text(attr));
  return entry;
}

OpDef Parse(const spec::OpEntry& entry) {
  diag::Sink sink;
  OpDef op = ParseOpDef(entry, sink);
  EXPECT_EQ(sink.error_count(), 0u) << diag::RenderText(nullptr, sink.diagnostics());
  return op;
}

Attr ParsedAttr(const std::string& text) {
  const OpDef op = Parse(Entry({}, {}, {text}));
  if (op.attrs.size() == 1) return op.attrs[0];
  ADD_FAILURE() << text;
  return {};
}

TEST(ParseOpDefTest, ArgumentsOfEveryKind) {
  const OpDef op =
      Parse(Entry({"x: float", " y :T", "values: N * T", "ints: N*int32", "list: Types",
                   "handle: resource", "q: qint8"},
                  {"out: T", "more: Types"}, {"T: type", "N: int >= 1", "Types: list(type)"}));
  ASSERT_EQ(op.inputs.size(), 7u);
  EXPECT_FALSE(op.inputs[0].type_is_attr);
  EXPECT_FALSE(op.inputs[0].is_list());
  EXPECT_EQ(op.inputs[1].name, "y");
  EXPECT_TRUE(op.inputs[1].type_is_attr);
  EXPECT_EQ(op.inputs[2].number_attr, "N");
  EXPECT_EQ(op.inputs[2].TypeText(), "N * T");
  EXPECT_TRUE(op.inputs[2].is_list());
  EXPECT_EQ(op.inputs[3].TypeText(), "N * int32");
  EXPECT_TRUE(op.inputs[4].is_type_list);
  EXPECT_EQ(op.inputs[5].type, "resource");
  EXPECT_EQ(op.inputs[6].type, "qint8");
  EXPECT_TRUE(op.FindOutput("more")->is_list());
  EXPECT_EQ(op.FindOutput("less"), nullptr);
}

TEST(ParseOpDefTest, WhatInputsTellIsInferred) {
  const OpDef op = Parse(Entry({"values: N * T"}, {"out: U"}, {"T: type", "N: int", "U: type"}));
  EXPECT_TRUE(op.FindAttr("T")->inferred);
  EXPECT_TRUE(op.FindAttr("N")->inferred);
  EXPECT_FALSE(op.FindAttr("U")->inferred);
}

TEST(ParseOpDefTest, AttrsOfEveryKind) {
  for (const std::string kind :
       {"type", "int", "float", "bool", "string", "shape", "tensor", "func"}) {
    EXPECT_EQ(NameOf(ParsedAttr("a: " + kind).kind), kind);
    const Attr list = ParsedAttr("a: list(" + kind + ")");
    EXPECT_EQ(NameOf(list.kind), kind);
    EXPECT_TRUE(list.is_list);
  }
}

TEST(ParseOpDefTest, ChoicesAndGroups) {
  EXPECT_THAT(ParsedAttr("T: {float, DT_HALF, float64}").allowed_types,
              ElementsAre("float", "half", "double"));
  EXPECT_THAT(ParsedAttr("T: list({int32})").allowed_types, ElementsAre("int32"));
  EXPECT_EQ(ParsedAttr("T: list(realnumbertype)").allowed_types.size(), 12u);
  EXPECT_EQ(ParsedAttr("T: {realnumbertype, bool}").allowed_types.size(), 13u);
  EXPECT_THAT(ParsedAttr("T: type").allowed_types, IsEmpty());
  EXPECT_THAT(ParsedAttr("p: {'SAME', \"VALID\"}").allowed_strings, ElementsAre("SAME", "VALID"));
}

// TensorFlow defines these ops by groups, and the catalogue has what became of them.
TEST(ParseOpDefTest, GroupsAreTensorFlowsOwn) {
  const auto types_of = [](const char* name) {
    return catalog::Catalog::BuiltIn().Find(name)->FindAttr("T")->allowed_types;
  };
  const auto strings = [](const std::vector<std::string_view>& views) {
    return std::vector<std::string>(views.begin(), views.end());
  };
  EXPECT_EQ(ParsedAttr("T: {numbertype, variant}").allowed_types, strings(types_of("AddN")));
  EXPECT_EQ(ParsedAttr("T: numerictype").allowed_types, ParsedAttr("T: numbertype").allowed_types);
  EXPECT_EQ(ParsedAttr("T: realnumbertype").allowed_types, strings(types_of("Less")));
  EXPECT_EQ(ParsedAttr("T: quantizedtype").allowed_types, strings(types_of("QuantizeV2")));
}

TEST(ParseOpDefTest, AttrsAreWrittenAsTensorFlowReadsThem) {
  const std::pair<std::string, std::string> texts[] = {
      {"T:{float,half}=DT_FLOAT", "{float, half} = DT_FLOAT"},
      {"T: {int32, int64} = int32", "{int32, int64} = DT_INT32"},
      {"T: type = float8_e5m2", "type = DT_FLOAT8_E5M2"},
      {"n:int>=2=3", "int >= 2 = 3"},
      {"n: int = -1", "int = -1"},
      {"f: float = 1e-3", "float = 1e-3"},
      {"b: bool = true", "bool = true"},
      {"b: bool = False", "bool = false"},
      {"s: string = ''", "string = ''"},
      {"s: string = \"a = b\"", "string = 'a = b'"},
      {"p: {\"A\",'B'} = \"B\"", "{'A', 'B'} = 'B'"},
      {"l: list(int)>=2=[1,2]", "list(int) >= 2 = [1, 2]"},
      {"l: list(string) = ['a', 'b']", "list(string) = ['a', 'b']"},
      {"l: list(string) = ['a,b', \"c, d\"]", "list(string) = ['a,b', 'c, d']"},
      {"s: {'a,b', 'c}'} = 'a,b'", "{'a,b', 'c}'} = 'a,b'"},
      {"l: list(type) = [DT_FLOAT, int32]", "list(type) = [DT_FLOAT, DT_INT32]"},
      {"l: list(float) = []", "list(float) = []"},
      {"s: shape = {}", "shape = {}"},
      {"s: shape = { unknown_rank: true }", "shape = { unknown_rank: true }"},
      {"s: shape = {dim{size: 007}  dim { size:-1 }}",
       "shape = { dim { size: 7 } dim { size: -1 } }"},
      {"s: shape = { dim { size: 2 } dim { size: -1 } }",
       "shape = { dim { size: 2 } dim { size: -1 } }"}};
  for (const auto& [written, text] : texts) EXPECT_EQ(ParsedAttr(written).Text(), text) << written;
}

// A text can be anything that YAML holds.
TEST(ParseOpDefTest, NothingCrashes) {
  const std::string valid[] = {"values: N * T", "T: {float, half} = float", "p: {'A', 'B'} = 'A'",
                               "l: list(int) >= 2 = [1, 2]", "s: shape = { dim { size: 2 } }"};
  for (const std::string& text : valid) {
    for (size_t length = 0; length <= text.size(); ++length) {
      for (const char extra : std::string("\0{}()[]'\"=:*>, \xff\n", 17)) {
        std::string broken = text.substr(0, length) + extra;
        if (length < text.size()) broken += text.substr(length + 1);
        diag::Sink sink;
        ParseOpDef(Entry({broken}, {broken}, {broken, "T: type", "N: int"}), sink);
        ParseOpDef(Entry({text.substr(0, length)}, {}, {text.substr(0, length)}), sink);
        for (const diag::Diagnostic& mistake : sink.diagnostics()) {
          EXPECT_LE(mistake.span.begin, mistake.span.end);
          EXPECT_LE(mistake.span.end, broken.size());
        }
      }
    }
  }
}

}  // namespace
}  // namespace plugingen::op
