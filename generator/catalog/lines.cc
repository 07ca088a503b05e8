#include "catalog/lines.h"

#include <algorithm>

namespace plugingen::catalog {

std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view Stripped(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::string_view TakePart(std::string_view& text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = Stripped(text.substr(0, end));
  text = Stripped(text.substr(std::min(end + 1, text.size())));
  return part;
}

std::vector<std::string_view> SplitParts(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::string_view part = TakePart(text, separator);
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

std::string_view TakeFact(std::string_view& text) {
  while (!text.empty()) {
    const std::string_view line = TakeLine(text);
    if (!Stripped(line).empty() && line.front() != '#') return line;
  }
  return {};
}

}  // namespace plugingen::catalog
