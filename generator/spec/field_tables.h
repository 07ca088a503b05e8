// The table of keys by section, one row a key, in the order in which a spec is best read. Only
// fields.cc puts the sections together.

#ifndef PLUGINGEN_SPEC_FIELD_TABLES_H_
#define PLUGINGEN_SPEC_FIELD_TABLES_H_

#include <span>
#include <string_view>

#include "spec/rules.h"
#include "spec/schema.h"

namespace plugingen::spec {

// The pattern of what can stand between quotes in the sources that it becomes part of.
inline constexpr std::string_view kFreeText = "^[^\"\\\\]*$";

std::span<const Field> PluginFields();  // plugingen, plugin, tensorflow
std::span<const Field> DeviceFields();  // device
std::span<const Field> OpFields();      // kernels, ops
std::span<const Field> GraphFields();   // graph, profiler

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_FIELD_TABLES_H_
