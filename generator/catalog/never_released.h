// Names of the C API that TensorFlow's design documents (RFCs) propose and no release contains:
// catalog/never_released.txt.

#ifndef PLUGINGEN_CATALOG_NEVER_RELEASED_H_
#define PLUGINGEN_CATALOG_NEVER_RELEASED_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct NeverReleased {
  std::string_view kind;         // "struct", "function", "macro", "type", "field"
  std::string_view name;         // "SP_Allocator"; for a field "SP_Platform.visible_device_count"
  std::string_view drafted;      // the document and its section
  std::string_view declared;     // the type, if the draft states it
  std::string_view replaced_by;  // what to use instead

  // Returns the field's own name for a field, otherwise `name`.
  std::string_view LastName() const { return name.substr(name.find('.') + 1); }
};

// Parses `text` and keeps its order. Throws std::logic_error if the format is wrong.
std::vector<NeverReleased> ReadNeverReleased(std::string_view text);

// The names that are embedded in the program.
const std::vector<NeverReleased>& BuiltInNeverReleased();

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_NEVER_RELEASED_H_
