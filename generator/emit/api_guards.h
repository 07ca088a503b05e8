// What emitted code may take for granted of TensorFlow's C API, and what it has to ask for first: a
// plugin serves a range of releases, and is compiled against the headers of any of them. Read from
// the catalogue, so that a range decides it and nobody's memory.

#ifndef PLUGINGEN_EMIT_API_GUARDS_H_
#define PLUGINGEN_EMIT_API_GUARDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/c_api.h"
#include "emit/value.h"
#include "spec/spec.h"

namespace plugingen::emit {

// In how many releases of the range something is there.
enum class Presence { kNowhere, kSomewhere, kEverywhere };

class ApiGuards {
 public:
  // Throws std::logic_error if the API lacks a release of the range.
  ApiGuards(const catalog::CApi& api, const spec::TensorFlowSection& range);

  // Declared by the headers.
  Presence Declared(catalog::ApiKind kind, std::string_view name) const;
  // The field of a struct, in the same place with the same type.
  Presence Field(std::string_view struct_name, std::string_view field) const;
  // Exported by libtensorflow_framework, which is what plugins link.
  Presence Exported(std::string_view function) const;

  // The last field of a struct that every release of the range has; those before it are there too.
  std::string LastCommonField(std::string_view struct_name) const;
  // The first release of all that has the field.
  std::string_view Since(std::string_view struct_name, std::string_view field) const;
  // The releases, of all that are known, whose libtensorflow_framework lacks a function that older
  // ones export: "since 2.19".
  std::string LackingText(std::string_view function) const;
  // The entry as the newest release of the range has it, which it must.
  catalog::ApiEntry Newest(catalog::ApiKind kind, std::string_view name) const;

 private:
  template <typename HasIt>
  Presence Count(HasIt has_it) const;

  const catalog::CApi& api_;
  size_t first_ = 0;
  size_t last_ = 0;
};

// Whether the headers of some release of the range lack what the plugin fills for others.
bool LacksInSomeHeaders(const ApiGuards& guards);

// Whether some release of the range gives plugins no access to variables.
bool LacksVariables(const ApiGuards& guards);

// A field of that type: "int n", "void (*f)(int)".
std::string Declaration(std::string_view type, std::string_view name);

// What templates see of it, under the name `api`.
Value ApiView(const ApiGuards& guards);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_API_GUARDS_H_
