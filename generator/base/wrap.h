// Wraps text for people at a fixed width, because the output of a command must not depend on where
// it is printed.

#ifndef PLUGINGEN_BASE_WRAP_H_
#define PLUGINGEN_BASE_WRAP_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace plugingen::base {

inline constexpr size_t kTextColumns = 80;

// Returns the columns of a line of UTF-8 on a terminal.
size_t ColumnsOf(std::string_view line);

// Appends blanks to `text` up to `columns`.
std::string Padded(std::string_view text, size_t columns);

// Wraps `text` at blanks. Each line ends with a line break. The first line starts with `first`, the
// others with `indent` blanks. A word longer than a line is not split.
std::string Wrapped(std::string_view first, size_t indent, std::string_view text,
                    size_t columns = kTextColumns);

// Wraps each line of `text`. Continuation lines are indented by `deeper` more blanks than the
// original line.
std::string WrappedLines(std::string_view text, size_t deeper);

// Wraps the paragraphs of a text again, ignoring its line breaks. Indented lines are examples and
// do not change.
std::string Reflowed(std::string_view text);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_WRAP_H_
