// The range of TensorFlow releases that a plugin supports: ">=2.12, <2.22".

#ifndef PLUGINGEN_SPEC_RELEASE_RANGE_H_
#define PLUGINGEN_SPEC_RELEASE_RANGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "spec/spec.h"

namespace plugingen::spec {

// The oldest release whose C API has everything that a plugin needs, the first release that is not
// out (its nightly may be in the catalogue), and the first unknown release. The build derives them
// from the catalogue. They are not constants in the header, so a new release in the catalogue
// recompiles only a few files.
extern const Release kOldestRelease;
extern const Release kNextRelease;
extern const Release kUnknownRelease;

// The releases that a run knows. A catalogue of the user's can contain more than the program's.
struct KnownReleases {
  Release next = kNextRelease;  // the first that is not out
  // The first unknown release. Equals `next` if no nightly is known.
  Release unknown = kUnknownRelease;
};

// Sets the known releases. Must be called before any range is parsed. Returns the previous value.
KnownReleases UseKnownReleases(const KnownReleases& known);

struct RangeResult {
  Release min = kOldestRelease;
  Release end = kNextRelease;
  std::string code;  // of the error; empty if there is none
  std::string message;
  std::string help;
};

std::string ReleaseText(const Release& release);
// Parses "2.15" or "3". Returns nothing for "2.15.1" and for any other text.
std::optional<Release> ParseRelease(std::string_view text);

// Returns the newest release of a range that ends before `end`.
inline Release NewestBefore(const Release& end) { return {end.major, end.minor - 1}; }

// Parses a range. If it has no end, or ends after the known releases, it ends with the newest
// release that is out. A release known only from a nightly is included only if the range names it.
RangeResult ParseReleaseRange(std::string_view text);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_RELEASE_RANGE_H_
