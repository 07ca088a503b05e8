// What a plugin lacks for a model.

#ifndef PLUGINGEN_CLI_MODEL_COVER_H_
#define PLUGINGEN_CLI_MODEL_COVER_H_

#include <optional>
#include <string>

#include "catalog/catalog.h"
#include "cli/console.h"
#include "coverage/coverage.h"
#include "coverage/op_use.h"
#include "model/plugin.h"

namespace plugingen::cli {

struct ModelCover {
  coverage::Coverage coverage;
  std::string missing;  // entries for `kernels:` that add the missing ops, one a line
  // The set with the fewest ops that has all missing ops of which the library has a kernel; "" if
  // there is none, or just one such op.
  std::string set;
};

// Compares a model with a plugin, for one TensorFlow release.
ModelCover CoverModel(const coverage::Model& model, const model::Plugin& plugin,
                      const catalog::Catalog& catalog);
// The same for the newest release that the plugin supports.
ModelCover CoverModel(const coverage::Model& model, const model::Plugin& plugin);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_MODEL_COVER_H_
