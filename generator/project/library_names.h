// The names of the library in C++: namespace pluggable, "pluggable/x.h", PLUGGABLE_X_H_. Before the
// library had a folder of its own it had those of the plugin: namespace acme_npu, "acme_npu/x.h",
// ACME_NPU_X_H_.

#ifndef PLUGINGEN_PROJECT_LIBRARY_NAMES_H_
#define PLUGINGEN_PROJECT_LIBRARY_NAMES_H_

#include <set>
#include <string>
#include <string_view>

namespace plugingen::project {

// The names that the library had in a project.
struct OldNames {
  std::string plugin;
  // Headers of the user's in the plugin's folder ("util.h" for "acme_npu/util.h"). They stay there,
  // and what includes them goes on doing so.
  std::set<std::string> own_headers;
};

// Whether a path has the ending of a C++ file.
bool IsCpp(std::string_view path);

// A C++ text with the library's names in place of the old ones: in #include lines, as a namespace
// and as a guard, in comments too. All else stays byte for byte, string literals among it. Only
// whole identifiers count, and none that another namespace qualifies.
std::string WithLibraryNames(std::string_view text, const OldNames& old);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LIBRARY_NAMES_H_
