#include "coverage/op_list.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "coverage/data_types.h"

namespace plugingen::coverage {
namespace {

bool IsWord(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return base::IsAlnum(c) || c == '_' || c == '>' || c == '.';
  });
}

// The words of a line without its comment.
std::vector<std::string_view> Words(std::string_view line) {
  std::vector<std::string_view> words;
  line = line.substr(0, line.find('#'));
  for (size_t at = 0; at < line.size();) {
    const size_t begin = std::min(line.find_first_not_of(" \t\r", at), line.size());
    const size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    if (begin < end) words.push_back(line.substr(begin, end - begin));
    at = end;
  }
  return words;
}

}  // namespace

Model ReadOpList(std::string_view text, std::string& error) {
  Model model;
  size_t number = 0;
  for (const std::string_view line : base::Split(text, '\n')) {
    ++number;
    const std::vector<std::string_view> words = Words(line);
    if (words.empty()) continue;
    OpUse use;
    use.op = words.front();
    std::string wrong;
    if (!IsWord(use.op)) wrong = base::Quoted(base::Shortened(words.front())) + " is no op";
    for (size_t i = 1; i < words.size() && wrong.empty(); ++i) {
      const size_t equals = words[i].find('=');
      const std::string_view attr = words[i].substr(0, equals);
      const std::string_view dtype =
          equals == std::string_view::npos ? std::string_view{} : words[i].substr(equals + 1);
      if (!IsWord(attr) || !IsDataType(dtype)) {
        wrong = base::Quoted(base::Shortened(words[i])) + " is no ATTR=DTYPE such as T=float";
      }
      use.types[std::string(attr)] = dtype;
    }
    if (!wrong.empty()) {
      error = "line " + std::to_string(number) + ": " + wrong;
      return {};
    }
    ++model.uses[std::move(use)];
  }
  if (model.uses.empty()) error = "it names no op";
  return model;
}

}  // namespace plugingen::coverage
