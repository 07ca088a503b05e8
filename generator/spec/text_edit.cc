#include "spec/text_edit.h"

#include <algorithm>

namespace plugingen::spec {

const Member* FindMember(const Node& map, std::string_view key) {
  const auto found = std::find_if(map.members.begin(), map.members.end(),
                                  [key](const Member& member) { return member.key == key; });
  return found == map.members.end() ? nullptr : &*found;
}

std::string Spliced(const std::string& text, const diag::Span& span, std::string_view piece) {
  std::string result = text.substr(0, span.begin);
  result += piece;
  return result.append(text, span.end);
}

std::string_view LineBreakAt(std::string_view text, size_t offset) {
  size_t end = text.find('\n', offset);
  if (end == std::string_view::npos) end = text.rfind('\n');
  const bool dos = end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
  return dos ? "\r\n" : "\n";
}

}  // namespace plugingen::spec
