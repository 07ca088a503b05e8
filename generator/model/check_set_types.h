// Checks that the types that a spec chooses for a set are types of its ops.

#ifndef PLUGINGEN_MODEL_CHECK_SET_TYPES_H_
#define PLUGINGEN_MODEL_CHECK_SET_TYPES_H_

#include <span>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "spec/spec.h"

namespace plugingen::model {

// `requests` are those of the entry. A type that none of them has is an error (E0316). If more than
// a quarter of the ops support none of the types, and so keep those of the set, this gives a
// warning (W0308).
void CheckSetTypes(const spec::KernelEntry& entry, std::span<const Request> requests,
                   diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_SET_TYPES_H_
