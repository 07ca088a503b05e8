// The range of TensorFlow releases that a plugin serves: ">=2.12, <2.22".

#ifndef PLUGINGEN_SPEC_RELEASE_RANGE_H_
#define PLUGINGEN_SPEC_RELEASE_RANGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "spec/spec.h"

namespace plugingen::spec {

// The oldest release whose C API has what a plugin needs; the first that is not out, of which a
// nightly build may have been read; and the first of which nothing is known. The build reads them
// in the catalogue. Few files are compiled with their values, so that a release that the catalogue
// takes in does not have everything compiled anew.
extern const Release kOldestRelease;
extern const Release kNextRelease;
extern const Release kUnknownRelease;

// What a run knows: as above, or more with a catalogue of the user's.
struct KnownReleases {
  Release next = kNextRelease;  // the first that is not out
  // The first of which nothing is known; `next` without a nightly.
  Release unknown = kUnknownRelease;
};

// From now on ranges are read with that knowledge. To be called before any range is read. Returns
// what was known before.
KnownReleases UseKnownReleases(const KnownReleases& known);

struct RangeResult {
  Release min = kOldestRelease;
  Release end = kNextRelease;
  std::string code;  // of what is wrong; empty when nothing is
  std::string message;
  std::string help;
};

std::string ReleaseText(const Release& release);
// The release "2.15" or "3"; nothing for "2.15.1" and for what is none.
std::optional<Release> ParseRelease(std::string_view text);

// The newest release of a range that ends before `end`.
inline Release NewestBefore(const Release& end) { return {end.major, end.minor - 1}; }

// A range without an end, or one that ends after what is known, ends with the newest release that
// is out; one of which a nightly is known has to be asked for.
RangeResult ParseReleaseRange(std::string_view text);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_RELEASE_RANGE_H_
