#include "rewrite/attr_literal.h"

#include <algorithm>

#include "base/text.h"
#include "op/attr_default.h"
#include "op/parse_attr.h"
#include "spec/quantity.h"

namespace plugingen::rewrite {
namespace {

using op::AttrKind;
using op::Expr;

std::string ItemOf(const Expr& value) {
  if (value.kind == Expr::Kind::kNegate) return "-" + ItemOf(value.operands[0]);
  return value.text;
}

// Parses an item of a default in an op definition: 'NHWC' or "NHWC", DT_FLOAT or float.
std::string DefaultItem(AttrKind kind, std::string_view text) {
  text = base::Trim(text);
  if (kind == AttrKind::kType) return op::DtypeNamed(text);
  const bool quoted = text.size() > 1 && (text[0] == '\'' || text[0] == '"');
  return std::string(kind == AttrKind::kString && quoted ? text.substr(1, text.size() - 2) : text);
}

}  // namespace

bool HasLiterals(const op::Attr& attr) {
  return attr.kind == AttrKind::kType || attr.kind == AttrKind::kInt ||
         attr.kind == AttrKind::kFloat || attr.kind == AttrKind::kBool ||
         attr.kind == AttrKind::kString;
}

AttrLiteral LiteralOf(const op::Attr& attr, const Expr& value) {
  AttrLiteral literal{attr.kind, attr.is_list, {}};
  if (!attr.is_list) {
    literal.items.push_back(ItemOf(value));
  } else {
    for (const Expr& item : value.operands) literal.items.push_back(ItemOf(item));
  }
  return literal;
}

std::optional<AttrLiteral> DefaultOf(const op::Attr& attr) {
  if (!attr.default_text || !HasLiterals(attr)) return std::nullopt;
  AttrLiteral literal{attr.kind, attr.is_list, {}};
  std::string_view text = base::Trim(*attr.default_text);
  if (!attr.is_list) {
    literal.items.push_back(DefaultItem(attr.kind, text));
    return literal;
  }
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = base::Trim(text.substr(1, text.size() - 2));
  if (text.empty()) return literal;
  for (const std::string_view item : op::SplitItems(text)) {
    literal.items.push_back(DefaultItem(attr.kind, item));
  }
  return literal;
}

bool AreEqual(const std::optional<AttrLiteral>& a, const std::optional<AttrLiteral>& b) {
  if (!a || !b) return !a && !b;
  const bool is_number = a->kind == AttrKind::kFloat;
  return a->kind == b->kind && a->is_list == b->is_list &&
         std::equal(a->items.begin(), a->items.end(), b->items.begin(), b->items.end(),
                    [is_number](const std::string& x, const std::string& y) {
                      return x == y || (is_number && spec::ParseNumber(x) == spec::ParseNumber(y));
                    });
}

AttrLiteral TypeLiteral(std::string_view dtype) {
  return {AttrKind::kType, false, {std::string(dtype)}};
}

AttrLiteral IntLiteral(size_t value) { return {AttrKind::kInt, false, {std::to_string(value)}}; }

}  // namespace plugingen::rewrite
