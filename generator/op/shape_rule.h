// The shape rules of a new op, parsed and checked.
//
//   shape:
//     a: [batch..., m, k]        # an input's pattern
//     b: [batch..., k, n]
//     y: [batch..., m, n]        # an output's shape
//
// docs/shape_rules.md describes the language. emit/shape_text.h turns the rules into C++.

#ifndef PLUGINGEN_OP_SHAPE_RULE_H_
#define PLUGINGEN_OP_SHAPE_RULE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/op_def.h"
#include "spec/spec.h"

namespace plugingen::op {

enum class ShapeNode {
  kInteger,  // 4, -1
  kText,     // 'SAME'
  kTruth,    // true
  kAny,      // ?
  kName,     // n, strides, x
  kElement,  // x[0]
  kSlice,    // x[1:3]
  kSplice,   // batch..., x[1:]..., or just ...
  kBinary,   // n + 1
  kList,     // [batch, n]
  kCall,     // concat(values, axis=1), scalar
};

// The meaning of a name, which the checker determines.
enum class ShapeMeaning { kNone, kDimension, kGroup, kAttr, kInput };

// A node of a rule.
struct ShapeExpr {
  ShapeNode node = ShapeNode::kInteger;
  ShapeMeaning meaning = ShapeMeaning::kNone;
  std::string text;              // the name, function, operator ("//"), or text without quotes
  int64_t integer = 0;           // the integer, the index of an element, or 1 for "true"
  std::optional<int64_t> begin;  // of a slice
  std::optional<int64_t> end;
  // The operands of kBinary, the items of a list, the arguments of a call, or what a splice
  // splices. A bare "..." has none; it is the group without a name.
  std::vector<ShapeExpr> operands;
  std::string parameter;  // "axis" for `axis=1`, "" for a positional argument
  diag::Span parameter_span;
  diag::Span span;
};

// The rule of one argument.
struct ShapeRule {
  std::string arg;
  ShapeExpr expr;
  std::string source;  // the rule as one line of text: "[batch..., m, k]"
};

struct ShapeRules {
  std::vector<ShapeRule> inputs;   // the patterns, in the order of the op's inputs
  std::vector<ShapeRule> outputs;  // one per output; `unknown` if the spec has none
  std::string file;                // of `shape: {file: ...}`; excludes other rules

  const ShapeRule* FindInput(std::string_view input) const;
};

// Parses the rules of `entry`, whose inputs, outputs and attrs are in `def`. Reports all mistakes
// to `sink`. An output with a wrong rule counts as unknown.
ShapeRules ParseShapeRules(const spec::OpEntry& entry, const OpDef& def, diag::Sink& sink);

// A part of an output's shape that shape inference cannot compute. TensorFlow's C API gives a shape
// function neither the values of inputs nor attrs other than types.
struct RunTimePart {
  std::string output;
  std::string what;                 // "spatial sizes", "rank and sizes"
  std::vector<std::string> attrs;   // those that it depends on
  std::vector<std::string> inputs;  // those whose values it depends on

  // Returns "spatial sizes of 'y' depend on attrs 'strides' and 'padding'".
  std::string Text() const;
};

// Returns these parts in the order of the outputs. Empty if fully known inputs give fully known
// outputs, as far as the rules describe them.
std::vector<RunTimePart> KnownOnlyAtRunTime(const ShapeRules& rules, const OpDef& def);

// Returns the inputs whose values a rule reads, in the order of the op. They must be in host
// memory.
std::vector<std::string> HostInputs(const ShapeRules& rules, const OpDef& def);

// Returns the attrs that the rules read, in the order of the op. If the rule is in a file of the
// user's, returns every attr that a rule can read.
std::vector<const Attr*> AttrsOf(const ShapeRules& rules, const OpDef& def);

// True if the rule gives a kernel the whole shape of this output.
bool TellsAll(const ShapeRule& output);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_SHAPE_RULE_H_
