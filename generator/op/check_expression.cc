#include "op/check_expression.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/dtypes.h"
#include "base/suggest.h"
#include "base/text.h"
#include "op/callee.h"
#include "op/check_attr_value.h"
#include "op/expression_types.h"
#include "op/literal.h"

namespace plugingen::op {
namespace {

using base::DidYouMean;
using base::Quoted;
using Kind = Expr::Kind;

// The kind of value that an expression has.
enum class Yields {
  kTensor,
  kTensors,  // a list of tensors
  kNumber,   // a Python number: a literal, or an attr
  kValue,    // another Python value that can become a tensor: a list of numbers, a text
};

// Returns the outputs with their indices: "0 (y), 1 (z)".
std::string OutputsText(const Callee& callee) {
  std::string text;
  for (size_t i = 0; i < callee.outputs.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(i) + " (" + callee.outputs[i].name + ")";
  }
  return text;
}

class ExpressionChecker {
 public:
  ExpressionChecker(const GradientScope& scope, const diag::SourceText& source, diag::Sink& sink)
      : op_(scope.op), source_(source), sink_(sink), callees_(scope.ops, source, sink) {}

  bool Run(const Arg& input, Expr& expr) {
    const std::optional<Yields> yields = Check(expr);
    if (!yields) return false;
    const Yields wanted = input.is_list() ? Yields::kTensors : Yields::kTensor;
    if (*yields == wanted) return true;
    if (input.is_list()) {
      return Fail("E0347", Quoted(input.name) + " is a list of tensors, and so is its gradient",
                  expr);
    }
    if (*yields == Yields::kTensors) {
      return Fail("E0347", "the gradient of " + Quoted(input.name) + " is one tensor, not a list",
                  expr, "take one of them: [0]");
    }
    return Fail("E0347", "the gradient of " + Quoted(input.name) + " is a tensor like it", expr,
                "for a constant gradient write OnesLike(" + input.name + ") * ..., for none " +
                    "leave the input out");
  }

 private:
  bool Fail(std::string code, std::string message, const Expr& where, std::string help = "") {
    Report({.code = std::move(code),
            .message = std::move(message),
            .span = SpanOf(where.place),
            .help = std::move(help)});
    return false;
  }
  void Report(diag::Diagnostic diagnostic) { sink_.Report(std::move(diagnostic)); }
  diag::Span SpanOf(const Place& place) const { return source_.Of(place.from, place.to); }

  std::optional<Yields> Check(Expr& expr) {
    switch (expr.kind) {
      case Kind::kNumber:
        return Yields::kNumber;
      case Kind::kString:
      case Kind::kBool:
        return Yields::kValue;
      case Kind::kName:
        return CheckName(expr);
      case Kind::kList:
        return CheckList(expr);
      case Kind::kNegate:
      case Kind::kBinary:
        return CheckArithmetic(expr);
      case Kind::kIndex:
        return CheckIndex(expr);
      case Kind::kCall:
        return CheckCall(expr, /*indexed=*/false);
      default:
        return std::nullopt;
    }
  }

  // --- names ---

  std::optional<Yields> CheckName(Expr& expr) {
    const std::string& name = expr.text;
    const Arg* input = op_.FindInput(name);
    const Arg* output = op_.FindOutput(name);
    const Arg* incoming = name.starts_with("d") ? op_.FindOutput(name.substr(1)) : nullptr;
    const Attr* attr = op_.FindAttr(name);
    if (incoming != nullptr && (input != nullptr || output != nullptr || attr != nullptr)) {
      const bool is_attr = input == nullptr && output == nullptr;
      Fail("E0341",
           Quoted(name) + " is an " + (is_attr ? "attr" : "argument") + " of op " +
               Quoted(op_.name) + ", and the gradient of its output " + Quoted(incoming->name),
           expr, "rename one of the two");
      return std::nullopt;
    }
    if (input != nullptr || output != nullptr) {
      expr.kind = input != nullptr ? Kind::kInput : Kind::kOutput;
      return YieldsOf(input != nullptr ? *input : *output);
    }
    if (attr != nullptr) return CheckAttrName(*attr, expr);
    if (incoming != nullptr) return CheckIncoming(*incoming, expr);
    const std::string lower = base::ToLower(name);
    if (lower == "true" || lower == "false") {
      expr.kind = Kind::kBool;
      expr.text = lower;
      return Yields::kValue;
    }
    ReportUnknownName(expr);
    return std::nullopt;
  }

  static Yields YieldsOf(const Arg& arg) {
    return arg.is_list() ? Yields::kTensors : Yields::kTensor;
  }

  std::optional<Yields> CheckIncoming(const Arg& output, Expr& expr) {
    if (!HasGradient(output, op_)) {
      Fail("E0349",
           "output " + Quoted(output.name) + " is of type " + output.type +
               ", for which there are no gradients",
           expr);
      return std::nullopt;
    }
    expr.kind = Kind::kOutputGradient;
    expr.text = output.name;
    return YieldsOf(output);
  }

  std::optional<Yields> CheckAttrName(const Attr& attr, Expr& expr) {
    expr.kind = Kind::kAttr;
    const bool number = attr.kind == AttrKind::kInt || attr.kind == AttrKind::kFloat;
    if (number && !attr.is_list) return Yields::kNumber;
    if (number || attr.kind == AttrKind::kBool || attr.kind == AttrKind::kString) {
      return Yields::kValue;
    }
    Fail("E0347",
         "attr " + Quoted(attr.name) + " is " + AttrValueText(attr) +
             ", which only an attr of an op can have as its value",
         expr, attr.kind == AttrKind::kType ? "for example Cast(x, DstT=" + attr.name + ")" : "");
    return std::nullopt;
  }

  void ReportUnknownName(const Expr& expr) {
    std::vector<std::string> names;
    for (const Arg& arg : op_.inputs) names.push_back(arg.name);
    for (const Arg& arg : op_.outputs) names.push_back(arg.name);
    for (const Arg& arg : op_.outputs) {
      if (HasGradient(arg, op_)) names.push_back("d" + arg.name);
    }
    for (const Attr& attr : op_.attrs) names.push_back(attr.name);
    Report(
        {.code = "E0341",
         .message = "unknown name " + Quoted(expr.text),
         .span = SpanOf(expr.name),
         .notes = {{"the gradient of " + Quoted(op_.name) + " may use " + base::Join(names, ", "),
                    {}}},
         .help = DidYouMean(base::NearestName(expr.text, {names.begin(), names.end()}))});
  }

  // --- formulas ---

  std::optional<Yields> CheckArithmetic(Expr& expr) {
    bool good = true;
    Yields result = Yields::kNumber;
    for (Expr& operand : expr.operands) {
      const std::optional<Yields> yields = Check(operand);
      if (!yields) {
        good = false;
      } else if (*yields == Yields::kTensor) {
        result = Yields::kTensor;
      } else if (*yields != Yields::kNumber) {
        const std::string sign = expr.kind == Kind::kNegate ? "-" : expr.text;
        good = Fail("E0347",
                    Quoted(sign) + " needs tensors or numbers, not a " +
                        (*yields == Yields::kTensors ? "list of tensors" : "list or text"),
                    operand);
      }
    }
    if (!good || !CheckHasValue(expr)) return std::nullopt;
    return result;
  }

  // Checks that Python can compute a formula of numbers, because it does so each time that the
  // gradient runs.
  bool CheckHasValue(const Expr& expr) {
    const std::optional<double> value = ValueOf(expr);
    if (!value || std::isfinite(*value)) return true;
    return Fail("E0340", "the value of this is not in the range of double", expr,
                "write the number itself");
  }

  std::optional<Yields> CheckList(Expr& expr) {
    bool tensors = false;
    bool good = true;
    for (Expr& item : expr.operands) {
      const std::optional<Yields> yields = Check(item);
      if (yields && *yields == Yields::kTensors) {
        good = Fail("E0347", "a list of tensors cannot be inside a list", item);
      }
      good = good && yields;
      tensors = tensors || (yields && *yields == Yields::kTensor);
    }
    if (!good) return std::nullopt;
    return tensors ? Yields::kTensors : Yields::kValue;
  }

  std::optional<Yields> CheckIndex(Expr& expr) {
    Expr& base = expr.operands[0];
    const bool call = base.kind == Kind::kCall && base.text != kSumToShape;
    if (call) {
      const Callee* callee = nullptr;
      if (!CheckCall(base, /*indexed=*/true, &callee)) return std::nullopt;
      const std::vector<CalleeArg>& outputs = callee->outputs;
      if (outputs.size() > 1 || (outputs.size() == 1 && !outputs[0].is_list)) {
        return CheckOutput(*callee, expr);
      }
      expr.is_element = true;
      if (!outputs.empty()) return Yields::kTensor;
    } else {
      const std::optional<Yields> yields = Check(base);
      if (!yields) return std::nullopt;
      expr.is_element = true;
      if (*yields == Yields::kTensors) return Yields::kTensor;
    }
    Report({.code = "E0347",
            .message = "an index takes an output of an op, or one of a list of tensors",
            .span = SpanOf(expr.name),
            .help = "for parts of a tensor there are ops: Slice, StridedSlice, GatherV2"});
    return std::nullopt;
  }

  std::optional<Yields> CheckOutput(const Callee& callee, const Expr& expr) {
    const auto count = static_cast<long long>(callee.outputs.size());
    if (expr.number >= 0 && expr.number < count) {
      const CalleeArg& output = callee.outputs[static_cast<size_t>(expr.number)];
      return output.is_list ? Yields::kTensors : Yields::kTensor;
    }
    Report(
        {.code = "E0347",
         .message = "op " + Quoted(callee.name) + " has no output " + std::to_string(expr.number),
         .span = SpanOf(expr.name),
         .notes = {{"its outputs are " + OutputsText(callee), {}}}});
    return std::nullopt;
  }

  // --- calls ---

  std::optional<Yields> CheckCall(Expr& expr, bool indexed, const Callee** called = nullptr) {
    if (expr.text == kSumToShape) return CheckSumToShape(expr);
    const Callee* callee = callees_.Find(expr);
    if (callee == nullptr) {
      // The arguments can contain other mistakes.
      for (size_t i = 0; i < expr.operands.size(); ++i) {
        if (expr.parameters[i].empty()) Check(expr.operands[i]);
      }
      return std::nullopt;
    }
    if (called != nullptr) *called = callee;
    expr.is_new_op = callee->is_new_op;
    if (!CheckArguments(*callee, expr)) return std::nullopt;
    if (indexed) return Yields::kTensor;  // CheckIndex() finds out
    if (callee->outputs.size() == 1) {
      return callee->outputs[0].is_list ? Yields::kTensors : Yields::kTensor;
    }
    const bool none = callee->outputs.empty();
    Report({.code = "E0347",
            .message = "op " + Quoted(callee->name) + " has " +
                       (none ? "no" : std::to_string(callee->outputs.size())) + " outputs",
            .span = SpanOf(expr.name),
            .notes = {{callee->signature, {}}},
            .help = none ? ""
                         : "say which: " + OutputsText(*callee) + ", as in " + callee->name +
                               "(...)[0]"});
    return std::nullopt;
  }

  std::optional<Yields> CheckSumToShape(Expr& expr) {
    expr.kind = Kind::kSumToShape;
    const bool named = std::any_of(expr.parameters.begin(), expr.parameters.end(),
                                   [](const std::string& name) { return !name.empty(); });
    if (named || expr.operands.size() != 2) {
      Fail("E0345", "'sum_to_shape' takes two tensors", expr,
           "sum_to_shape(dy * b, a) sums the first over the dimensions in which 'a' was broadcast");
      return std::nullopt;
    }
    bool good = true;
    for (Expr& operand : expr.operands) {
      const std::optional<Yields> yields = Check(operand);
      good = good && yields;
      if (yields && *yields != Yields::kTensor) {
        good = Fail("E0347", "'sum_to_shape' takes two tensors", operand);
      }
    }
    return good ? std::optional(Yields::kTensor) : std::nullopt;
  }

  bool CheckArguments(const Callee& callee, Expr& expr) {
    bool good = true;
    std::vector<std::string> given;
    for (size_t i = 0; i < expr.operands.size(); ++i) {
      std::string& parameter = expr.parameters[i];
      if (parameter.empty()) {
        if (i >= callee.inputs.size()) return TooMany(callee, expr);
        parameter = callee.inputs[i].name;
      }
      parameter = callee.DefinedName(parameter);
      expr.keywords.push_back(callee.PythonNameOf(parameter));
      if (std::find(given.begin(), given.end(), parameter) != given.end()) {
        Report({.code = "E0345",
                .message = Quoted(parameter) + " is given twice",
                .span = SpanOf(expr.parameter_places[i]),
                .notes = {{callee.signature, {}}}});
        good = false;
        continue;
      }
      given.push_back(parameter);
      good = CheckArgument(callee, parameter, expr.parameter_places[i], expr.operands[i]) && good;
    }
    good = CheckNoneMissing(callee, given, expr) && good;
    return good && callees_.CheckReleases(callee, given, expr) &&
           callees_.CheckPython(callee, given, expr);
  }

  bool TooMany(const Callee& callee, const Expr& expr) {
    const size_t count = callee.inputs.size();
    const auto attr = std::find_if(callee.attrs.begin(), callee.attrs.end(),
                                   [](const Attr& a) { return !a.inferred; });
    Report({.code = "E0345",
            .message = "op " + Quoted(callee.name) + " has " + InputsText(callee),
            .span = SpanOf(expr.operands[count].place),
            .notes = {{callee.signature, {}}},
            .help = attr == callee.attrs.end() ? ""
                                               : "attrs are given by name: " + callee.name +
                                                     "(..., " + attr->name + "=...)"});
    return false;
  }

  bool CheckArgument(const Callee& callee, const std::string& name, const Place& place,
                     Expr& value) {
    const auto named = [&name](const auto& item) { return item.name == name; };
    const auto input = std::find_if(callee.inputs.begin(), callee.inputs.end(), named);
    if (input != callee.inputs.end()) return CheckInput(callee, *input, value);
    const Attr* attr = callee.FindAttr(name);
    if (attr == nullptr) {
      Report({.code = "E0344",
              .message = "op " + Quoted(callee.name) + " has no input or attr " + Quoted(name),
              .span = SpanOf(place),
              .notes = {{callee.signature, {}}},
              .help = DidYouMean(base::NearestName(name, callee.ParameterNames()))});
      return false;
    }
    if (attr->inferred) {
      Report({.code = "E0344",
              .message = "attr " + Quoted(name) + " of op " + Quoted(callee.name) +
                         " is determined by its inputs",
              .span = SpanOf(place),
              .notes = {{callee.signature, {}}},
              .help = "leave it out"});
      return false;
    }
    return CheckAttrValue(op_, callee.name, *attr, source_, value, sink_);
  }

  bool CheckInput(const Callee& callee, const CalleeArg& input, Expr& value) {
    const std::optional<Yields> yields = Check(value);
    if (!yields) return false;
    const bool list =
        *yields == Yields::kTensors || (*yields == Yields::kValue && value.kind == Kind::kList);
    if (input.is_list && list && value.kind == Kind::kList) {
      return CheckCount(callee, input, value);
    }
    if (input.is_list ? list : *yields != Yields::kTensors) return true;
    return Fail("E0347",
                "input " + Quoted(input.name) + " of op " + Quoted(callee.name) +
                    (input.is_list ? " takes a list of tensors" : " takes one tensor, not a list"),
                value, input.is_list ? "put it in brackets: [...]" : "");
  }

  bool CheckCount(const Callee& callee, const CalleeArg& input, const Expr& list) {
    const Attr* number = callee.FindAttr(NumberAttr(input.type));
    const auto least = static_cast<size_t>(number == nullptr ? 0 : number->minimum.value_or(0));
    if (list.operands.size() >= least) return true;
    Report({.code = "E0347",
            .message = "input " + Quoted(input.name) + " of op " + Quoted(callee.name) +
                       " takes at least " + std::to_string(least) + " tensor" +
                       (least == 1 ? "" : "s") + ", not " + std::to_string(list.operands.size()),
            .span = SpanOf(list.place),
            .notes = {{callee.signature, {}}}});
    return false;
  }

  bool CheckNoneMissing(const Callee& callee, const std::vector<std::string>& given,
                        const Expr& expr) {
    bool good = true;
    const auto missing = [&](const std::string& name, std::string_view what) {
      if (std::find(given.begin(), given.end(), name) != given.end()) return;
      Report({.code = "E0345",
              .message =
                  "op " + Quoted(callee.name) + " needs " + std::string(what) + " " + Quoted(name),
              .span = SpanOf(expr.name),
              .notes = {{callee.signature, {}}}});
      good = false;
    };
    for (const CalleeArg& input : callee.inputs) missing(input.name, "input");
    for (const Attr& attr : callee.attrs) {
      if (!attr.inferred && !attr.default_text) missing(attr.name, "attr");
    }
    return good;
  }

  const OpDef& op_;
  const diag::SourceText& source_;
  diag::Sink& sink_;
  CalleeFinder callees_;
};

}  // namespace

bool HasGradient(const Arg& arg, const OpDef& op) {
  if (!arg.type_is_attr) return base::IsTrainable(arg.type);
  const Attr* attr = op.FindAttr(arg.type);
  if (attr == nullptr || attr->allowed_types.empty()) return true;
  return std::any_of(attr->allowed_types.begin(), attr->allowed_types.end(), base::IsTrainable);
}

bool CheckExpression(const GradientScope& scope, const Arg& input, const diag::SourceText& source,
                     Expr& expr, diag::Sink& sink) {
  return ExpressionChecker(scope, source, sink).Run(input, expr) &&
         CheckTypes(scope, input, source, expr, sink);
}

}  // namespace plugingen::op
