#include "coverage/op_list.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"

namespace plugingen::coverage {
namespace {

// A file that is no list at all does not need more errors.
constexpr size_t kMaxErrors = 20;

bool IsWord(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return base::IsAlnum(c) || c == '_' || c == '>' || c == '.';
  });
}

// Returns the words of a line without its comment.
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

// Parses the words of a line. Returns what is wrong, or "".
std::string ReadUse(const std::vector<std::string_view>& words, OpUse& use) {
  use.op = words.front();
  if (!IsWord(use.op)) return base::Quoted(base::Shortened(words.front())) + " is not an op";
  for (size_t i = 1; i < words.size(); ++i) {
    const size_t equals = words[i].find('=');
    const std::string_view attr = words[i].substr(0, equals);
    const std::string_view dtype =
        equals == std::string_view::npos ? std::string_view{} : words[i].substr(equals + 1);
    if (!IsWord(attr) || base::FindDtype(dtype) == nullptr) {
      return base::Quoted(base::Shortened(words[i])) + " is not ATTR=DTYPE, such as T=float";
    }
    use.types[std::string(attr)] = dtype;
  }
  return "";
}

}  // namespace

Model ReadOpList(std::string_view text, std::vector<std::string>& errors) {
  Model model;
  size_t number = 0;
  for (const std::string_view line : base::Split(text, '\n')) {
    ++number;
    const std::vector<std::string_view> words = Words(line);
    if (words.empty()) continue;
    OpUse use;
    if (const std::string wrong = ReadUse(words, use); !wrong.empty()) {
      errors.push_back("line " + std::to_string(number) + ": " + wrong);
      if (errors.size() == kMaxErrors) break;
      continue;
    }
    ++model.uses[std::move(use)];
  }
  if (!errors.empty()) return {};
  if (model.uses.empty()) errors.emplace_back("it names no op");
  return model;
}

}  // namespace plugingen::coverage
