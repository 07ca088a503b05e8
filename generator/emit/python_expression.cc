#include "emit/python_expression.h"

#include <utility>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "op/python_names.h"

namespace plugingen::emit {
namespace {

using op::Expr;
using Kind = Expr::Kind;

// The precedence of Python's operators, lowest first.
enum Binding { kSum = 1, kProduct, kUnary, kPower, kPostfix };

Binding BindingOf(const Expr& expr) {
  if (expr.kind == Kind::kNegate) return kUnary;
  if (expr.kind != Kind::kBinary) return kPostfix;
  if (expr.text == "**") return kPower;
  return expr.text == "+" || expr.text == "-" ? kSum : kProduct;
}

// The items of a call or a list.
struct Brackets {
  std::string open;
  std::vector<std::string> keywords;  // "a=" for each item; "" for a positional one
  std::string close;
};

class Writer {
 public:
  explicit Writer(const VariableOf& variable) : variable_(variable) {}

  std::string Flat(const Expr& expr) const {
    switch (expr.kind) {
      case Kind::kNumber:
        return expr.text;
      case Kind::kString:
        return PythonString(expr.text);
      case Kind::kBool:
        return expr.text == "true" ? "True" : "False";
      case Kind::kDtype:
        return base::PythonDtype(expr.text);
      case Kind::kNegate:
        return "-" + Flat(expr.operands[0], kUnary);
      case Kind::kBinary:
        return Flat(expr.operands[0], LeftBinding(expr)) + " " + expr.text + " " +
               Flat(expr.operands[1], RightBinding(expr));
      case Kind::kIndex:
        return Flat(expr.operands[0], kPostfix) + "[" + std::to_string(expr.number) + "]";
      case Kind::kList:
      case Kind::kCall:
      case Kind::kConstant:
      case Kind::kSumToShape: {
        const Brackets brackets = BracketsOf(expr);
        std::string text = brackets.open;
        for (size_t i = 0; i < expr.operands.size(); ++i) {
          text += (i == 0 ? "" : ", ") + brackets.keywords[i] + Flat(expr.operands[i]);
        }
        return text + brackets.close;
      }
      default:
        return variable_(expr);
    }
  }

  std::string Lines(const Expr& expr, size_t indent, size_t column, size_t after,
                    bool in_brackets) const {
    std::string flat = Flat(expr);
    if (column + flat.size() + after <= kPythonColumns) return flat;
    switch (expr.kind) {
      case Kind::kList:
      case Kind::kCall:
      case Kind::kConstant:
      case Kind::kSumToShape:
        return expr.operands.empty() ? flat : BracketLines(expr, indent);
      case Kind::kIndex: {
        const std::string index = "[" + std::to_string(expr.number) + "]";
        if (BindingOf(expr.operands[0]) < kPostfix) return flat;
        return Lines(expr.operands[0], indent, column, after + index.size(), in_brackets) + index;
      }
      case Kind::kNegate:
        return "-" + Operand(expr.operands[0], kUnary, indent, column + 1, after, in_brackets);
      case Kind::kBinary:
        break;
      default:
        return flat;
    }
    if (!in_brackets) {
      const std::string inner(indent + 4, ' ');
      return "(\n" + inner + Lines(expr, indent + 4, indent + 4, 0, true) + "\n" +
             std::string(indent, ' ') + ")";
    }
    const std::string sign = expr.text + " ";
    return Operand(expr.operands[0], LeftBinding(expr), indent, column, 0, true) + "\n" +
           std::string(indent, ' ') + sign +
           Operand(expr.operands[1], RightBinding(expr), indent, indent + sign.size(), after, true);
  }

 private:
  static Binding LeftBinding(const Expr& expr) {
    return expr.text == "**" ? kPostfix : BindingOf(expr);
  }
  static Binding RightBinding(const Expr& expr) {
    return expr.text == "**" ? kUnary : static_cast<Binding>(BindingOf(expr) + 1);
  }

  std::string Flat(const Expr& expr, Binding least) const {
    const std::string text = Flat(expr);
    return BindingOf(expr) < least ? "(" + text + ")" : text;
  }

  std::string Operand(const Expr& expr, Binding least, size_t indent, size_t column, size_t after,
                      bool in_brackets) const {
    if (BindingOf(expr) >= least) return Lines(expr, indent, column, after, in_brackets);
    if (column + Flat(expr).size() + 2 + after <= kPythonColumns) return "(" + Flat(expr) + ")";
    const std::string inner(indent + 4, ' ');
    return "(\n" + inner + Lines(expr, indent + 4, indent + 4, 0, true) + "\n" +
           std::string(indent, ' ') + ")";
  }

  Brackets BracketsOf(const Expr& expr) const {
    if (expr.kind == Kind::kList) {
      return {"[", std::vector<std::string>(expr.operands.size()), "]"};
    }
    if (expr.kind == Kind::kConstant) return {"tf.constant(", {"", ""}, ")"};
    if (expr.kind == Kind::kSumToShape) return {"_sum_to_shape(", {"", ""}, ")"};
    Brackets brackets{"tf.raw_ops." + expr.text + "(", {}, ")"};
    if (expr.is_new_op) brackets.open = "ops." + op::PythonFunctionName(expr.text) + "(";
    for (const std::string& keyword : expr.keywords) brackets.keywords.push_back(keyword + "=");
    return brackets;
  }

  std::string BracketLines(const Expr& expr, size_t indent) const {
    const Brackets brackets = BracketsOf(expr);
    const std::string inner(indent + 4, ' ');
    std::string text = brackets.open + "\n";
    for (size_t i = 0; i < expr.operands.size(); ++i) {
      const std::string& keyword = brackets.keywords[i];
      // If the operand does not fit on the line of "a=", brackets make it more readable.
      text += inner + keyword +
              Lines(expr.operands[i], indent + 4, indent + 4 + keyword.size(), 1, keyword.empty()) +
              ",\n";
    }
    return text + std::string(indent, ' ') + brackets.close;
  }

  const VariableOf& variable_;
};

}  // namespace

std::string PythonString(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
    } else if (base::IsControl(c)) {
      constexpr char kDigits[] = "0123456789abcdef";
      quoted += std::string("\\x") + kDigits[c >> 4] + kDigits[c & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string PythonBracketed(const std::string& open, const std::vector<std::string>& items,
                            const std::string& close, size_t indent) {
  std::string flat = open + base::Join(items, ", ") + close;
  if (indent + flat.size() <= kPythonColumns || items.empty()) return flat;
  std::string text = open + "\n";
  for (const std::string& item : items) text += std::string(indent + 4, ' ') + item + ",\n";
  return text + std::string(indent, ' ') + close;
}

std::string PythonExpression(const op::Expr& expr, const VariableOf& variable, size_t indent,
                             size_t column, size_t after, bool in_brackets) {
  return Writer(variable).Lines(expr, indent, column, after, in_brackets);
}

}  // namespace plugingen::emit
