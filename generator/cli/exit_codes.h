// The exit statuses of all commands. `plugingen --help` prints the table.

#ifndef PLUGINGEN_CLI_EXIT_CODES_H_
#define PLUGINGEN_CLI_EXIT_CODES_H_

#include <string_view>

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
  kUsage = 64,  // this and the next two values are those of sysexits.h
  kInternal = 70,
  kCannotWrite = 73,
};

struct ExitCodeText {
  ExitCode code;
  std::string_view text;
};

inline constexpr ExitCodeText kExitCodeTexts[] = {
    {kDone, "done"},
    {kSpecErrors, "the spec has errors"},
    {kOutOfDate, "the project is out of date (regenerate --check)"},
    {kConflicts, "files have conflict markers"},
    {kRefused, "refused: edits or files would be lost, or the folder or file is not right for it"},
    {kMissing, "the plugin lacks ops of the model"},
    {kNotConforming, "the plugin does not conform"},
    {kFailed, "the build or a test failed"},
    {kUsage, "wrong usage"},
    {kInternal, "internal error"},
    {kCannotWrite, "cannot write"},
};

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_EXIT_CODES_H_
