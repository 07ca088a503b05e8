// Texts that fit a terminal with 80 columns.

#ifndef PLUGINGEN_CLI_COLUMNS_H_
#define PLUGINGEN_CLI_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::cli {

// Wraps a text whose first line starts in column `indent`. The other lines start there, too.
std::string Wrapped(std::string_view text, size_t indent);

// A name and its description.
struct Described {
  std::string name;
  std::string text;
};

// Prints a line for each row: two blanks, the name, and the text in column `column`. A name that
// reaches this column has a line of its own.
std::string Listing(const std::vector<Described>& rows, size_t column);
// As above, with the smallest column that fits the names.
std::string Listing(const std::vector<Described>& rows);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_COLUMNS_H_
