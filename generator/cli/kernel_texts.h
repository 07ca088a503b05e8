// Entries for `kernels:` that commands write for the user.

#ifndef PLUGINGEN_CLI_KERNEL_TEXTS_H_
#define PLUGINGEN_CLI_KERNEL_TEXTS_H_

#include <string>
#include <string_view>

#include "catalog/catalog.h"
#include "spec/starter_spec.h"

namespace plugingen::cli {

// A named set of ops, with what it is for. A name that is none is written as it is.
spec::StarterKernel SetEntry(const std::string& set);

// An op: with the library's kernel where there is one, else a stub.
spec::StarterKernel OpEntry(const std::string& op, const catalog::Catalog& catalog);

// Whether the set registers kernels that add to variables in the device's memory, which every
// plugin needs.
bool ServesVariables(const std::string& set);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_KERNEL_TEXTS_H_
