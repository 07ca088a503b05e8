// The range of TensorFlow releases that a plugin serves: ">=2.12, <2.22".

#ifndef PLUGINGEN_SPEC_RELEASE_RANGE_H_
#define PLUGINGEN_SPEC_RELEASE_RANGE_H_

#include <string>
#include <string_view>

#include "spec/spec.h"

namespace plugingen::spec {

// The oldest release whose C API has what a plugin needs, and the first that this plugingen has not
// seen.
inline constexpr Release kOldestRelease{2, 12};
inline constexpr Release kNextRelease{2, 22};

struct RangeResult {
  Release min = kOldestRelease;
  Release end = kNextRelease;
  std::string code;  // of what is wrong; empty when nothing is
  std::string message;
  std::string help;
};

std::string ReleaseText(const Release& release);

RangeResult ParseReleaseRange(std::string_view text);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_RELEASE_RANGE_H_
