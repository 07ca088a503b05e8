// Carries out a plan.

#ifndef PLUGINGEN_PROJECT_COMMIT_H_
#define PLUGINGEN_PROJECT_COMMIT_H_

#include <string>

#include "base/file_system.h"
#include "project/plan.h"

namespace plugingen::project {

// Writes a new project into a folder beside its path and renames it once. Changes an existing
// project in a transaction (transaction.h), which `plugingen undo` can revert. `label` is the
// command, which `undo` names. The plan must not be stopped(). Throws FileError; what() says what
// could not be written.
void Commit(const Plan& plan, const std::string& label, FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_COMMIT_H_
