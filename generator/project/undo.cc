#include "project/undo.h"

#include <utility>

#include "base/sha256.h"

namespace plugingen::project {
namespace {

// Whether a file is no longer as the last run left it.
bool WasEdited(const Undo& file, const std::string& root, const FileSystem& disk) {
  const std::string path = JoinPath(root, file.path);
  const FileKind kind = disk.Kind(path);
  if (kind == FileKind::kMissing) return !file.after_sha256.empty();
  return kind != FileKind::kFile || file.after_sha256.empty() ||
         Sha256(disk.Read(path).value_or("")) != file.after_sha256;
}

}  // namespace

std::optional<UndoPlan> PlanUndo(const std::string& root, const FileSystem& disk) {
  std::optional<Snapshot> snapshot = ReadSnapshot(root, disk);
  if (!snapshot) return std::nullopt;
  UndoPlan plan;
  plan.label = std::move(snapshot->label);
  plan.files = std::move(snapshot->files);
  for (const Undo& file : plan.files) {
    if (WasEdited(file, root, disk)) plan.edited.push_back(file.path);
    plan.changes.push_back({file.path, file.before, file.executable});
  }
  return plan;
}

}  // namespace plugingen::project
