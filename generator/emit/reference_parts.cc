#include "emit/reference_parts.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <set>

namespace plugingen::emit {
namespace {

constexpr std::string_view kFolders[] = {"compute/", "reference/"};
constexpr std::string_view kInclude = "#include \"";
constexpr std::string_view kHeaderEnd = ".h";
constexpr std::string_view kUnitEnd = ".cc";

using Names = std::set<std::string, std::less<>>;

bool IsInFolders(std::string_view path) {
  return std::any_of(std::begin(kFolders), std::end(kFolders),
                     [path](std::string_view folder) { return path.starts_with(folder); });
}

// Adds the headers in these folders that a text includes, by name ("reference/matmul").
void CollectIncludes(std::string_view text, Names& names) {
  for (size_t at = text.find(kInclude); at != text.npos; at = text.find(kInclude, at)) {
    at += kInclude.size();
    const size_t end = text.find('"', at);
    if (end == text.npos) return;
    const std::string_view header = text.substr(at, end - at);
    if (IsInFolders(header) && header.ends_with(kHeaderEnd)) {
      names.emplace(header.substr(0, header.size() - kHeaderEnd.size()));
    }
  }
}

bool BelongsTo(std::string_view name, const Names& names) {
  const std::string_view stem = name.substr(0, name.rfind('.'));
  if (name.ends_with(kHeaderEnd)) return names.contains(stem);
  for (const std::string& owner : names) {
    if (stem == owner || (stem.starts_with(owner) && stem[owner.size()] == '_')) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> ReferenceParts(const std::vector<std::string_view>& texts,
                                        const Texts& library) {
  Names names;
  for (const std::string_view text : texts) CollectIncludes(text, names);
  // Each unit can need others.
  size_t before = 0;
  do {
    before = names.size();
    for (const auto& [name, text] : library) {
      if (IsInFolders(name) && BelongsTo(name, names)) CollectIncludes(text, names);
    }
  } while (names.size() != before);
  std::vector<std::string> units;
  for (const auto& [name, text] : library) {
    if (name.ends_with(kUnitEnd) && BelongsTo(name, names)) units.push_back(name);
  }
  return units;
}

}  // namespace plugingen::emit
