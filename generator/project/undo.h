// Takes the last run on a project back.

#ifndef PLUGINGEN_PROJECT_UNDO_H_
#define PLUGINGEN_PROJECT_UNDO_H_

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "project/transaction.h"

namespace plugingen::project {

struct UndoPlan {
  std::string label;                // of the run that is taken back
  std::vector<Undo> files;          // in the order of `changes`
  std::vector<Change> changes;      // for Apply()
  std::vector<std::string> edited;  // paths that changed since: nothing must be done then
};

// Nothing when there is no run to take back.
std::optional<UndoPlan> PlanUndo(const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_UNDO_H_
