#include "op/python_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "spec/reserved_names.h"

namespace plugingen::op {
namespace {

using base::Quoted;

// TensorFlow 2.12 to 2.21 also treat these former keywords of Python as keywords.
constexpr std::string_view kOnceKeywords[] = {"print", "exec"};

// Python's exceptions and constants. TensorFlow 2.12 to 2.21 rename them like keywords.
constexpr std::string_view kRenamedByWrappers[] = {"ArithmeticError",
                                                   "AssertionError",
                                                   "AttributeError",
                                                   "BaseException",
                                                   "BufferError",
                                                   "BytesWarning",
                                                   "DeprecationWarning",
                                                   "EOFError",
                                                   "Ellipsis",
                                                   "EnvironmentError",
                                                   "Exception",
                                                   "FloatingPointError",
                                                   "FutureWarning",
                                                   "GeneratorExit",
                                                   "IOError",
                                                   "ImportError",
                                                   "ImportWarning",
                                                   "IndentationError",
                                                   "IndexError",
                                                   "KeyError",
                                                   "KeyboardInterrupt",
                                                   "LookupError",
                                                   "MemoryError",
                                                   "NameError",
                                                   "NotImplemented",
                                                   "NotImplementedError",
                                                   "OSError",
                                                   "OverflowError",
                                                   "PendingDeprecationWarning",
                                                   "ReferenceError",
                                                   "RuntimeError",
                                                   "RuntimeWarning",
                                                   "StopIteration",
                                                   "SyntaxError",
                                                   "SyntaxWarning",
                                                   "SystemError",
                                                   "SystemExit",
                                                   "TabError",
                                                   "TypeError",
                                                   "UnboundLocalError",
                                                   "UnicodeDecodeError",
                                                   "UnicodeEncodeError",
                                                   "UnicodeError",
                                                   "UnicodeTranslateError",
                                                   "UnicodeWarning",
                                                   "UserWarning",
                                                   "ValueError",
                                                   "Warning",
                                                   "ZeroDivisionError"};

// Names that the wrappers of TensorFlow 2.12 to 2.21 use. `list`, `tuple`, `len` and `isinstance`
// only break ops with lists, and `dict` only the report of an error, but the author of an op should
// not have to know this.
constexpr std::string_view kUsedByWrappers[] = {"ctx",  "dict", "isinstance", "len",
                                                "list", "name", "tld",        "tuple"};

// Names of functions and ops that the module with the wrappers uses. An op with such a name
// replaces them, and then the module fails to load or all its functions fail.
constexpr std::string_view kUsedByWrapperModule[] = {
    "Annotated", "List", "NotImplemented", "TypeError", "ValueError", "isinstance",
    "len",       "list", "pywrap_tfe",     "tf_export", "tuple"};

// Keywords that TensorFlow 2.12 to 2.22 do not know. Their wrappers would not be valid Python.
constexpr std::string_view kLaterKeywords[] = {"async", "await", "nonlocal"};

// Names in the module with the wrapper or in its package, and built-in functions that these use.
constexpr std::string_view kUsedByModule[] = {"all",
                                              "annotations",
                                              "any",
                                              "bool",
                                              "dict",
                                              "doctor",
                                              "exec",
                                              "float",
                                              "gradients",
                                              "hasattr",
                                              "int",
                                              "len",
                                              "library_path",
                                              "list",
                                              "memory_info",
                                              "np",
                                              "open",
                                              "ops",
                                              "ops_library_path",
                                              "os",
                                              "pathlib",
                                              "register_gradients",
                                              "str",
                                              "tf",
                                              "tuple",
                                              "types",
                                              "zip"};

template <size_t kSize>
bool IsOneOf(std::string_view name, const std::string_view (&names)[kSize]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool IsKeyword(std::string_view name) {
  return spec::IsPythonKeyword(name) || IsOneOf(name, kOnceKeywords) ||
         IsOneOf(name, kRenamedByWrappers);
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
  return std::string(name) + (IsKeyword(name) ? "_" : "");
}

std::string PythonFunctionName(std::string_view op) {
  const std::string snake = base::SnakeCase(op);
  return IsOneOf(snake, kUsedByModule) ? snake + "_" : PythonName(snake);
}

namespace {

void CheckOpName(const OpDef& op, diag::Span span, diag::Sink& sink) {
  const std::string function = base::SnakeCase(op.name);
  std::string note;
  for (const std::string& name : {function, op.name}) {
    if (IsKeyword(name)) {
      note = Quoted(name) + " is a keyword of Python, so TensorFlow generates no function";
    } else if (IsOneOf(name, kUsedByWrapperModule)) {
      note = "the functions that TensorFlow generates for ops use " + Quoted(name);
    }
    if (!note.empty()) break;
  }
  if (note.empty()) return;
  sink.Report({.code = "E0352",
               .message = "an op cannot be called " + Quoted(op.name),
               .span = span,
               .notes = {{std::move(note), {}}},
               .help = "begin the name with the vendor's, as in 'Acme" + op.name + "'"});
}

// TensorFlow renames inputs whose names are keywords.
void CheckRenamed(const OpDef& op, diag::Sink& sink) {
  for (const Arg& input : op.inputs) {
    const std::string renamed = PythonName(input.name);
    if (renamed == input.name) continue;
    const auto report = [&](const std::string& what, diag::Span span) {
      sink.Report({.code = "E0352",
                   .message = what + " of an op with an input " + Quoted(input.name) +
                              " cannot be called " + Quoted(renamed),
                   .span = span,
                   .notes = {{"in Python the input has this name, because " + Quoted(input.name) +
                                  " is a keyword",
                              input.name_span}},
                   .help = "rename one of the two"});
    };
    for (const Arg& other : op.inputs) {
      if (other.name == renamed) report("another input", other.name_span);
    }
    for (const Attr& attr : op.attrs) {
      if (!attr.inferred && attr.name == renamed) report("an attr", attr.name_span);
    }
  }
}

}  // namespace

std::string PythonOutputClass(const OpDef& op) {
  return op.outputs.size() < 2 ? "" : op.name + "Output";
}

void CheckPythonNames(const OpDef& op, diag::Span name_span, diag::Sink& sink) {
  CheckOpName(op, name_span, sink);
  CheckRenamed(op, sink);
  const std::string wrapper =
      "the Python wrapper that TensorFlow generates for the op has its own ";
  for (const Arg& input : op.inputs) {
    if (IsOneOf(input.name, kLaterKeywords)) {
      Refuse("an input", input.name, input.name_span,
             "it is a keyword of Python that TensorFlow does not recognize", sink);
    }
    if (input.name != "name" && IsOneOf(input.name, kUsedByWrappers)) {
      Refuse("an input", input.name, input.name_span, wrapper + Quoted(input.name), sink);
    }
  }
  for (const Attr& attr : op.attrs) {
    if (attr.inferred) continue;  // no parameter
    if (IsKeyword(attr.name)) {
      Refuse("an attr", attr.name, attr.name_span,
             IsOneOf(attr.name, kRenamedByWrappers)
                 ? "it is a built-in name of Python, which TensorFlow renames for inputs only"
                 : "it is a keyword of Python, which TensorFlow renames for inputs only",
             sink);
    } else if (attr.name != "name" && IsOneOf(attr.name, kUsedByWrappers)) {
      Refuse("an attr", attr.name, attr.name_span, wrapper + Quoted(attr.name), sink);
    } else if (attr.name == PythonOutputClass(op)) {
      Refuse("an attr", attr.name, attr.name_span, "it is the class of the op function's result",
             sink);
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
