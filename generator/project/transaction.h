// Changes a project's files in a transaction. After a crash, a full disk or a kill at any point,
// the project is either unchanged or in a state that the next run completes. The last run can be
// undone.

#ifndef PLUGINGEN_PROJECT_TRANSACTION_H_
#define PLUGINGEN_PROJECT_TRANSACTION_H_

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace plugingen::project {

// A change of one file of the project.
struct Change {
  std::string path;  // relative to the project
  // The digest of the file that the change was planned for, or "" for no file. Any other content
  // stops the run. Without a value the change replaces any file, as for plugingen's records.
  std::optional<std::string> before_sha256;
  std::optional<std::string> text;  // nothing: remove the file
  bool executable = false;          // only for a new file; a replaced one keeps its permissions
  // Only for a new file that existed before, for example one that `undo` restores.
  std::optional<unsigned> permissions = std::nullopt;
};

// A file was saved after the run had read it. Nothing was changed.
class ChangedMeanwhile : public FileError {
 public:
  using FileError::FileError;
};

// The extent of a run.
enum class Extent {
  kProject,
  kRecordsOnly,  // only plugingen's records; `undo` still reverts the previous run
};

// Carries out `changes` in the project at `root`:
//   1. Checks each path, writes every new text to .plugingen/tmp and flushes it to the device.
//      A full disk, a read-only folder, a mount point and a file that was saved meanwhile are found
//      here, before anything changes.
//   2. Writes a journal beside the texts and flushes it. From here on the next run completes an
//      interrupted one, even after a power cut. Creates missing folders.
//   3. Swaps each text with the one that it replaces, in the order of `changes`, in which the lock
//      should be last. Removed files move to the same place, and folders that become empty are
//      removed.
//   4. Renames the folder, which now contains the replaced texts, to .plugingen/undo, with `label`
//      as the name of the run. After kRecordsOnly the previous .plugingen/undo stays and is
//      updated.
// Throws FileError; what() says what could not be written. Throws ChangedMeanwhile in step 1.
void Apply(const std::string& root, const std::vector<Change>& changes, const std::string& label,
           FileSystem& disk, Extent extent = Extent::kProject);

// What is known about an interrupted run.
struct Interrupted {
  bool found = false;    // a run was interrupted in this folder, and was completed
  bool foreign = false;  // a run was interrupted in another folder; nothing is carried out
  std::vector<std::string> written;  // the files that were completed, as paths in the project
  std::vector<std::string> removed;
};

// Completes an interrupted Apply() in this folder, or deletes what it had only prepared. Files that
// were edited since then keep their text and their entry in the lock.
Interrupted CompleteInterrupted(const std::string& root, FileSystem& disk);

// As CompleteInterrupted(), but keeps .plugingen/tmp. With an OverlayFileSystem, a
// preview can inspect the completed project in memory.
Interrupted RollForward(const std::string& root, FileSystem& disk);

// True if a run was interrupted in this folder, so that the next one completes it.
bool IsInterrupted(const std::string& root, const FileSystem& disk);

// What the last Apply() did to one file.
struct Undo {
  std::string path;
  std::optional<std::string> before;  // nothing: the file did not exist
  std::string after_sha256;           // "" if it was removed
  bool executable = false;
  std::optional<unsigned> permissions;  // of the file before the change
};

// What is needed to revert the last run.
struct Snapshot {
  std::string label;
  std::vector<Undo> files;  // in the order of the changes
};

// Returns the snapshot of the last run, or nothing if there is none or it is not readable.
std::optional<Snapshot> ReadSnapshot(const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_TRANSACTION_H_
