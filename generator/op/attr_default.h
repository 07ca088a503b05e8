// The default of an attr: what stands behind the '=' of "T: {float, half} = float".

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

// As TensorFlow's language writes it. `text` is the part of the cursor's that says it. Nothing
// after a mistake, which goes to the sink (E0365).
std::optional<std::string> ReadAttrDefault(const Attr& attr, std::string_view text,
                                           const Cursor& cursor, diag::Sink& sink);

// What stands between the commas of a list. A comma in quotes of either kind is part of a text.
std::vector<std::string_view> SplitItems(std::string_view list);

// The text between quotes of either kind. It holds neither them nor backslashes, nor control
// characters: it becomes part of sources.
std::optional<std::string_view> UnquotedText(std::string_view text);

std::optional<int64_t> IntegerOf(std::string_view text);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_ATTR_DEFAULT_H_
