// Carries out a plan.

#ifndef PLUGINGEN_PROJECT_COMMIT_H_
#define PLUGINGEN_PROJECT_COMMIT_H_

#include <string>

#include "base/file_system.h"
#include "project/plan.h"

namespace plugingen::project {

// A new project is written into a folder beside its place, then renamed once; changes of an
// existing one are a transaction (transaction.h), which `plugingen undo` takes back and names by
// `label`: the command. The plan must not be stopped(). Throws FileError; what() says what could
// not be written.
void Commit(const Plan& plan, const std::string& label, FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_COMMIT_H_
