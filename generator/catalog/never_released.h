// Names of the C API that design documents (TensorFlow's RFCs) draft and no release has:
// catalog/never_released.txt.

#ifndef PLUGINGEN_CATALOG_NEVER_RELEASED_H_
#define PLUGINGEN_CATALOG_NEVER_RELEASED_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct NeverReleased {
  std::string_view kind;         // "struct", "function", "macro", "type", "field"
  std::string_view name;         // "SP_Allocator"; of a field "SP_Platform.visible_device_count"
  std::string_view drafted;      // the document and its section
  std::string_view declared;     // the type, where the draft tells it
  std::string_view replaced_by;  // what to use in releases

  // The field's own name; else `name`.
  std::string_view LastName() const { return name.substr(name.find('.') + 1); }
};

// The names in `text`, in its order. Throws std::logic_error on text of another format.
std::vector<NeverReleased> ReadNeverReleased(std::string_view text);

// Those that are embedded in the program.
const std::vector<NeverReleased>& BuiltInNeverReleased();

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_NEVER_RELEASED_H_
