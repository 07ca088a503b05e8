// Warns of kernels that cannot work where TensorFlow gives plugins no access to variables.

#ifndef PLUGINGEN_MODEL_CHECK_VARIABLES_H_
#define PLUGINGEN_MODEL_CHECK_VARIABLES_H_

#include <vector>

#include "diag/diagnostic.h"
#include "model/expand.h"
#include "model/served.h"

namespace plugingen::model {

// Once for all of them. Ops that TensorFlow's Python can do without are no reason.
void WarnOfVariables(const std::vector<Request>& requests, const Served& served, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_CHECK_VARIABLES_H_
