// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/kernel_ptx.h"

#include <optional>

namespace pluggable::cuda {

namespace {

// The position of a kernel in a program's text.
struct Entry {
  std::string_view name;
  size_t begin;
  size_t end;
};

// Finds the first kernel at or after `from`. Its line may start with the linkage, as in ".visible".
// Its text ends with the next brace at the start of a line.
std::optional<Entry> FindEntry(std::string_view ptx, size_t from) {
  constexpr std::string_view kWord = ".entry ";
  constexpr std::string_view kEnd = "\n}";
  for (size_t word = ptx.find(kWord, from); word != std::string_view::npos;
       word = ptx.find(kWord, word + kWord.size())) {
    const size_t begin = ptx.rfind('\n', word);
    if (begin == std::string_view::npos || begin < from || ptx[begin + 1] != '.') continue;
    const size_t name = word + kWord.size();
    const size_t end = ptx.find(kEnd, name);
    if (end == std::string_view::npos) return std::nullopt;
    return Entry{ptx.substr(name, ptx.find_first_of("( \n", name) - name), begin,
                 end + kEnd.size()};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> KernelsOfPtx(std::string_view ptx) {
  std::vector<std::string> names;
  for (std::optional<Entry> entry = FindEntry(ptx, 0); entry; entry = FindEntry(ptx, entry->end)) {
    names.emplace_back(entry->name);
  }
  return names;
}

std::string PtxOfKernel(std::string_view ptx, std::string_view name) {
  std::string rest;
  bool is_found = false;
  size_t from = 0;
  for (std::optional<Entry> entry = FindEntry(ptx, 0); entry; entry = FindEntry(ptx, entry->end)) {
    const bool is_it = entry->name == name;
    rest += ptx.substr(from, (is_it ? entry->end : entry->begin) - from);
    from = entry->end;
    is_found = is_found || is_it;
  }
  if (!is_found) return std::string(ptx);
  rest += ptx.substr(from);
  return rest;
}

}  // namespace pluggable::cuda
