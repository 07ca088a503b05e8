// What is said about an entry as a whole: ops and sets that do not exist, or do not fit.

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

// "float, half".
std::string Listed(const std::vector<std::string_view>& words);
// "'Relu' with T = float".
std::string Described(const Request& request);

// The name of the first op or set that the spec gives a kernel, for what is about all of them.
diag::Span FirstName(const spec::Spec& spec);

// E0301: neither a served release nor the plugin itself has the op.
void ReportUnknownOp(const spec::KernelEntry& entry, const Served& served, const NewOps& new_ops,
                     diag::Sink& sink);
// E0309.
void ReportUnknownSet(const spec::KernelEntry& entry, diag::Sink& sink);
// W0306: an op of a set, which is another one in the `differing` releases.
void ReportLeftOut(const spec::KernelEntry& entry, const catalog::Op& op,
                   catalog::ReleaseSet differing, const Served& served, diag::Sink& sink);
// E0313. `rows`: how many kernels there are with the entry whose name `span` covers.
void ReportTooMany(const diag::Span& span, size_t rows, diag::Sink& sink);
// W0309.
void ReportMany(const catalog::Op& op, const diag::Span& span, size_t rows, diag::Sink& sink);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_ENTRY_REPORTS_H_
