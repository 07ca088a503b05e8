#include "releases.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace conformance {

namespace {

// What a release brought. The rest have the sizes of the one before.
struct Change {
  int minor;
  StructSizes sizes;
};
constexpr Change kChanges[] = {
    {5, {34, 264, 88}},   // the first that loads plugins
    {7, {34, 288, 88}},   // fills in SP_StreamExecutor
    {9, {35, 288, 88}},   // force_memory_growth in SP_Platform
    {10, {35, 288, 92}},  // a switch in the middle of TP_OptimizerConfigs
    {22, {35, 296, 92}},  // streams with options in SP_StreamExecutor
};

}  // namespace

const std::vector<Release>& Releases() {
  static const auto* const releases = [] {
    auto* const list = new std::vector<Release>;
    const Change* change = std::begin(kChanges);
    for (int minor = change->minor; minor <= CONFORMANCE_NEWEST_MINOR; ++minor) {
      const Change* const next = change + 1;
      if (next != std::end(kChanges) && next->minor == minor) change = next;
      list->push_back({"2." + std::to_string(minor), minor, change->sizes});
    }
    return list;
  }();
  return *releases;
}

const Release* FindRelease(std::string_view name) {
  const auto& releases = Releases();
  const auto found = std::find_if(releases.begin(), releases.end(),
                                  [name](const Release& release) { return release.name == name; });
  return found == releases.end() ? nullptr : &*found;
}

}  // namespace conformance
