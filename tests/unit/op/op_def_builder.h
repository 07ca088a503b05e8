// Definitions of ops for tests, by hand.

#ifndef PLUGINGEN_TESTS_UNIT_OP_OP_DEF_BUILDER_H_
#define PLUGINGEN_TESTS_UNIT_OP_OP_DEF_BUILDER_H_

#include <string>
#include <vector>

#include "op/op_def.h"
#include "op/parse_op_def.h"

namespace plugingen::op {

inline diag::SourceText TextAt(const std::string& text, size_t begin = 0) {
  return {text, {begin, begin + text.size()}, begin, true};
}

struct TestOp {
  std::string name;
  std::vector<std::string> inputs{};
  std::vector<std::string> outputs{};
  std::vector<std::string> attrs{};
};

inline spec::OpEntry EntryOf(const TestOp& op) {
  spec::OpEntry entry;
  entry.name = {op.name, {}, true};
  for (const std::string& text : op.inputs) entry.inputs.push_back(TextAt(text));
  for (const std::string& text : op.outputs) entry.outputs.push_back(TextAt(text));
  for (const std::string& text : op.attrs) entry.attrs.push_back(TextAt(text));
  return entry;
}

inline OpDef DefOf(const TestOp& op) {
  diag::Sink sink;
  return ParseOpDef(EntryOf(op), sink);
}

}  // namespace plugingen::op

#endif  // PLUGINGEN_TESTS_UNIT_OP_OP_DEF_BUILDER_H_
