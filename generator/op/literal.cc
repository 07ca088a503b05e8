#include "op/literal.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/dtypes.h"
#include "spec/quantity.h"

namespace plugingen::op {
namespace {

using Kind = Expr::Kind;
using Of = Literal::Kind;

// The range of an integer type.
struct Range {
  std::string_view dtype;
  double least;
  double most;
};

template <class T>
constexpr Range RangeOf(std::string_view dtype) {
  return {dtype, static_cast<double>(std::numeric_limits<T>::min()),
          static_cast<double>(std::numeric_limits<T>::max())};
}

constexpr Range kRanges[] = {
    RangeOf<int8_t>("int8"),   RangeOf<uint8_t>("uint8"),
    RangeOf<int16_t>("int16"), RangeOf<uint16_t>("uint16"),
    RangeOf<int32_t>("int32"), RangeOf<uint32_t>("uint32"),
    RangeOf<int64_t>("int64"), RangeOf<uint64_t>("uint64"),
    {"int4", -8, 7},           {"uint4", 0, 15},
    {"int2", -2, 1},           {"uint2", 0, 3},
};

std::optional<Of> KindOfAttr(const Attr* attr) {
  if (attr == nullptr) return std::nullopt;
  switch (attr->kind) {
    case AttrKind::kInt:
      return Of::kInteger;
    case AttrKind::kFloat:
      return Of::kFraction;
    case AttrKind::kBool:
      return Of::kBool;
    case AttrKind::kString:
      return Of::kText;
    default:
      return std::nullopt;
  }
}

bool IsFraction(const std::string& number) {
  return number.find_first_of(".eE") != std::string::npos;
}

// A list or a formula has the widest kind of its parts.
void Add(const Literal& part, Literal& whole) {
  if (part.kind > whole.kind || whole.culprit == nullptr) {
    whole.kind = part.kind;
    whole.culprit = part.culprit;
  }
  whole.least = std::min(whole.least, part.least);
  whole.most = std::max(whole.most, part.most);
}

Literal OfValue(const Expr& expr, Of kind, double value) {
  return {kind, &expr, std::min(value, 0.0), std::max(value, 0.0)};
}

std::optional<Literal> OfFormula(const OpDef& op, const Expr& expr) {
  Literal whole;
  for (const Expr& operand : expr.operands) {
    const std::optional<Literal> part = LiteralOf(op, operand);
    if (!part) return std::nullopt;
    Add(*part, whole);
  }
  // In Python, dividing integers gives a fraction, and so does a negative exponent.
  const std::optional<double> value = ValueOf(expr);
  const bool divides = expr.kind == Kind::kBinary && expr.text == "/";
  const bool inverts =
      expr.kind == Kind::kBinary && expr.text == "**" && ValueOf(expr.operands[1]).value_or(0) < 0;
  if (whole.kind == Of::kInteger && (divides || inverts)) {
    whole.kind = Of::kFraction;
    whole.culprit = &expr;
  }
  if (value) return OfValue(*whole.culprit, whole.kind, *value);
  whole.least = whole.most = 0;  // it contains an attr, whose value is unknown
  return whole;
}

}  // namespace

std::string_view Literal::KindText() const {
  switch (kind) {
    case Of::kNothing:
      return "an empty list";
    case Of::kBool:
      return "a truth value";
    case Of::kInteger:
      return "a whole number";
    case Of::kFraction:
      return "a fraction";
    case Of::kText:
      return "a text";
  }
  return "";
}

std::string_view Literal::DefaultType() const {
  switch (kind) {
    case Of::kBool:
      return "bool";
    case Of::kInteger:
      return FitsRangeOf("int32") ? "int32" : "int64";
    case Of::kText:
      return "string";
    default:
      return "float";
  }
}

bool Literal::FitsKindOf(std::string_view dtype) const {
  const base::Dtype* known = base::FindDtype(dtype);
  if (known == nullptr || kind == Of::kNothing) return true;
  if (dtype == "string") return kind == Of::kText;
  if (dtype == "bool") return kind == Of::kBool;
  switch (known->kind) {
    case base::DtypeKind::kFloating:
    case base::DtypeKind::kComplex:
      return kind != Of::kText;
    case base::DtypeKind::kInteger:
      return kind == Of::kBool || kind == Of::kInteger;
    case base::DtypeKind::kQuantized:
      return true;
    default:
      return false;
  }
}

bool Literal::FitsRangeOf(std::string_view dtype) const {
  if (kind != Of::kInteger) return true;
  const auto* range = std::find_if(std::begin(kRanges), std::end(kRanges),
                                   [&](const Range& known) { return known.dtype == dtype; });
  return range == std::end(kRanges) || (least >= range->least && most <= range->most);
}

std::optional<Literal> LiteralOf(const OpDef& op, const Expr& expr) {
  switch (expr.kind) {
    case Kind::kNumber:
      return OfValue(expr, IsFraction(expr.text) ? Of::kFraction : Of::kInteger,
                     ValueOf(expr).value_or(0));
    case Kind::kBool:
      return OfValue(expr, Of::kBool, 0);
    case Kind::kString:
      return OfValue(expr, Of::kText, 0);
    case Kind::kAttr:
      if (const std::optional<Of> kind = KindOfAttr(op.FindAttr(expr.text))) {
        return OfValue(expr, *kind, 0);
      }
      return std::nullopt;
    case Kind::kNegate:
    case Kind::kBinary:
      return OfFormula(op, expr);
    case Kind::kList: {
      Literal whole;
      for (const Expr& item : expr.operands) {
        const std::optional<Literal> part = LiteralOf(op, item);
        if (!part) return std::nullopt;
        Add(*part, whole);
      }
      return whole;
    }
    default:
      return std::nullopt;
  }
}

bool IsOfNumbers(const Expr& expr) {
  const bool is_whole =
      expr.kind == Kind::kNegate || expr.kind == Kind::kBinary || expr.kind == Kind::kList;
  if (!is_whole) return expr.kind == Kind::kNumber;
  return std::all_of(expr.operands.begin(), expr.operands.end(), IsOfNumbers);
}

std::optional<double> ValueOf(const Expr& expr) {
  if (expr.kind == Kind::kNumber) return spec::ParseNumber(expr.text);
  if (expr.kind != Kind::kNegate && expr.kind != Kind::kBinary) return std::nullopt;
  const std::optional<double> left = ValueOf(expr.operands[0]);
  if (!left || expr.kind == Kind::kNegate) return left ? std::optional(-*left) : left;
  const std::optional<double> right = ValueOf(expr.operands[1]);
  if (!right) return std::nullopt;
  if (expr.text == "+") return *left + *right;
  if (expr.text == "-") return *left - *right;
  if (expr.text == "*") return *left * *right;
  return expr.text == "/" ? *left / *right : std::pow(*left, *right);
}

}  // namespace plugingen::op
