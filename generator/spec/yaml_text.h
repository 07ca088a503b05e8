// Questions about the bytes of a YAML text that yaml-cpp does not answer: whether it may read them
// at all, and where the values end whose beginnings it reports.

#ifndef PLUGINGEN_SPEC_YAML_TEXT_H_
#define PLUGINGEN_SPEC_YAML_TEXT_H_

#include <cstddef>
#include <string_view>

#include "diag/diagnostic.h"
#include "diag/source.h"

namespace plugingen::spec {

// The length of a byte order mark at the start, or 0.
size_t ByteOrderMarkLength(std::string_view text);

// Reports what is no text: too large, not UTF-8, control characters. True when yaml-cpp may see it.
bool CheckText(const diag::SourceFile& source, diag::Sink& sink);

// Skips "&anchor" and "!tag" in front of a value that starts at `offset`, and space after them.
size_t SkipProperties(std::string_view text, size_t offset);

// Skips white space, line breaks and comments.
size_t SkipSpaceAndComments(std::string_view text, size_t offset);

// The end of the quoted string that opens at `begin`, or npos when it never closes.
size_t QuotedEnd(std::string_view text, size_t begin);

// The end of the block scalar whose indicator (| or >) is at `begin`.
size_t BlockScalarEnd(std::string_view text, size_t begin);

// The end of the plain scalar that begins at `begin` and was read as `value`.
size_t PlainEnd(std::string_view text, size_t begin, std::string_view value);

// The bracket, "[" or "{", that is innermost and open at `end`; npos if none is. `begin` is between
// two values.
size_t OpenBracket(std::string_view text, size_t begin, size_t end);

// The end of a word for a message: what an eye takes for one thing.
size_t WordEnd(std::string_view text, size_t begin);

// The offset at which the line of `offset` begins, and that of its line break (or the end).
size_t LineBegin(std::string_view text, size_t offset);
size_t LineEnd(std::string_view text, size_t offset);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_YAML_TEXT_H_
