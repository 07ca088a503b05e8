// Changes the range of TensorFlow releases in the text of a spec.

#ifndef PLUGINGEN_SPEC_EDIT_RANGE_H_
#define PLUGINGEN_SPEC_EDIT_RANGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "diag/source.h"

namespace plugingen::spec {

// Returns the spec's text with `tensorflow: RANGE`. All other bytes stay the same. If the key is
// missing, it is added after `plugingen:`. Returns nothing if the text is no map with that key, or
// if the change would affect another value, too.
std::optional<std::string> WithReleaseRange(const diag::SourceFile& source, std::string_view range);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_EDIT_RANGE_H_
