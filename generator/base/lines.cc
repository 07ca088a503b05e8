#include "base/lines.h"

#include <algorithm>
#include <cstddef>

namespace plugingen::base {

std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

LineEnds LineEndsOf(std::string_view text) {
  size_t unix_ends = 0;
  size_t dos_ends = 0;
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    ++(at > 0 && text[at - 1] == '\r' ? dos_ends : unix_ends);
  }
  if (dos_ends == 0) return LineEnds::kUnix;
  return unix_ends == 0 ? LineEnds::kDos : LineEnds::kMixed;
}

std::string WithoutCarriageReturns(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    plain += text[i];
  }
  return plain;
}

std::string WithCarriageReturns(std::string_view text) {
  std::string dos;
  dos.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    if (c == '\n') dos += '\r';
    dos += c;
  }
  return dos;
}

}  // namespace plugingen::base
