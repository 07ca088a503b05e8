// How messages about a map call its keys, and what they tell to write instead.

#ifndef PLUGINGEN_SPEC_SECTION_WORDS_H_
#define PLUGINGEN_SPEC_SECTION_WORDS_H_

#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "spec/schema.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {

// The row of the list whose items are maps at `path`; null where there is none.
const Field* ListOf(std::string_view path);

// Whose map it is: " in device", " in a kernel entry".
std::string InMap(std::string_view path);

// `device.type` of the table's "device" and "type"; keys of entries stand alone.
std::string KeyName(std::string_view path, std::string_view name);

// The key that a map cannot be without, as the table knows; "" if there is none.
std::string_view FirstRequired(std::string_view path);

// `plugin: acme_npu`, where a map was meant: its text is the value of the key that the map needs.
// "" where that is not so.
std::string MapHelp(std::string_view path, const Node& node);

// `op: [Relu, Elu]`, where each entry of a list is about one op. "" where that is not so.
std::string EntriesHelp(const Field& field, const Node& node);

diag::Diagnostic Mistake(std::string code, std::string message, diag::Span span,
                         std::string help = "");

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_SECTION_WORDS_H_
