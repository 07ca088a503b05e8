// Diagnostics about an entry as a whole: ops and sets that do not exist or do not fit.

#ifndef PLUGINGEN_MODEL_ENTRY_REPORTS_H_
#define PLUGINGEN_MODEL_ENTRY_REPORTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "diag/diagnostic.h"
#include "model/new_op.h"
#include "model/served.h"
#include "spec/spec.h"

namespace plugingen::model {

struct Request;

// Returns "float, half".
std::string Listed(const std::vector<std::string_view>& words);
// Returns "'Relu' with T = float".
std::string Described(const Request& request);

// Returns the position of the first op or set in `kernels`, for diagnostics about all of them.
diag::Span FirstName(const spec::Spec& spec);

// E0301: neither a supported release nor the plugin has the op.
void ReportUnknownOp(const spec::KernelEntry& entry, const Served& served, const NewOps& new_ops,
                     diag::Sink& sink);
// E0309.
void ReportUnknownSet(const spec::KernelEntry& entry, diag::Sink& sink);
// W0306: an op of a set that differs in the releases `differing`.
void ReportLeftOut(const spec::KernelEntry& entry, const catalog::Op& op,
                   catalog::ReleaseSet differing, const Served& served, diag::Sink& sink);
// E0313. `rows` is the number of kernels up to and including the entry at `span`.
void ReportTooMany(const diag::Span& span, size_t rows, diag::Sink& sink);
// W0309.
void ReportMany(const catalog::Op& op, const diag::Span& span, size_t rows, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_ENTRY_REPORTS_H_
