// Finds the parts of a rule that shape inference cannot compute.

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "op/shape_functions.h"
#include "op/shape_rule.h"

namespace plugingen::op {
namespace {

void ForEach(const ShapeExpr& expr, const std::function<void(const ShapeExpr&)>& visit) {
  visit(expr);
  for (const ShapeExpr& operand : expr.operands) ForEach(operand, visit);
}

void AddOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// True if the attr is the number of an input's tensors, which is known if the inputs are.
bool IsNumberOfInput(const OpDef& def, const std::string& attr) {
  return std::any_of(def.inputs.begin(), def.inputs.end(),
                     [&](const Arg& input) { return input.number_attr == attr; });
}

// True if the attr is in a pattern, so that it is the size of an input's dimension.
bool IsSizeOfInput(const ShapeRules& rules, const std::string& attr) {
  bool is_size = false;
  for (const ShapeRule& rule : rules.inputs) {
    ForEach(rule.expr, [&](const ShapeExpr& expr) {
      is_size = is_size || (expr.meaning == ShapeMeaning::kAttr && expr.text == attr);
    });
  }
  return is_size;
}

// True if only one text is allowed for the attr.
bool HasOneValue(const OpDef& def, const std::string& attr) {
  const Attr* found = def.FindAttr(attr);
  return found != nullptr && found->allowed_strings.size() == 1;
}

bool IsHidden(const ShapeRules& rules, const OpDef& def, const std::string& attr) {
  return !IsNumberOfInput(def, attr) && !IsSizeOfInput(rules, attr) && !HasOneValue(def, attr);
}

// True if the expression reads the values of the input that it names.
bool ReadsValues(const ShapeExpr& call, const ShapeExpr& operand) {
  return operand.meaning == ShapeMeaning::kInput &&
         (call.text == "values" || !operand.parameter.empty());
}

// Returns the part of the result's shape that the operand determines.
std::string_view Decides(const ShapeFunction& function, const ShapeExpr& call,
                         const ShapeExpr& operand) {
  const ShapeParameter* parameter = function.Find(operand.parameter);
  const bool keeps_rank =
      std::any_of(call.operands.begin(), call.operands.end(), [](const ShapeExpr& other) {
        return other.parameter == "keep_dims" && other.node == ShapeNode::kTruth &&
               other.integer != 0;
      });
  return parameter == nullptr || keeps_rank ? "sizes" : parameter->decides;
}

class Finder {
 public:
  Finder(const ShapeRules& rules, const OpDef& def) : rules_(rules), def_(def) {}

  RunTimePart Find(const ShapeRule& rule) {
    part_.output = rule.arg;
    Visit(rule.expr, rule.expr.node == ShapeNode::kCall ? "sizes" : "some sizes");
    if (!(part_.attrs.empty() && part_.inputs.empty())) {
      part_.what = base::Join(whats_, " and ");
    }
    return part_;
  }

 private:
  void AddWhat(std::string_view what) { AddOnce(whats_, std::string(what)); }

  void AddAttr(const std::string& attr, std::string_view what) {
    if (!IsHidden(rules_, def_, attr)) return;
    AddOnce(part_.attrs, attr);
    AddWhat(what);
  }

  void Visit(const ShapeExpr& expr, std::string_view what) {
    if (expr.meaning == ShapeMeaning::kAttr) AddAttr(expr.text, what);
    const ShapeFunction* function =
        expr.node == ShapeNode::kCall ? FindShapeFunction(expr.text) : nullptr;
    for (const ShapeExpr& operand : expr.operands) {
      if (function != nullptr && ReadsValues(expr, operand)) {
        AddOnce(part_.inputs, operand.text);
        AddWhat(Decides(*function, expr, operand));
      } else if (function != nullptr && !operand.parameter.empty()) {
        Visit(operand, Decides(*function, expr, operand));
      } else {
        Visit(operand,
              expr.node == ShapeNode::kCall && expr.text == "attr" ? "rank and sizes" : what);
      }
    }
  }

  const ShapeRules& rules_;
  const OpDef& def_;
  RunTimePart part_;
  std::vector<std::string> whats_;
};

std::string Quotes(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += "'" + names[i] + "'";
  }
  return text;
}

std::string CountedNoun(const std::string& noun, size_t count) {
  return count == 1 ? noun : noun + "s";
}

}  // namespace

std::string RunTimePart::Text() const {
  std::string text = what + " of '" + output + "' depend on ";
  if (!attrs.empty()) text += CountedNoun("attr", attrs.size()) + " " + Quotes(attrs);
  if (!attrs.empty() && !inputs.empty()) text += " and ";
  if (!inputs.empty()) {
    text += "the values of " + CountedNoun("input", inputs.size()) + " " + Quotes(inputs);
  }
  return text;
}

std::vector<RunTimePart> KnownOnlyAtRunTime(const ShapeRules& rules, const OpDef& def) {
  std::vector<RunTimePart> parts;
  for (const ShapeRule& output : rules.outputs) {
    RunTimePart part = Finder(rules, def).Find(output);
    if (!part.what.empty()) parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<std::string> HostInputs(const ShapeRules& rules, const OpDef& def) {
  std::vector<std::string> read;
  for (const ShapeRule& output : rules.outputs) {
    ForEach(output.expr, [&](const ShapeExpr& expr) {
      if (expr.node != ShapeNode::kCall) return;
      for (const ShapeExpr& operand : expr.operands) {
        if (ReadsValues(expr, operand)) AddOnce(read, operand.text);
      }
    });
  }
  std::vector<std::string> inputs;
  for (const Arg& input : def.inputs) {
    if (std::find(read.begin(), read.end(), input.name) != read.end()) inputs.push_back(input.name);
  }
  return inputs;
}

std::vector<const Attr*> AttrsOf(const ShapeRules& rules, const OpDef& def) {
  std::vector<std::string> read;
  for (const auto* side : {&rules.inputs, &rules.outputs}) {
    for (const ShapeRule& rule : *side) {
      ForEach(rule.expr, [&](const ShapeExpr& expr) {
        if (expr.meaning == ShapeMeaning::kAttr) AddOnce(read, expr.text);
      });
    }
  }
  std::vector<const Attr*> attrs;
  for (const Attr& attr : def.attrs) {
    const bool can_be_read =
        attr.kind == AttrKind::kInt ||
        (!attr.is_list && (attr.kind == AttrKind::kBool || attr.kind == AttrKind::kString ||
                           attr.kind == AttrKind::kShape || attr.kind == AttrKind::kType));
    const bool is_read = std::find(read.begin(), read.end(), attr.name) != read.end();
    if (rules.file.empty() ? is_read : can_be_read) attrs.push_back(&attr);
  }
  return attrs;
}

bool TellsAll(const ShapeRule& output) {
  bool tells_all = true;
  ForEach(output.expr, [&](const ShapeExpr& expr) {
    const bool is_open =
        expr.node == ShapeNode::kAny ||
        (expr.node == ShapeNode::kCall && (expr.text == "unknown" || expr.text == "attr"));
    tells_all = tells_all && !is_open;
  });
  return tells_all;
}

}  // namespace plugingen::op
