#include "emit/comment_text.h"

#include <string_view>

#include "base/text.h"

namespace plugingen::emit {

std::string CommentText(const std::string& line) {
  constexpr std::string_view kIndent = "//     ";
  std::string text;
  size_t column = 3;  // after "// "
  for (const std::string_view word : base::Split(line, ' ')) {
    if (text.empty()) {
      column += word.size();
    } else if (column + 1 + word.size() <= kColumns) {
      text += ' ';
      column += 1 + word.size();
    } else {
      text += '\n';
      text += kIndent;
      column = kIndent.size() + word.size();
    }
    text += word;
  }
  return text;
}

}  // namespace plugingen::emit
