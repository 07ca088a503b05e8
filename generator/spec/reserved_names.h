// Names that belong to somebody else.

#ifndef PLUGINGEN_SPEC_RESERVED_NAMES_H_
#define PLUGINGEN_SPEC_RESERVED_NAMES_H_

#include <string_view>

namespace plugingen::spec {

enum class ReservedBy {
  kNobody,
  kPythonKeyword,
  kLibrary,
  kPythonPackage,
  kTarget,
  kPythonModule,
  kPythonName,
};

// Who has the lower-case word `name` already.
ReservedBy WhoReserves(std::string_view name);

// Whether it is a keyword: of C++17 or C++20, alternative operators included; of Python 3.
bool IsCppKeyword(std::string_view name);
bool IsPythonKeyword(std::string_view name);

// Whether no variable of emitted C++ can be called so: a keyword, or perhaps a macro of the headers
// that it includes. Those are many and differ from system to system; they have capitals only. With
// a '_' behind it every name is free.
bool IsCppWord(std::string_view name);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_RESERVED_NAMES_H_
