#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/command.h"
#include "cli/emission.h"
#include "cli/spec_input.h"
#include "diag/json_printer.h"
#include "project/print_plan.h"

namespace plugingen::cli {
namespace {

struct ValidateOptions {
  std::string spec;
  bool json = false;
};

int Validate(const ValidateOptions& options, Console& console) {
  const auto source = ReadSpec(options.spec, console);
  if (!source) return kUsage;
  diag::Sink sink;
  CheckSpec(*source, sink);
  if (options.json) {
    console.Print(project::PrintJson(diag::DiagnosticsJson(&*source, sink.diagnostics())));
  } else {
    PrintDiagnostics(*source, sink, console);
    if (!sink.has_errors()) console.Complain(source->path() + " is valid\n");
  }
  return sink.has_errors() ? kSpecErrors : kDone;
}

}  // namespace

Run AddValidate(CLI::App& app) {
  const auto options = std::make_shared<ValidateOptions>();
  CLI::App* command = app.add_subcommand("validate", "Check a spec and write nothing");
  command->add_option("SPEC", options->spec, "The spec; - reads it from the standard input")
      ->required();
  command->add_flag("--json", options->json, "Print the diagnostics as one JSON object");
  return [options](Console& console) { return Validate(*options, console); };
}

}  // namespace plugingen::cli
