// Detects values that YAML splits at a comma: `{x: MatMul(dy, x)}`. Within brackets, YAML ends an
// unquoted value at ',' and reads the rest as another key or item. The author of a call with
// several arguments meant one value.

#ifndef PLUGINGEN_SPEC_YAML_SPLIT_H_
#define PLUGINGEN_SPEC_YAML_SPLIT_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::spec {

// Returns the span of the whole value, up to the ')' of each '(' in `value`. Returns nothing if no
// ',' splits it, or if another bracket or a key with a value comes first. `end` is the end of the
// enclosing map or list.
std::optional<diag::Span> WholeOfSplitValue(std::string_view text, const diag::Span& value,
                                            size_t end);

// `part` is what YAML took as the value.
diag::Diagnostic DiagnoseSplitValue(std::string_view text, const diag::Span& part,
                                    const diag::Span& whole);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_SPLIT_H_
