// TensorFlow's C API by release: the declarations in the headers that plugins include, and the
// exported symbols of the wheels' libraries. tools/extract_catalog.py writes these facts to
// catalog/c_api.txt.
//
// The constructor only indexes the text. Read() parses the entry of one release.

#ifndef PLUGINGEN_CATALOG_C_API_H_
#define PLUGINGEN_CATALOG_C_API_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "catalog/releases.h"

namespace plugingen::catalog {

enum class ApiKind { kStruct, kFunction, kEnum, kMacro, kType };

// Returns "struct", "function", "enum", "macro" or "type".
std::string_view ApiKindName(ApiKind kind);

struct ApiField {
  std::string_view name;
  std::string_view type;  // "size_t", "void (*)(const SP_Device* device, SP_Stream stream)"
  size_t offset = 0;
  size_t size = 0;

  friend bool operator==(const ApiField&, const ApiField&) = default;
};

struct ApiValue {
  std::string_view name;
  std::string_view value;

  friend bool operator==(const ApiValue&, const ApiValue&) = default;
};

// An entry in one release. Members that do not apply to its kind are empty.
struct ApiEntry {
  std::string_view header;
  size_t size = 0;                         // of a struct: sizeof on x86-64
  size_t end = 0;                          // of a struct: the value of its size macro
  std::string_view end_macro;              // "SP_PLATFORM_STRUCT_SIZE"
  std::vector<ApiField> fields;            // of a struct, in order
  std::string_view declared;               // of a function or type: "void (TF_Status* status)"
  bool is_inline = false;                  // the header defines the function
  std::vector<std::string_view> exported;  // of a function: libraries; plugins link "framework"
  std::vector<ApiValue> values;            // of an enum, in order
  std::string_view value;                  // of a macro

  bool ExportedBy(std::string_view library) const;

  friend bool operator==(const ApiEntry&, const ApiEntry&) = default;
};

// A struct, function, enum, macro or type of the API in all releases.
struct ApiSection {
  ApiKind kind = ApiKind::kFunction;
  std::string_view name;
  ReleaseSet releases = 0;  // those that have it
  std::string_view lines;
};

class CApi {
 public:
  // The API that this run uses (source.h).
  static const CApi& BuiltIn();

  // Indexes `text`, which must outlive the object. Throws std::logic_error if the format is wrong.
  explicit CApi(std::string_view text);

  // "2.5", "2.6", ..., sorted by age.
  const std::vector<std::string_view>& releases() const { return releases_; }
  // Returns the index of a release in releases().
  std::optional<size_t> IndexOf(std::string_view release) const;
  // The release that existed only as a nightly when the facts were collected, or "".
  std::string_view nightly() const { return nightly_; }
  // True if the file states which functions the libraries of the release export. Otherwise a
  // missing export means nothing.
  bool KnowsExports(size_t release) const { return Holds(exports_known_, release); }

  // All entries, sorted by kind, then by name.
  const std::vector<ApiSection>& sections() const { return sections_; }
  const ApiSection* Find(ApiKind kind, std::string_view name) const;
  // Returns the entries with this name. A struct and a type can share a name.
  std::vector<const ApiSection*> FindAll(std::string_view name) const;

  // Returns the section in releases()[release]. The release must have it.
  ApiEntry Read(const ApiSection& section, size_t release) const;
  // True if `section` concerns plugins in some release. A function that no header for plugins
  // declares and only libtensorflow_cc exports does not.
  bool ConcernsPlugins(const ApiSection& section) const;

 private:
  void AddSection(std::string_view head, std::string_view lines);

  std::vector<std::string_view> releases_;
  std::string_view nightly_;
  ReleaseSet exports_known_ = 0;
  std::vector<ApiSection> sections_;
};

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_C_API_H_
