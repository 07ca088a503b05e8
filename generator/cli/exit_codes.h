// What the exit status of every command means. `plugingen --help` prints the same table.

#ifndef PLUGINGEN_CLI_EXIT_CODES_H_
#define PLUGINGEN_CLI_EXIT_CODES_H_

namespace plugingen::cli {

enum ExitCode : int {
  kDone = 0,
  kSpecErrors = 2,
  kOutOfDate = 3,
  kConflicts = 4,
  kRefused = 5,
  kMissing = 6,
  kNotConforming = 7,
  kFailed = 8,
  kUsage = 64,  // as in sysexits.h, like the two below
  kInternal = 70,
  kCannotWrite = 73,
};

inline constexpr char kExitCodeHelp[] =
    "Exit codes:\n"
    "  0   done\n"
    "  2   the spec has errors\n"
    "  3   the project is out of date (regenerate --check)\n"
    "  4   files have conflict markers\n"
    "  5   refused: edits would be lost\n"
    "  6   the plugin lacks ops of the model\n"
    "  7   the plugin does not conform\n"
    "  8   the build or a test failed\n"
    "  64  wrong usage\n"
    "  70  internal error\n"
    "  73  cannot write\n";

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_EXIT_CODES_H_
