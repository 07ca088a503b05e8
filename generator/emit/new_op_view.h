// What templates see of the ops of the plugin's own.

#ifndef PLUGINGEN_EMIT_NEW_OP_VIEW_H_
#define PLUGINGEN_EMIT_NEW_OP_VIEW_H_

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// What a kernel of the op is a template over: "T", a name for each attr that is one type.
std::vector<std::string> TemplateParameters(const catalog::Op& op);

// One op: its name, its definition in TensorFlow's language, what a kernel for it reads.
Value NewOpView(const model::NewOp& op);
// All of them, in the order of the spec.
List NewOpsView(const model::Plugin& plugin);

// What the file that defines the ops includes, in clang-format's order.
List DefinitionHeadersView(const model::Plugin& plugin);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_NEW_OP_VIEW_H_
