// Graphs for the tests of the graph optimizer.

#ifndef PLUGGABLE_TESTS_GRAPH_TEST_GRAPH_H_
#define PLUGGABLE_TESTS_GRAPH_TEST_GRAPH_H_

#include <stdlib.h>
#include <tensorflow/c/tf_datatype.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graph/attr_value.h"
#include "plugin/names.h"

namespace pluggable::tests {

inline const std::string kDevice =
    std::string("/job:localhost/replica:0/task:0/device:") + names::kDeviceType + ":0";

using graph::BoolAttr;
using graph::StringAttr;
using graph::StringsAttr;
using graph::TypeAttr;

// A node with T=float unless the attrs say otherwise.
struct TestNode {
  std::string name;
  std::string op;
  std::vector<std::string> inputs = {};
  std::map<std::string, std::string> attrs = {};
  std::string device = kDevice;
  std::string others = {};  // whole fields
};

// A Const of these elements, in the machine's representation.
TestNode ConstOf(const std::string& name, TF_DataType type, const std::vector<int64_t>& dims,
                 const std::string& elements);
TestNode Scalar(const std::string& name, float value);
TestNode Indices(const std::string& name, const std::vector<int32_t>& values);

// The GraphDef of the nodes, with other fields around them.
std::string Serialize(const std::vector<TestNode>& nodes);

// "relu = Relu(x, ^y)", a line for each node but arguments.
std::string ToText(const std::string& graph_def);
// The attrs of a node: those that are texts, types and truths as "T=1 activation='Relu'".
std::string AttrsOf(const std::string& graph_def, const std::string& name);
// The attr `steps` of a chain's node: "Tanh 0; Mul 1 1".
std::string StepsOf(const std::string& graph_def, const std::string& name);

// Sets an environment variable for a while.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Setting() { unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
};

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_GRAPH_TEST_GRAPH_H_
