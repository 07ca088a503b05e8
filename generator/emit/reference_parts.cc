#include "emit/reference_parts.h"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace plugingen::emit {
namespace {

constexpr std::string_view kFolder = "src/reference/";
constexpr std::string_view kInclude = "#include \"reference/";
constexpr std::string_view kHeaderEnd = ".h";

bool IsPart(const base::OutputFile& file) { return file.path.starts_with(kFolder); }

// Adds the names ("matmul") of the headers of the folder that a text includes.
void CollectIncludes(std::string_view text, std::set<std::string, std::less<>>& names) {
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

bool BelongsTo(const base::OutputFile& file, const std::set<std::string, std::less<>>& names) {
  const std::string_view name = std::string_view(file.path).substr(kFolder.size());
  const std::string_view stem = name.substr(0, name.rfind('.'));
  if (name.ends_with(kHeaderEnd)) return names.contains(stem);
  for (const std::string& owner : names) {
    if (stem == owner || (stem.starts_with(owner) && stem[owner.size()] == '_')) return true;
  }
  return false;
}

}  // namespace

void DropUnusedReferenceParts(std::vector<base::OutputFile>& files) {
  std::set<std::string, std::less<>> names;
  for (const base::OutputFile& file : files) {
    if (!IsPart(file)) CollectIncludes(file.text, names);
  }
  // What is needed may need more.
  size_t before = 0;
  do {
    before = names.size();
    for (const base::OutputFile& file : files) {
      if (IsPart(file) && BelongsTo(file, names)) CollectIncludes(file.text, names);
    }
  } while (names.size() != before);
  std::erase_if(
      files, [&](const base::OutputFile& file) { return IsPart(file) && !BelongsTo(file, names); });
}

}  // namespace plugingen::emit
