// Reading the model that `plugingen coverage` is given.

#ifndef PLUGINGEN_CLI_MODEL_INPUT_H_
#define PLUGINGEN_CLI_MODEL_INPUT_H_

#include <optional>
#include <string>

#include "cli/console.h"
#include "cli/keras_model.h"
#include "coverage/op_use.h"

namespace plugingen::cli {

// The model at `path`: a SavedModel's folder or its saved_model.pb, a GraphDef, a file of Keras, or
// names of ops on the standard input for "-". Complains and returns nothing when it is none of
// them; for other files of models it says how to get one.
std::optional<coverage::Model> ReadModelInput(const std::string& path, const KerasOptions& keras,
                                              Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_MODEL_INPUT_H_
