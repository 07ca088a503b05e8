// What `init` and `new NAME` make a spec of: the options that they share, and the way from these to
// a spec that is right.

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
  std::string type;     // of the device; "" follows from the name
  std::string backend;  // "" is the default, like that of the range
  std::string tensorflow;
  std::string ci;
  std::vector<std::string> sets;
  std::vector<std::string> ops;
  std::string model;  // the file of one whose ops are added
  KerasOptions keras;
  std::optional<coverage::Model> read_model;  // what is in it, where that is known already

  bool any_support() const { return !sets.empty() || !ops.empty() || !model.empty(); }
  // Whether something else than the name is chosen.
  bool any() const {
    return any_support() || !type.empty() || !backend.empty() || !tensorflow.empty() || !ci.empty();
  }
};

// The set that is supported if nothing else is chosen: backends with kernels of their own have
// those of all of Keras.
std::string StarterSet(const StarterOptions& options);

// All but the name.
void AddStarterOptions(CLI::App& command, StarterOptions& options);

// Says what is wrong with the options, in the words of the spec's diagnostics. The model is not
// looked at.
bool CheckStarter(const StarterOptions& options, Console& console);

// The spec, under the name that diagnostics show. Complains and returns nothing where an option is
// wrong or the model cannot be read.
std::optional<diag::SourceFile> MakeStarter(StarterOptions& options, const std::string& shown,
                                            Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_STARTER_OPTIONS_H_
