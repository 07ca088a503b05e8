// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/variable_meetings.h"

#include <algorithm>
#include <string_view>

namespace pluggable::graph {
namespace {

class Numbers {
 public:
  int Of(std::string_view text) {
    if (text.empty()) return 0;
    return numbers_.emplace(text, static_cast<int>(numbers_.size()) + 1).first->second;
  }

 private:
  std::unordered_map<std::string_view, int> numbers_;
};

bool HasDtype(const std::set<int>& dtypes, int dtype) {
  return dtype == 0 ? !dtypes.empty() : dtypes.count(dtype) != 0 || dtypes.count(0) != 0;
}

}  // namespace

std::vector<std::vector<VariableNumbers>> NumberVariables(
    const std::vector<VariableWriter>& writers) {
  Numbers names;
  Numbers dtypes;
  std::vector<std::vector<VariableNumbers>> numbers;
  for (const VariableWriter& writer : writers) {
    numbers.emplace_back();
    for (const VariableRef& variable : writer.variables) {
      numbers.back().push_back({names.Of(variable.name), dtypes.Of(variable.dtype)});
    }
  }
  return numbers;
}

void VariableSet::Add(const VariableNumbers& variable) {
  dtypes_[variable.name].insert(variable.dtype);
  all_dtypes_.insert(variable.dtype);
}

bool VariableSet::MayHave(const VariableNumbers& variable) const {
  if (variable.name == 0) return HasDtype(all_dtypes_, variable.dtype);
  for (const int name : {variable.name, 0}) {
    const auto found = dtypes_.find(name);
    if (found != dtypes_.end() && HasDtype(found->second, variable.dtype)) return true;
  }
  return false;
}

void ItemsByName::Add(int item, const std::vector<int>& names) {
  for (const int name : names) places_[name].push_back(items_.size());
  items_.push_back(item);
}

std::vector<int> ItemsByName::Find(const std::vector<int>& names) const {
  if (!names.empty() && names.front() == 0) return items_;
  std::vector<size_t> places;
  const auto add = [&](int name) {
    const auto found = places_.find(name);
    if (found != places_.end()) {
      places.insert(places.end(), found->second.begin(), found->second.end());
    }
  };
  add(0);
  for (const int name : names) add(name);
  // A single list is sorted already, and may be long.
  if (!std::is_sorted(places.begin(), places.end())) std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<int> items;
  items.reserve(places.size());
  for (const size_t place : places) items.push_back(items_[place]);
  return items;
}

}  // namespace pluggable::graph
