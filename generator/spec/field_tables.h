// The table of keys by section. Each key has a row, in the order in which a reader best understands
// a spec. Only fields.cc combines the sections.

#ifndef PLUGINGEN_SPEC_FIELD_TABLES_H_
#define PLUGINGEN_SPEC_FIELD_TABLES_H_

#include <span>
#include <string_view>

#include "spec/rules.h"
#include "spec/schema.h"

namespace plugingen::spec {

// Accepts texts that can be between quotes in the emitted sources.
inline constexpr std::string_view kFreeText = "^[^\"\\\\]*$";

std::span<const Field> PluginFields();  // plugingen, plugin, tensorflow
std::span<const Field> DeviceFields();  // device
std::span<const Field> OpFields();      // kernels, ops
std::span<const Field> GraphFields();   // graph, profiler

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_FIELD_TABLES_H_
