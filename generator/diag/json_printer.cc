#include "diag/json_printer.h"

#include <nlohmann/json.hpp>

#include "diag/text_printer.h"

namespace plugingen::diag {
namespace {

using base::Json;

void AddPosition(const SourceFile& source, const Span& span, Json& object) {
  const Position begin = source.PositionOf(span.begin);
  const Position end = source.PositionOf(span.end);
  object["file"] = source.path();
  object["line"] = begin.line;
  object["column"] = begin.column;
  object["end_line"] = end.line;
  object["end_column"] = end.column;
  object["begin"] = span.begin;
  object["end"] = span.end;
}

Json NoteObject(const SourceFile* source, const Note& note) {
  Json object = {{"message", note.message}};
  if (note.span && source != nullptr) AddPosition(*source, *note.span, object);
  return object;
}

Json DiagnosticObject(const SourceFile* source, const Diagnostic& diagnostic) {
  const bool error = diagnostic.severity == Severity::kError;
  Json object = {{"severity", error ? "error" : "warning"},
                 {"code", diagnostic.code},
                 {"message", diagnostic.message}};
  if (source != nullptr) AddPosition(*source, diagnostic.span, object);
  Json& notes = object["notes"] = Json::array();
  for (const Note& note : diagnostic.notes) notes.push_back(NoteObject(source, note));
  object["help"] = diagnostic.help;
  return object;
}

}  // namespace

Json DiagnosticsJson(const SourceFile* source, const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic* diagnostic : SortedByPosition(diagnostics)) {
    list.push_back(DiagnosticObject(source, *diagnostic));
  }
  return list;
}

}  // namespace plugingen::diag
