// Helpers for edits of a spec's text that leave all other bytes unchanged.

#ifndef PLUGINGEN_SPEC_TEXT_EDIT_H_
#define PLUGINGEN_SPEC_TEXT_EDIT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "diag/source.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {

// Returns the member of a map with this key, or null.
const Member* FindMember(const Node& map, std::string_view key);

// Returns the text with `piece` in place of the bytes at `span`.
std::string Spliced(const std::string& text, const diag::Span& span, std::string_view piece);

// Returns the line break of the line at `offset`, "\r\n" or "\n". The last line uses that of the
// line before.
std::string_view LineBreakAt(std::string_view text, size_t offset);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_TEXT_EDIT_H_
