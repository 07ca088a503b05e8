// The library's names in C++ are namespace pluggable, "pluggable/x.h" and PLUGGABLE_X_H_. In the
// old layout, before the library had a folder of its own, they contained the plugin's name:
// namespace nova_npu, "nova_npu/x.h" and NOVA_NPU_X_H_.

#ifndef PLUGINGEN_PROJECT_LIBRARY_NAMES_H_
#define PLUGINGEN_PROJECT_LIBRARY_NAMES_H_

#include <set>
#include <string>
#include <string_view>

namespace plugingen::project {

// The library's old names in a project.
struct OldNames {
  std::string plugin;
  // The user's headers in the plugin's folder ("util.h" for "nova_npu/util.h"). They stay there, so
  // their includes do not change.
  std::set<std::string> own_headers;
};

// True if the path has the suffix of a C++ file.
bool IsCpp(std::string_view path);

// Replaces the library's old names in a C++ text: in #include lines, as a namespace, as an include
// guard, and in comments. Does not change anything else, including string literals. Only replaces
// whole identifiers that no other namespace qualifies.
std::string WithLibraryNames(std::string_view text, const OldNames& old);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LIBRARY_NAMES_H_
