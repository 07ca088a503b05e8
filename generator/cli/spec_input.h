// Reading the spec that a command is given, and saying what is wrong with it.

#ifndef PLUGINGEN_CLI_SPEC_INPUT_H_
#define PLUGINGEN_CLI_SPEC_INPUT_H_

#include <optional>
#include <string>

#include "cli/console.h"
#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::cli {

// The file at `path`, or the standard input for "-". Complains and returns nothing when it cannot
// be read or is larger than any spec (16 MiB).
std::optional<diag::SourceFile> ReadSpec(const std::string& path, Console& console);

// Every diagnostic as text, and their number, on the standard error.
void PrintDiagnostics(const diag::SourceFile& source, const diag::Sink& sink, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_SPEC_INPUT_H_
