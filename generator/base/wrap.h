// Text for people, in lines that fit a terminal of the common width whatever it goes to: what a
// command prints must not depend on where it prints it.

#ifndef PLUGINGEN_BASE_WRAP_H_
#define PLUGINGEN_BASE_WRAP_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace plugingen::base {

inline constexpr size_t kTextColumns = 80;

// The columns that a terminal needs for a line of UTF-8.
size_t ColumnsOf(std::string_view line);

// `text` with blanks behind it, up to `columns`.
std::string Padded(std::string_view text, size_t columns);

// `text` broken at blanks, as lines that each end with a line break. The first line begins with
// `first`, the others with `indent` blanks. A word that is longer than a line stays whole.
std::string Wrapped(std::string_view first, size_t indent, std::string_view text,
                    size_t columns = kTextColumns);

// Each line of `text` broken so; what follows in another line is indented by `deeper` more blanks
// than the line that it belongs to.
std::string WrappedLines(std::string_view text, size_t deeper);

// Prose with its paragraphs broken anew, whatever lines it has been written in. What is indented
// stays as it is: it is an example.
std::string Reflowed(std::string_view text);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_WRAP_H_
