// Named sets of ops (catalog/sets.txt).

#ifndef PLUGINGEN_CATALOG_SETS_H_
#define PLUGINGEN_CATALOG_SETS_H_

#include <map>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace plugingen::catalog {

struct SetMember {
  std::string_view op;
  std::vector<Constraint>
      types;  // an attr without an entry takes every dtype of the reference kernel
};

struct OpSet {
  std::string_view name;
  std::string_view purpose;
  std::vector<SetMember> members;          // sorted by op
  std::vector<std::string_view> includes;  // sets whose members are all members of this set
};

class SetTable {
 public:
  static const SetTable& BuiltIn();
  explicit SetTable(std::string_view text);

  const OpSet* Find(std::string_view name) const;
  const std::map<std::string_view, OpSet>& sets() const { return sets_; }
  // The sets in the order of the text. There, a set follows the simpler ones that explain it.
  const std::vector<std::string_view>& names() const { return names_; }

 private:
  std::map<std::string_view, OpSet> sets_;
  std::vector<std::string_view> names_;
};

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_SETS_H_
