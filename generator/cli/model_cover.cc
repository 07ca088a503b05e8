#include "cli/model_cover.h"

#include <utility>

#include "model/served.h"

namespace plugingen::cli {

ModelCover CoverModel(const coverage::Model& model, const model::Plugin& plugin,
                      const catalog::Catalog& catalog) {
  coverage::Coverage covered = coverage::Cover(model, plugin, catalog);
  std::string missing =
      coverage::MissingEntries(covered, catalog, model::Served(plugin.spec.tensorflow));
  return {std::move(covered), std::move(missing)};
}

ModelCover CoverModel(const coverage::Model& model, const model::Plugin& plugin) {
  return CoverModel(model, plugin, model::Served(plugin.spec.tensorflow).newest());
}

}  // namespace plugingen::cli
