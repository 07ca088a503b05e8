#include "coverage/coverage.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/dtypes.h"
#include "base/suggest.h"
#include "catalog/host_memory.h"
#include "catalog/nearest_op.h"
#include "catalog/reference.h"

namespace plugingen::coverage {
namespace {

using catalog::Attr;
using catalog::CoreKernel;
using catalog::Op;

// Returns the dtype of each type attr of the op, or "" if it is unknown.
std::vector<catalog::ChosenType> TypesOf(const OpUse& use, const Op& op) {
  std::vector<catalog::ChosenType> types;
  for (const Attr* attr : op.TypeAttrs()) {
    const auto given = use.types.find(std::string(attr->name));
    types.push_back({attr->name, given != use.types.end() ? std::string_view(given->second)
                                                          : attr->DefaultType()});
  }
  return types;
}

bool Fits(const model::Row& row, const std::vector<catalog::ChosenType>& types) {
  return std::all_of(row.types.begin(), row.types.end(), [&](const model::RowType& of_row) {
    const auto type =
        std::find_if(types.begin(), types.end(),
                     [&](const catalog::ChosenType& chosen) { return chosen.attr == of_row.attr; });
    if (type == types.end())
      return of_row.dtype == of_row.implied;  // the release does not have the attr
    return type->dtype.empty() || type->dtype == of_row.dtype;
  });
}

// True if TensorFlow has a kernel for every device with these dtypes. Ignores unknown dtypes.
bool IsForEveryDevice(const Op& op, const std::vector<catalog::ChosenType>& types) {
  const auto allows = [&](const catalog::Constraint& constraint) {
    return std::all_of(types.begin(), types.end(), [&](const catalog::ChosenType& type) {
      return type.attr != constraint.attr || type.dtype.empty() ||
             catalog::Contains(constraint.types, type.dtype);
    });
  };
  return std::any_of(op.kernels.begin(), op.kernels.end(), [&](const CoreKernel& kernel) {
    return kernel.device == "DEFAULT" && kernel.label.empty() &&
           std::all_of(kernel.constraints.begin(), kernel.constraints.end(), allows);
  });
}

// True if the op has arguments on which no device computes: strings, and handles of the host.
bool StaysOnHost(const Op& op, const std::vector<catalog::ChosenType>& types) {
  bool only_handles = true;
  const auto host_type = [&](const catalog::Arg& arg) {
    std::string_view type = arg.type.substr(arg.type.rfind(' ') + 1);  // "T" for "N * T"
    for (const catalog::ChosenType& chosen : types) {
      if (chosen.attr == type) type = chosen.dtype;
    }
    only_handles = only_handles && (type == "resource" || type == "variant" || type == "string");
    return type == "string" || type == "variant" || type.starts_with("Ref(");
  };
  const bool inputs = std::any_of(op.inputs.begin(), op.inputs.end(), host_type);
  const bool outputs = std::any_of(op.outputs.begin(), op.outputs.end(), host_type);
  return inputs || outputs || only_handles;
}

bool HasCpuKernel(const Op& op) {
  return std::any_of(op.kernels.begin(), op.kernels.end(),
                     [](const CoreKernel& kernel) { return kernel.device == "CPU"; });
}

class Coverer {
 public:
  Coverer(const model::Plugin& plugin, const catalog::Catalog& catalog)
      : catalog_(catalog), new_ops_(plugin.ops) {
    for (const model::Row& row : plugin.rows) {
      if (row.label.empty()) rows_[row.op->name].push_back(&row);
    }
  }

  Item Place(const OpUse& use, uint64_t nodes) const {
    Item item{use, nodes, Where::kMissing, "", false};
    if (use.op.starts_with('_')) {
      item.where = Where::kCore;
      item.note = "private to TensorFlow";
      return item;
    }
    const model::NewOp* own = new_ops_.Find(use.op);
    const Op* op = own != nullptr ? &own->op : catalog_.Find(use.op);
    if (op == nullptr) {
      item.where = Where::kUnknown;
      return item;
    }
    const std::vector<catalog::ChosenType> types = TypesOf(use, *op);
    PlaceKnown(*op, types, item);
    item.use.types.clear();
    for (const catalog::ChosenType& type : types) {
      if (!type.dtype.empty()) item.use.types.emplace(type.attr, type.dtype);
    }
    return item;
  }

 private:
  void PlaceKnown(const Op& op, const std::vector<catalog::ChosenType>& types, Item& item) const {
    if (item.use.on_cpu) {
      item.where = Where::kHost;
      item.note = "the model puts it there";
      return;
    }
    const auto rows = rows_.find(op.name);
    if (rows != rows_.end() &&
        std::any_of(rows->second.begin(), rows->second.end(),
                    [&](const model::Row* row) { return Fits(*row, types); })) {
      item.where = Where::kDevice;
      return;
    }
    if (IsForEveryDevice(op, types)) {
      item.where = Where::kCore;
      if (catalog::CoreServesOnHost(op, types)) item.note = "in host memory";
      return;
    }
    if (StaysOnHost(op, types)) {
      item.where = Where::kHost;
      return;
    }
    if (!HasCpuKernel(op)) {
      item.where = Where::kNowhere;
      return;
    }
    for (const catalog::ChosenType& type : types) {
      if (type.dtype.empty() || base::IsWritable(type.dtype)) continue;
      item.where = Where::kHost;
      item.note = "a plugin's kernel cannot have " + std::string(type.dtype);
      return;
    }
    const auto* reference = catalog::ReferenceTable::BuiltIn().Find(op.name);
    std::vector<std::string_view> dtypes;
    for (const catalog::ChosenType& type : types) dtypes.push_back(type.dtype);
    const bool known = std::none_of(dtypes.begin(), dtypes.end(),
                                    [](std::string_view dtype) { return dtype.empty(); });
    item.has_reference = reference != nullptr && (!known || reference->Serves(dtypes));
  }

  const catalog::Catalog& catalog_;
  const model::NewOps& new_ops_;
  std::map<std::string_view, std::vector<const model::Row*>> rows_;
};

// Returns "{op: Relu, types: {T: [float, half]}}", without types if the model does not state them.
std::string Entry(const Op& op, const model::Served& served, const std::vector<const Item*>& same) {
  std::string types;
  for (const Attr* attr : op.TypeAttrs()) {
    std::set<std::string> dtypes;
    for (const Item* item : same) {
      const auto found = item->use.types.find(std::string(attr->name));
      if (found != item->use.types.end()) dtypes.insert(found->second);
    }
    if (dtypes.empty()) continue;
    std::string text;
    for (const std::string& dtype : dtypes) text += (text.empty() ? "" : ", ") + dtype;
    if (dtypes.size() > 1) text = "[" + text + "]";
    types += (types.empty() ? "" : ", ") + std::string(attr->name) + ": " + text;
  }
  std::string entry = "  - {op: " + std::string(op.name);
  if (!types.empty()) entry += ", types: {" + types + "}";
  if (!same.front()->has_reference) entry += ", implementation: stub";
  entry += "}";
  if (const catalog::ReleaseSet differing = served.Differing(op); differing != 0) {
    const std::string range = served.NarrowerRange(differing);
    entry += "  # " + (range.empty() ? "another op in " + served.Text(differing) : range);
  }
  return entry + "\n";
}

// Suggests names for unknown ops, up to a limit: models of another library contain many, and each
// suggestion compares all names.
void GuessNames(const model::NewOps& new_ops, const catalog::Catalog& catalog,
                std::vector<Item>& items) {
  constexpr size_t kMaxGuesses = 20;
  std::vector<std::string_view> names;
  for (const auto& op : new_ops.all()) names.push_back(op->def.name);
  size_t guesses = 0;
  for (Item& item : items) {
    if (item.where != Where::kUnknown || guesses++ >= kMaxGuesses) continue;
    item.note = base::DidYouMean(catalog::NearestOp(item.use.op, catalog, names));
  }
}

}  // namespace

size_t Coverage::Count(Where where) const {
  return static_cast<size_t>(std::count_if(
      items.begin(), items.end(), [where](const Item& item) { return item.where == where; }));
}

uint64_t Coverage::Nodes(Where where) const {
  uint64_t nodes = 0;
  for (const Item& item : items) nodes += item.where == where ? item.nodes : 0;
  return nodes;
}

bool Coverage::IsComplete() const {
  return Count(Where::kMissing) == 0 && Count(Where::kUnknown) == 0;
}

Coverage Cover(const Model& model, const model::Plugin& plugin, const catalog::Catalog& catalog) {
  Coverage coverage;
  coverage.release = catalog.release();
  const Coverer coverer(plugin, catalog);
  std::map<std::pair<OpUse, Where>, Item> items;
  for (const auto& [use, nodes] : model.uses) {
    const Item item = coverer.Place(use, nodes);
    // Two uses can differ in attrs that do not affect the choice of a kernel.
    auto [same, is_new] = items.try_emplace({item.use, item.where}, item);
    if (!is_new) same->second.nodes += nodes;
  }
  for (auto& [key, item] : items) coverage.items.push_back(std::move(item));
  GuessNames(plugin.ops, catalog, coverage.items);
  return coverage;
}

std::string MissingEntries(const Coverage& coverage, const catalog::Catalog& catalog,
                           const model::Served& served) {
  std::string text;
  for (size_t i = 0; i < coverage.items.size();) {
    const Item& first = coverage.items[i];
    std::vector<const Item*> same;
    for (; i < coverage.items.size() && coverage.items[i].use.op == first.use.op; ++i) {
      const Item& item = coverage.items[i];
      if (item.where == Where::kMissing) same.push_back(&item);
    }
    if (same.empty()) continue;
    const Op& op = *catalog.Find(first.use.op);
    std::stable_partition(same.begin(), same.end(),
                          [](const Item* item) { return item->has_reference; });
    // If the op has one type attr, a single entry lists the types. With several attrs, each
    // combination needs an entry, because lists would mean all combinations.
    const bool together = op.TypeAttrs().size() == 1;
    for (size_t begin = 0; begin < same.size();) {
      size_t end = begin + 1;
      while (together && end < same.size() &&
             same[end]->has_reference == same[begin]->has_reference) {
        ++end;
      }
      text += Entry(op, served,
                    {same.begin() + static_cast<std::ptrdiff_t>(begin),
                     same.begin() + static_cast<std::ptrdiff_t>(end)});
      begin = end;
    }
  }
  return text;
}

}  // namespace plugingen::coverage
