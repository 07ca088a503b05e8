// What edits of a spec's text have in common: they change some bytes and leave all others.

#ifndef PLUGINGEN_SPEC_TEXT_EDIT_H_
#define PLUGINGEN_SPEC_TEXT_EDIT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "diag/source.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {

// The member of a map with that key, or null.
const Member* FindMember(const Node& map, std::string_view key);

// The text with `piece` in place of what is at `span`.
std::string Spliced(const std::string& text, const diag::Span& span, std::string_view piece);

// How the line of `offset` ends: "\r\n" or "\n"; for the last line, as the one before it does.
std::string_view LineBreakAt(std::string_view text, size_t offset);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_TEXT_EDIT_H_
