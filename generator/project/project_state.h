// The state of a project as plugingen's own files describe it: .plugingen/lock.json and
// .plugingen/base.

#ifndef PLUGINGEN_PROJECT_PROJECT_STATE_H_
#define PLUGINGEN_PROJECT_PROJECT_STATE_H_

#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/file_system.h"
#include "project/lock.h"

namespace plugingen::project {

struct ProjectState {
  FileKind root_kind = FileKind::kMissing;
  // A file of plugingen's that is something else than a file, or a folder that is no folder; "" if
  // there is none. A symbolic link counts, because it can lead out of the project.
  std::string misplaced;

  std::optional<std::string> lock_text;
  Lock lock;                   // empty if it is missing or damaged
  std::string lock_error;      // why the lock is not usable, or ""
  bool lock_is_newer = false;  // a newer plugingen wrote it
  // The lock of the other branch, if version control left conflict markers in the lock.
  std::optional<Lock> other_lock;

  std::set<std::string> bases;  // paths in .plugingen/base

  // True if plugingen wrote the base. If the lock does not list the file, someone else did. Without
  // a lock, a base still shows that the file existed.
  bool HasBase(const std::string& path) const {
    return bases.contains(path) && (lock.files.empty() || lock.files.contains(path));
  }
};

ProjectState ReadProjectState(const std::string& root, const FileSystem& disk);

// Returns the text of plugingen from which the user's scaffold file originates, if it is certain.
// `known` is the lock's entry or null.
std::optional<std::string> BaseText(const std::string& path, const LockEntry* known,
                                    const ProjectState& state, const std::string& root,
                                    const FileSystem& disk);

// Combines the two locks that a merge of branches left. The entry of a file comes from the side
// that ejected it, otherwise from the side whose text the project has. Changes `state`.
void UniteLocks(ProjectState& state, const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PROJECT_STATE_H_
