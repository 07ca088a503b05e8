// A template: text with `@name@` substitutions and control lines, parsed once, rendered often.
//
// Syntax (docs/architecture.md tells why it is ours):
//   @plugin.name@            a dotted lower-case name of the view; any other '@' is literal text
//   //% for x in kernels     control lines begin with `//%` or `#%` after blanks and vanish whole;
//   //% end                  directives: for/end, if/elif/else/end, `--` for a comment
//   //% if not device.is_gpu, //% if backend == reference
// Inside a loop x.first and x.last are truths and x.comma is "," but for the last item. A
// multi-line value alone on its line is indented like its placeholder.

#ifndef PLUGINGEN_EMIT_TEMPLATE_H_
#define PLUGINGEN_EMIT_TEMPLATE_H_

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "emit/value.h"

namespace plugingen::emit {

// A mistake in a template or in what it is given: a defect of the generator, not of its input.
// what() reads "templates/src/x.cc:12: unknown name 'device.typ'".
class TemplateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Template {
 public:
  // Parses `text`, which must outlive the template; `path` is only named in errors. Throws
  // TemplateError.
  static Template Parse(std::string_view path, std::string_view text);

  Template(Template&&) noexcept;
  Template& operator=(Template&&) noexcept;
  ~Template();

  // Renders with the members of `root` in scope, and those of `extra` (one kernel, say), which hide
  // the root's. Throws TemplateError for unknown names and wrong kinds.
  std::string Render(const Members& root, const Members& extra = {}) const;

  // The names of this module's nodes; defined in template.cc.
  struct Node;

 private:
  Template(std::string_view path, std::vector<Node> nodes);

  std::string path_;
  std::vector<Node> nodes_;
};

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_TEMPLATE_H_
