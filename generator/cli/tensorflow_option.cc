#include "cli/tensorflow_option.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/history.h"

namespace plugingen::cli {
namespace {

// Returns the minor number of "2.15", "2.15.1" or "2.22.0-dev20260905", or -1 if this is no 2.x
// release.
int MinorOf(std::string_view release) {
  if (!release.starts_with("2.")) return -1;
  release.remove_prefix(2);
  int minor = -1;
  const auto [end, error] = std::from_chars(release.data(), release.data() + release.size(), minor);
  const bool whole = end == release.data() + release.size() || *end == '.' || *end == '-';
  return error == std::errc() && whole ? minor : -1;
}

std::string_view Nearest(const std::string& release,
                         const std::vector<std::string_view>& releases) {
  const int minor = MinorOf(release);
  if (minor < 0) return base::NearestName(release, releases);
  std::string_view nearest = releases.front();
  for (const std::string_view known : releases) {
    if (std::abs(MinorOf(known) - minor) < std::abs(MinorOf(nearest) - minor)) nearest = known;
  }
  return nearest;
}

}  // namespace

std::string_view KnownRelease(const std::string& release,
                              const std::vector<std::string_view>& known, std::string_view nightly,
                              Console& console) {
  if (release == "nightly" && !nightly.empty()) return nightly;
  const auto found = std::find(known.begin(), known.end(), release);
  if (found != known.end()) return *found;
  std::string message = "TensorFlow " + base::Quoted(release) + " is not known; plugingen knows " +
                        std::string(known.front()) + " to " + std::string(known.back());
  const std::string_view nearest = Nearest(release, known);
  if (!nearest.empty()) message += "; did you mean " + base::Quoted(nearest) + "?";
  console.Error(message);
  return {};
}

const catalog::Catalog* CatalogOf(const std::string& release, Console& console) {
  const catalog::History& history = catalog::History::BuiltIn();
  if (release.empty()) return &history.Newest();
  const std::string_view known = KnownRelease(release, history.releases(), "", console);
  return known.empty() ? nullptr : history.Find(known);
}

}  // namespace plugingen::cli
