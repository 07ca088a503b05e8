#include "op/expression_types.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "op/callee.h"
#include "op/callee_finder.h"
#include "op/parse_attr.h"

namespace plugingen::op {
namespace {

using base::Quoted;
using Kind = Expr::Kind;

// The type of tensors: one of several, all of which have to do. Types are equal if they are the
// same in every case, so those of two attrs are not.
struct Type {
  std::string name{};                 // "float", or the attr that says it: "T"; "" if not known
  std::vector<std::string> dtypes{};  // that it may be

  bool is_known() const { return !name.empty(); }
  bool operator==(const Type& other) const { return name == other.name; }
};

bool IsOfIntegers(const Type& type) {
  return std::all_of(type.dtypes.begin(), type.dtypes.end(), [](std::string_view dtype) {
    const base::Dtype* known = base::FindDtype(dtype);
    return known != nullptr && known->kind == base::DtypeKind::kInteger;
  });
}

// The number in an expression of numbers alone that no integer is: 0.5, also 2.0; null without one.
const Expr* FractionIn(const Expr& expr) {
  if (expr.kind == Kind::kNumber) {
    return expr.text.find_first_of(".eE") == std::string::npos ? nullptr : &expr;
  }
  if (expr.kind != Kind::kNegate && expr.kind != Kind::kBinary) return nullptr;
  for (const Expr& operand : expr.operands) {
    if (const Expr* found = FractionIn(operand)) return found;
  }
  return nullptr;
}

// Nothing is known of "".
Type OfDtype(const std::string& dtype) { return {dtype, {dtype}}; }

class TypeChecker {
 public:
  TypeChecker(const GradientScope& scope, const diag::SourceText& source, diag::Sink& sink)
      : op_(scope.op), source_(source), sink_(sink), callees_(scope.ops, source, sink) {}

  bool Run(const Arg& input, Expr& expr) {
    const Type type = Of(expr);
    const Type wanted = OfArg(input);
    const bool is_handle = wanted.name == "resource" || wanted.name == "variant";
    if (good_ && type.is_known() && wanted.is_known() && !is_handle && !(type == wanted)) {
      Fail("the gradient of " + Quoted(input.name) + " is of type " + type.name + ", and " +
               Quoted(input.name) + " of type " + wanted.name,
           expr, "", "Cast(..., DstT=" + wanted.name + ") makes one of the other");
    }
    return good_;
  }

 private:
  void Fail(std::string message, const Expr& where, std::string note, std::string help = "") {
    good_ = false;
    diag::Diagnostic diagnostic{.code = "E0350",
                                .message = std::move(message),
                                .span = source_.Of(where.place.from, where.place.to),
                                .help = std::move(help)};
    if (!note.empty()) diagnostic.notes.push_back({std::move(note), {}});
    sink_.Report(std::move(diagnostic));
  }

  // An attr that can have one type alone is that type.
  Type OfAttr(const std::string& name) const {
    const Attr* attr = op_.FindAttr(name);
    if (attr == nullptr || attr->is_list || attr->allowed_types.empty()) return {};
    std::vector<std::string> dtypes;
    std::copy_if(attr->allowed_types.begin(), attr->allowed_types.end(), std::back_inserter(dtypes),
                 base::IsTrainable);
    if (dtypes.empty()) dtypes = attr->allowed_types;  // W0340; it is computed all the same
    return dtypes.size() == 1 ? OfDtype(dtypes[0]) : Type{name, dtypes};
  }

  Type OfArg(const Arg& arg) const {
    if (arg.is_type_list) return {};
    return arg.type_is_attr ? OfAttr(arg.type) : OfDtype(arg.type);
  }

  Type OfName(const Expr& expr) const {
    const Arg* input = op_.FindInput(expr.text);
    const Arg* arg = expr.kind == Kind::kInput ? input : op_.FindOutput(expr.text);
    return arg == nullptr ? Type{} : OfArg(*arg);
  }

  Type Of(Expr& expr) {
    switch (expr.kind) {
      case Kind::kInput:
      case Kind::kOutput:
      case Kind::kOutputGradient:
        return OfName(expr);
      case Kind::kNegate:
        return OfNegation(expr);
      case Kind::kBinary:
        return OfFormula(expr);
      case Kind::kList:
        return OfItems(expr);
      case Kind::kIndex:
        return OfIndex(expr);
      case Kind::kCall:
        return OfOutput(expr, 0);
      case Kind::kSumToShape:
        return OfSum(expr);
      default:
        return {};  // a number becomes what it is computed with
    }
  }

  Type OfFormula(Expr& expr) {
    Type left = Of(expr.operands[0]);
    Type right = Of(expr.operands[1]);
    if (left.is_known() != right.is_known()) {
      CheckNumber(expr, expr.operands[left.is_known() ? 1 : 0], left.is_known() ? left : right);
    }
    if (!left.is_known()) return right;
    if (right.is_known() && !(left == right)) {
      Fail(Quoted(expr.text) + " needs two tensors of one type, not " + left.name + " and " +
               right.name,
           expr, "", "Cast(..., DstT=" + left.name + ") makes one of the other");
    }
    CheckIsOfNumbers(left, expr.text, expr.operands[0]);
    return left;
  }

  void CheckIsOfNumbers(const Type& type, std::string_view computes, const Expr& operand) {
    const base::Dtype* dtype = base::FindDtype(type.name);
    if (dtype == nullptr || dtype->kind != base::DtypeKind::kOther) return;
    Fail(Quoted(computes) + " cannot compute with type " + type.name, operand, "");
  }

  Type OfNegation(Expr& expr) {
    const Type type = Of(expr.operands[0]);
    CheckIsOfNumbers(type, "-", expr.operands[0]);
    // TensorFlow's Neg takes no unsigned types.
    if (type.name.starts_with("uint")) {
      Fail("'-' cannot compute with type " + type.name, expr.operands[0], "");
    }
    return type;
  }

  Type OfSum(Expr& expr) {
    Of(expr.operands[1]);
    const Type type = Of(expr.operands[0]);
    CheckIsOfNumbers(type, "sum_to_shape", expr.operands[0]);
    return type;
  }

  // TensorFlow makes a tensor of a number, of the type of the tensor that it is computed with.
  void CheckNumber(const Expr& formula, const Expr& operand, const Type& type) {
    const Expr* fraction = FractionIn(operand);
    if (fraction == nullptr || !IsOfIntegers(type)) return;
    Fail(Quoted(formula.text) + " of type " + type.name + " cannot take " + Quoted(fraction->text),
         *fraction, "", "write an integer, or Cast(..., DstT=float) for the tensor");
  }

  Type OfItems(Expr& expr) {
    Type type;
    for (Expr& item : expr.operands) {
      const Type of_item = Of(item);
      if (!type.is_known()) type = of_item;
    }
    return type;
  }

  Type OfIndex(Expr& expr) {
    Expr& base = expr.operands[0];
    if (base.kind != Kind::kCall || expr.is_element) return Of(base);
    return OfOutput(base, static_cast<size_t>(expr.number));
  }

  using Bound = std::map<std::string, Type, std::less<>>;  // what attrs of a called op are

  Type OfOutput(Expr& call, size_t output) {
    const Callee* callee = callees_.Find(call);
    if (callee == nullptr || output >= callee->outputs.size()) return {};
    Bound bound;
    for (size_t i = 0; i < call.operands.size(); ++i) {
      BindAttr(*callee, call.parameters[i], call.operands[i], bound);
    }
    for (size_t i = 0; i < call.operands.size(); ++i) {
      BindInput(*callee, call.parameters[i], call.operands[i], bound);
    }
    const std::string_view type = ElementType(callee->outputs[output].type);
    if (const auto known = bound.find(type); known != bound.end()) return known->second;
    const Attr* attr = callee->FindAttr(type);
    if (attr == nullptr) return OfDtype(DtypeNamed(type));
    return attr->default_text && !attr->is_list ? OfDtype(DtypeNamed(*attr->default_text)) : Type{};
  }

  // `DstT=float`, `DstT=T`
  void BindAttr(const Callee& callee, const std::string& name, const Expr& value, Bound& bound) {
    const Attr* attr = callee.FindAttr(name);
    if (attr == nullptr || attr->kind != AttrKind::kType || attr->is_list) return;
    if (value.kind == Kind::kDtype) bound[name] = OfDtype(value.text);
    if (value.kind == Kind::kAttr) bound[name] = OfAttr(value.text);
  }

  void BindInput(const Callee& callee, const std::string& name, Expr& value, Bound& bound) {
    const auto input = std::find_if(callee.inputs.begin(), callee.inputs.end(),
                                    [&](const CalleeArg& arg) { return arg.name == name; });
    if (input == callee.inputs.end()) return;
    // Each tensor of a list for itself: their types may have to be equal.
    const bool is_list = value.kind == Kind::kList;
    const size_t count = is_list ? value.operands.size() : 1;
    for (size_t i = 0; i < count; ++i) {
      Expr& item = is_list ? value.operands[i] : value;
      const Type type = Of(item);
      if (type.is_known()) Bind(callee, *input, type, item, bound);
    }
  }

  void Bind(const Callee& callee, const CalleeArg& input, const Type& type, const Expr& value,
            Bound& bound) {
    const std::string_view wanted = ElementType(input.type);
    const std::string what = "input " + Quoted(input.name) + " of op " + Quoted(callee.name);
    const Attr* attr = callee.FindAttr(wanted);
    if (attr == nullptr) {
      const Type demanded = OfDtype(DtypeNamed(wanted));
      if (type == demanded || !demanded.is_known()) return;  // "Ref(T)" belongs to TensorFlow 1
      return Fail(what + " is of type " + demanded.name + ", not " + type.name, value,
                  callee.signature);
    }
    if (attr->is_list) return;
    const auto [known, is_new] = bound.try_emplace(std::string(wanted), type);
    if (!is_new && known->second.is_known() && !(known->second == type)) {
      return Fail(what + " is of type " + known->second.name + " here, not " + type.name, value,
                  callee.signature);
    }
    const auto& allowed = attr->allowed_types;
    for (const std::string& dtype : type.dtypes) {
      if (allowed.empty() || std::find(allowed.begin(), allowed.end(), dtype) != allowed.end()) {
        continue;
      }
      const bool is_attr = type.name != dtype;
      return Fail(what + " cannot be of type " + dtype, value,
                  is_attr ? Quoted(type.name) + " may be " + dtype + "; " + callee.signature
                          : callee.signature,
                  "it is one of " + base::Join(allowed, ", "));
    }
  }

  const OpDef& op_;
  const diag::SourceText& source_;
  diag::Sink& sink_;
  CalleeFinder callees_;
  bool good_ = true;
};

}  // namespace

bool CheckTypes(const GradientScope& scope, const Arg& input, const diag::SourceText& source,
                Expr& expr, diag::Sink& sink) {
  return TypeChecker(scope, source, sink).Run(input, expr);
}

}  // namespace plugingen::op
