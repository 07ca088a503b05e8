// The plugin as templates see it. The names are the interface to everyone who writes a template;
// docs/templates.md lists them.

#ifndef PLUGINGEN_EMIT_VIEWS_H_
#define PLUGINGEN_EMIT_VIEWS_H_

#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// What every template may use.
Members RootView(const model::Plugin& plugin);

// Whether the row names a type attr that some releases of the range do not have yet.
bool NamesLaterAttrs(const model::Row& row);

// Whether the kernel serves the CPU as well as the device.
bool RunsOnCpu(const model::Kernel& kernel);

// What a kernel's template may use besides, under the name `kernel`.
Value KernelView(const model::Kernel& kernel);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_VIEWS_H_
