#include "project/commit.h"

#include <cassert>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::project {
namespace {

using emit::OutputFile;

bool Writes(const Step& step) {
  return step.action == Action::kCreate || step.action == Action::kUpdate;
}

std::string ParentOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

// Folders below one root, each made once.
class FolderMaker {
 public:
  FolderMaker(const std::string& root, FileSystem& disk) : root_(root), disk_(disk) {}

  void MakeParentOf(std::string_view path) {
    std::string parent = ParentOf(path);
    if (made_.contains(parent)) return;
    disk_.MakeDirectories(parent.empty() ? root_ : JoinPath(root_, parent));
    made_.insert(std::move(parent));
  }

 private:
  const std::string root_;
  FileSystem& disk_;
  std::set<std::string, std::less<>> made_;
};

// Clearing up after a failure must not hide it.
void TryRemoveTree(const std::string& path, FileSystem& disk) {
  try {
    if (disk.Kind(path) != FileKind::kMissing) disk.RemoveTree(path);
  } catch (const FileError&) {
  }
}

void TryRemove(const std::string& path, FileSystem& disk) {
  try {
    disk.Remove(path);
  } catch (const FileError&) {
  }
}

// "/x/.acme.plugingen-new" for "/x/acme": the same name each time, so that what a killed run left
// is found and cleared. Two runs at once are kept apart by the caller (LockFolder).
std::string StagingFolderOf(const std::string& root) {
  const size_t name = root.rfind('/') == std::string::npos ? 0 : root.rfind('/') + 1;
  return root.substr(0, name) + "." + root.substr(name) + ".plugingen-new";
}

void CommitFresh(const Plan& plan, FileSystem& disk) {
  const std::string staging = StagingFolderOf(plan.root);
  if (disk.Kind(staging) != FileKind::kMissing) disk.RemoveTree(staging);
  try {
    FolderMaker folders(staging, disk);
    const auto write = [&](const std::string& path, std::string_view text, bool executable) {
      folders.MakeParentOf(path);
      disk.Write(JoinPath(staging, path), text, executable);
    };
    for (const Step& step : plan.steps)
      write(step.path, step.output->text, step.output->executable);
    for (const OutputFile* base : plan.bases) {
      write(JoinPath(kBaseFolder, base->path), base->text, false);
    }
    write(std::string(kLockPath), plan.lock.Serialize(), false);
    disk.Rename(staging, plan.root);
  } catch (const FileError&) {
    TryRemoveTree(staging, disk);
    throw;
  }
}

class Update {
 public:
  Update(const Plan& plan, FileSystem& disk)
      : plan_(plan), disk_(disk), folders_(plan.root, disk) {}

  void Run() {
    const bool had_tool_folder = disk_.Kind(InRoot(kToolFolder)) != FileKind::kMissing;
    if (plan_.recovered_lock) {
      PutText("recovered.json", plan_.recovered_lock->Serialize(), false);
      disk_.Rename(InTemp("recovered.json"), InRoot(kLockPath));
    }
    // A pending lock stays until the new one takes its place: it is how the next run knows that
    // bases and lock may disagree.
    if (plan_.leftovers && !plan_.recovered_lock) disk_.RemoveTree(InRoot(kTempFolder));
    try {
      Stage();
    } catch (const FileError&) {
      if (!plan_.recovered_lock) TryRemoveTree(InRoot(kTempFolder), disk_);
      if (!had_tool_folder) TryRemove(InRoot(kToolFolder), disk_);
      throw;
    }
    for (const Move& move : moves_) {
      folders_.MakeParentOf(move.path);
      disk_.Rename(InTemp(move.name), InRoot(move.path));
    }
    RemoveOrphans();
    disk_.Rename(InRoot(kPendingLockPath), InRoot(kLockPath));
    disk_.RemoveTree(InRoot(kTempFolder));
  }

 private:
  struct Move {
    std::string name;  // in the folder of waiting texts
    std::string path;  // in the project
  };

  std::string InRoot(std::string_view path) const { return JoinPath(plan_.root, path); }
  std::string InTemp(std::string_view name) const { return InRoot(JoinPath(kTempFolder, name)); }

  void PutText(std::string_view name, std::string_view text, bool executable) {
    if (!temp_made_) disk_.MakeDirectories(InRoot(kTempFolder));
    temp_made_ = true;
    disk_.Write(InTemp(name), text, executable);
  }

  void AddMove(std::string path, std::string_view text, bool executable) {
    std::string name = std::to_string(moves_.size());
    PutText(name, text, executable);
    moves_.push_back({std::move(name), std::move(path)});
  }

  void Stage() {
    temp_made_ = false;
    // Bases go first: a scaffold file that is in its place always has the base that it came from.
    for (const OutputFile* base : plan_.bases) {
      AddMove(JoinPath(kBaseFolder, base->path), base->text, false);
    }
    for (const Step& step : plan_.steps) {
      if (Writes(step)) AddMove(step.path, step.output->text, step.output->executable);
    }
    PutText("lock.new", plan_.lock.Serialize(), false);
    disk_.Rename(InTemp("lock.new"), InRoot(kPendingLockPath));
  }

  void RemoveOrphans() {
    std::vector<std::string> gone;
    for (const Step& step : plan_.steps) {
      if (step.output != nullptr) continue;
      if (step.action == Action::kDelete) disk_.Remove(InRoot(step.path));
      gone.push_back(step.path);
    }
    for (const std::string& path : plan_.stale_bases) {
      gone.push_back(JoinPath(kBaseFolder, path));
      disk_.Remove(InRoot(gone.back()));
    }
    for (const std::string& path : gone) RemoveEmptyParents(path);
  }

  void RemoveEmptyParents(const std::string& path) {
    for (std::string parent = ParentOf(path); !parent.empty(); parent = ParentOf(parent)) {
      const std::string folder = InRoot(parent);
      if (disk_.Kind(folder) == FileKind::kMissing) continue;
      if (disk_.Kind(folder) != FileKind::kDirectory || !disk_.List(folder).empty()) return;
      disk_.Remove(folder);
    }
  }

  const Plan& plan_;
  FileSystem& disk_;
  FolderMaker folders_;
  std::vector<Move> moves_;
  bool temp_made_ = false;
};

}  // namespace

void Commit(const Plan& plan, FileSystem& disk) {
  assert(!plan.refused());
  if (plan.fresh) {
    CommitFresh(plan, disk);
  } else if (!plan.nothing_to_write()) {
    Update(plan, disk).Run();
  }
}

}  // namespace plugingen::project
