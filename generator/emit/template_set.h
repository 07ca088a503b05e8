// All templates of the program by path, each parsed when first needed and once.

#ifndef PLUGINGEN_EMIT_TEMPLATE_SET_H_
#define PLUGINGEN_EMIT_TEMPLATE_SET_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emit/template.h"
#include "emit/value.h"

namespace plugingen::emit {

class TemplateSet {
 public:
  // Gives the text of a template, or nullopt when there is none at that path.
  using Loader = std::function<std::optional<std::string>(std::string_view path)>;

  // The templates inside the binary.
  static const TemplateSet& BuiltIn();

  // Templates of the given paths (relative, as under templates/), their texts from `load`: a folder
  // of someone who works on templates, or a test's map.
  TemplateSet(std::vector<std::string> paths, Loader load);

  // Paths relative to templates/, sorted: "src/generated/plugin/kernel_table.cc".
  const std::vector<std::string>& paths() const { return paths_; }

  // Throws TemplateError when there is no such template, it is malformed, or a name in it unknown.
  std::string Render(std::string_view path, const Members& root, const Members& extra = {}) const;

 private:
  struct Loaded {
    std::string text;  // what `parsed` points into
    std::optional<Template> parsed;
  };

  std::vector<std::string> paths_;
  Loader load_;
  mutable std::map<std::string, Loaded, std::less<>> loaded_;  // a cache: nodes never move
};

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_TEMPLATE_SET_H_
