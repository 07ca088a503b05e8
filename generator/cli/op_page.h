// The page about an op, for authors of its kernel.

#ifndef PLUGINGEN_CLI_OP_PAGE_H_
#define PLUGINGEN_CLI_OP_PAGE_H_

#include <string>

#include "base/json.h"
#include "catalog/catalog.h"

namespace plugingen::cli {

// Describes the op in full: its signature, attributes, reference kernel and Python name,
// TensorFlow's own kernels, and differences in other releases.
std::string OpPage(const catalog::Op& op);
// The same for programs.
base::Json OpPageJson(const catalog::Op& op);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_OP_PAGE_H_
