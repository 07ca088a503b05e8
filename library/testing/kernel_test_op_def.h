// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Definitions of TensorFlow's ops, read from the TensorFlow that runs the tests: a newer release
// may have more attributes and types than the one that the plugin was written for.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_OP_DEF_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_OP_DEF_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "eager.h"

namespace pluggable::tests {

struct ArgDef {
  std::string name;
  int64_t type = 0;            // fixed by the op, or 0
  std::string type_attr;       // the attribute that says the type
  std::string number_attr;     // the attribute that says how many tensors, of a list
  std::string type_list_attr;  // the attribute that lists the types, of a list of mixed types
};

struct AttrDef {
  std::string name;
  std::string type;
  AttrValue default_value;
  AttrValue allowed_values;  // a list; not given = all
  bool has_minimum = false;
  int64_t minimum = 0;
};

struct OpDef {
  std::string name;
  std::vector<ArgDef> inputs;
  std::vector<ArgDef> outputs;
  std::vector<AttrDef> attrs;
  bool is_stateful = false;

  const AttrDef* FindAttr(const std::string& attr) const;
};

// All ops that this TensorFlow knows, by name.
std::map<std::string, OpDef> ReadOpDefs();

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_OP_DEF_H_
