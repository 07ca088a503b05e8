#include "emit/template_set.h"

#include <algorithm>
#include <utility>

#include "base/embedded.h"

namespace plugingen::emit {
namespace {

constexpr std::string_view kTemplates = "templates/";

}  // namespace

const TemplateSet& TemplateSet::BuiltIn() {
  static const TemplateSet set = [] {
    std::vector<std::string> paths;
    for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
      if (file.path.starts_with(kTemplates))
        paths.emplace_back(file.path.substr(kTemplates.size()));
    }
    return TemplateSet(std::move(paths), [](std::string_view path) {
      return std::optional<std::string>(
          base::EmbeddedText(std::string(kTemplates) + std::string(path)));
    });
  }();
  return set;
}

TemplateSet::TemplateSet(std::vector<std::string> paths, Loader load)
    : paths_(std::move(paths)), load_(std::move(load)) {
  std::sort(paths_.begin(), paths_.end());
}

std::string TemplateSet::Render(std::string_view path, const Members& root,
                                const Members& extra) const {
  auto found = loaded_.find(path);
  if (found == loaded_.end()) {
    const std::string full = std::string(kTemplates) + std::string(path);
    std::optional<std::string> text;
    if (std::binary_search(paths_.begin(), paths_.end(), path)) text = load_(path);
    if (!text) throw TemplateError("there is no template " + full);
    found = loaded_.try_emplace(std::string(path)).first;
    found->second.text = std::move(*text);
    try {
      found->second.parsed = Template::Parse(full, found->second.text);
    } catch (...) {
      loaded_.erase(found);
      throw;
    }
  }
  return found->second.parsed->Render(root, extra);
}

}  // namespace plugingen::emit
