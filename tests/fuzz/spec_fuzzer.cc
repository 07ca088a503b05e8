// Any bytes as a spec: what comes back is a project or an error, and every diagnostic can be
// printed.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "diag/codes.h"
#include "diag/json_printer.h"
#include "diag/text_printer.h"
#include "emit/file_list.h"
#include "model/link.h"
#include "spec/parse.h"

namespace plugingen {
namespace {

void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "spec_fuzzer: %s\n", what);
  std::abort();
}

void RequireInside(const diag::Span& span, const std::string& text) {
  Require(span.begin <= span.end, "a span ends before it begins");
  Require(span.end <= text.size(), "a span ends behind the text");
}

void RequireReadable(const diag::SourceFile& source, const diag::Sink& sink) {
  for (const diag::Diagnostic& diagnostic : sink.diagnostics()) {
    RequireInside(diagnostic.span, source.text());
    for (const diag::Note& note : diagnostic.notes) {
      if (note.span) RequireInside(*note.span, source.text());
    }
    Require(!diagnostic.message.empty(), "a diagnostic has no message");
    Require(diag::FindCodePage(diagnostic.code) != nullptr, "a code has no page");
  }
  const std::string text = diag::RenderText(&source, sink.diagnostics());
  Require(text.find('\x1b') == std::string::npos, "a control character reached the terminal");
  const base::Json json = diag::DiagnosticsJson(&source, sink.diagnostics());
  Require(base::Json::accept(base::JsonText(json, /*levels=*/1)), "diagnostics are no JSON");
}

// Emitting a project takes a hundred times as long as reading its spec: of 16 good specs, one is.
constexpr size_t kSpecsPerProject = 16;

// The kernels of a spec, wrong ones too; what has no mistakes can be emitted.
void CheckModel(const spec::Spec& spec, const std::string& text, diag::Sink& sink) {
  const model::Plugin plugin = model::Link(spec, sink);
  if (sink.has_errors() || std::hash<std::string>()(text) % kSpecsPerProject != 0) return;
  const auto files = emit::EmitProject(plugin, emit::TemplateSet::BuiltIn());
  for (size_t i = 1; i < files.size(); ++i) {
    Require(files[i - 1].path < files[i].path, "files are not sorted, or one comes twice");
  }
}

}  // namespace

// One input, all of its properties.
void CheckSpec(const diag::SourceFile& source) {
  diag::Sink sink;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  Require(spec.has_value() || sink.has_errors(), "nothing was read, and nothing was said");
  if (spec && !sink.has_errors()) {
    Require(!spec->plugin.name.value.empty(), "a spec without errors has no name");
    Require(!spec->device.type.value.empty(), "a spec without errors has no device type");
    Require(spec->tensorflow.min < spec->tensorflow.end, "a spec without errors serves no release");
  }
  if (spec) CheckModel(*spec, source.text(), sink);
  RequireReadable(source, sink);
}

}  // namespace plugingen

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  plugingen::CheckSpec(plugingen::diag::SourceFile("fuzz.yaml", text));
  return 0;
}
