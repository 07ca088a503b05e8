// Reverts the last run on a project.

#ifndef PLUGINGEN_PROJECT_UNDO_H_
#define PLUGINGEN_PROJECT_UNDO_H_

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "project/transaction.h"

namespace plugingen::project {

struct UndoPlan {
  std::string label;            // of the run to revert
  std::vector<Undo> files;      // in the order of `changes`
  std::vector<Change> changes;  // for Apply()
  std::vector<std::string>
      edited;  // paths that changed since the run; if there are any, nothing may be done
};

// Returns nothing if there is no run to revert.
std::optional<UndoPlan> PlanUndo(const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_UNDO_H_
