#include "cli/op_sets.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/dtypes.h"
#include "base/text.h"
#include "base/wrap.h"
#include "catalog/reference.h"

namespace plugingen::cli {
namespace {

using catalog::Catalog;
using catalog::Constraint;
using catalog::OpSet;
using catalog::SetTable;

using Types = std::vector<std::string_view>;
using Row = std::vector<Constraint>;

constexpr size_t kSetColumns = 19;  // in the table of sets
constexpr size_t kOpColumns = 26;

// Sorts the types in the order of base::Dtypes().
Types Sorted(Types types) {
  const auto place = [](std::string_view name) {
    return base::FindDtype(name) - base::Dtypes().data();
  };
  std::sort(types.begin(), types.end(),
            [&](std::string_view a, std::string_view b) { return place(a) < place(b); });
  types.erase(std::unique(types.begin(), types.end()), types.end());
  return types;
}

bool Includes(const Types& types, const Types& others) {
  return std::all_of(others.begin(), others.end(),
                     [&](std::string_view type) { return catalog::Contains(types, type); });
}

bool Covers(const Row& row, const Row& other) {
  for (size_t i = 0; i < row.size(); ++i) {
    if (!Includes(row[i].types, other[i].types)) return false;
  }
  return true;
}

// Adds `other` to `row` if the union of both is a cross product.
bool Absorb(Row& row, const Row& other) {
  if (Covers(row, other)) return true;
  size_t differing = row.size();
  for (size_t i = 0; i < row.size(); ++i) {
    if (row[i].types == other[i].types) continue;
    if (differing != row.size()) return false;
    differing = i;
  }
  Types& types = row[differing].types;
  types.insert(types.end(), other[differing].types.begin(), other[differing].types.end());
  types = Sorted(std::move(types));
  return true;
}

void AddRow(std::vector<Row>& rows, Row row) {
  for (auto other = rows.begin(); other != rows.end(); ++other) {
    Row united = *other;
    if (!Absorb(united, row) && !Covers(row, *other)) continue;
    if (Covers(row, united)) united = std::move(row);
    rows.erase(other);
    AddRow(rows, std::move(united));  // the union may fit another row
    return;
  }
  rows.push_back(std::move(row));
}

// Returns the rows that a member of a set registers. A member without types has all types of the
// kernel.
std::vector<Row> RowsOf(const catalog::SetMember& member, const catalog::Op& op) {
  const catalog::ReferenceKernel* kernel = catalog::ReferenceTable::BuiltIn().Find(member.op);
  if (kernel == nullptr) return {};
  std::vector<std::vector<Constraint>> products = kernel->types;
  if (!member.types.empty()) {
    products = {{}};
    for (const catalog::Attr* attr : op.TypeAttrs()) {
      const auto chosen =
          std::find_if(member.types.begin(), member.types.end(),
                       [attr](const Constraint& types) { return types.attr == attr->name; });
      products[0].push_back(chosen != member.types.end()
                                ? *chosen
                                : Constraint{attr->name, kernel->TypesOf(attr->name)});
    }
  }
  std::vector<Row> rows;
  for (const std::vector<Constraint>& product : products) {
    Row& row = rows.emplace_back();
    for (const catalog::Attr* attr : op.TypeAttrs()) {  // an older release may lack some
      for (const Constraint& types : product) {
        if (types.attr == attr->name) row.push_back({types.attr, Sorted(types.types)});
      }
    }
  }
  return rows;
}

// Counts the ops of a set that none of its included sets has.
size_t AddedOps(const OpSet& set, const Catalog& catalog) {
  std::set<std::string_view> included;
  for (const std::string_view other : set.includes) {
    for (const catalog::SetMember& member : SetTable::BuiltIn().Find(other)->members) {
      included.insert(member.op);
    }
  }
  const std::vector<SetOp> ops = OpsOfSet(set, catalog);
  return static_cast<size_t>(std::count_if(
      ops.begin(), ops.end(), [&](const SetOp& op) { return !included.contains(op.name); }));
}

// Returns "has cnn and 46 more ops", or "" if the set includes no other.
std::string PartsText(const OpSet& set, const Catalog& catalog) {
  if (set.includes.empty()) return "";
  const std::string parts = base::Join({set.includes.begin(), set.includes.end()}, ", ");
  const size_t added = AddedOps(set, catalog);
  if (added == 0) return "has " + parts + ", with more types";
  return "has " + parts + " and " + std::to_string(added) + (added == 1 ? " more op" : " more ops");
}

std::string RowText(const Row& row) {
  std::vector<std::string> parts;
  for (const Constraint& types : row) {
    parts.push_back(std::string(types.attr) + ": " +
                    base::Join({types.types.begin(), types.types.end()}, ", "));
  }
  return base::Join(parts, "; ");
}

base::Json OpJson(const SetOp& op) {
  base::Json rows = base::Json::array();
  for (const Row& row : op.rows) {
    base::Json& types = rows.emplace_back(base::Json::object());
    for (const Constraint& attr : row) types[std::string(attr.attr)] = attr.types;
  }
  return {{"name", op.name}, {"types", rows}};
}

}  // namespace

std::vector<SetOp> OpsOfSet(const OpSet& set, const Catalog& catalog) {
  std::vector<SetOp> ops;
  for (const catalog::SetMember& member : set.members) {
    const catalog::Op* op = catalog.Find(member.op);
    if (op == nullptr) continue;
    if (ops.empty() || ops.back().name != member.op) ops.push_back({member.op, {}});
    for (Row& row : RowsOf(member, *op)) AddRow(ops.back().rows, std::move(row));
  }
  return ops;
}

std::string SetsText(const Catalog& catalog) {
  std::string text = base::Padded("Set", kSetColumns) + " Ops  What it is for\n";
  const SetTable& sets = SetTable::BuiltIn();
  for (const std::string_view name : sets.names()) {
    const OpSet& set = *sets.Find(name);
    const std::string count = std::to_string(OpsOfSet(set, catalog).size());
    const std::string first = base::Padded(name, kSetColumns) +
                              std::string(count.size() < 4 ? 4 - count.size() : 0, ' ') + count +
                              "  ";
    text += base::Wrapped(first, first.size(), set.purpose);
    const std::string parts = PartsText(set, catalog);
    if (!parts.empty()) text += base::Wrapped(std::string(first.size(), ' '), first.size(), parts);
  }
  return text + "\n" +
         base::Wrapped(
             "", 0,
             "Begin with 'mlp', the smallest set that runs a model, or with 'training' if the "
             "device should train models. 'keras' has everything that Keras needs. "
             "'plugingen ops --set NAME' lists the ops of a set.");
}

base::Json SetsJson(const Catalog& catalog) {
  base::Json list = base::Json::array();
  const SetTable& sets = SetTable::BuiltIn();
  for (const std::string_view name : sets.names()) {
    const OpSet& set = *sets.Find(name);
    base::Json ops = base::Json::array();
    for (const SetOp& op : OpsOfSet(set, catalog)) ops.push_back(op.name);
    list.push_back(
        {{"name", name}, {"purpose", set.purpose}, {"includes", set.includes}, {"ops", ops}});
  }
  return list;
}

std::string SetText(const OpSet& set, const Catalog& catalog) {
  std::string text;
  for (const SetOp& op : OpsOfSet(set, catalog)) {
    std::string first = base::Padded(op.name, kOpColumns) + "  ";
    if (op.rows.empty() || op.rows[0].empty()) first = std::string(op.name);
    if (first.size() > kOpColumns + 2 && !op.rows.empty() && !op.rows[0].empty()) {
      text += std::string(op.name) + "\n";
      first = std::string(kOpColumns + 2, ' ');
    }
    text += op.rows.empty() ? first + "\n" : "";
    for (const Row& row : op.rows) {
      text += base::Wrapped(first, kOpColumns + 2, RowText(row));
      first = std::string(kOpColumns + 2, ' ');
    }
  }
  return text;
}

base::Json SetJson(const OpSet& set, const Catalog& catalog) {
  base::Json ops = base::Json::array();
  for (const SetOp& op : OpsOfSet(set, catalog)) ops.push_back(OpJson(op));
  return {{"set", set.name}, {"purpose", set.purpose}, {"includes", set.includes}, {"ops", ops}};
}

}  // namespace plugingen::cli
