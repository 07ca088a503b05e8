// Finds the ops that Keras runs for a model file, because the file contains layers instead of ops.

#ifndef PLUGINGEN_CLI_KERAS_MODEL_H_
#define PLUGINGEN_CLI_KERAS_MODEL_H_

#include <optional>
#include <string>
#include <string_view>

#include "cli/console.h"

namespace plugingen::cli {

struct KerasOptions {
  std::string python = "python3";  // the Python with TensorFlow
  std::string loss;  // of the training step; "" takes the loss that the model was compiled with
  std::string optimizer;  // used with a loss; "" is Adam
};

// True if `bytes` start like a file of Keras, which is a zip or an HDF5 file.
bool IsKerasModel(std::string_view bytes);

// Has Keras trace the model's inference and one training step, and returns the bytes of a GraphDef.
// Prints a note if neither the options nor the model define a loss. Prints an error and returns
// nothing on failure.
std::optional<std::string> TraceKerasModel(const std::string& file, const KerasOptions& options,
                                           Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_KERAS_MODEL_H_
