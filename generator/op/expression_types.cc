#include "op/expression_types.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "op/callee.h"
#include "op/callee_finder.h"
#include "op/literal.h"
#include "op/parse_attr.h"

namespace plugingen::op {
namespace {

using base::Quoted;
using Kind = Expr::Kind;

// The type of tensors. If an attr decides it, the expression must be valid for each of `dtypes`.
// Two types are equal if they are the same in every case, so the types of two attrs differ.
struct Type {
  std::string name{};                 // "float", or the attr "T"; "" if unknown
  std::vector<std::string> dtypes{};  // the possible types
  std::string why{};                  // a note for mistakes; "" if the reason is obvious
  std::string literal{};              // set if only this literal decided the type

  bool is_known() const { return !name.empty(); }
  bool operator==(const Type& other) const { return name == other.name; }
};

// The name "" gives an unknown type.
Type OfDtype(const std::string& dtype) { return {dtype, {dtype}}; }

// TensorFlow's '/' of integers gives a fraction, as in Python. Returns its type, or "" for types
// other than integers.
std::string QuotientOf(std::string_view dtype) {
  const base::Dtype* known = base::FindDtype(dtype);
  if (known == nullptr || known->kind != base::DtypeKind::kInteger) return "";
  return dtype.ends_with("int8") || dtype.ends_with("int16") ? "float" : "double";
}

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
           expr, type.why, CastHelp(type, wanted));
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

  static std::string CastHelp(const Type& type, const Type& wanted) {
    const std::string cast = ", DstT=" + wanted.name + ")";
    return type.literal.empty() ? "Cast(..." + cast + " makes one of the other"
                                : "write Cast(" + type.literal + cast;
  }

  // An attr with a single possible type counts as this type.
  Type OfAttr(const std::string& name) const {
    const Attr* attr = op_.FindAttr(name);
    if (attr == nullptr || attr->is_list || attr->allowed_types.empty()) return {};
    std::vector<std::string> dtypes;
    std::copy_if(attr->allowed_types.begin(), attr->allowed_types.end(), std::back_inserter(dtypes),
                 base::IsTrainable);
    if (dtypes.empty()) dtypes = attr->allowed_types;  // reported as W0340; the check goes on
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
        return OfCall(expr);
      case Kind::kConstant:
        return OfTypeValue(expr.operands[1]);
      case Kind::kSumToShape:
        return OfSum(expr);
      default:
        return {};  // a number takes the type of the other operand
    }
  }

  Type OfFormula(Expr& expr) {
    const Type left = Of(expr.operands[0]);
    const Type right = Of(expr.operands[1]);
    if (left.is_known() != right.is_known()) {
      CheckOperand(expr, expr.operands[left.is_known() ? 1 : 0], left.is_known() ? left : right);
    }
    if (left.is_known() && right.is_known() && !(left == right)) {
      Fail(Quoted(expr.text) + " needs two tensors of one type, not " + left.name + " and " +
               right.name,
           expr, left.why.empty() ? right.why : left.why,
           right.literal.empty() && !left.literal.empty() ? CastHelp(left, right)
                                                          : CastHelp(right, left));
    }
    const Type& type = left.is_known() ? left : right;
    CheckIsOfNumbers(type, expr.text, expr.operands[left.is_known() ? 0 : 1]);
    return expr.text == "/" ? OfQuotient(type) : type;
  }

  Type OfQuotient(const Type& type) {
    Type quotient;
    for (const std::string& dtype : type.dtypes) {
      const std::string result = QuotientOf(dtype);
      if (result.empty()) return type;
      if (quotient.is_known() && quotient.name != result) return {};
      quotient = OfDtype(result);
    }
    quotient.why = "'/' of " + type.name + " gives " + quotient.name +
                   ", as in Python; FloorDiv(x, y) gives " + type.name;
    return quotient;
  }

  void CheckIsOfNumbers(const Type& type, std::string_view computes, const Expr& operand) {
    const base::Dtype* dtype = base::FindDtype(type.name);
    if (dtype == nullptr || dtype->kind != base::DtypeKind::kOther) return;
    Fail(Quoted(computes) + " cannot compute with type " + type.name, operand, "");
  }

  Type OfNegation(Expr& expr) {
    const Type type = Of(expr.operands[0]);
    CheckIsOfNumbers(type, "-", expr.operands[0]);
    // TensorFlow's Neg supports no unsigned types.
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

  // TensorFlow converts a number to the type of the other operand.
  void CheckOperand(const Expr& formula, const Expr& operand, const Type& type) {
    const std::optional<Literal> literal = LiteralOf(op_, operand);
    if (!literal || literal->culprit == nullptr) return;
    const std::string what = Quoted(formula.text) + " of type " + type.name + " cannot take ";
    for (const std::string& dtype : type.dtypes) {
      if (!literal->FitsKindOf(dtype)) {
        const Expr& culprit = *literal->culprit;
        return Fail(what + Quoted(TextOf(culprit)), culprit,
                    culprit.kind == Kind::kAttr
                        ? "attr " + Quoted(culprit.text) + " is " + std::string(literal->KindText())
                        : "",
                    "write an integer, or Cast(..., DstT=float) for the tensor");
      }
      if (!literal->FitsRangeOf(dtype)) {
        return Fail(what + Quoted(TextOf(operand)), operand, "no " + dtype + " is that large",
                    "Cast(..., DstT=int64) allows larger numbers in the tensor");
      }
    }
  }

  std::string TextOf(const Expr& expr) const {
    const std::string text = source_.text.substr(expr.place.from, expr.place.to - expr.place.from);
    return base::ReplaceAll(text, "\n", " ");
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

  Type OfCall(Expr& call) {
    if (call.text == "Cast" && !call.is_new_op && FoldCast(call))
      return OfTypeValue(call.operands[1]);
    return OfOutput(call, 0);
  }

  // TensorFlow would convert the number to float before the cast to double and lose digits, so the
  // constant gets its final type directly.
  bool FoldCast(Expr& call) const {
    if (call.operands.size() != 2 || call.parameters[0] != "x" || call.parameters[1] != "DstT") {
      return false;
    }
    const std::optional<Literal> literal = LiteralOf(op_, call.operands[0]);
    const std::vector<std::string> dtypes = AllTypesOf(call.operands[1]);
    const auto fits = [&](const std::string& dtype) {
      return literal->FitsKindOf(dtype) && literal->FitsRangeOf(dtype) && dtype != "bool" &&
             base::FindDtype(dtype)->kind != base::DtypeKind::kQuantized;
    };
    if (!literal || dtypes.empty() || !IsOfNumbers(call.operands[0]) ||
        !std::all_of(dtypes.begin(), dtypes.end(), fits)) {
      return false;
    }
    MakeConstant(call, std::move(call.operands[0]), std::move(call.operands[1]));
    return true;
  }

  // `value` may be a part of `expr`.
  static void MakeConstant(Expr& expr, Expr value, Expr type) {
    Expr constant{.kind = Kind::kConstant, .place = expr.place, .name = expr.name};
    constant.operands.push_back(std::move(value));
    constant.operands.push_back(std::move(type));
    expr = std::move(constant);
  }

  // Returns all types that a data type or a type attr in an expression can mean, including those
  // without gradients. Empty if they are unknown.
  std::vector<std::string> AllTypesOf(const Expr& value) const {
    if (value.kind == Kind::kDtype) return {value.text};
    const Attr* attr = op_.FindAttr(value.text);
    return attr == nullptr || attr->is_list ? std::vector<std::string>() : attr->allowed_types;
  }

  Type OfTypeValue(const Expr& value) const {
    return value.kind == Kind::kDtype ? OfDtype(value.text) : OfAttr(value.text);
  }

  // The types of the attrs of a called op. Attrs of unknown type have an entry, too.
  using Bound = std::map<std::string, Type, std::less<>>;

  Type OfOutput(Expr& call, size_t output) {
    const Callee* callee = callees_.Find(call);
    if (callee == nullptr || output >= callee->outputs.size()) return {};
    const bool before = std::exchange(good_, true);
    const Type type = OfOutput(*callee, call, output);
    const bool fits = std::exchange(good_, good_ && before);
    return fits ? type : Type{};  // avoids a second report of the same mistake
  }

  Type OfOutput(const Callee& callee, Expr& call, size_t output) {
    Bound bound;
    for (size_t i = 0; i < call.operands.size(); ++i) {
      BindAttr(callee, call.parameters[i], call.operands[i], bound);
    }
    std::set<std::string, std::less<>> vague;  // attrs of tensors with unknown types
    for (size_t i = 0; i < call.operands.size(); ++i) {
      BindInput(callee, call.parameters[i], call.operands[i], bound, vague);
    }
    for (const std::string& attr : vague) bound.try_emplace(attr);
    BindLiterals(callee, call, bound);
    const std::string_view type = ElementType(callee.outputs[output].type);
    if (const auto known = bound.find(type); known != bound.end()) return known->second;
    const Attr* attr = callee.FindAttr(type);
    if (attr == nullptr) return OfDtype(DtypeNamed(type));
    return attr->default_text && !attr->is_list ? OfDtype(DtypeNamed(*attr->default_text)) : Type{};
  }

  // Binds `DstT=float` or `DstT=T`.
  void BindAttr(const Callee& callee, const std::string& name, const Expr& value, Bound& bound) {
    const Attr* attr = callee.FindAttr(name);
    if (attr == nullptr || attr->kind != AttrKind::kType || attr->is_list) return;
    if (value.kind == Kind::kDtype || value.kind == Kind::kAttr) bound[name] = OfTypeValue(value);
  }

  void BindInput(const Callee& callee, const std::string& name, Expr& value, Bound& bound,
                 std::set<std::string, std::less<>>& vague) {
    const auto input = std::find_if(callee.inputs.begin(), callee.inputs.end(),
                                    [&](const CalleeArg& arg) { return arg.name == name; });
    if (input == callee.inputs.end()) return;
    // Checks each tensor of a list, because their types may have to be equal.
    const bool is_list = value.kind == Kind::kList;
    const size_t count = is_list ? value.operands.size() : 1;
    for (size_t i = 0; i < count; ++i) {
      Expr& item = is_list ? value.operands[i] : value;
      const Type type = Of(item);
      if (type.is_known()) {
        Bind(callee, *input, type, item, bound);
      } else if (!LiteralOf(op_, item)) {
        vague.emplace(ElementType(input->type));
      }
    }
  }

  // TensorFlow gives a literal the type of the first tensor that must have the same type, or a
  // default type if there is none. In a tf.function it only considers tensors that come first in
  // the op's definition, so a literal before them gets its type here.
  void BindLiterals(const Callee& callee, Expr& call, Bound& bound) {
    std::set<std::string_view> settled;
    for (const CalleeArg& input : callee.inputs) {
      const auto at = std::find(call.parameters.begin(), call.parameters.end(), input.name);
      if (at == call.parameters.end()) continue;
      Expr& value = call.operands[static_cast<size_t>(at - call.parameters.begin())];
      const std::string_view type = ElementType(input.type);
      const Attr* attr = callee.FindAttr(type);
      if (attr != nullptr && attr->is_list) continue;
      const bool is_list = input.is_list && value.kind == Kind::kList;
      const bool has_tensor = is_list && !LiteralOf(op_, value);
      const size_t count = is_list ? value.operands.size() : 1;
      for (size_t i = 0; i < count; ++i) {
        Expr& item = is_list ? value.operands[i] : value;
        const std::optional<Literal> literal = LiteralOf(op_, item);
        if (!literal) continue;
        BindLiteral(callee, input, *literal, item, bound);
        if (has_tensor || !good_ || attr == nullptr || settled.contains(type)) continue;
        const Type& known = bound.find(type)->second;
        if (known.is_known() && known.name != OwnType(*attr, *literal)) {
          const Kind kind = op_.FindAttr(known.name) != nullptr ? Kind::kAttr : Kind::kDtype;
          MakeConstant(item, item, {.kind = kind, .text = known.name});
        }
      }
      if (attr != nullptr) settled.insert(type);
    }
  }

  void BindLiteral(const Callee& callee, const CalleeArg& input, const Literal& literal,
                   Expr& value, Bound& bound) {
    const std::string_view wanted = ElementType(input.type);
    const Attr* attr = callee.FindAttr(wanted);
    Type demanded;
    if (attr == nullptr) {
      demanded = OfDtype(DtypeNamed(wanted));
    } else if (const auto known = bound.find(wanted); known != bound.end()) {
      demanded = known->second;
    } else {
      Type own = OfDtype(OwnType(*attr, literal));
      own.literal = TextOf(value);
      own.why = own.literal + " by itself is of type " + own.name;
      return Bind(callee, input, own, value, bound);
    }
    for (const std::string& dtype : demanded.dtypes) {
      const bool fits = literal.FitsKindOf(dtype);
      if (fits && literal.FitsRangeOf(dtype)) continue;
      return Fail("input " + Quoted(input.name) + " of op " + Quoted(callee.name) + " is of type " +
                      demanded.name + (attr == nullptr ? "" : " here") + ", not " +
                      (fits ? "as large as " + TextOf(value) : std::string(literal.KindText())),
                  value, callee.signature);
    }
  }

  // Returns the type that TensorFlow chooses for a literal that is the first operand of an attr's
  // type.
  static std::string OwnType(const Attr& attr, const Literal& literal) {
    if (attr.default_text) {
      const std::string dtype = DtypeNamed(*attr.default_text);
      if (literal.FitsKindOf(dtype) && literal.FitsRangeOf(dtype)) return dtype;
    }
    return std::string(literal.DefaultType());
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
                  callee.signature,
                  !type.literal.empty()           ? CastHelp(type, known->second)
                  : known->second.literal.empty() ? ""
                                                  : CastHelp(known->second, type));
    }
    const auto& allowed = attr->allowed_types;
    for (const std::string& dtype : type.dtypes) {
      if (allowed.empty() || std::find(allowed.begin(), allowed.end(), dtype) != allowed.end()) {
        continue;
      }
      const bool is_attr = type.name != dtype;
      return Fail(what + " cannot be of type " + dtype, value,
                  (is_attr ? Quoted(type.name) + " may be " + dtype + "; "
                           : type.why + (type.why.empty() ? "" : "; ")) +
                      callee.signature,
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
