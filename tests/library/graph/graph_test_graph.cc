#include "graph_test_graph.h"

#include <gtest/gtest.h>

#include <string_view>

#include "pluggable/wire.h"
#include "pluggable/wire_writer.h"

#include "graph/graph.h"

namespace pluggable::tests {

namespace {

template <typename T>
std::string Elements(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

std::string SerializeNode(const TestNode& node) {
  wire::Writer message;
  message.Bytes(1, node.name);
  message.Bytes(2, node.op);
  for (const std::string& input : node.inputs) message.Bytes(3, input);
  if (!node.device.empty()) message.Bytes(4, node.device);
  std::map<std::string, std::string> attrs = node.attrs;
  attrs.emplace("T", TypeAttr(TF_FLOAT));
  // Not in the order of their names: core's own order is arbitrary.
  for (auto attr = attrs.rbegin(); attr != attrs.rend(); ++attr) {
    wire::Writer entry;
    entry.Bytes(1, attr->first);
    entry.Bytes(2, attr->second);
    message.Bytes(5, entry.message());
  }
  message.Raw(node.others);
  return message.Take();
}

}  // namespace

TestNode ConstOf(const std::string& name, TF_DataType type, const std::vector<int64_t>& dims,
                 const std::string& elements) {
  wire::Writer shape;
  for (const int64_t size : dims) {
    wire::Writer dim;
    dim.Varint(1, size);
    shape.Bytes(2, dim.message());
  }
  wire::Writer tensor;
  tensor.Varint(1, type);
  tensor.Bytes(2, shape.message());
  tensor.Bytes(4, elements);
  wire::Writer value;
  value.Bytes(8, tensor.message());
  return {name, "Const", {}, {{"value", value.Take()}, {"dtype", TypeAttr(type)}}};
}

TestNode Scalar(const std::string& name, float value) {
  return ConstOf(name, TF_FLOAT, {}, Elements<float>({value}));
}

TestNode Indices(const std::string& name, const std::vector<int32_t>& values) {
  return ConstOf(name, TF_INT32, {static_cast<int64_t>(values.size())}, Elements(values));
}

std::string Serialize(const std::vector<TestNode>& nodes) {
  wire::Writer versions;
  versions.Varint(1, 2474);
  wire::Writer graph_def;
  graph_def.Bytes(4, versions.message());  // in front of the nodes, where core writes it behind
  for (const TestNode& node : nodes) graph_def.Bytes(1, SerializeNode(node));
  graph_def.Bytes(2, "");          // the library
  graph_def.Bytes(77, "to come");  // a field that no release has yet
  return graph_def.Take();
}

std::string ToText(const std::string& graph_def) {
  graph::GraphDef graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  std::string text;
  for (int i = 0; i < graph.size(); ++i) {
    const graph::NodeDef& node = graph.node(i);
    if (node.op == "_Arg") continue;
    std::string inputs;
    for (const std::string_view input : node.inputs) {
      inputs += (inputs.empty() ? "" : ", ") + std::string(input);
    }
    text += std::string(node.name) + " = " + std::string(node.op) + "(" + inputs + ")\n";
  }
  return text;
}

std::string AttrsOf(const std::string& graph_def, const std::string& name) {
  graph::GraphDef graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  std::string text;
  for (int i = 0; i < graph.size(); ++i) {
    if (graph.node(i).name != name) continue;
    for (const graph::Attr& attr : graph.node(i).attrs) {
      text += (text.empty() ? "" : " ") + std::string(attr.name) + "=";
      wire::Reader value(attr.value);
      value.Next();
      text += value.is_bytes() ? "'" + std::string(value.bytes()) + "'"
                               : std::to_string(value.number());
    }
  }
  return text;
}

std::string StepsOf(const std::string& graph_def, const std::string& name) {
  graph::GraphDef graph;
  EXPECT_TRUE(graph.Parse(graph_def));
  std::string text;
  for (int i = 0; i < graph.size(); ++i) {
    if (graph.node(i).name != name) continue;
    graph::ForEachString(graph.node(i).FindAttr("steps"), [&](std::string_view step) {
      text += (text.empty() ? "" : "; ") + std::string(step);
    });
  }
  return text;
}

}  // namespace pluggable::tests
