// Reports of mistakes in rewrites.

#ifndef PLUGINGEN_REWRITE_MISTAKE_H_
#define PLUGINGEN_REWRITE_MISTAKE_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "diag/diagnostic.h"
#include "op/callee.h"

namespace plugingen::rewrite {

// Reports a mistake; `note` and `help` may be empty. Always returns false, so that callers can
// return the result.
inline bool Fail(diag::Sink& sink, std::string code, std::string message, diag::Span span,
                 std::string note = "", std::string help = "") {
  diag::Diagnostic diagnostic{.code = std::move(code),
                              .message = std::move(message),
                              .span = span,
                              .help = std::move(help)};
  if (!note.empty()) diagnostic.notes.push_back({std::move(note), {}});
  sink.Report(std::move(diagnostic));
  return false;
}

// E0373: the op has no such input or attr.
inline bool FailNoArgument(diag::Sink& sink, const op::Callee& callee, const std::string& name,
                           diag::Span span) {
  std::vector<std::string_view> known = callee.ParameterNames();
  for (const op::Attr& attr : callee.attrs) {
    if (attr.inferred) known.push_back(attr.name);  // patterns can test them
  }
  return Fail(sink, "E0373",
              "op " + base::Quoted(callee.name) + " has no input or attr " + base::Quoted(name),
              span, callee.signature, base::DidYouMean(base::NearestName(name, known)));
}

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_MISTAKE_H_
