// What the tool's own files say of a project: .plugingen/lock.json and .plugingen/base.

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
  // Something of another kind where a file or folder of the tool's belongs; "" when all is well. A
  // link would lead the tool's own files out of the project.
  std::string misplaced;

  std::optional<std::string> lock_text;
  Lock lock;                   // empty when it is missing or damaged
  std::string lock_error;      // why the lock cannot be used; "" when it can
  bool lock_is_newer = false;  // that a newer plugingen wrote it
  // What the other branch's lock says, where version control left both in the lock.
  std::optional<Lock> other_lock;

  std::set<std::string> bases;  // paths below .plugingen/base

  // Whether a base is the tool's: what the lock does not know there is someone else's. Where the
  // lock is lost, a base still tells that the file was there once.
  bool HasBase(const std::string& path) const {
    return bases.contains(path) && (lock.files.empty() || lock.files.contains(path));
  }
};

ProjectState ReadProjectState(const std::string& root, const FileSystem& disk);

// The pristine text that a scaffold file of the user's came from, if it is known for sure. `known`
// is the lock's entry, null without one.
std::optional<std::string> BaseText(const std::string& path, const LockEntry* known,
                                    const ProjectState& state, const std::string& root,
                                    const FileSystem& disk);

// One lock of the two that a merge of branches left: the entry of each file is that of the side
// that ejected it, else of the side whose text the project has. Changes `state`.
void UniteLocks(ProjectState& state, const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PROJECT_STATE_H_
