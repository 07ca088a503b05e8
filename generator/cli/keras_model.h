// What Keras runs for a model's file, which holds layers and no ops.

#ifndef PLUGINGEN_CLI_KERAS_MODEL_H_
#define PLUGINGEN_CLI_KERAS_MODEL_H_

#include <optional>
#include <string>
#include <string_view>

#include "cli/console.h"

namespace plugingen::cli {

struct KerasOptions {
  std::string python = "python3";  // whose environment has TensorFlow
  std::string loss;                // of the training step; "" as the model was compiled
  std::string optimizer;           // with a loss; "" is Adam
};

// Whether a file that begins like this is one that Keras writes: a zip or an HDF5 file.
bool IsKerasModel(std::string_view bytes);

// The bytes of a GraphDef with the model's inference and a training step, traced by Keras itself.
// Complains and returns nothing where that fails; says so where nothing tells the loss.
std::optional<std::string> TraceKerasModel(const std::string& file, const KerasOptions& options,
                                           Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_KERAS_MODEL_H_
