// Texts of the user's in C++ string literals.

#ifndef PLUGINGEN_EMIT_CPP_TEXT_H_
#define PLUGINGEN_EMIT_CPP_TEXT_H_

#include <string>
#include <string_view>

#include "base/text.h"

namespace plugingen::emit {

// Returns the text as it has to be between quotes. Escapes "??", because compilers warn about
// trigraphs. Writes control characters in octal, because an octal escape ends after three digits
// whatever follows.
inline std::string CppText(std::string_view text) {
  std::string escaped = base::ReplaceAll(text, "\\", "\\\\");
  escaped = base::ReplaceAll(escaped, "\"", "\\\"");
  while (escaped.find("??") != std::string::npos) {
    escaped = base::ReplaceAll(escaped, "??", "?\\?");
  }
  std::string printable;
  for (const char c : escaped) {
    if (!base::IsControl(c)) {
      printable += c;
      continue;
    }
    printable += '\\';
    for (const int shift : {6, 3, 0}) printable += static_cast<char>('0' + ((c >> shift) & 7));
  }
  return printable;
}

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_CPP_TEXT_H_
