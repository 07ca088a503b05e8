// The shape rules of a new op: what its spec says under `shape:`, parsed and checked.
//
//   shape:
//     a: [batch..., m, k]        # an input's pattern
//     b: [batch..., k, n]
//     y: [batch..., m, n]        # an output's shape
//
// docs/shape_rules.md has the language. The rules become C++ in emit/shape_text.h.

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
  kSplice,   // batch..., x[1:]..., and ... of its own
  kBinary,   // n + 1
  kList,     // [batch, n]
  kCall,     // concat(values, axis=1), scalar
};

// What a name stands for. The checker finds out.
enum class ShapeMeaning { kNone, kDimension, kGroup, kAttr, kInput };

// A part of a rule.
struct ShapeExpr {
  ShapeNode node = ShapeNode::kInteger;
  ShapeMeaning meaning = ShapeMeaning::kNone;
  std::string text;     // the name, the function, the operator ("//"), the text without its quotes
  int64_t integer = 0;  // the integer, the index of an element, 1 of "true"
  std::optional<int64_t> begin;  // of a slice
  std::optional<int64_t> end;
  // Two of kBinary, the items of a list, what a call is given, and what a splice splices: nothing
  // for "..." of its own, which is the group without a name.
  std::vector<ShapeExpr> operands;
  std::string parameter;  // "axis" of `axis=1`, "" of what a call is given by place
  diag::Span parameter_span;
  diag::Span span;
};

// The rule of one argument.
struct ShapeRule {
  std::string arg;
  ShapeExpr expr;
  std::string source;  // "[batch..., m, k]": the rule as people write it, in one line
};

struct ShapeRules {
  std::vector<ShapeRule> inputs;   // patterns, in the order of the op's inputs that have one
  std::vector<ShapeRule> outputs;  // one for each output, `unknown` where the spec says nothing
  std::string file;                // of `shape: {file: ...}`; then there are no others

  const ShapeRule* FindInput(std::string_view input) const;
};

// The rules of `entry`, whose inputs, outputs and attrs are `def`. What is wrong goes to `sink`,
// all of it; an output whose rule is broken counts as unknown.
ShapeRules ParseShapeRules(const spec::OpEntry& entry, const OpDef& def, diag::Sink& sink);

// A part of an output's shape that graphs cannot tell, since TensorFlow's C API shows a shape
// function neither attrs other than types nor values of inputs.
struct RunTimePart {
  std::string output;
  std::string what;                 // "spatial sizes", "rank and sizes"
  std::vector<std::string> attrs;   // on which it depends
  std::vector<std::string> inputs;  // on whose values it depends

  // "spatial sizes of 'y' depend on attrs 'strides' and 'padding'".
  std::string Text() const;
};

// In the order of the outputs; empty if known inputs give fully known outputs, as far as the rules
// say anything of them.
std::vector<RunTimePart> KnownOnlyAtRunTime(const ShapeRules& rules, const OpDef& def);

// Inputs whose values a rule reads: they have to be in host memory. In the order of the op.
std::vector<std::string> HostInputs(const ShapeRules& rules, const OpDef& def);

// Attrs that the rules read, in the order of the op; every attr that a rule can read if the rule is
// in a file of the user's.
std::vector<const Attr*> AttrsOf(const ShapeRules& rules, const OpDef& def);

// Whether a kernel gets the whole shape of this output from its rule.
bool TellsAll(const ShapeRule& output);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_SHAPE_RULE_H_
