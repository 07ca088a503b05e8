// From the text of a spec to a project in memory, for `new` and `validate`.

#ifndef PLUGINGEN_CLI_EMISSION_H_
#define PLUGINGEN_CLI_EMISSION_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "diag/diagnostic.h"
#include "diag/source.h"
#include "model/plugin.h"

namespace plugingen::cli {

struct Emission {
  std::string name;                     // of the plugin
  std::string spec_path;                // of the spec's copy, in the project
  std::string tensorflow;               // the range of releases, as the spec states it
  std::string newest_release;           // of this range
  std::vector<base::OutputFile> files;  // sorted by path
  // Output shapes of new ops that shape inference cannot compute: "AcmePad: sizes of 'y' depend on
  // ...".
  std::vector<std::string> unknown_shapes;
};

// Changes the name of the spec's copy in the project.
void NameSpec(Emission& emission, const std::string& spec_path);

// Returns the plugin that a spec describes, or nothing if the spec cannot be interpreted. Reports
// errors to the sink; the returned plugin may have some, too.
std::optional<model::Plugin> LinkSpec(const diag::SourceFile& source, diag::Sink& sink);

// Checks the spec against the rules of the format and against TensorFlow's ops. Reports errors to
// the sink.
void CheckSpec(const diag::SourceFile& source, diag::Sink& sink);

// Checks the spec and emits its project. Returns nothing if there are errors. If `template_dir` is
// not empty, its files replace the templates in the program. `own` are the texts of sources that
// the project's owner wrote, by path.
std::optional<Emission> Emit(const diag::SourceFile& source, const std::string& template_dir,
                             diag::Sink& sink, const std::map<std::string, std::string>& own = {});

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_EMISSION_H_
