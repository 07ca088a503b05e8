// Finds the spec for `plugingen new`.

#ifndef PLUGINGEN_CLI_NEW_INPUT_H_
#define PLUGINGEN_CLI_NEW_INPUT_H_

#include <optional>
#include <string>

#include "cli/console.h"
#include "cli/starter_options.h"
#include "diag/source.h"

namespace plugingen::cli {

struct NewInput {
  diag::SourceFile source;
  bool is_starter = false;  // made from a name, so there is no file yet
};

// `given` is "-" or a file. If there is no such file, it is the name of a plugin, and the spec is
// made from the options. Otherwise prints an error, sets `status` and returns nothing.
std::optional<NewInput> ReadNewInput(const std::string& given, StarterOptions& starter,
                                     Console& console, int& status);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_NEW_INPUT_H_
