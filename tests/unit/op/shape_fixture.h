// Ops with shape rules as a spec writes them, for tests of what is made of the rules.

#ifndef PLUGINGEN_TESTS_UNIT_OP_SHAPE_FIXTURE_H_
#define PLUGINGEN_TESTS_UNIT_OP_SHAPE_FIXTURE_H_

#include <string>
#include <utility>
#include <vector>

#include "diag/text_printer.h"
#include "op/parse_op_def.h"
#include "op/shape_rule.h"
#include "spec/parse.h"

namespace plugingen::op {

struct OpWithShapes {
  OpDef def;
  ShapeRules rules;
};

// Every op of a spec, and all that there is to say about it.
struct ShapesOfSpec {
  std::vector<OpWithShapes> ops;
  std::string messages;
};

inline ShapesOfSpec ShapesOf(const std::string& name, const std::string& text) {
  const diag::SourceFile source(name, text);
  diag::Sink sink;
  ShapesOfSpec shapes;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  for (const spec::OpEntry& entry : spec ? spec->ops : std::vector<spec::OpEntry>()) {
    OpDef def = ParseOpDef(entry, sink);
    ShapeRules rules = ParseShapeRules(entry, def, sink);
    shapes.ops.push_back({std::move(def), std::move(rules)});
  }
  shapes.messages = diag::RenderText(&source, sink.diagnostics());
  return shapes;
}

// One op, whose keys are indented by four: `    inputs: ["x: T"]`.
inline OpWithShapes OneOp(const std::string& keys, std::string* messages = nullptr) {
  ShapesOfSpec shapes =
      ShapesOf("acme.yaml", "plugingen: 1\nplugin: {name: nova}\nops:\n  - name: AcmeOp\n" + keys);
  if (messages != nullptr) *messages = shapes.messages;
  return shapes.ops.empty() ? OpWithShapes() : std::move(shapes.ops.front());
}

}  // namespace plugingen::op

#endif  // PLUGINGEN_TESTS_UNIT_OP_SHAPE_FIXTURE_H_
