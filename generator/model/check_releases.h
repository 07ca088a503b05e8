// Checks that an entry's registrations are valid in every TensorFlow release of the spec's range.

#ifndef PLUGINGEN_MODEL_CHECK_RELEASES_H_
#define PLUGINGEN_MODEL_CHECK_RELEASES_H_

#include <span>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "model/served.h"
#include "spec/spec.h"

namespace plugingen::model {

// `requests` are those of the entry. Reports errors for what breaks an op in some release, such as
// missing attrs and arguments. Warns about what has no effect there, such as an op or a type that
// does not exist. Does not warn about ops of a set, because the user did not choose them.
void CheckReleases(const spec::KernelEntry& entry, std::span<const Request> requests,
                   const Served& served, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_RELEASES_H_
