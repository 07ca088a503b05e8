// Reading and writing GraphDefs.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "pluggable/wire_writer.h"

#include "graph/const_tensor.h"
#include "graph/graph.h"
#include "graph/rewriter.h"
#include "graph_test_graph.h"
#include "graph_test_rewrites.h"

namespace pluggable::tests::formats {
namespace {

// Small, and with all that a node can have.
std::vector<TestNode> SmallGraph() {
  wire::Writer others;
  others.Bytes(6, "info");
  others.Varint(99, -1);
  return {{"x", "_Arg", {}, {{"_class", StringsAttr({"loc:@x"})}}},
          Indices("p", {1, 0}),
          {"t", "Transpose", {"x", "p"}},
          {"u", "Transpose", {"t", "p", "^x"}, {}, kDevice, others.message()},
          {"out", "_Retval", {"u"}}};
}

// What becomes of a GraphDef, malformed or not.
std::string RewrittenBytes(const std::string& graph_def) {
  graph::Graph graph;
  if (!graph.Parse(graph_def)) return graph_def;
  static const auto* const rewrites = new std::vector<graph::Rewrite>(TestRewrites());
  graph::RewriteGraph(*rewrites, TestSurroundings(), &graph);
  const std::string result = graph.Serialize();
  if (!graph.changed()) {
    EXPECT_EQ(result, graph_def);
  }
  return result;
}

void ExpectRefused(const std::vector<TestNode>& nodes) {
  const std::string graph_def = Serialize(nodes);
  EXPECT_FALSE(graph::Graph().Parse(graph_def));
}

TEST(Format, KeepsWhatIsNotChanged) {
  const std::string graph_def = Serialize(SmallGraph());
  graph::Graph graph;
  ASSERT_TRUE(graph.Parse(graph_def));
  EXPECT_EQ(graph.Serialize(), graph_def);
  EXPECT_FALSE(graph.changed());
}

TEST(Format, KeepsTheOtherFieldsOfAChangedGraph) {
  const std::string graph_def = Serialize(SmallGraph());
  const std::string result = RewrittenBytes(graph_def);
  EXPECT_EQ(ToText(result), "u = Identity(x)\nout = _Retval(u)\n");
  // The versions, a node, and what comes behind the nodes: whole, and where they were.
  const size_t node = graph_def.find("\x0a", 4);
  EXPECT_EQ(result.substr(0, node + 10), graph_def.substr(0, node + 10));
  const size_t retval = graph_def.rfind("\x0a\x03out");
  EXPECT_EQ(result.substr(result.rfind("\x0a\x03out")), graph_def.substr(retval));
}

TEST(Format, SortsTheAttrsOfAChangedNode) {
  graph::NodeDef node;
  node.name = "n";
  node.op = "Op";
  node.attrs = {{"b", "2"}, {"a", "1"}};
  graph::NodeDef again;
  const std::string message = graph::SerializeNodeDef(node);
  ASSERT_TRUE(graph::ParseNodeDef(message, &again));
  ASSERT_EQ(again.attrs.size(), 2U);
  EXPECT_EQ(again.attrs[0].name, "a");
  EXPECT_EQ(again.FindAttr("b"), "2");
  EXPECT_EQ(again.FindAttr("c"), "");
}

TEST(Format, RefusesWhatIsNoGraph) {
  ExpectRefused({{"x", "_Arg"}, {"x", "_Arg"}});
  ExpectRefused({{"x", "_Arg"}, {"r", "Relu", {"z"}}});
  ExpectRefused({{"x", "_Arg"}, {"r", "Relu", {""}}});
  ExpectRefused({{"x", "_Arg"}, {"r", "Relu", {"x:out:0"}}});
  ExpectRefused({{"x", "_Arg"}, {"r", "Relu", {"x:"}}});
  ExpectRefused({{"x", "_Arg"}, {"r", "Relu", {"x:-1"}}});
  ExpectRefused({{"x", "_Arg"}, {"r", "Relu", {"x:99999999999"}}});
  ExpectRefused({{"x", "_Arg"}, {"r", "Relu", {"^x", "x"}}});
  ExpectRefused({{"", "_Arg"}});
  ExpectRefused({{"x:1", "_Arg"}});
  ExpectRefused({{"^x", "_Arg"}});
}

TEST(Format, RefusesWhatIsSaidTwice) {
  for (const int field : {1, 2, 4}) {
    wire::Writer again;
    again.Bytes(field, "x");
    ExpectRefused({{"x", "_Arg", {}, {}, kDevice, again.message()}});
  }
  wire::Writer entry;
  entry.Bytes(1, "T");
  entry.Bytes(2, "");
  wire::Writer attr;
  attr.Bytes(5, entry.message());
  ExpectRefused({{"x", "_Arg", {}, {}, kDevice, attr.message()}});
}

TEST(Format, SurvivesEveryPrefix) {
  const std::string graph_def = Serialize(SmallGraph());
  for (size_t size = 0; size < graph_def.size(); ++size) {
    // In memory of its own, so that a sanitizer sees what is read behind it.
    const std::vector<char> copy(graph_def.begin(), graph_def.begin() + static_cast<long>(size));
    const std::string prefix(copy.begin(), copy.end());
    graph::Graph graph;
    if (!graph.Parse(prefix)) continue;
    EXPECT_EQ(graph.Serialize(), prefix);
  }
}

// Each bit by itself, and other changes that differ from byte to byte.
TEST(Format, SurvivesChangesOfEachByte) {
  const std::string graph_def = Serialize(SmallGraph());
  for (size_t i = 0; i < graph_def.size(); ++i) {
    std::set<int> changes = {1, 2, 4, 8, 16, 32, 64, 128};
    for (size_t k = 0; k < 8; ++k) changes.insert(static_cast<int>(1 + (8 * i + k) * 37 % 255));
    for (const int change : changes) {
      std::string changed = graph_def;
      changed[i] = static_cast<char>(changed[i] ^ change);
      const std::string result = RewrittenBytes(changed);
      if (result == changed) continue;
      EXPECT_TRUE(graph::Graph().Parse(result)) << "byte " << i << " ^ " << change;
    }
  }
}

// --- Constants

template <typename T>
std::string Bytes(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

bool IsAll(const TestNode& node, double number) {
  const std::string graph_def = Serialize({node});
  graph::GraphDef graph;
  graph::ConstTensor tensor;
  return graph.Parse(graph_def) && tensor.Read(graph.node(0)) && tensor.IsAll(number);
}

TEST(Constants, AreComparedInTheirType) {
  EXPECT_TRUE(IsAll(Scalar("c", 0.1F), 0.1));
  EXPECT_FALSE(IsAll(Scalar("c", 0.1F), 0.10001));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_DOUBLE, {}, Bytes<double>({0.1F})), 0.1));
  EXPECT_TRUE(IsAll(ConstOf("c", TF_DOUBLE, {}, Bytes<double>({0.1})), 0.1));
  EXPECT_TRUE(IsAll(ConstOf("c", TF_BFLOAT16, {}, Bytes<uint16_t>({0x3dcd})), 0.1));
  EXPECT_TRUE(IsAll(ConstOf("c", TF_HALF, {}, Bytes<uint16_t>({0x2e66})), 0.1));
  EXPECT_TRUE(IsAll(ConstOf("c", TF_INT8, {}, Bytes<int8_t>({-3})), -3));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT8, {}, Bytes<int8_t>({-3})), 253));
  EXPECT_TRUE(IsAll(ConstOf("c", TF_UINT8, {}, Bytes<uint8_t>({253})), 253));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_UINT64, {}, Bytes<int64_t>({-1})), -1));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT32, {}, Bytes<int32_t>({0})), 0.5));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT64, {}, Bytes<int64_t>({INT64_MAX})), 0x1p63));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT64, {}, Bytes<int64_t>({INT64_MIN})),
                     -std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(IsAll(ConstOf("c", TF_BOOL, {}, Bytes<uint8_t>({1})), 1));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_STRING, {}, "x"), 0));
}

TEST(Constants, AreAllOrNot) {
  EXPECT_TRUE(IsAll(ConstOf("c", TF_INT32, {2, 2}, Bytes<int32_t>({7, 7, 7, 7})), 7));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT32, {2, 2}, Bytes<int32_t>({7, 7, 7, 8})), 7));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT32, {0}, ""), 0));
  // Malformed: of another size than the shape says.
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT32, {3}, Bytes<int32_t>({7})), 7));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT32, {-1}, Bytes<int32_t>({7})), 7));
  EXPECT_FALSE(IsAll(ConstOf("c", TF_INT32, {int64_t{1} << 62, 16}, Bytes<int32_t>({7})), 7));
}

// A Const whose elements stand in a field of their own, as core compresses them.
TestNode Compressed(TF_DataType type, int64_t size, const std::string& fields) {
  wire::Writer dim;
  dim.Varint(1, size);
  wire::Writer shape;
  shape.Bytes(2, dim.message());
  wire::Writer tensor;
  tensor.Varint(1, type);
  tensor.Bytes(2, shape.message());
  tensor.Raw(fields);
  wire::Writer value;
  value.Bytes(8, tensor.message());
  return {"c", "Const", {}, {{"value", value.Take()}}};
}

TEST(Constants, AreReadWhenCompressed) {
  wire::Writer packed;
  packed.Bytes(7, std::string("\x96\x01", 2));
  EXPECT_TRUE(IsAll(Compressed(TF_INT32, 1000, packed.message()), 150));  // the last one repeats
  wire::Writer two;
  two.Varint(7, 150);
  two.Varint(7, 151);
  EXPECT_FALSE(IsAll(Compressed(TF_INT32, 1000, two.message()), 150));
  EXPECT_FALSE(IsAll(Compressed(TF_INT32, 1, two.message()), 150));
  wire::Writer negative;
  negative.Varint(10, -1);
  EXPECT_TRUE(IsAll(Compressed(TF_INT64, 1, negative.message()), -1));
  wire::Writer real;
  real.Bytes(5, Bytes<float>({0.5F, 0.5F}));
  EXPECT_TRUE(IsAll(Compressed(TF_FLOAT, 3, real.message()), 0.5));
  EXPECT_TRUE(IsAll(Compressed(TF_FLOAT, 3, ""), 0));  // nothing stands for zeros
}

}  // namespace
}  // namespace pluggable::tests::formats
