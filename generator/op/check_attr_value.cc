#include "op/check_attr_value.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "op/parse_attr.h"
#include "spec/quantity.h"

namespace plugingen::op {
namespace {

using base::Quoted;
using Kind = Expr::Kind;

std::string KindText(AttrKind kind, bool several) {
  switch (kind) {
    case AttrKind::kType:
      return several ? "data types" : "a data type";
    case AttrKind::kInt:
      return several ? "whole numbers" : "a whole number";
    case AttrKind::kFloat:
      return several ? "numbers" : "a number";
    case AttrKind::kBool:
      return several ? "truth values" : "true or false";
    case AttrKind::kString:
      return several ? "texts in quotes" : "a text in quotes";
    case AttrKind::kShape:
      return several ? "shapes" : "a shape, such as [2, 3]";
    case AttrKind::kTensor:
      return several ? "tensor attrs" : "a tensor attr of the op";
    case AttrKind::kFunc:
      return several ? "func attrs" : "a func attr of the op";
  }
  return "";
}

class ValueChecker {
 public:
  ValueChecker(const OpDef& op, const std::string& callee, const Attr& attr,
               const diag::SourceText& source, diag::Sink& sink)
      : op_(op), callee_(callee), attr_(attr), source_(source), sink_(sink) {}

  bool Check(Expr& value) {
    if (value.kind == Kind::kName && op_.FindAttr(value.text) != nullptr) return CheckAttr(value);
    if (!attr_.is_list) return CheckOne(value);
    if (value.kind != Kind::kList) return Wrong(value);
    if (attr_.minimum && value.operands.size() < static_cast<size_t>(*attr_.minimum)) {
      return Fail("attr " + Quoted(attr_.name) + " of op " + Quoted(callee_) + " takes at least " +
                      std::to_string(*attr_.minimum) + " values, not " +
                      std::to_string(value.operands.size()),
                  value);
    }
    bool good = true;
    for (Expr& item : value.operands) good = CheckOne(item) && good;
    return good;
  }

 private:
  bool Fail(std::string message, const Expr& value, std::string help = "") {
    sink_.Report({.code = "E0346",
                  .message = std::move(message),
                  .span = source_.Of(value.place.from, value.place.to),
                  .help = std::move(help)});
    return false;
  }

  bool Wrong(const Expr& value, std::string help = "") {
    return Fail("attr " + Quoted(attr_.name) + " of op " + Quoted(callee_) + " takes " +
                    AttrValueText(attr_),
                value, std::move(help));
  }

  // Resolves an attr of the op with this gradient.
  bool CheckAttr(Expr& value) {
    const Attr& given = *op_.FindAttr(value.text);
    value.kind = Kind::kAttr;
    const bool widened = attr_.kind == AttrKind::kFloat && given.kind == AttrKind::kInt;
    if ((given.kind == attr_.kind || widened) && given.is_list == attr_.is_list) return true;
    return Wrong(value, Quoted(given.name) + " is " +
                            (given.is_list ? "a list of " + KindText(given.kind, true)
                                           : KindText(given.kind, false)));
  }

  bool CheckOne(Expr& value) {
    switch (attr_.kind) {
      case AttrKind::kType:
        return CheckType(value);
      case AttrKind::kInt:
        return CheckInt(value);
      case AttrKind::kFloat:
        return CheckFloat(value);
      case AttrKind::kBool:
        return CheckBool(value);
      case AttrKind::kString:
        return CheckString(value);
      case AttrKind::kShape:
        return CheckShape(value);
      case AttrKind::kTensor:
      case AttrKind::kFunc:
        break;
    }
    return Wrong(value);
  }

  // Returns the number of a literal, which can follow a '-'.
  static const Expr* NumberOf(const Expr& value) {
    const Expr* number = value.kind == Kind::kNegate ? value.operands.data() : &value;
    return number->kind == Kind::kNumber ? number : nullptr;
  }

  bool CheckFloat(const Expr& value) {
    const Expr* literal = NumberOf(value);
    if (literal == nullptr) return Wrong(value);
    const double number = spec::ParseNumber(literal->text).value_or(0);
    if (number <= double{std::numeric_limits<float>::max()}) return true;
    return Fail("attr " + Quoted(attr_.name) + " of op " + Quoted(callee_) +
                    " takes only numbers in the range of float",
                value);
  }

  bool CheckInt(const Expr& value) {
    const Expr* literal = NumberOf(value);
    int64_t number = 0;
    if (literal == nullptr) return Wrong(value);
    // The smallest integer has no positive counterpart, so the sign is parsed with it.
    const std::string text = (literal != &value ? "-" : "") + literal->text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return Wrong(value);
    if (attr_.is_list || !attr_.minimum || number >= *attr_.minimum) return true;
    return Fail("attr " + Quoted(attr_.name) + " of op " + Quoted(callee_) + " is at least " +
                    std::to_string(*attr_.minimum),
                value);
  }

  bool CheckBool(Expr& value) {
    if (value.kind != Kind::kName) return Wrong(value);
    const std::string lower = base::ToLower(value.text);
    if (lower != "true" && lower != "false") return Wrong(value, AttrHelp(value));
    value.kind = Kind::kBool;
    value.text = lower;
    return true;
  }

  bool CheckString(const Expr& value) {
    if (value.kind != Kind::kString) {
      return Wrong(value, value.kind == Kind::kName ? "write '" + value.text + "'" : "");
    }
    const std::vector<std::string>& allowed = attr_.allowed_strings;
    if (allowed.empty() || std::find(allowed.begin(), allowed.end(), value.text) != allowed.end()) {
      return true;
    }
    const std::string_view nearest =
        base::NearestName(value.text, {allowed.begin(), allowed.end()});
    return Fail("attr " + Quoted(attr_.name) + " of op " + Quoted(callee_) + " is one of '" +
                    base::Join(allowed, "', '") + "'",
                value, base::DidYouMean(nearest));
  }

  bool CheckType(Expr& value) {
    if (value.kind != Kind::kName) return Wrong(value);
    const std::string dtype = DtypeNamed(value.text);
    if (dtype.empty()) {
      const std::string help = DtypeHelp(value.text);
      return Wrong(value, help.empty() ? AttrHelp(value) : help);
    }
    const std::vector<std::string>& allowed = attr_.allowed_types;
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), dtype) == allowed.end()) {
      return Fail("attr " + Quoted(attr_.name) + " of op " + Quoted(callee_) + " cannot be " +
                      Quoted(value.text),
                  value, "it is one of " + base::Join(allowed, ", "));
    }
    value.kind = Kind::kDtype;
    value.text = dtype;
    return true;
  }

  bool CheckShape(const Expr& value) {
    if (value.kind != Kind::kList) return Wrong(value);
    return std::all_of(value.operands.begin(), value.operands.end(),
                       [](const Expr& size) {
                         const Expr* number = NumberOf(size);
                         return number != nullptr && spec::ParseInteger(number->text);
                       }) ||
           Wrong(value);
  }

  // Suggests an attr of the op that the user may have meant.
  std::string AttrHelp(const Expr& value) const {
    std::vector<std::string_view> names;
    for (const Attr& attr : op_.attrs) {
      if (attr.kind == attr_.kind && attr.is_list == attr_.is_list) names.push_back(attr.name);
    }
    const std::string_view nearest = base::NearestName(value.text, names);
    return nearest.empty() ? "" : "did you mean attr " + Quoted(nearest) + "?";
  }

  const OpDef& op_;
  const std::string& callee_;
  const Attr& attr_;
  const diag::SourceText& source_;
  diag::Sink& sink_;
};

}  // namespace

std::string AttrValueText(const Attr& attr) {
  return attr.is_list ? "a list of " + KindText(attr.kind, true) : KindText(attr.kind, false);
}

bool CheckAttrValue(const OpDef& op, const std::string& callee, const Attr& attr,
                    const diag::SourceText& source, Expr& value, diag::Sink& sink) {
  return ValueChecker(op, callee, attr, source, sink).Check(value);
}

}  // namespace plugingen::op
