// Finds the files of the library that a project needs: those that its texts name, directly or
// through other files of the library.

#ifndef PLUGINGEN_EMIT_REACH_H_
#define PLUGINGEN_EMIT_REACH_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::emit {

// Texts by path. Those of a library have paths relative to it: "runtime/stream.cc".
using Texts = std::map<std::string, std::string_view, std::less<>>;

// Returns the library inside the program.
const Texts& BuiltInLibrary();
// Returns the text of a file in it, by its path in projects ("library/runtime/stream.cc").
std::optional<std::string> LibraryText(const std::string& path);

// Returns the files of `library` that `roots` reach. The roots' paths are those in the project,
// and decide how a text is read:
// * C++ and device programs name files in #include "..."; C++ also names device programs, in
//   objects of Programs and calls of KernelText.
// * CMake names files and, with a slash at the end, folders. Comments do not count.
// * Markdown names files in links.
std::set<std::string> Reach(const Texts& roots, const Texts& library);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_REACH_H_
