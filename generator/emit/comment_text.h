// Long lines in comments of emitted C++.

#ifndef PLUGINGEN_EMIT_COMMENT_TEXT_H_
#define PLUGINGEN_EMIT_COMMENT_TEXT_H_

#include <cstddef>
#include <string>

namespace plugingen::emit {

// The longest line of emitted C++, as its .clang-format has it.
inline constexpr size_t kColumns = 100;

// A line as what follows "// " at the start of a C++ line: broken at blanks.
std::string CommentText(const std::string& line);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_COMMENT_TEXT_H_
