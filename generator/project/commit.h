// Carries out a plan so that a crash, a full disk or a kill at any point leaves either the old
// project or one that the next run completes.

#ifndef PLUGINGEN_PROJECT_COMMIT_H_
#define PLUGINGEN_PROJECT_COMMIT_H_

#include "base/file_system.h"
#include "project/plan.h"

namespace plugingen::project {

// A new project is written into a folder beside its place, then renamed once. In an existing one
//   1. every new text, and the lock to come, is written into .plugingen/tmp: a full disk is noticed
//      here, while nothing has changed;
//   2. the texts are renamed into their places; files no longer wanted go;
//   3. the lock is renamed into its place, last.
// Interrupted in step 2, the lock in .plugingen/tmp tells the next run which texts are the tool's.
// Nothing is flushed to the device: that protects from power cuts only, and costs seconds.
//
// The plan must not be refused(). Throws FileError; what() says what could not be written.
void Commit(const Plan& plan, FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_COMMIT_H_
