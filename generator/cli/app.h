// The command line as a whole: reads the arguments, runs a command, turns every failure into a
// message and an exit status.

#ifndef PLUGINGEN_CLI_APP_H_
#define PLUGINGEN_CLI_APP_H_

namespace plugingen::cli {

// Never throws. Returns one of exit_codes.h.
int Main(int argc, const char* const* argv);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_APP_H_
