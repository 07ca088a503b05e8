// The spec that `plugingen new` works with.

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
  bool is_starter = false;  // made from a name, and in no file yet
};

// What the argument of `new` stands for: "-", a file, or, where no such file is there, the name of
// a plugin whose spec is made from the options. Complains, sets `status` and returns nothing where
// it is none of these.
std::optional<NewInput> ReadNewInput(const std::string& given, StarterOptions& starter,
                                     Console& console, int& status);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_NEW_INPUT_H_
