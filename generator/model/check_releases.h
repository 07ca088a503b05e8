// Whether what an entry registers fits every TensorFlow release of the spec's range.

#ifndef PLUGINGEN_MODEL_CHECK_RELEASES_H_
#define PLUGINGEN_MODEL_CHECK_RELEASES_H_

#include <span>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "model/served.h"
#include "spec/spec.h"

namespace plugingen::model {

// `requests`: those of the entry. Errors for what breaks an op in some release (attrs and arguments
// that it does not have there), warnings for what is of no use there (an op or a type that does not
// exist). A set's ops are chosen by us: only what breaks is told about them.
void CheckReleases(const spec::KernelEntry& entry, std::span<const Request> requests,
                   const Served& served, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_RELEASES_H_
