// The ready-made sets of fusions (catalog/fusions). Each is written as a spec with ops and
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

// All sets, sorted by name.
std::span<const FusionSet> FusionSets();

// Returns the path of a set's file. FusionText() returns its content.
std::string FusionPath(std::string_view file);
std::string_view FusionText(std::string_view file);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_FUSIONS_H_
