// What emitted code can assume about TensorFlow's C API, and what it has to check first. A plugin
// supports a range of releases and is compiled against the headers of any of them. The catalogue
// and the range decide.

#ifndef PLUGINGEN_EMIT_API_GUARDS_H_
#define PLUGINGEN_EMIT_API_GUARDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/c_api.h"
#include "emit/value.h"
#include "spec/spec.h"

namespace plugingen::emit {

// In how many releases of the range something exists.
enum class Presence { kNowhere, kSomewhere, kEverywhere };

class ApiGuards {
 public:
  // Throws std::logic_error if the API lacks a release of the range.
  ApiGuards(const catalog::CApi& api, const spec::TensorFlowSection& range);

  // The headers declare it.
  Presence Declared(catalog::ApiKind kind, std::string_view name) const;
  // The struct has the field at the same place with the same type.
  Presence Field(std::string_view struct_name, std::string_view field) const;
  // libtensorflow_framework exports it. That is the library that plugins link.
  Presence Exported(std::string_view function) const;

  // Returns the last field of a struct that every release of the range has. They also have all
  // fields before it.
  std::string LastCommonField(std::string_view struct_name) const;
  // Returns the first of all releases that has the field.
  std::string_view Since(std::string_view struct_name, std::string_view field) const;
  // Returns the known releases whose libtensorflow_framework no longer exports the function: "since
  // 2.19".
  std::string LackingText(std::string_view function) const;
  // Returns the entry in the newest release of the range, which must have it.
  catalog::ApiEntry Newest(catalog::ApiKind kind, std::string_view name) const;

 private:
  template <typename HasIt>
  Presence Count(HasIt has_it) const;

  const catalog::CApi& api_;
  size_t first_ = 0;
  size_t last_ = 0;
};

// True if the headers of some release of the range lack something that the plugin sets for others.
bool LacksInSomeHeaders(const ApiGuards& guards);

// True if in some release of the range plugins cannot access variables.
bool LacksVariables(const ApiGuards& guards);

// Returns the declaration of a field: "int n", "void (*f)(int)".
std::string Declaration(std::string_view type, std::string_view name);

// Returns the template value `api`.
Value ApiView(const ApiGuards& guards);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_API_GUARDS_H_
