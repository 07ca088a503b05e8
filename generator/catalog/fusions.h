// The ready sets of fusions, as their files say them (catalog/fusions): specs with ops and
// rewrites.

#ifndef PLUGINGEN_CATALOG_FUSIONS_H_
#define PLUGINGEN_CATALOG_FUSIONS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct FusionSet {
  std::string_view name;
  std::vector<std::string_view> files;
};

// Sorted by name.
std::span<const FusionSet> FusionSets();

// Where a file of a set stands, and its text.
std::string FusionPath(std::string_view file);
std::string_view FusionText(std::string_view file);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_FUSIONS_H_
