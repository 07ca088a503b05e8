// Puts another range of TensorFlow releases into the text of a spec.

#ifndef PLUGINGEN_SPEC_EDIT_RANGE_H_
#define PLUGINGEN_SPEC_EDIT_RANGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "diag/source.h"

namespace plugingen::spec {

// The spec's text with `tensorflow: RANGE`; every other byte stays. The key is added behind
// `plugingen:` where there is none. Nothing for a text that is no map with that key,
// and for one in which another value would change with the range.
std::optional<std::string> WithReleaseRange(const diag::SourceFile& source, std::string_view range);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_EDIT_RANGE_H_
