#include "catalog/nearest_op.h"

#include <algorithm>
#include <string>

#include "base/suggest.h"

namespace plugingen::catalog {
namespace {

// Removes Python's modules and separators: `tf.nn.log_softmax` becomes "logsoftmax". The comparison
// ignores case.
std::string WithoutModules(std::string_view word) {
  const size_t dot = word.rfind('.');
  if (dot == std::string_view::npos) return std::string(word);
  std::string name(word.substr(dot + 1));
  std::erase(name, '_');
  return name;
}

}  // namespace

std::string_view NearestOp(std::string_view word, const Catalog& catalog,
                           const std::vector<std::string_view>& others) {
  const std::string name = WithoutModules(word);
  std::vector<std::string_view> names = others;
  names.insert(names.end(), catalog.names().begin(), catalog.names().end());
  // Parsing an op takes a while, so only the candidates are parsed.
  while (true) {
    const std::string_view nearest = base::NearestName(name, names);
    if (nearest.empty() || std::find(others.begin(), others.end(), nearest) != others.end()) {
      return nearest;
    }
    if (catalog.Find(nearest)->is_in_python) return nearest;
    std::erase(names, nearest);
  }
}

}  // namespace plugingen::catalog
