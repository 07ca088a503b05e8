// The layout of help texts. They fit 80 columns and list the exit statuses of the command.

#ifndef PLUGINGEN_CLI_HELP_FORMAT_H_
#define PLUGINGEN_CLI_HELP_FORMAT_H_

#include <CLI/App.hpp>
#include <CLI/FormatterFwd.hpp>
#include <string>

namespace plugingen::cli {

class HelpFormatter : public CLI::FormatterBase {
 public:
  // `chain` is the command with those that it belongs to: "plugingen api".
  std::string make_help(const CLI::App* app, std::string chain,
                        CLI::AppFormatMode mode) const override;
};

// Returns, for example, "plugingen new [OPTIONS] SPEC".
std::string UsageOf(const CLI::App& app, const std::string& chain);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_HELP_FORMAT_H_
