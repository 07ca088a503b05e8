// The options that `init` and `new NAME` share, and how they become a valid spec.

#ifndef PLUGINGEN_CLI_STARTER_OPTIONS_H_
#define PLUGINGEN_CLI_STARTER_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/keras_model.h"
#include "coverage/op_use.h"
#include "diag/source.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plugingen::cli {

inline constexpr const char* kStarterName = "my_npu";

struct StarterOptions {
  std::string name = kStarterName;
  std::string type;     // of the device; "" derives it from the name
  std::string backend;  // "" is the default, as for the range of releases
  std::string tensorflow;
  std::string ci;
  std::vector<std::string> sets;
  std::vector<std::string> ops;
  std::string model;  // a model file whose ops are added
  KerasOptions keras;
  std::optional<coverage::Model> read_model;  // its ops, if the file was read already

  bool any_support() const { return !sets.empty() || !ops.empty() || !model.empty(); }
  // True if something other than the name was chosen.
  bool any() const {
    return any_support() || !type.empty() || !backend.empty() || !tensorflow.empty() || !ci.empty();
  }
};

// Returns the set to support if nothing was chosen. A backend with its own device kernels gets the
// set of all of Keras.
std::string StarterSet(const StarterOptions& options);

// Adds all options but the name.
void AddStarterOptions(CLI::App& command, StarterOptions& options);

// Checks the options and prints the errors in the words of the spec's diagnostics. Does not check
// the model.
bool CheckStarter(const StarterOptions& options, Console& console);

// Returns the spec. `shown` is its name in diagnostics. Prints an error and returns nothing if an
// option is wrong or the model cannot be read.
std::optional<diag::SourceFile> MakeStarter(StarterOptions& options, const std::string& shown,
                                            Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_STARTER_OPTIONS_H_
