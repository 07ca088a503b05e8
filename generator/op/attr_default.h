// The default of an attr: the text after '=' in "T: {float, half} = float".

#ifndef PLUGINGEN_OP_ATTR_DEFAULT_H_
#define PLUGINGEN_OP_ATTR_DEFAULT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "op/cursor.h"
#include "op/op_def.h"

namespace plugingen::op {

// Returns the default in TensorFlow's notation. `text` is the part of the cursor's text with the
// default. Reports a mistake to the sink (E0365) and returns nothing.
std::optional<std::string> ReadAttrDefault(const Attr& attr, std::string_view text,
                                           const Cursor& cursor, diag::Sink& sink);

// Splits a list at its commas. A comma in single or double quotes is a part of an item.
std::vector<std::string_view> SplitItems(std::string_view list);

// Returns the text in single or double quotes. It must not contain quotes, backslashes or control
// characters, because it becomes part of sources.
std::optional<std::string_view> UnquotedText(std::string_view text);

std::optional<int64_t> IntegerOf(std::string_view text);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_ATTR_DEFAULT_H_
