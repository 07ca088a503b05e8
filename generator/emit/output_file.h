// What emission produces: a whole project as texts in memory. Nothing here touches a disk.

#ifndef PLUGINGEN_EMIT_OUTPUT_FILE_H_
#define PLUGINGEN_EMIT_OUTPUT_FILE_H_

#include <string>

namespace plugingen::emit {

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
};

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_OUTPUT_FILE_H_
