// The command line: parses the arguments, runs a command, and turns every failure into a message
// and an exit status.

#ifndef PLUGINGEN_CLI_APP_H_
#define PLUGINGEN_CLI_APP_H_

namespace plugingen::cli {

// Returns a value of exit_codes.h. Never throws.
int Main(int argc, const char* const* argv);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_APP_H_
