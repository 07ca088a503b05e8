// TensorFlow's C API, release by release: what the headers that plugins include declare, and what
// the wheels' libraries export. The facts are in catalog/c_api.txt, made by
// tools/extract_catalog.py.
//
// The text is indexed once; what an entry was in a release is read when asked for.

#ifndef PLUGINGEN_CATALOG_C_API_H_
#define PLUGINGEN_CATALOG_C_API_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "catalog/releases.h"

namespace plugingen::catalog {

enum class ApiKind { kStruct, kFunction, kEnum, kMacro, kType };

// "struct", "function", "enum", "macro", "type".
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

// What an entry is in one release. Members that its kind has no use for are empty.
struct ApiEntry {
  std::string_view header;
  size_t size = 0;                         // of a struct: sizeof on x86-64
  size_t end = 0;                          // of a struct: what its size macro says
  std::string_view end_macro;              // "SP_PLATFORM_STRUCT_SIZE"
  std::vector<ApiField> fields;            // of a struct, in order
  std::string_view declared;               // of a function and a type: "void (TF_Status* status)"
  bool is_inline = false;                  // the header defines the function
  std::vector<std::string_view> exported;  // of a function: "framework" is what plugins link
  std::vector<ApiValue> values;            // of an enum, in order
  std::string_view value;                  // of a macro

  bool ExportedBy(std::string_view library) const;

  friend bool operator==(const ApiEntry&, const ApiEntry&) = default;
};

// A struct, function, enum, macro or type of the API, over all releases.
struct ApiSection {
  ApiKind kind = ApiKind::kFunction;
  std::string_view name;
  ReleaseSet releases = 0;  // those that have it
  std::string_view lines;
};

class CApi {
 public:
  // The one that this run works with (source.h).
  static const CApi& BuiltIn();

  // Indexes `text`, which must outlive the API. Throws std::logic_error on text of another format.
  explicit CApi(std::string_view text);

  // "2.5", "2.6", ...: oldest first.
  const std::vector<std::string_view>& releases() const { return releases_; }
  // Where a release is in releases().
  std::optional<size_t> IndexOf(std::string_view release) const;
  // The one of releases() that was not released yet when the facts were taken, or "".
  std::string_view nightly() const { return nightly_; }
  // Whether the file tells which functions the libraries of that release export; without that the
  // absence of a function's export says nothing.
  bool KnowsExports(size_t release) const { return Holds(exports_known_, release); }

  // Everything, sorted by kind, then name.
  const std::vector<ApiSection>& sections() const { return sections_; }
  const ApiSection* Find(ApiKind kind, std::string_view name) const;
  // What has that name: a struct and a type may share one.
  std::vector<const ApiSection*> FindAll(std::string_view name) const;

  // The section as releases()[release] has it, which it must.
  ApiEntry Read(const ApiSection& section, size_t release) const;
  // Whether `section` concerns plugins in some release: what no header for plugins declares and
  // only libtensorflow_cc exports does not.
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
