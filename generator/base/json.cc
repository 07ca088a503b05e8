#include "base/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plugingen::base {
namespace {

std::string LeafText(const Json& value) {
  return value.dump(/*indent=*/-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

bool HasLines(const Json& value, size_t levels) {
  return levels > 0 && std::any_of(value.begin(), value.end(),
                                   [](const Json& member) { return member.is_structured(); });
}

void Append(const Json& value, size_t levels, size_t depth, std::string& text) {
  if (!value.is_structured()) {
    text += LeafText(value);
    return;
  }
  const bool lines = HasLines(value, levels);
  const auto start_line = [&text, lines](size_t indent) {
    if (lines) text += "\n" + std::string(2 * indent, ' ');
  };
  text += value.is_object() ? '{' : '[';
  bool first = true;
  for (const auto& [key, member] : value.items()) {
    if (!first) text += lines ? "," : ", ";
    first = false;
    start_line(depth + 1);
    if (value.is_object()) text += LeafText(key) + ": ";
    Append(member, levels - (lines ? 1 : 0), depth + 1, text);
  }
  start_line(depth);
  text += value.is_object() ? '}' : ']';
}

}  // namespace

std::string JsonText(const Json& value, size_t levels) {
  std::string text;
  Append(value, levels, 0, text);
  return text;
}

}  // namespace plugingen::base
