// Compares two TensorFlow releases from the view of plugins: the C API, the ops, the kernels that
// TensorFlow registers for every pluggable device, and known changes of behaviour. Pure functions
// of the facts.

#ifndef PLUGINGEN_API_COMPARE_H_
#define PLUGINGEN_API_COMPARE_H_

#include <string_view>
#include <vector>

#include "api/change.h"
#include "catalog/behaviour.h"
#include "catalog/c_api.h"
#include "catalog/history.h"

namespace plugingen::api {

// The facts about TensorFlow. They must outlive the results.
struct Facts {
  const catalog::CApi& c_api;
  const catalog::History& history;
  const std::vector<catalog::BehaviourFact>& behaviour;

  // Returns the facts that this run uses (catalog/source.h).
  static Facts BuiltIn();
};

// Returns the known releases, sorted by age.
std::vector<std::string_view> KnownReleases(const Facts& facts);

// Reports what changes for a plugin for `from` in `to`. Either of them can be the newer one. Both
// must be known. The notes of the report name facts that are missing for one of them.
Report Compare(std::string_view from, std::string_view to, const Facts& facts);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_COMPARE_H_
