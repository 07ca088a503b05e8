// The template values for a plugin. Their names are the interface for authors of templates;
// docs/templates.md lists them.

#ifndef PLUGINGEN_EMIT_VIEWS_H_
#define PLUGINGEN_EMIT_VIEWS_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Returns the values that every template can use.
Members RootView(const model::Plugin& plugin);

// True if the row names a type attr that some releases of the range do not have.
bool NamesLaterAttrs(const model::Row& row);

// True if the kernel supports the CPU in addition to the device.
bool RunsOnCpu(const model::Kernel& kernel);

// Returns the additional value `kernel` for the template of a kernel.
Value KernelView(const model::Kernel& kernel);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_VIEWS_H_
