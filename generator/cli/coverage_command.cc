#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "catalog/history.h"
#include "cli/command.h"
#include "cli/emission.h"
#include "cli/model_cover.h"
#include "cli/model_input.h"
#include "cli/project_folder.h"
#include "cli/project_place.h"
#include "cli/spec_input.h"
#include "cli/tensorflow_option.h"
#include "coverage/check_uses.h"
#include "coverage/print_coverage.h"
#include "diag/json_printer.h"
#include "model/served.h"
#include "project/print_plan.h"

namespace plugingen::cli {
namespace {

struct CoverageOptions {
  std::string model;
  std::string spec;
  std::string tensorflow;
  KerasOptions keras;
  bool json = false;
};

// Reads the spec that the user names, or that of the project around the current folder.
std::optional<diag::SourceFile> ReadPluginsSpec(const CoverageOptions& options, Console& console) {
  if (!options.spec.empty()) return ReadSpec(options.spec, console);
  ProjectFolder project(FolderOfProject("", options.json, console), /*preview=*/true, console);
  const auto path = project.FindSpec(console);
  if (path) return project.ReadSpecAt(*path, console);
  console.Complain("'plugingen coverage MODEL --spec SPEC' names a spec outside of a project.\n");
  return std::nullopt;
}

int Coverage(const CoverageOptions& options, Console& console) {
  if (options.model == "-" && options.spec == "-") {
    console.Error("the standard input cannot be both the model and the spec");
    return kUsage;
  }
  const auto source = ReadPluginsSpec(options, console);
  if (!source) return kUsage;
  diag::Sink sink;
  const std::optional<model::Plugin> plugin = LinkSpec(*source, sink);
  if (!plugin || sink.has_errors()) {
    if (options.json) {
      console.Print(project::PrintJson(diag::DiagnosticsJson(&*source, sink.diagnostics())));
    } else {
      PrintDiagnostics(*source, sink, console);
    }
    return kSpecErrors;
  }
  const model::Served served(plugin->spec.tensorflow);
  const catalog::Catalog* catalog =
      options.tensorflow.empty() ? &served.newest() : CatalogOf(options.tensorflow, console);
  if (catalog == nullptr) return kUsage;
  const auto model = ReadModelInput(options.model, options.keras, console);
  if (!model) return kUsage;
  if (options.model == "-") {
    const auto mistakes = coverage::MistakesIn(*model, plugin->ops, *catalog);
    for (const std::string& mistake : mistakes) console.Error(mistake);
    if (!mistakes.empty()) return kUsage;
  }
  const ModelCover covered = CoverModel(*model, *plugin, *catalog);
  console.Print(options.json ? coverage::PrintJson(covered.coverage, covered.missing, covered.set)
                             : coverage::PrintText(covered.coverage, covered.missing, covered.set));
  return covered.coverage.IsComplete() ? kDone : kMissing;
}

}  // namespace

Run AddCoverage(CLI::App& app) {
  const auto options = std::make_shared<CoverageOptions>();
  CLI::App* command = app.add_subcommand(
      "coverage", "Show where each op of a model would run, and what is missing");
  command
      ->add_option(
          "MODEL", options->model,
          "A SavedModel's folder, a GraphDef file, a .keras or .h5 file, or - for ops on the "
          "standard input")
      ->required();
  command
      ->add_option(
          "--spec", options->spec,
          "The spec of the plugin (default: that of the project around the current folder)")
      ->check(NotEmpty)
      ->type_name("SPEC");
  command
      ->add_option("--tensorflow", options->tensorflow,
                   "The release, e.g. 2.15; by default the newest that the spec supports")
      ->type_name("RELEASE");
  command
      ->add_option("--python", options->keras.python,
                   "The Python with TensorFlow that reads a Keras file")
      ->check(NotEmpty)
      ->type_name("PROGRAM")
      ->capture_default_str();
  CLI::Option* loss =
      command
          ->add_option(
              "--loss", options->keras.loss,
              "The loss for training a Keras file, by its Keras name; by default the one that "
              "its model was compiled with")
          ->check(NotEmpty)
          ->type_name("NAME");
  command
      ->add_option("--optimizer", options->keras.optimizer,
                   "With --loss: the optimizer, by its Keras name; adam by default")
      ->check(NotEmpty)
      ->needs(loss)
      ->type_name("NAME");
  command->add_flag("--json", options->json, "Print one JSON object");
  return [options](Console& console) { return Coverage(*options, console); };
}

}  // namespace plugingen::cli
