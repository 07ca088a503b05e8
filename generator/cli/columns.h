// Texts that fit a terminal of 80 columns.

#ifndef PLUGINGEN_CLI_COLUMNS_H_
#define PLUGINGEN_CLI_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::cli {

// The words of a text, whose first line begins in column `indent`; so do the others.
std::string Wrapped(std::string_view text, size_t indent);

// A name and what it is.
struct Described {
  std::string name;
  std::string text;
};

// A line for each, two blanks before the name and the text in column `column`; names that reach it
// have a line of their own.
std::string Listing(const std::vector<Described>& rows, size_t column);
// The same with the narrowest column for the names.
std::string Listing(const std::vector<Described>& rows);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_COLUMNS_H_
