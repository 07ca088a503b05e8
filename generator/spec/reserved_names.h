// Names that a plugin cannot use because something else has them.

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

// Returns what already has the lower-case name `name`.
ReservedBy WhoReserves(std::string_view name);

// IsCppKeyword covers C++17, C++20 and alternative operators. IsPythonKeyword covers Python 3.
bool IsCppKeyword(std::string_view name);
bool IsPythonKeyword(std::string_view name);

// True if emitted C++ cannot have a variable of this name, because it is a keyword or may be a
// macro of an included header. Such macros depend on the system; they consist of capital letters.
// Any name followed by '_' is free.
bool IsCppWord(std::string_view name);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_RESERVED_NAMES_H_
