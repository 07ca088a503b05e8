// Runs on a project that lives, and what has to hold of each.

#ifndef PLUGINGEN_TESTS_UNIT_PROJECT_CHECKED_RUN_H_
#define PLUGINGEN_TESTS_UNIT_PROJECT_CHECKED_RUN_H_

#include <set>
#include <string>
#include <vector>

#include "project_life.h"

namespace plugingen::project {

class CheckedRun : public ProjectLife {
 protected:
  PlanResult PlanOn(const FileSystem& disk, const std::vector<base::OutputFile>& outputs,
                    bool merge);
  // The outputs with the spec's text as a command reads it: the project's, or with `given` the one
  // outside.
  std::vector<base::OutputFile> OutputsFor(const FileSystem& disk, bool given) const;
  // What `regenerate` would do now.
  PlanResult PlanNow();

  // `regenerate`; false when the disk failed.
  bool Run();
  // A preview, then the run, as `regenerate` or as `new` with the spec outside: they have to agree.
  // False when the run was stopped.
  bool RunAsPreviewed(bool is_new = false);

  void ExpectNothingLost() const;
  // The lock, the pristine texts and the files agree; nothing is left behind.
  void ExpectConsistent();
  void ExpectSamePermissions(const Entries& before) const;

  // The files of the project that two states of the disk do not have in common, apart from those
  // that a run keeps for itself.
  static std::set<std::string> Changed(const Entries& before, const Entries& after);

 private:
  std::vector<base::OutputFile> outputs_now_;  // of PlanNow(), whose plan refers to them
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_TESTS_UNIT_PROJECT_CHECKED_RUN_H_
