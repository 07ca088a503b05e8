// The way from a spec's text to a project in memory, as `new` and `validate` go it.

#ifndef PLUGINGEN_CLI_EMISSION_H_
#define PLUGINGEN_CLI_EMISSION_H_

#include <optional>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "diag/diagnostic.h"
#include "diag/source.h"
#include "model/plugin.h"

namespace plugingen::cli {

struct Emission {
  std::string name;                     // the plugin's
  std::string spec_path;                // of the spec's copy in the project
  std::string tensorflow;               // the range of releases, as in the spec
  std::string newest_release;           // of that range
  std::vector<base::OutputFile> files;  // sorted by path
  // What shapes of new ops graphs cannot know: "AcmePad: sizes of 'y' depend on ...".
  std::vector<std::string> unknown_shapes;
};

// Gives the spec's copy another name in the project.
void NameSpec(Emission& emission, const std::string& spec_path);

// The plugin that a spec describes; nothing where it has no meaning. It may have mistakes, which go
// to the sink.
std::optional<model::Plugin> LinkSpec(const diag::SourceFile& source, diag::Sink& sink);

// Checks the spec against its own rules and against TensorFlow's ops. Mistakes go to the sink.
void CheckSpec(const diag::SourceFile& source, diag::Sink& sink);

// Checks, then emits; nothing when there are errors. With a `template_dir` its files are used in
// place of the templates in the binary.
std::optional<Emission> Emit(const diag::SourceFile& source, const std::string& template_dir,
                             diag::Sink& sink);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_EMISSION_H_
