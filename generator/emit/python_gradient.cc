#include "emit/python_gradient.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "emit/python_expression.h"
#include "emit/unique_names.h"
#include "op/python_names.h"

namespace plugingen::emit {
namespace {

using op::Arg;
using op::Attr;
using op::Expr;
using op::OpDef;

bool AnyList(const std::vector<Arg>& args) {
  return std::any_of(args.begin(), args.end(), [](const Arg& arg) { return arg.is_list(); });
}

// The names that the expressions of an op's gradient use.
struct Mentions {
  std::set<std::string> inputs;
  std::set<std::string> outputs;
  std::set<std::string> incoming;
  std::set<std::string> attrs;

  void Add(const Expr& expr) {
    if (expr.kind == Expr::Kind::kInput) inputs.insert(expr.text);
    if (expr.kind == Expr::Kind::kOutput) outputs.insert(expr.text);
    if (expr.kind == Expr::Kind::kOutputGradient) incoming.insert(expr.text);
    if (expr.kind == Expr::Kind::kAttr) attrs.insert(expr.text);
    for (const Expr& operand : expr.operands) Add(operand);
  }
};

Mentions MentionsOf(const op::Gradient& gradient) {
  Mentions mentions;
  for (const op::InputGradient& input : gradient.inputs) mentions.Add(input.expression);
  return mentions;
}

bool IsPythonWord(std::string_view name) { return op::PythonName(name) != name; }

// The variables of a gradient function, in which some names are already defined.
class Variables {
 public:
  using Kind = Expr::Kind;

  // The function's parameters get their names first.
  explicit Variables(const OpDef& def) {
    if (AnyList(def.outputs)) return;
    for (const Arg& output : def.outputs) Of(Kind::kOutputGradient, output.name);
  }
  // Returns the variable for an input, an output, the gradient of an output, or an attr.
  const std::string& Of(Kind kind, const std::string& name) {
    const auto [variable, is_new] = variables_.try_emplace({kind, name});
    if (is_new) variable->second = names_.Take((kind == Kind::kOutputGradient ? "d" : "") + name);
    return variable->second;
  }

 private:
  UniqueNames names_{IsPythonWord, {"incoming", "len", "op", "ops", "tf"}};
  std::map<std::pair<Kind, std::string>, std::string> variables_;
};

// Returns, as Python, how many tensors of the op's flat list an argument has.
std::string CountText(const Arg& arg) {
  if (!arg.number_attr.empty()) return "op.get_attr(" + PythonString(arg.number_attr) + ")";
  if (arg.is_type_list) return "len(op.get_attr(" + PythonString(arg.type) + "))";
  return "None";
}

class GradientWriter {
 public:
  GradientWriter(const OpDef& def, const op::Gradient& gradient)
      : def_(def), gradient_(gradient), mentions_(MentionsOf(gradient)), variables_(def) {}

  std::string Run() {
    const std::string name = op::PythonFunctionName(def_.name);
    text_ = "@tf.RegisterGradient(" + PythonString(def_.name) + ")\n" +
            PythonGradientSignature(def_, "_" + name + "_gradient") + "\n";
    const bool lists = AnyList(def_.outputs);
    if (lists) Unpack("incoming", def_.outputs, mentions_.incoming, Kind::kOutputGradient);
    for (const Arg& output : def_.outputs) {
      if (mentions_.incoming.count(output.name) == 0) continue;
      const std::string& variable = variables_.Of(Kind::kOutputGradient, output.name);
      text_ += "    " + variable + " = _dense(" + variable + ")\n";
    }
    Unpack("op.inputs", def_.inputs, mentions_.inputs, Kind::kInput);
    Unpack("op.outputs", def_.outputs, mentions_.outputs, Kind::kOutput);
    for (const Attr& attr : def_.attrs) {
      if (mentions_.attrs.count(attr.name) == 0) continue;
      text_ += "    " + variables_.Of(Kind::kAttr, attr.name) + " = op.get_attr(" +
               PythonString(attr.name) + ")\n";
    }
    Return();
    return text_;
  }

 private:
  using Kind = Expr::Kind;

  // Defines variables for the arguments that the expressions use.
  void Unpack(const std::string& flat, const std::vector<Arg>& args,
              const std::set<std::string>& mentioned, Kind kind) {
    if (mentioned.empty()) return;
    if (!AnyList(args)) {
      for (size_t i = 0; i < args.size(); ++i) {
        if (mentioned.count(args[i].name) == 0) continue;
        text_ += "    " + variables_.Of(kind, args[i].name) + " = " + flat + "[" +
                 std::to_string(i) + "]\n";
      }
      return;
    }
    std::vector<std::string> names;
    std::vector<std::string> counts = {flat};
    for (const Arg& arg : args) {
      const bool used = mentioned.count(arg.name) != 0;
      names.push_back(used ? variables_.Of(kind, arg.name) : "_");
      counts.push_back(CountText(arg));
    }
    text_ += "    " + base::Join(names, ", ") + (names.size() == 1 ? "," : "") + " = " +
             PythonBracketed("_grouped(", counts, ")", 4) + "\n";
  }

  const Expr* ExpressionFor(size_t input) const {
    for (const op::InputGradient& gradient : gradient_.inputs) {
      if (gradient.input == input) return &gradient.expression;
    }
    return nullptr;
  }

  // Returns a gradient as an item of the returned list. A list of gradients is unpacked.
  std::string Item(size_t i, size_t indent, size_t column, size_t after) {
    const Arg& input = def_.inputs[i];
    const Expr* expr = ExpressionFor(i);
    if (expr == nullptr) return input.is_list() ? "*[None] * " + CountText(input) : "None";
    const std::string star = input.is_list() ? "*" : "";
    return star +
           PythonExpression(*expr, OfExpr(), indent, column + star.size(), after, star.empty());
  }

  VariableOf OfExpr() {
    return [this](const Expr& expr) { return variables_.Of(expr.kind, expr.text); };
  }

  void Return() {
    if (def_.inputs.size() == 1 && !def_.inputs[0].is_list()) {
      text_ +=
          "    return " + PythonExpression(*ExpressionFor(0), OfExpr(), 4, 11, 0, false) + "\n";
      return;
    }
    std::vector<std::string> items;
    bool one_line = true;
    for (size_t i = 0; i < def_.inputs.size(); ++i) {
      items.push_back(Item(i, 8, 8, 1));
      one_line = one_line && items.back().find('\n') == std::string::npos;
    }
    std::string flat = "    return [" + base::Join(items, ", ") + "]";
    if (one_line && flat.size() <= kPythonColumns) {
      text_ += flat + "\n";
      return;
    }
    text_ += "    return [\n";
    for (const std::string& item : items) text_ += "        " + item + ",\n";
    text_ += "    ]\n";
  }

  const OpDef& def_;
  const op::Gradient& gradient_;
  const Mentions mentions_;
  Variables variables_;
  std::string text_;
};

}  // namespace

std::string PythonGradient(const op::OpDef& def, const op::Gradient& gradient) {
  return GradientWriter(def, gradient).Run();
}

std::string PythonGradientSignature(const op::OpDef& def, const std::string& function) {
  std::vector<std::string> parameters = {"op"};
  if (AnyList(def.outputs)) {
    parameters.emplace_back("*incoming");
  } else {
    Variables variables(def);
    for (const Arg& output : def.outputs) {
      parameters.push_back(variables.Of(Expr::Kind::kOutputGradient, output.name));
    }
  }
  return PythonBracketed("def " + function + "(", parameters, "):", 0);
}

}  // namespace plugingen::emit
