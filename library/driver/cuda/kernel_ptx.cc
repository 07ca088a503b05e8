// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/kernel_ptx.h"

#include <optional>

namespace pluggable::cuda {

namespace {

// A kernel in a program's text.
struct Entry {
  std::string_view name;
  size_t begin;
  size_t end;
};

// The first from `from` on. Its text ends with the only brace at the beginning of a line.
std::optional<Entry> FindEntry(std::string_view ptx, size_t from) {
  constexpr std::string_view kBegin = "\n.visible .entry ";
  constexpr std::string_view kEnd = "\n}";
  const size_t begin = ptx.find(kBegin, from);
  if (begin == std::string_view::npos) return std::nullopt;
  const size_t name = begin + kBegin.size();
  const size_t end = ptx.find(kEnd, name);
  if (end == std::string_view::npos) return std::nullopt;
  return Entry{ptx.substr(name, ptx.find_first_of("( \n", name) - name), begin, end + kEnd.size()};
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
