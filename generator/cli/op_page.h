// What `plugingen ops NAME` prints.

#ifndef PLUGINGEN_CLI_OP_PAGE_H_
#define PLUGINGEN_CLI_OP_PAGE_H_

#include <string>

#include "catalog/catalog.h"

namespace plugingen::cli {

// Everything that a spec's author wants to know of an op, as a release has it: signature, attrs,
// reference kernel, what core brings for pluggable devices, and what other releases have instead.
std::string OpPage(const catalog::Op& op);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_OP_PAGE_H_
