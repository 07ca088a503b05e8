#include "op/python_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "spec/reserved_names.h"

namespace plugingen::op {
namespace {

using base::Quoted;

// TensorFlow 2.12 to 2.21 take these, too, for keywords of Python, which they were once.
constexpr std::string_view kOnceKeywords[] = {"print", "exec"};

// Names that the wrappers of TensorFlow 2.12 to 2.21 use themselves. `list`, `len` and
// `isinstance` only hurt ops with list inputs, and `dict` only the report of a mistake, but who
// adds an input should not have to know.
constexpr std::string_view kUsedByWrappers[] = {"ctx",  "dict", "isinstance", "len",
                                                "list", "name", "tld"};

// What a module with the wrapper, or the package around it, has already.
constexpr std::string_view kUsedByModule[] = {
    "annotations",      "gradients", "library_path", "memory_info",        "np", "ops",
    "ops_library_path", "os",        "pathlib",      "register_gradients", "tf", "types"};

template <size_t kSize>
bool IsOneOf(std::string_view name, const std::string_view (&names)[kSize]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

void Refuse(const std::string& what, const std::string& name, diag::Span span, std::string note,
            diag::Sink& sink) {
  sink.Report({.code = "E0352",
               .message = what + " of an op cannot be called " + Quoted(name),
               .span = span,
               .notes = {{std::move(note), {}}},
               .help = "give it another name"});
}

}  // namespace

std::string PythonName(std::string_view name) {
  const bool reserved = spec::IsPythonKeyword(name) || IsOneOf(name, kOnceKeywords);
  return std::string(name) + (reserved ? "_" : "");
}

std::string PythonFunctionName(std::string_view op) {
  const std::string snake = base::SnakeCase(op);
  return IsOneOf(snake, kUsedByModule) ? snake + "_" : PythonName(snake);
}

void CheckPythonNames(const OpDef& op, diag::Sink& sink) {
  const std::string wrapper = "the Python wrapper that TensorFlow makes of the op has its own ";
  for (const Arg& input : op.inputs) {
    if (input.name != "name" && IsOneOf(input.name, kUsedByWrappers)) {
      Refuse("an input", input.name, input.name_span, wrapper + Quoted(input.name), sink);
    }
  }
  for (const Attr& attr : op.attrs) {
    if (attr.inferred) continue;  // it is no parameter
    if (spec::IsPythonKeyword(attr.name) || IsOneOf(attr.name, kOnceKeywords)) {
      Refuse("an attr", attr.name, attr.name_span,
             "it is a keyword of Python, which TensorFlow renames for inputs only", sink);
    } else if (attr.name != "name" && IsOneOf(attr.name, kUsedByWrappers)) {
      Refuse("an attr", attr.name, attr.name_span, wrapper + Quoted(attr.name), sink);
    }
  }
  if (op.outputs.size() < 2) return;
  for (const Arg& output : op.outputs) {
    if (!spec::IsPythonKeyword(output.name)) continue;
    Refuse("one of several outputs", output.name, output.name_span,
           "outputs become fields of a named tuple, and this is a keyword of Python", sink);
  }
}

}  // namespace plugingen::op
