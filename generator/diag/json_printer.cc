#include "diag/json_printer.h"

#include "base/text.h"
#include "diag/text_printer.h"

namespace plugingen::diag {
namespace {

using base::JsonQuoted;

std::string PositionMembers(const SourceFile& source, const Span& span) {
  const Position begin = source.PositionOf(span.begin);
  const Position end = source.PositionOf(span.end);
  return ", \"file\": " + JsonQuoted(source.path()) + ", \"line\": " + std::to_string(begin.line) +
         ", \"column\": " + std::to_string(begin.column) +
         ", \"end_line\": " + std::to_string(end.line) +
         ", \"end_column\": " + std::to_string(end.column) +
         ", \"begin\": " + std::to_string(span.begin) + ", \"end\": " + std::to_string(span.end);
}

std::string NoteObject(const SourceFile* source, const Note& note) {
  std::string text = "{\"message\": " + JsonQuoted(note.message);
  if (note.span && source != nullptr) text += PositionMembers(*source, *note.span);
  return text + "}";
}

std::string DiagnosticObject(const SourceFile* source, const Diagnostic& diagnostic) {
  const bool error = diagnostic.severity == Severity::kError;
  std::string text = error ? "{\"severity\": \"error\"" : "{\"severity\": \"warning\"";
  text += ", \"code\": " + JsonQuoted(diagnostic.code);
  text += ", \"message\": " + JsonQuoted(diagnostic.message);
  if (source != nullptr) text += PositionMembers(*source, diagnostic.span);
  text += ", \"notes\": [";
  for (const Note& note : diagnostic.notes) {
    if (&note != &diagnostic.notes.front()) text += ", ";
    text += NoteObject(source, note);
  }
  return text + "], \"help\": " + JsonQuoted(diagnostic.help) + "}";
}

}  // namespace

std::string RenderJson(const SourceFile* source, const std::vector<Diagnostic>& diagnostics,
                       std::string_view indent) {
  if (diagnostics.empty()) return "[]";
  std::string text = "[";
  for (const Diagnostic* diagnostic : SortedByPosition(diagnostics)) {
    text += text.size() == 1 ? "\n" : ",\n";
    text += indent;
    text += "  " + DiagnosticObject(source, *diagnostic);
  }
  text += "\n";
  text += indent;
  return text + "]";
}

}  // namespace plugingen::diag
