// Compares two releases of TensorFlow, as far as plugins see them: the C API, the ops, the kernels
// that core brings for every pluggable device, and known changes of behaviour. Pure: facts in, a
// report out.

#ifndef PLUGINGEN_API_COMPARE_H_
#define PLUGINGEN_API_COMPARE_H_

#include <string_view>
#include <vector>

#include "api/change.h"
#include "catalog/behaviour.h"
#include "catalog/c_api.h"
#include "catalog/history.h"

namespace plugingen::api {

// What is known of TensorFlow. All must outlive what is made of them.
struct Facts {
  const catalog::CApi& c_api;
  const catalog::History& history;
  const std::vector<catalog::BehaviourFact>& behaviour;

  // Those that this run works with (catalog/source.h).
  static Facts BuiltIn();
};

// The releases of which something is known, oldest first.
std::vector<std::string_view> KnownReleases(const Facts& facts);

// What a plugin for `from` meets in `to`, either of which may be the newer one. Both must be known;
// what is unknown of one of them is said in the report.
Report Compare(std::string_view from, std::string_view to, const Facts& facts);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_COMPARE_H_
