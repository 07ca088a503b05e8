// From the text of a spec to a checked Spec.

#ifndef PLUGINGEN_SPEC_PARSE_H_
#define PLUGINGEN_SPEC_PARSE_H_

#include <optional>

#include "diag/diagnostic.h"
#include "diag/source.h"
#include "spec/spec.h"

namespace plugingen::spec {

// Checks everything that can be checked without knowing TensorFlow's ops and reports every mistake.
//
// Returns nothing only when the text has no usable structure. With errors of a lesser kind the spec
// holds what could be read (a value that is wrong is replaced by its default; a wrong dtype is left
// out, which can leave a TypeBinding without dtypes; a kernel entry without op and set is dropped),
// so that the catalogue's checks can run too and all mistakes come in one go. Whoever emits asks
// the sink first.
std::optional<Spec> ParseSpec(const diag::SourceFile& source, diag::Sink& sink);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_PARSE_H_
