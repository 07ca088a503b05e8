// Template values for the plugin's own ops.

#ifndef PLUGINGEN_EMIT_NEW_OP_VIEW_H_
#define PLUGINGEN_EMIT_NEW_OP_VIEW_H_

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Returns the template parameters of the op's kernel: "T", one for each attr that is a single type.
std::vector<std::string> TemplateParameters(const catalog::Op& op);

// Describes one op: its name, its definition in TensorFlow's syntax, and what its kernel reads.
Value NewOpView(const model::NewOp& op);
// Describes all ops in the order of the spec.
List NewOpsView(const model::Plugin& plugin);

// Returns the includes of the file that defines the ops, in clang-format's order.
List DefinitionHeadersView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_NEW_OP_VIEW_H_
