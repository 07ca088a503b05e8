// Texts of the user's inside string literals of C++.

#ifndef PLUGINGEN_EMIT_CPP_TEXT_H_
#define PLUGINGEN_EMIT_CPP_TEXT_H_

#include <string>
#include <string_view>

#include "base/text.h"

namespace plugingen::emit {

// The text as it stands between quotes. "??" could begin a trigraph, of which compilers warn.
inline std::string CppText(std::string_view text) {
  std::string escaped = base::ReplaceAll(text, "\\", "\\\\");
  escaped = base::ReplaceAll(escaped, "\"", "\\\"");
  while (escaped.find("??") != std::string::npos) {
    escaped = base::ReplaceAll(escaped, "??", "?\\?");
  }
  return escaped;
}

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_CPP_TEXT_H_
