// Adds entries to `kernels:` in the text of a spec.

#ifndef PLUGINGEN_SPEC_EDIT_KERNELS_H_
#define PLUGINGEN_SPEC_EDIT_KERNELS_H_

#include <optional>
#include <string>
#include <vector>

#include "diag/source.h"

namespace plugingen::spec {

// An entry in the syntax of a block list, without the '-': "set: mlp", "Relu", "{op: Tan}".
using KernelText = std::string;

// Returns the spec's text with the entries after the existing ones, in the layout of the list. All
// other bytes stay the same. If the key is missing, it is added at the end. Returns nothing if the
// text is no map or if `kernels:` is no list, for example an alias.
std::optional<std::string> WithKernels(const diag::SourceFile& source,
                                       const std::vector<KernelText>& kernels);

// Returns the text with the entry in place of the one at `span`.
std::string WithKernelAt(const std::string& text, const diag::Span& span, const KernelText& kernel);

// Returns the text with an empty list as the value of `kernels:` if the key has no value. Otherwise
// returns the text unchanged.
std::string WithListOfKernels(const diag::SourceFile& source);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_EDIT_KERNELS_H_
