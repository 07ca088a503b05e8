// Wraps comments of emitted C++.

#ifndef PLUGINGEN_EMIT_COMMENT_TEXT_H_
#define PLUGINGEN_EMIT_COMMENT_TEXT_H_

#include <cstddef>
#include <string>

namespace plugingen::emit {

// The column limit in the .clang-format of emitted projects.
inline constexpr size_t kColumns = 100;

// Wraps a line at blanks so that it fits after a "// " at the start of a C++ line.
std::string CommentText(const std::string& line);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_COMMENT_TEXT_H_
