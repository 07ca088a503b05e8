#include "catalog/fusions.h"

#include "base/embedded.h"

namespace plugingen::catalog {

std::span<const FusionSet> FusionSets() {
  static const std::vector<FusionSet> sets = {
      {"attention", {"attention"}},
      {"elementwise", {"elementwise"}},
      {"keras",
       {"attention", "linear", "normalization", "normalized_convolution", "normalized_bias",
        "elementwise", "shared"}},
      {"linear", {"linear"}},
      {"normalization", {"normalization", "normalized_convolution"}},
      {"shared", {"shared"}}};
  return sets;
}

std::string FusionPath(std::string_view file) {
  return "catalog/fusions/" + std::string(file) + ".yaml";
}

std::string_view FusionText(std::string_view file) { return base::EmbeddedText(FusionPath(file)); }

}  // namespace plugingen::catalog
