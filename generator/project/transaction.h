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
  std::string path;  // relative to the project
  // The digest of the file that the change was planned for, "" for none: another one there stops
  // the run. Nothing: the change takes the place of any file, as one of the tool's records does.
  std::optional<std::string> before_sha256;
  std::optional<std::string> text;  // nothing: the file is removed
  bool executable = false;          // of a new file; one that is replaced keeps its permissions
  // Of a new file that had others before, such as one that comes back.
  std::optional<unsigned> permissions = std::nullopt;
};

// A file that was saved after the run had read it. Nothing was changed.
class ChangedMeanwhile : public FileError {
 public:
  using FileError::FileError;
};

// What a run changes.
enum class Extent {
  kProject,
  kRecordsOnly,  // only the tool's own records: the run before stays the one to undo
};

// Carries out `changes` in the project at `root`:
//   1. each place is looked at, every new text is written into .plugingen/tmp and flushed to the
//      device: a full disk, a read-only folder, a mount point and a file that was saved meanwhile
//      are noticed here, while nothing has changed;
//   2. a journal of it all is put beside them and flushed: from here on the next run completes what
//      this one does not, even after a power cut. Folders that are missing are made;
//   3. each text changes places with the one that it replaces, in the order of `changes` (the lock
//      belongs at the end); removed files are moved there too, and folders that they leave empty
//      go;
//   4. the folder, which holds what was replaced now, becomes .plugingen/undo, under the name
//   `label`. After a run of kRecordsOnly the old .plugingen/undo stays, brought up to date with it.
// Throws FileError; what() says what could not be written. Throws ChangedMeanwhile in step 1.
void Apply(const std::string& root, const std::vector<Change>& changes, const std::string& label,
           FileSystem& disk, Extent extent = Extent::kProject);

// What was found of a run that did not come to its end.
struct Interrupted {
  bool found = false;    // a run was interrupted here, and is completed
  bool foreign = false;  // a run was interrupted elsewhere: nothing of it is carried out
  std::vector<std::string> written;  // what was completed, paths in the project
  std::vector<std::string> removed;
};

// Completes what an interrupted Apply() began in this folder, or clears up what it only prepared.
// Files that were edited since then stay as they are, with the lock's entry that they had.
Interrupted CompleteInterrupted(const std::string& root, FileSystem& disk);

// As CompleteInterrupted(), but leaves what lies in .plugingen/tmp: for a look at the project as it
// will be (see OverlayFileSystem).
Interrupted RollForward(const std::string& root, FileSystem& disk);

// Whether a run was interrupted in this folder, so that the next one completes it.
bool IsInterrupted(const std::string& root, const FileSystem& disk);

// What the last Apply() did to one file.
struct Undo {
  std::string path;
  std::optional<std::string> before;  // nothing: the file was not there
  std::string after_sha256;           // "" when it was removed
  bool executable = false;
  std::optional<unsigned> permissions;  // of the file before
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
