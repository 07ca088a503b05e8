// Reads the model for `plugingen coverage`.

#ifndef PLUGINGEN_CLI_MODEL_INPUT_H_
#define PLUGINGEN_CLI_MODEL_INPUT_H_

#include <optional>
#include <string>

#include "cli/console.h"
#include "cli/keras_model.h"
#include "coverage/op_use.h"

namespace plugingen::cli {

// Reads the model at `path`: the folder of a SavedModel, its saved_model.pb, a GraphDef, or a Keras
// file. "-" reads op names from the standard input. Prints an error and returns nothing for any
// other file. The error for another model format says how to convert it.
std::optional<coverage::Model> ReadModelInput(const std::string& path, const KerasOptions& keras,
                                              Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_MODEL_INPUT_H_
