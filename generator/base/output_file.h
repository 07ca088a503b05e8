// A file of a project as text in memory, and its owner.

#ifndef PLUGINGEN_BASE_OUTPUT_FILE_H_
#define PLUGINGEN_BASE_OUTPUT_FILE_H_

#include <string>
#include <string_view>

namespace plugingen::base {

// The folder of the library in projects and in the repository. All projects have the same library.
inline constexpr std::string_view kLibraryFolder = "library/";

// The owner of a project's file.
enum class Ownership {
  kGenerated,  // plugingen's: updated, but an edit is never replaced silently
  kScaffold,   // the user's after creation; the original text is kept for merges
  kOnce,       // the user's: written if it is missing, then never again
};

struct OutputFile {
  std::string path;  // in the project, with '/' as separator
  Ownership ownership = Ownership::kGenerated;
  std::string text;
  bool executable = false;
  // The user took the file over from the library; the text is the library's.
  bool taken_over = false;
};

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_OUTPUT_FILE_H_
