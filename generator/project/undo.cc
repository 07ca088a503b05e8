#include "project/undo.h"

#include <utility>

#include "project/digest.h"

namespace plugingen::project {
std::optional<UndoPlan> PlanUndo(const std::string& root, const FileSystem& disk) {
  std::optional<Snapshot> snapshot = ReadSnapshot(root, disk);
  if (!snapshot) return std::nullopt;
  UndoPlan plan;
  plan.label = std::move(snapshot->label);
  plan.files = std::move(snapshot->files);
  for (const Undo& file : plan.files) {
    const bool is_as_left = StateOf(JoinPath(root, file.path), disk) == file.after_sha256;
    if (!is_as_left) plan.edited.push_back(file.path);
    plan.changes.push_back({file.path, file.before, file.executable, file.permissions});
  }
  return plan;
}

}  // namespace plugingen::project
