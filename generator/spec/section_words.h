// How messages about a map name its keys, and the corrections that they suggest.

#ifndef PLUGINGEN_SPEC_SECTION_WORDS_H_
#define PLUGINGEN_SPEC_SECTION_WORDS_H_

#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "spec/schema.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {

// Returns the row of the list whose items are maps at `path`, or null.
const Field* ListOf(std::string_view path);

// Names the map: " in device", " in a kernel entry".
std::string InMap(std::string_view path);

// Joins "device" and "type" to `device.type`. Keys of list entries have no prefix.
std::string KeyName(std::string_view path, std::string_view name);

// Returns the first required key of a map, or "".
std::string_view FirstRequired(std::string_view path);

// Help for a text in place of a map, such as `plugin: nova_npu`. The text is probably the value of
// the key that the map requires. Returns "" in other cases.
std::string MapHelp(std::string_view path, const Node& node);

// Help for a list in place of one value, such as `op: [Relu, Elu]`, if each entry of the outer list
// describes one op. Returns "" in other cases.
std::string EntriesHelp(const Field& field, const Node& node);

diag::Diagnostic Mistake(std::string code, std::string message, diag::Span span,
                         std::string help = "");

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_SECTION_WORDS_H_
