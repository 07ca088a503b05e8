// All templates of the program by path. Each is parsed once, at its first use.

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
  // Returns the text of a template, or nullopt if there is none at this path.
  using Loader = std::function<std::optional<std::string>(std::string_view path)>;

  // The templates in the program.
  static const TemplateSet& BuiltIn();

  // Templates with these paths, relative to templates/. `load` returns their texts, from a folder
  // of an author of templates or from a test.
  TemplateSet(std::vector<std::string> paths, Loader load);

  // The paths relative to templates/, sorted: "src/generated/plugin/kernel_table.cc".
  const std::vector<std::string>& paths() const { return paths_; }

  // Throws TemplateError if the template does not exist, is malformed, or uses an unknown name.
  std::string Render(std::string_view path, const Members& root, const Members& extra = {}) const;

 private:
  struct Loaded {
    std::string text;  // `parsed` refers to it
    std::optional<Template> parsed;
  };

  std::vector<std::string> paths_;
  Loader load_;
  mutable std::map<std::string, Loaded, std::less<>>
      loaded_;  // a cache; the nodes of a map never move
};

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_TEMPLATE_SET_H_
