// A value of an attr, as nodes of a graph store it.

#ifndef PLUGINGEN_REWRITE_ATTR_LITERAL_H_
#define PLUGINGEN_REWRITE_ATTR_LITERAL_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "op/gradient.h"
#include "op/op_def.h"

namespace plugingen::rewrite {

struct AttrLiteral {
  op::AttrKind kind = op::AttrKind::kInt;
  bool is_list = false;
  std::vector<std::string>
      items;  // "true", "-3", "0.5", "NHWC", "float"; one item unless it is a list

  friend bool operator==(const AttrLiteral&, const AttrLiteral&) = default;
};

// True if a rewrite can contain values of the attr. It cannot contain shapes, tensors and
// functions.
bool HasLiterals(const op::Attr& attr);

// Returns the value that a checked expression gives to the attr (see op::CheckAttrValue).
AttrLiteral LiteralOf(const op::Attr& attr, const op::Expr& value);

// Returns the default in the attr's definition. Returns nothing if it has none or a rewrite cannot
// contain it.
std::optional<AttrLiteral> DefaultOf(const op::Attr& attr);

// True if both are the same value in any notation, or both are nothing.
bool AreEqual(const std::optional<AttrLiteral>& a, const std::optional<AttrLiteral>& b);

AttrLiteral TypeLiteral(std::string_view dtype);
AttrLiteral IntLiteral(size_t value);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_ATTR_LITERAL_H_
