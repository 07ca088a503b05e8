#include "cli/starter_options.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/lines.h"
#include "base/text.h"
#include "catalog/history.h"
#include "cli/command.h"
#include "cli/emission.h"
#include "cli/kernel_texts.h"
#include "cli/model_cover.h"
#include "cli/model_input.h"
#include "coverage/check_uses.h"
#include "diag/text_printer.h"
#include "known_releases.h"
#include "model/served.h"
#include "spec/starter_spec.h"

namespace plugingen::cli {
namespace {

spec::StarterChoices ChoicesOf(const StarterOptions& options) {
  spec::StarterChoices choices{options.name,       options.type, options.backend,
                               options.tensorflow, options.ci,   {}};
  std::vector<std::string> sets = options.sets;
  if (!options.any_support()) sets = {StarterSet(options)};
  // Otherwise TensorFlow's own kernels would add to variables on the host.
  if (std::none_of(sets.begin(), sets.end(), ServesVariables)) sets.emplace_back("variables");
  std::set<std::string> seen;
  for (const std::string& set : sets) {
    if (seen.insert(set).second) choices.kernels.push_back(SetEntry(set));
  }
  const catalog::Catalog& catalog = catalog::History::BuiltIn().Newest();
  seen.clear();
  for (const std::string& op : options.ops) {
    if (seen.insert(op).second) choices.kernels.push_back(OpEntry(op, catalog));
  }
  return choices;
}

// Returns the plugin for the choices. Prints errors and returns nothing if they are invalid. The
// errors have no positions, because the user has not seen the text of the spec.
std::optional<model::Plugin> Link(const spec::StarterChoices& choices, Console& console) {
  const diag::SourceFile source("starter.yaml", spec::StarterSpec(choices));
  diag::Sink sink;
  std::optional<model::Plugin> plugin = LinkSpec(source, sink);
  if (plugin && !sink.has_errors()) return plugin;
  std::vector<diag::Diagnostic> errors;
  for (const diag::Diagnostic* found : diag::SortedByPosition(sink.diagnostics())) {
    if (found->severity == diag::Severity::kError) errors.push_back(*found);
  }
  console.Complain(diag::RenderText(nullptr, errors, {.color = console.error_color()}));
  for (const diag::Diagnostic& error : errors) console.Told(error.message, error.help);
  return std::nullopt;
}

// Lists ops of the model that TensorFlow does not have. Entries for them would be errors.
std::string UnknownOps(const coverage::Coverage& coverage) {
  std::set<std::string> ops;
  for (const coverage::Item& item : coverage.items) {
    if (item.where == coverage::Where::kUnknown) ops.insert(item.use.op);
  }
  return base::Join({ops.begin(), ops.end()}, ", ");
}

bool AddModel(StarterOptions& options, const model::Plugin& plugin, spec::StarterChoices& choices,
              Console& console) {
  if (!options.read_model)
    options.read_model = ReadModelInput(options.model, options.keras, console);
  if (!options.read_model) return false;
  if (options.model == "-") {
    const catalog::Catalog& catalog = model::Served(plugin.spec.tensorflow).newest();
    const auto mistakes = coverage::MistakesIn(*options.read_model, plugin.ops, catalog);
    for (const std::string& mistake : mistakes) console.Error(mistake);
    if (!mistakes.empty()) return false;
  }
  const ModelCover covered = CoverModel(*options.read_model, plugin);
  if (const std::string unknown = UnknownOps(covered.coverage); !unknown.empty()) {
    console.Note("left out, because TensorFlow has no such ops: " + unknown);
  }
  // Quoted, because a file name can contain line breaks.
  std::string comment = options.model == "-" ? "The ops of the list that are not in the sets above."
                                             : "The ops of " + base::Quoted(options.model) +
                                                   " that are not in the sets above.";
  constexpr std::string_view kBegin = "  - ";
  for (std::string_view line : base::SplitLines(covered.missing)) {
    line = base::Trim(line.substr(kBegin.size()));
    choices.kernels.push_back({std::string(line), std::exchange(comment, "")});
  }
  return true;
}

}  // namespace

std::string StarterSet(const StarterOptions& options) {
  return options.backend == "opencl" || options.backend == "cuda" ? "keras" : "mlp";
}

void AddStarterOptions(CLI::App& command, StarterOptions& options) {
  CLI::Option_group* group = command.add_option_group("Spec", "Contents of the spec");
  const auto text = [&](const char* name, std::string& value, const char* help, const char* type) {
    group->add_option(name, value, help)->check(NotEmpty)->type_name(type);
  };
  const auto texts = [&](const char* name, std::vector<std::string>& values, const char* help) {
    group->add_option(name, values, help)
        ->check(NotEmpty)
        ->type_name("NAME")
        ->expected(1)
        ->delimiter(',')
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  text("--type", options.type,
       "The device's type, as in tf.device(\"/MY_NPU:0\"); the name in upper case by default",
       "TYPE");
  text("--backend", options.backend,
       "reference (a complete driver on the CPU, the default), custom (a driver for you "
       "to fill in), opencl or cuda",
       "NAME");
  text("--tensorflow", options.tensorflow,
       "The releases to support, '" PLUGINGEN_RELEASED_RANGE "' by default", "RANGE");
  text("--ci", options.ci, "github or gitlab: a pipeline that builds and tests the project",
       "SERVICE");
  texts(
      "--set", options.sets,
      "A named set of ops to support, mlp by default, and keras with opencl and cuda; may be given "
      "several times. 'plugingen ops --sets' lists them");
  texts("--op", options.ops, "An op to support; may be given several times");
  text("--cover", options.model,
       "Support the ops that 'plugingen coverage' reports as missing for a model: a "
       "SavedModel, a GraphDef, a Keras file, or - for ops on the standard input",
       "MODEL");
  text("--python", options.keras.python,
       "The Python with TensorFlow that reads a Keras file, python3 by default", "PROGRAM");
}

bool CheckStarter(const StarterOptions& options, Console& console) {
  return Link(ChoicesOf(options), console).has_value();
}

std::optional<diag::SourceFile> MakeStarter(StarterOptions& options, const std::string& shown,
                                            Console& console) {
  spec::StarterChoices choices = ChoicesOf(options);
  const std::optional<model::Plugin> plugin = Link(choices, console);
  if (!plugin) return std::nullopt;
  if (!options.model.empty() &&
      !(AddModel(options, *plugin, choices, console) && Link(choices, console))) {
    return std::nullopt;
  }
  return diag::SourceFile(shown, spec::StarterSpec(choices));
}

}  // namespace plugingen::cli
