#include "cli/columns.h"

#include <algorithm>

#include "base/wrap.h"

namespace plugingen::cli {

std::string Wrapped(std::string_view text, size_t indent) {
  std::string result = base::Wrapped(std::string(indent, ' '), indent, text);
  result.pop_back();
  return result.substr(std::min(indent, result.size()));
}

std::string Listing(const std::vector<Described>& rows, size_t column) {
  std::string result;
  for (const Described& row : rows) {
    std::string line = "  " + row.name;
    if (!row.text.empty()) {
      if (line.size() + 2 > column)
        line += "\n" + std::string(column, ' ');
      else
        line.resize(column, ' ');
      line += Wrapped(row.text, column);
    }
    result += line + "\n";
  }
  return result;
}

std::string Listing(const std::vector<Described>& rows) {
  size_t widest = 0;
  for (const Described& row : rows) widest = std::max(widest, row.name.size());
  return Listing(rows, widest + 4);
}

}  // namespace plugingen::cli
