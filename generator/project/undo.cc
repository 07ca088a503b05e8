#include "project/undo.h"

#include <utility>

#include "project/digest.h"
#include "project/parents.h"

namespace plugingen::project {
std::optional<UndoPlan> PlanUndo(const std::string& root, const FileSystem& disk) {
  std::optional<Snapshot> snapshot = ReadSnapshot(root, disk);
  if (!snapshot) return std::nullopt;
  UndoPlan plan;
  plan.label = std::move(snapshot->label);
  plan.files = std::move(snapshot->files);
  Parents parents(root, disk);
  for (const Undo& file : plan.files) {
    // (Never writes through a link in the path of a file.)
    const bool is_as_left = parents.InTheWay(file.path).empty() &&
                            StateOf(JoinPath(root, file.path), disk) == file.after_sha256;
    if (!is_as_left) plan.edited.push_back(file.path);
    plan.changes.push_back(
        {file.path, file.after_sha256, file.before, file.executable, file.permissions});
  }
  return plan;
}

}  // namespace plugingen::project
