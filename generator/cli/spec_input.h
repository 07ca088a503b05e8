// Reads the spec of a command and prints its errors.

#ifndef PLUGINGEN_CLI_SPEC_INPUT_H_
#define PLUGINGEN_CLI_SPEC_INPUT_H_

#include <optional>
#include <string>

#include "cli/console.h"
#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::cli {

// Reads the file at `path`; "-" is the standard input. Prints an error and returns nothing if it
// cannot be read or is larger than 16 MiB.
std::optional<diag::SourceFile> ReadSpec(const std::string& path, Console& console);

// Prints every diagnostic and their number to the standard error.
void PrintDiagnostics(const diag::SourceFile& source, const diag::Sink& sink, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_SPEC_INPUT_H_
