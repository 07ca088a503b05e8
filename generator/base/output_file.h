// A file of a project as text in memory, and whose it is.

#ifndef PLUGINGEN_BASE_OUTPUT_FILE_H_
#define PLUGINGEN_BASE_OUTPUT_FILE_H_

#include <string>
#include <string_view>

namespace plugingen::base {

// Where a project has the library, which is the same in every project; in the repository, too.
inline constexpr std::string_view kLibraryFolder = "library/";

// Whose a file of a project is.
enum class Ownership {
  kGenerated,  // the tool's: replaced when it changes, never silently when it was edited
  kScaffold,   // the user's after creation; its pristine text is kept for later merges
  kOnce,       // the user's: written when missing, then never again
};

struct OutputFile {
  std::string path;  // relative to the project, '/' between parts
  Ownership ownership = Ownership::kGenerated;
  std::string text;
  bool executable = false;
  // Whether the user took the file over from the library, whose text it has.
  bool taken_over = false;
};

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_OUTPUT_FILE_H_
