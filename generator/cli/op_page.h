// What a kernel of an op has to serve.

#ifndef PLUGINGEN_CLI_OP_PAGE_H_
#define PLUGINGEN_CLI_OP_PAGE_H_

#include <string>

#include "base/json.h"
#include "catalog/catalog.h"

namespace plugingen::cli {

// The op in full: signature, attributes, reference kernel, TensorFlow's own kernels, what Python
// calls it, and what other releases have.
std::string OpPage(const catalog::Op& op);
// The same for programs.
base::Json OpPageJson(const catalog::Op& op);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_OP_PAGE_H_
