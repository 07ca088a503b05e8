// Changes a project's files so that a crash, a full disk or a kill at any point leaves either the
// old project or one that the next run completes, and so that the last run can be undone.

#ifndef PLUGINGEN_PROJECT_TRANSACTION_H_
#define PLUGINGEN_PROJECT_TRANSACTION_H_

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace plugingen::project {

// One file of the project.
struct Change {
  std::string path;                 // relative to the project
  std::optional<std::string> text;  // nothing: the file is removed
  bool executable = false;          // of a new file; one that is replaced keeps its permissions
};

// Carries out `changes` in the project at `root`:
//   1. every new text is written into .plugingen/tmp: a full disk is noticed here, while nothing
//   has
//      changed;
//   2. a journal of it all is put beside them: from here on the next run completes what this one
//      does not;
//   3. each text changes places with the one that it replaces, in the order of `changes` (the lock
//      belongs at the end); removed files are moved there too, and folders that they leave empty
//      go;
//   4. the folder, which holds what was replaced now, becomes .plugingen/undo, under the name
//   `label`.
// Nothing is flushed to the device: that protects from power cuts only, and costs seconds. Throws
// FileError; what() says what could not be written.
void Apply(const std::string& root, const std::vector<Change>& changes, const std::string& label,
           FileSystem& disk);

// Completes what an interrupted Apply() began, or clears up what it only prepared. Files that were
// edited since then stay as they are, with the lock's entry that they had. Returns whether there
// was anything to complete.
bool CompleteInterrupted(const std::string& root, FileSystem& disk);

// As CompleteInterrupted(), but leaves what lies in .plugingen/tmp: for a look at the project as it
// will be (see OverlayFileSystem).
bool RollForward(const std::string& root, FileSystem& disk);

// What the last Apply() did to one file.
struct Undo {
  std::string path;
  std::optional<std::string> before;  // nothing: the file was not there
  std::string after_sha256;           // "" when it was removed
  bool executable = false;
};

// What takes the last run back.
struct Snapshot {
  std::string label;
  std::vector<Undo> files;  // in the order of the changes
};

// The snapshot of the last run; nothing when there is none that can be read.
std::optional<Snapshot> ReadSnapshot(const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_TRANSACTION_H_
