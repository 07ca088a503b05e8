#include "emit/shape_text.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "emit/comment_text.h"
#include "emit/unique_names.h"
#include "spec/reserved_names.h"

namespace plugingen::emit {
namespace {

using op::ShapeExpr;
using op::ShapeMeaning;
using op::ShapeNode;
using op::ShapeRule;

// A function indents its statements by two.
constexpr size_t kBodyColumns = kColumns - 2;

std::string Quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

// Wraps a long statement after commas, aligned with the enclosing bracket.
std::string Wrapped(const std::string& statement) {
  std::string text;
  std::string line = statement;
  while (line.size() > kBodyColumns) {
    const size_t comma = line.rfind(", ", kBodyColumns - 1);
    if (comma == std::string::npos) break;
    std::vector<size_t> open;
    for (size_t i = 0; i < comma; ++i) {
      if (line[i] == '(' || line[i] == '{') open.push_back(i);
      if ((line[i] == ')' || line[i] == '}') && !open.empty()) open.pop_back();
    }
    const size_t column = open.empty() ? 4 : open.back() + 1;
    if (line.find_first_not_of(' ') > comma) break;
    text += line.substr(0, comma + 1) + "\n";
    line = std::string(column, ' ') + line.substr(comma + 2);
  }
  return text + line;
}

// Unique names for the variables of dimensions: no C++ words, and no names that the rule uses
// itself.
class ShapeVariables {
 public:
  const std::string& Of(const std::string& name) {
    const auto [variable, is_new] = variables_.emplace(name, "");
    if (is_new) {
      const bool is_plain = !name.empty() && name[0] != '_';
      variable->second = names_.Take(name.empty() ? "dims" : is_plain ? name : "dim" + name);
    }
    return variable->second;
  }
  // Returns the name for a window; a rule can have several.
  std::string Window(int number) {
    return names_.Take(number == 1 ? "window" : "window" + std::to_string(number));
  }

 private:
  UniqueNames names_{spec::IsCppWord,
                     {"rule", "Dim", "DimList", "Window", "kAnyDim", "ShapeRule", "int64_t"}};
  std::map<std::string, std::string> variables_;
};

class ShapeWriter {
 public:
  ShapeWriter(const op::OpDef& def, const op::ShapeRules& rules) : def_(def), rules_(rules) {}

  std::string Text() {
    for (const ShapeRule& rule : rules_.inputs) Declare(rule.expr);
    for (const ShapeRule& rule : rules_.inputs) WritePattern(rule);
    for (const ShapeRule& rule : rules_.outputs) WriteOutput(rule);
    return std::move(text_);
  }

 private:
  void Statement(const std::string& statement) {
    text_ += (text_.empty() ? "" : "\n") + Wrapped(statement + ";");
  }

  // Declares the names in a pattern as variables.
  void Declare(const ShapeExpr& pattern) {
    if (pattern.node != ShapeNode::kList) return;
    for (const ShapeExpr& item : pattern.operands) {
      const bool is_unnamed = item.node == ShapeNode::kSplice && item.operands.empty();
      const ShapeExpr& name =
          item.node == ShapeNode::kSplice && !is_unnamed ? item.operands[0] : item;
      if (name.meaning == ShapeMeaning::kNone || !declared_.insert(name.text).second) continue;
      const std::string& variable = variables_.Of(name.text);
      if (name.meaning == ShapeMeaning::kAttr) {
        Statement("Dim " + variable + " = rule.Int(" + Quoted(name.text) + ")");
      } else {
        Statement((name.meaning == ShapeMeaning::kGroup ? "DimList " : "Dim ") + variable + "(" +
                  Quoted(name.text) + ")");
      }
    }
  }

  void WritePattern(const ShapeRule& rule) {
    if (rule.expr.node == ShapeNode::kList) {
      Statement("rule.Match(" + Quoted(rule.arg) + ", " + Items(rule.expr) + ")");
      return;
    }
    static const std::map<std::string_view, std::string> checks = {
        {"rank", "RequireRank"},
        {"rank_at_least", "RequireRankAtLeast"},
        {"rank_at_most", "RequireRankAtMost"}};
    Statement("rule." + checks.at(rule.expr.text) + "(" + Quoted(rule.arg) + ", " +
              std::to_string(rule.expr.operands[0].integer) + ")");
  }

  void WriteOutput(const ShapeRule& rule) {
    const bool is_each = rule.expr.node == ShapeNode::kCall && rule.expr.text == "same_as" &&
                         IsList(rule.expr.operands[0].text);
    const std::string shape =
        is_each ? "rule.EachOf(" + Quoted(rule.expr.operands[0].text) + ")" : Shape(rule.expr);
    Statement(std::string(is_each ? "rule.SetEach(" : "rule.Set(") + Quoted(rule.arg) + ", " +
              shape + ")");
  }

  bool IsList(const std::string& input) const {
    const op::Arg* arg = def_.FindInput(input);
    return arg != nullptr && arg->is_list();
  }

  // Returns "{batch, n, 4}".
  std::string Items(const ShapeExpr& list) {
    std::string text = "{";
    for (const ShapeExpr& item : list.operands) {
      if (text.size() > 1) text += ", ";
      text += Item(item);
    }
    return text + "}";
  }

  std::string Item(const ShapeExpr& item) {
    if (item.node != ShapeNode::kSplice) return DimText(item);
    if (item.operands.empty()) return variables_.Of("");
    const ShapeExpr& spliced = item.operands[0];
    if (spliced.meaning == ShapeMeaning::kGroup) return variables_.Of(spliced.text);
    if (spliced.node == ShapeNode::kName) return "rule.SameAs(" + Quoted(spliced.text) + ")";
    return Shape(spliced);
  }

  static std::string Integer(int64_t value) {
    const bool is_int = value >= std::numeric_limits<int32_t>::min() &&
                        value <= std::numeric_limits<int32_t>::max();
    return is_int ? std::to_string(value) : "int64_t{" + std::to_string(value) + "}";
  }

  static int Precedence(const ShapeExpr& expr) {
    if (expr.node != ShapeNode::kBinary) return 3;
    return expr.text == "*" || expr.text == "//" ? 2 : 1;
  }

  std::string DimText(const ShapeExpr& expr) {
    switch (expr.node) {
      case ShapeNode::kInteger:
        return Integer(expr.integer);
      case ShapeNode::kAny:
        return "kAnyDim";
      case ShapeNode::kElement:
        return "rule.DimOf(" + Quoted(expr.text) + ", " + std::to_string(expr.integer) + ")";
      case ShapeNode::kBinary: {
        std::string left = DimText(expr.operands[0]);
        std::string right = DimText(expr.operands[1]);
        if (Precedence(expr.operands[0]) < Precedence(expr)) left = "(" + left + ")";
        if (Precedence(expr.operands[1]) <= Precedence(expr)) right = "(" + right + ")";
        // C++ would divide two integer literals as int, with its rounding and its range.
        const bool is_constant = expr.operands[0].node == ShapeNode::kInteger &&
                                 expr.operands[1].node == ShapeNode::kInteger;
        if (is_constant) left = "Dim(" + left + ")";
        return left + " " + (expr.text == "//" ? "/" : expr.text) + " " + right;
      }
      default:
        if (expr.meaning == ShapeMeaning::kAttr && !declared_.contains(expr.text)) {
          return "rule.Int(" + Quoted(expr.text) + ")";
        }
        return variables_.Of(expr.text);
    }
  }

  std::string Shape(const ShapeExpr& expr) {
    switch (expr.node) {
      case ShapeNode::kList:
        return expr.operands.empty() ? "DimList::Scalar()" : Items(expr);
      case ShapeNode::kSlice:
        return "rule.DimsOf(" + Quoted(expr.text) + ", " + std::to_string(expr.begin.value_or(0)) +
               ", " + (expr.end ? std::to_string(*expr.end) : "ShapeRule::kEnd") + ")";
      default:
        return Call(expr);
    }
  }

  std::string Call(const ShapeExpr& call) {
    if (call.text == "scalar") return "DimList::Scalar()";
    if (call.text == "unknown") return "DimList::Unknown()";
    if (call.text == "same_as") return "rule.SameAs(" + Inputs(call) + ")";
    if (call.text == "attr") return "rule.Shape(" + Inputs(call) + ")";
    if (call.text == "values") return "rule.Values(" + Inputs(call) + ")";
    if (call.text == "broadcast") return "rule.Broadcast({" + Inputs(call) + "})";
    if (call.text == "concat") {
      return "rule.Concat({" + Inputs(call) + "}, " + Number(*Find(call, "axis")) + ")";
    }
    if (call.text == "stack") {
      const ShapeExpr* axis = Find(call, "axis");
      return "rule.Stack({" + Inputs(call) + "}, " + (axis ? Number(*axis) : "0") + ")";
    }
    if (call.text == "reduce") {
      const ShapeExpr* keep_dims = Find(call, "keep_dims");
      return "rule.Reduce(" + Inputs(call) + ", " + Integers(*Find(call, "axes")) + ", " +
             (keep_dims ? Truth(*keep_dims) : "false") + ")";
    }
    if (call.text == "transpose") {
      return "rule.Transpose(" + Inputs(call) + ", " + Integers(*Find(call, "perm")) + ")";
    }
    if (call.text == "matmul") return MatMul(call);
    const bool is_conv = call.text == "conv";
    WriteWindow(call);
    return (is_conv ? "rule.Conv(" : "rule.Pool(") + Inputs(call) + ", " + window_ + ")";
  }

  std::string MatMul(const ShapeExpr& call) {
    std::string text = "rule.MatMul(" + Inputs(call);
    const ShapeExpr* transpose_a = Find(call, "transpose_a");
    const ShapeExpr* transpose_b = Find(call, "transpose_b");
    if (transpose_a != nullptr || transpose_b != nullptr) {
      text += ", " + (transpose_a != nullptr ? Truth(*transpose_a) : "false");
    }
    if (transpose_b != nullptr) text += ", " + Truth(*transpose_b);
    return text + ")";
  }

  void WriteWindow(const ShapeExpr& call) {
    window_ = variables_.Window(++windows_);
    Statement("Window " + window_);
    for (const std::string_view list : {"ksize", "strides", "dilations"}) WriteIntegers(call, list);
    WriteWord(call, "padding");
    WriteIntegers(call, "explicit_paddings");
    WriteWord(call, "data_format");
  }

  void WriteIntegers(const ShapeExpr& call, std::string_view member) {
    const ShapeExpr* value = Find(call, member);
    if (value != nullptr) {
      Statement(window_ + "." + std::string(member) + " = " + Integers(*value));
    }
  }

  void WriteWord(const ShapeExpr& call, std::string_view member) {
    const ShapeExpr* value = Find(call, member);
    if (value != nullptr) Statement(window_ + "." + std::string(member) + " = " + Word(*value));
  }

  static const ShapeExpr* Find(const ShapeExpr& call, std::string_view parameter) {
    const auto found =
        std::find_if(call.operands.begin(), call.operands.end(),
                     [&](const ShapeExpr& operand) { return operand.parameter == parameter; });
    return found == call.operands.end() ? nullptr : &*found;
  }

  // Returns the arguments of a call: "a", "b".
  static std::string Inputs(const ShapeExpr& call) {
    std::string text;
    for (const ShapeExpr& operand : call.operands) {
      if (!operand.parameter.empty()) continue;
      text += (text.empty() ? "" : ", ") + Quoted(operand.text);
    }
    return text;
  }

  std::string Number(const ShapeExpr& value) { return DimText(value); }

  std::string Integers(const ShapeExpr& value) {
    if (value.meaning == ShapeMeaning::kInput) return "rule.Values(" + Quoted(value.text) + ")";
    if (value.node == ShapeNode::kList) {
      return value.operands.empty() ? "DimList::Scalar()" : Items(value);
    }
    const op::Attr* attr = value.node == ShapeNode::kName ? def_.FindAttr(value.text) : nullptr;
    if (attr != nullptr && attr->is_list) return "rule.Ints(" + Quoted(value.text) + ")";
    return "{" + DimText(value) + "}";
  }

  static std::string Truth(const ShapeExpr& value) {
    if (value.node == ShapeNode::kTruth) return value.text;
    return "rule.Bool(" + Quoted(value.text) + ")";
  }

  // Returns a text. An attr with a single possible value counts as one.
  std::string Word(const ShapeExpr& value) const {
    if (value.node == ShapeNode::kText) return Quoted(value.text);
    const op::Attr* attr = def_.FindAttr(value.text);
    if (attr->allowed_strings.size() == 1) return Quoted(attr->allowed_strings[0]);
    return "rule.String(" + Quoted(value.text) + ")";
  }

  const op::OpDef& def_;
  const op::ShapeRules& rules_;
  ShapeVariables variables_;
  std::set<std::string> declared_;
  std::string window_;  // the variable of the last window
  int windows_ = 0;
  std::string text_;
};

std::vector<std::string> ArgTexts(const std::vector<op::Arg>& args) {
  std::vector<std::string> texts;
  for (const op::Arg& arg : args) {
    std::string text = "{" + Quoted(arg.name);
    if (arg.is_list()) text += ", " + Quoted(arg.is_type_list ? arg.type : arg.number_attr);
    texts.push_back(text + (arg.is_type_list ? ", true}" : "}"));
  }
  return texts;
}

std::string_view KindText(const op::Attr& attr) {
  switch (attr.kind) {
    case op::AttrKind::kInt:
      return attr.is_list ? "kIntList" : "kInt";
    case op::AttrKind::kBool:
      return "kBool";
    case op::AttrKind::kString:
      return "kString";
    case op::AttrKind::kShape:
      return "kShape";
    default:
      return "kType";
  }
}

std::vector<std::string> AttrTexts(const op::OpDef& def, const op::ShapeRules& rules) {
  std::vector<std::string> texts;
  for (const op::Attr* attr : op::AttrsOf(rules, def)) {
    texts.push_back("{" + Quoted(attr->name) + ", ShapeAttrKind::" + std::string(KindText(*attr)) +
                    "}");
  }
  return texts;
}

// Returns `/*inputs=*/{{"x"}, {"y"}},` or one item a line, formatted as clang-format formats a list
// in an op's constant.
std::string ListText(std::string_view name, const std::vector<std::string>& items) {
  constexpr size_t kIndent = 6;
  const std::string comment = "/*" + std::string(name) + "=*/";
  std::string line = comment + "{" + base::Join(items, ", ") + "},";
  if (kIndent + line.size() <= kColumns) return line;
  return comment + "\n{" + base::Join(items, ",\n ") + "},";
}

}  // namespace

std::string ShapeRuleText(const op::OpDef& def, const op::ShapeRules& rules) {
  return ShapeWriter(def, rules).Text();
}

Value ShapeView(const op::OpDef& def, const op::ShapeRules& rules) {
  const std::string snake = base::SnakeCase(def.name);
  List lines;
  for (const auto* side : {&rules.inputs, &rules.outputs}) {
    for (const ShapeRule& rule : *side) {
      lines.push_back(Members{{"text", CommentText(rule.arg + ": " + rule.source)}});
    }
  }
  List notes;
  for (const op::RunTimePart& part : op::KnownOnlyAtRunTime(rules, def)) {
    notes.push_back(
        Members{{"text", CommentText("Known only when it runs: " + part.Text() + ".")}});
  }
  const std::string body = rules.file.empty() ? ShapeRuleText(def, rules) : "";
  const std::string head =
      "void " + def.name + "Rule(ShapeRule& " + (body.empty() ? "/*rule*/" : "rule") + ") {";
  // clang-format puts a function on one line if it fits.
  const std::string line = head + (body.empty() ? "}" : " " + body + " }");
  const bool is_line = body.find('\n') == std::string::npos && line.size() <= kColumns;
  const bool tells_all = std::all_of(rules.outputs.begin(), rules.outputs.end(), op::TellsAll);
  return Members{{"guard", base::ToUpper(snake)},
                 {"file", rules.file.empty() ? snake + "_shape.cc" : rules.file},
                 {"inputs", ListText("inputs", ArgTexts(def.inputs))},
                 {"outputs", ListText("outputs", ArgTexts(def.outputs))},
                 {"attrs", ListText("attrs", AttrTexts(def, rules))},
                 {"tells_all", tells_all},
                 {"lines", std::move(lines)},
                 {"notes", std::move(notes)},
                 {"is_line", is_line},
                 {"line", line},
                 {"head", head},
                 {"body", body}};
}

}  // namespace plugingen::emit
