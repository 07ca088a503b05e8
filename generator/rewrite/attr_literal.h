// A value of an attr, as the nodes of a graph have it.

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
  std::vector<std::string> items;  // "true", "-3", "0.5", "NHWC", "float"; one if it is no list

  friend bool operator==(const AttrLiteral&, const AttrLiteral&) = default;
};

// Whether values of the attr can be written in a rewrite: no shapes, tensors and functions.
bool HasLiterals(const op::Attr& attr);

// The value that a checked expression gives to the attr (see op::CheckAttrValue).
AttrLiteral LiteralOf(const op::Attr& attr, const op::Expr& value);

// The default of the attr's definition. None where it has none, or none that can be written.
std::optional<AttrLiteral> DefaultOf(const op::Attr& attr);

// Whether both are the same value, however it is written, or both none.
bool AreEqual(const std::optional<AttrLiteral>& a, const std::optional<AttrLiteral>& b);

AttrLiteral TypeLiteral(std::string_view dtype);
AttrLiteral IntLiteral(size_t value);

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_ATTR_LITERAL_H_
