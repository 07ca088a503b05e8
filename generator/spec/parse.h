// From the text of a spec to a checked Spec.

#ifndef PLUGINGEN_SPEC_PARSE_H_
#define PLUGINGEN_SPEC_PARSE_H_

#include <optional>

#include "diag/diagnostic.h"
#include "diag/source.h"
#include "spec/spec.h"

namespace plugingen::spec {

// Checks everything that does not depend on TensorFlow's ops, and reports every mistake.
//
// Returns nothing only if the text has no usable structure. After other errors the spec contains
// what could be read, so that the checks with the catalogue run, too, and the user sees all
// mistakes at once. In this case a wrong value is replaced by its default. A wrong dtype is left
// out, which can leave a TypeBinding without dtypes. A kernel entry without op and set is dropped.
// Code that emits files must check the sink first.
std::optional<Spec> ParseSpec(const diag::SourceFile& source, diag::Sink& sink);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_PARSE_H_
