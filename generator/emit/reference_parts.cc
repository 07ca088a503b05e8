#include "emit/reference_parts.h"

#include <cstddef>
#include <set>

#include "base/embedded.h"

namespace plugingen::emit {
namespace {

constexpr std::string_view kEmbeddedFolder = "library/reference/";
constexpr std::string_view kFolder = "reference/";
constexpr std::string_view kInclude = "#include \"reference/";
constexpr std::string_view kHeaderEnd = ".h";

using Names = std::set<std::string, std::less<>>;

// Adds the names ("matmul") of the headers of the folder that a text includes.
void CollectIncludes(std::string_view text, Names& names) {
  for (size_t at = text.find(kInclude); at != text.npos; at = text.find(kInclude, at)) {
    at += kInclude.size();
    const size_t end = text.find('"', at);
    if (end == text.npos) return;
    const std::string_view header = text.substr(at, end - at);
    if (header.ends_with(kHeaderEnd)) {
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

std::vector<std::string> ReferenceParts(const std::vector<std::string_view>& texts) {
  static const auto* const parts = [] {
    auto* const all = new std::map<std::string, std::string_view>;
    for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
      if (!file.path.starts_with(kEmbeddedFolder)) continue;
      all->emplace(file.path.substr(kEmbeddedFolder.size()), file.text);
    }
    return all;
  }();
  return ReferenceParts(texts, *parts);
}

std::vector<std::string> ReferenceParts(const std::vector<std::string_view>& texts,
                                        const std::map<std::string, std::string_view>& parts) {
  Names names;
  for (const std::string_view text : texts) CollectIncludes(text, names);
  // What is needed may need more.
  size_t before = 0;
  do {
    before = names.size();
    for (const auto& [name, text] : parts) {
      if (BelongsTo(name, names)) CollectIncludes(text, names);
    }
  } while (names.size() != before);
  std::vector<std::string> units;
  for (const auto& [name, text] : parts) {
    if (!name.ends_with(kHeaderEnd) && BelongsTo(name, names)) {
      units.push_back(std::string(kFolder) + name);
    }
  }
  return units;
}

}  // namespace plugingen::emit
