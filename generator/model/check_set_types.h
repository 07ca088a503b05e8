// Whether the types that a spec chooses for a set are types of its ops.

#ifndef PLUGINGEN_MODEL_CHECK_SET_TYPES_H_
#define PLUGINGEN_MODEL_CHECK_SET_TYPES_H_

#include <span>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "spec/spec.h"

namespace plugingen::model {

// `requests` are what the entry came to. A type that none of them has is a mistake (E0316), one
// that fewer than three quarters of the ops have is doubtful (W0308): the others keep the types of
// the set.
void CheckSetTypes(const spec::KernelEntry& entry, std::span<const Request> requests,
                   diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_SET_TYPES_H_
