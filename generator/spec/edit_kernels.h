// Adds entries to `kernels:` in the text of a spec.

#ifndef PLUGINGEN_SPEC_EDIT_KERNELS_H_
#define PLUGINGEN_SPEC_EDIT_KERNELS_H_

#include <optional>
#include <string>
#include <vector>

#include "diag/source.h"

namespace plugingen::spec {

// An entry as an item of a list with a '-' before each item: "set: mlp", "Relu", "{op: Tan}".
using KernelText = std::string;

// The spec's text with the entries behind those that are there, in the list's own layout; all other
// bytes stay. Where the key is missing it is added at the end. Nothing for a text that is no map,
// or whose `kernels:` is no list of its own: an alias, say.
std::optional<std::string> WithKernels(const diag::SourceFile& source,
                                       const std::vector<KernelText>& kernels);

// The spec's text with the entry in place of the one at `span`.
std::string WithKernelAt(const std::string& text, const diag::Span& span, const KernelText& kernel);

// The spec's text with an empty list as the value of `kernels:`, where that has none; else the
// text.
std::string WithListOfKernels(const diag::SourceFile& source);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_EDIT_KERNELS_H_
