#include "cli/model_cover.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/sets.h"
#include "cli/op_sets.h"
#include "model/served.h"

namespace plugingen::cli {
namespace {

using coverage::Item;

// True if a row of the set's op has the types of the use.
bool Has(const std::vector<SetOp>& ops, const coverage::OpUse& use) {
  const auto op =
      std::find_if(ops.begin(), ops.end(), [&](const SetOp& each) { return each.name == use.op; });
  if (op == ops.end()) return false;
  return std::any_of(op->rows.begin(), op->rows.end(), [&](const auto& row) {
    return std::all_of(row.begin(), row.end(), [&](const catalog::Constraint& constraint) {
      const auto type = use.types.find(std::string(constraint.attr));
      return type == use.types.end() || catalog::Contains(constraint.types, type->second);
    });
  });
}

std::string SmallestSetWith(const std::vector<const Item*>& missing,
                            const catalog::Catalog& catalog) {
  std::string smallest;
  size_t fewest = 0;
  const catalog::SetTable& table = catalog::SetTable::BuiltIn();
  for (const std::string_view name : table.names()) {
    const std::vector<SetOp> ops = OpsOfSet(*table.Find(name), catalog);
    const bool has_all = std::all_of(missing.begin(), missing.end(),
                                     [&](const Item* item) { return Has(ops, item->use); });
    if (!has_all || (!smallest.empty() && ops.size() >= fewest)) continue;
    smallest = name;
    fewest = ops.size();
  }
  return smallest;
}

}  // namespace

ModelCover CoverModel(const coverage::Model& model, const model::Plugin& plugin,
                      const catalog::Catalog& catalog) {
  coverage::Coverage covered = coverage::Cover(model, plugin, catalog);
  std::string missing =
      coverage::MissingEntries(covered, catalog, model::Served(plugin.spec.tensorflow));
  std::vector<const Item*> in_library;
  std::set<std::string_view> ops;
  for (const Item& item : covered.items) {
    if (item.where != coverage::Where::kMissing || !item.has_reference) continue;
    in_library.push_back(&item);
    ops.insert(item.use.op);
  }
  std::string set = ops.size() > 1 ? SmallestSetWith(in_library, catalog) : "";
  return {std::move(covered), std::move(missing), std::move(set)};
}

ModelCover CoverModel(const coverage::Model& model, const model::Plugin& plugin) {
  return CoverModel(model, plugin, model::Served(plugin.spec.tensorflow).newest());
}

}  // namespace plugingen::cli
