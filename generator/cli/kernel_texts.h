// Entries for `kernels:` that commands write into specs.

#ifndef PLUGINGEN_CLI_KERNEL_TEXTS_H_
#define PLUGINGEN_CLI_KERNEL_TEXTS_H_

#include <string>
#include <string_view>

#include "catalog/catalog.h"
#include "spec/starter_spec.h"

namespace plugingen::cli {

// Returns the entry for a named set of ops, with a comment on its purpose. Writes an unknown name
// without a comment.
spec::StarterKernel SetEntry(const std::string& set);

// Returns the entry for an op: with the library's kernel if there is one, otherwise a stub.
spec::StarterKernel OpEntry(const std::string& op, const catalog::Catalog& catalog);

// True if the set registers kernels that add to variables in the device's memory. Every plugin
// needs them.
bool ServesVariables(const std::string& set);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_KERNEL_TEXTS_H_
