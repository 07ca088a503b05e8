// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Finds the writers that may meet in a variable. Comparing thousands of writers by names would take
// long, so names are numbered, and there is a list of writers for each number.

#ifndef PLUGGABLE_VARIABLES_VARIABLE_MEETINGS_H_
#define PLUGGABLE_VARIABLES_VARIABLE_MEETINGS_H_

#include <cstddef>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "variables/variable_writers.h"

namespace pluggable::graph {

// A VariableRef as numbers. 0 means any name or any dtype.
struct VariableNumbers {
  int name = 0;
  int dtype = 0;

  bool MayBe(const VariableNumbers& other) const {
    return (name == 0 || other.name == 0 || name == other.name) &&
           (dtype == 0 || other.dtype == 0 || dtype == other.dtype);
  }
};

// The variables of each writer.
std::vector<std::vector<VariableNumbers>> NumberVariables(
    const std::vector<VariableWriter>& writers);

class VariableSet {
 public:
  void Add(const VariableNumbers& variable);
  bool MayHave(const VariableNumbers& variable) const;

 private:
  std::map<int, std::set<int>> dtypes_;  // by name
  std::set<int> all_dtypes_;
};

// Items in the order in which they were added, indexed by the names of their variables.
class ItemsByName {
 public:
  // The names must be sorted.
  void Add(int item, const std::vector<int>& names);
  const std::vector<int>& all() const { return items_; }
  // The items that share a name with these. The name 0 matches every name.
  std::vector<int> Find(const std::vector<int>& names) const;

 private:
  std::vector<int> items_;
  std::unordered_map<int, std::vector<size_t>> places_;  // positions in items_ by name
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_VARIABLES_VARIABLE_MEETINGS_H_
