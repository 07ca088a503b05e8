#include "model/names.h"

#include "base/text.h"

namespace plugingen::model {
std::string FileStem(std::string_view op) {
  std::string stem;
  for (size_t i = 0; i < op.size(); ++i) {
    const char c = op[i];
    if (i > 0 && base::IsUpper(c)) {
      const bool after_lower = base::IsLower(op[i - 1]);
      const bool before_lower = i + 1 < op.size() && base::IsLower(op[i + 1]);
      if (after_lower || before_lower) stem += '_';
    }
    stem += base::IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return stem;
}

}  // namespace plugingen::model
