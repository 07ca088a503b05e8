#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/emission.h"
#include "cli/spec_input.h"
#include "diag/json_printer.h"
#include "diag/sarif_printer.h"
#include "project/print_plan.h"

namespace plugingen::cli {
namespace {

namespace fs = std::filesystem;

struct ValidateOptions {
  std::string spec;
  bool json = false;
  bool sarif = false;
};

// Returns the location of the spec as a URI, relative to the current folder if the spec is inside
// it. Returns "" for the standard input.
std::string UriOf(const std::string& spec) {
  if (spec == "-") return "";
  const fs::path path = fs::path(spec).lexically_normal();
  if (path.is_relative()) return base::PercentEncoded(path.generic_string());
  std::error_code error;
  // Resolves links of both folders. The spec keeps its name even if it is a link.
  const fs::path here = fs::canonical(".", error);
  const fs::path folder = error ? fs::path() : fs::canonical(path.parent_path(), error);
  const fs::path real = folder / path.filename();
  const fs::path relative = error ? fs::path() : real.lexically_relative(here);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return inside ? base::PercentEncoded(relative.generic_string())
                : "file://" + base::PercentEncoded(path.generic_string());
}

int Validate(const ValidateOptions& options, Console& console) {
  const auto source = ReadSpec(options.spec, console);
  if (!source) return kUsage;
  diag::Sink sink;
  CheckSpec(*source, sink);
  if (options.sarif) {
    constexpr size_t kAllLevels = std::numeric_limits<size_t>::max();
    const base::Json log = diag::SarifLog(*source, sink.diagnostics(), UriOf(options.spec));
    console.Print(base::JsonText(log, kAllLevels) + "\n");
  } else if (options.json) {
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
  const auto json =
      command->add_flag("--json", options->json, "Print the diagnostics as one JSON object");
  command
      ->add_flag("--sarif", options->sarif,
                 "Print them as SARIF 2.1.0, which code scanning in CI reads")
      ->excludes(json);
  return [options](Console& console) { return Validate(*options, console); };
}

}  // namespace plugingen::cli
