// `{x: MatMul(dy, x)}`: within brackets YAML ends a value without quotes at a ',', and takes what
// follows for a key or an item of its own. Whoever wrote a call with several arguments meant one
// value.

#ifndef PLUGINGEN_SPEC_YAML_SPLIT_H_
#define PLUGINGEN_SPEC_YAML_SPLIT_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::spec {

// The whole of the value that YAML took for `value`, up to the ')' of each '(' in it. Nothing where
// no ',' splits it, or where another bracket or a key with a value comes first. `end` is where the
// map or list ends that holds it.
std::optional<diag::Span> WholeOfSplitValue(std::string_view text, const diag::Span& value,
                                            size_t end);

// `part` is what YAML took for the value.
diag::Diagnostic DiagnoseSplitValue(std::string_view text, const diag::Span& part,
                                    const diag::Span& whole);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_SPLIT_H_
