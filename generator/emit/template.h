// A template: text with `@name@` substitutions and control lines. It is parsed once and can be
// rendered many times.
//
// Syntax (docs/architecture.md explains why we have our own):
//   @plugin.name@            a dotted lower-case name of the view; any other '@' is literal text
//   //% for x in kernels     a control line starts with `//%` or `#%` after blanks; not output
//   //% end                  directives: for/end, if/elif/else/end, `--` for a comment
//   //% if not device.is_gpu, //% if backend == reference
// In a loop, x.first and x.last are booleans, and x.comma is "," except for the last item. A value
// with several lines alone on its line is indented like its placeholder.

#ifndef PLUGINGEN_EMIT_TEMPLATE_H_
#define PLUGINGEN_EMIT_TEMPLATE_H_

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emit/value.h"

namespace plugingen::emit {

// A mistake in a template or in its values. It is a bug of the generator, not of its input. what()
// is "templates/src/x.cc:12: unknown name 'device.typ'".
class TemplateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Template {
 public:
  // Parses `text`, which must outlive the template. `path` is for error messages. Throws
  // TemplateError.
  static Template Parse(std::string_view path, std::string_view text);

  Template(Template&&) noexcept;
  Template& operator=(Template&&) noexcept;
  ~Template();

  // Renders the template with the members of `root` and of `extra` (one kernel, for example) in
  // scope. `extra` hides members of `root`. Throws TemplateError for unknown names and wrong kinds.
  std::string Render(const Members& root, const Members& extra = {}) const;

  // Defined in template.cc.
  struct Node;

 private:
  Template(std::string_view path, std::vector<Node> nodes);

  std::string path_;
  std::vector<Node> nodes_;
};

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_TEMPLATE_H_
