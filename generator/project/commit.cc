#include "project/commit.h"

#include <cassert>
#include <set>
#include <string_view>
#include <vector>

#include "base/sha256.h"
#include "project/transaction.h"

namespace plugingen::project {
namespace {

using base::OutputFile;

// Returns "/x/.acme.plugingen-new" for "/x/acme". The name is always the same, so that the next run
// finds and deletes the folder of a killed run. The caller prevents concurrent runs (FolderLock).
std::string StagingFolderOf(const std::string& root) {
  const size_t name = root.rfind('/') == std::string::npos ? 0 : root.rfind('/') + 1;
  return root.substr(0, name) + "." + root.substr(name) + ".plugingen-new";
}

void WriteInto(const std::string& folder, const std::vector<Change>& changes, FileSystem& disk) {
  std::set<std::string> made;
  for (const Change& change : changes) {
    const std::string path = JoinPath(folder, change.path);
    const std::string parent = ParentOf(path);
    if (made.insert(parent).second) disk.MakeDirectories(parent);
    disk.Write(path, *change.text, change.executable);
  }
}

void CommitFresh(const std::string& root, const std::vector<Change>& changes, FileSystem& disk) {
  const std::string staging = StagingFolderOf(root);
  if (disk.Kind(staging) != FileKind::kMissing) disk.RemoveTree(staging);
  try {
    WriteInto(staging, changes, disk);
    disk.Rename(staging, root);
  } catch (const FileError&) {
    // A failure of the cleanup must not replace the original error.
    try {
      if (disk.Kind(staging) != FileKind::kMissing) disk.RemoveTree(staging);
    } catch (const FileError&) {
    }
    throw;
  }
}

// Returns the digest of the file that a step was planned for, or "" for the target of a move.
std::string BeforeOf(const Step& step) {
  const bool is_new = step.action == Action::kCreate || !step.moved_from.empty();
  return is_new ? "" : Sha256(step.old_text);
}

// Returns the changes in the order that a transaction requires: files, bases, the lock. Each is for
// the text that the plan was made for.
std::vector<Change> ChangesOf(const Plan& plan, const FileSystem& disk) {
  std::vector<Change> changes;
  for (const Step& step : plan.steps) {
    if (step.writes()) {
      const bool executable = step.output != nullptr && step.output->executable;
      changes.push_back({step.path, BeforeOf(step), step.new_text(), executable});
      if (!step.moved_from.empty()) {
        changes.back().permissions = disk.Permissions(JoinPath(plan.root, step.moved_from));
      }
    } else if (step.action == Action::kSetAside) {
      const unsigned permissions = disk.Permissions(JoinPath(plan.root, step.path));
      changes.push_back({step.moved_to, "", step.old_text, false, permissions});
      changes.push_back({step.path, BeforeOf(step), std::nullopt});
    } else if (step.action == Action::kDelete) {
      changes.push_back({step.path, BeforeOf(step), std::nullopt});
    }
  }
  for (const OutputFile* base : plan.bases) {
    changes.push_back({JoinPath(kBaseFolder, base->path), std::nullopt, base->text});
  }
  for (const std::string& path : plan.stale_bases) {
    changes.push_back({JoinPath(kBaseFolder, path), std::nullopt, std::nullopt});
  }
  if (plan.lock_changed) {
    changes.push_back({std::string(kLockPath), std::nullopt, plan.lock.Serialize()});
  }
  return changes;
}

}  // namespace

void Commit(const Plan& plan, const std::string& label, FileSystem& disk) {
  assert(!plan.stopped());
  if (plan.fresh) {
    CommitFresh(plan.root, ChangesOf(plan, disk), disk);
  } else if (!plan.nothing_to_write()) {
    Apply(plan.root, ChangesOf(plan, disk), label, disk,
          plan.changes_files() ? Extent::kProject : Extent::kRecordsOnly);
  }
}

}  // namespace plugingen::project
