// Sets of TensorFlow releases and their notation in the catalogue's lines.

#ifndef PLUGINGEN_CATALOG_RELEASES_H_
#define PLUGINGEN_CATALOG_RELEASES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::catalog {

// A bit for each release of a list that is sorted by age.
using ReleaseSet = uint64_t;

inline bool Holds(ReleaseSet set, size_t index) { return (set >> index & 1) != 0; }

// Returns the releases with the indices `first` to `last`, both inclusive.
ReleaseSet ReleasesBetween(size_t first, size_t last);

// Parses "2.15-", "-2.14", "2.13", or several of them separated by commas. Throws std::logic_error
// for other texts and for releases that are not in `known`.
ReleaseSet ReadReleases(std::string_view text, const std::vector<std::string_view>& known);

// "2.9" is older than "2.10".
bool IsOlder(std::string_view release, std::string_view other);

// Returns a text such as "2.12 to 2.14 and 2.16".
std::string ReleasesText(ReleaseSet set, const std::vector<std::string_view>& known);

// Returns "since 2.15", "until 2.14" or "only in 2.13", or "" if the set contains all releases.
std::string SinceUntil(ReleaseSet set, const std::vector<std::string_view>& known);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_RELEASES_H_
