// Answers questions about the bytes of a YAML text that yaml-cpp does not answer: whether it can
// parse the text at all, and where a value ends. yaml-cpp only reports where it begins.

#ifndef PLUGINGEN_SPEC_YAML_TEXT_H_
#define PLUGINGEN_SPEC_YAML_TEXT_H_

#include <cstddef>
#include <string_view>

#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::spec {

// Returns the length of a byte order mark at the start, or 0.
size_t ByteOrderMarkLength(std::string_view text);

// Reports a text that is too large, not UTF-8, or has control characters. Returns true if yaml-cpp
// can parse it.
bool CheckText(const diag::SourceFile& source, diag::Sink& sink);

// Skips "&anchor" and "!tag" before a value that starts at `offset`, and the space after them.
size_t SkipProperties(std::string_view text, size_t offset);

// Skips white space, line breaks and comments.
size_t SkipSpaceAndComments(std::string_view text, size_t offset);

// Returns the end of the quoted string that starts at `begin`, or npos if it is not closed.
size_t QuotedEnd(std::string_view text, size_t begin);

// Returns the end of the block scalar whose indicator (| or >) is at `begin`.
size_t BlockScalarEnd(std::string_view text, size_t begin);

// Returns the end of the plain scalar that starts at `begin` and has the content `value`.
size_t PlainEnd(std::string_view text, size_t begin, std::string_view value);

// Returns the innermost bracket, "[" or "{", that is open at `end`, or npos. `begin` must be
// between two values.
size_t OpenBracket(std::string_view text, size_t begin, size_t end);

// Returns the end of a word for a message: the text up to the next separator.
size_t WordEnd(std::string_view text, size_t begin);

// LineBegin returns the start of the line at `offset`. LineEnd returns its line break, or the end
// of the text.
size_t LineBegin(std::string_view text, size_t offset);
size_t LineEnd(std::string_view text, size_t offset);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_TEXT_H_
