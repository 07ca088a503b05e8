// What a run would do to a project, decided completely before anything is written.
//
// Every file is classified by three texts: what the tool last wrote (the lock knows its digest),
// what is on disk now, and what the tool would write. --dry-run, --diff, --explain and --json print
// the plan; commit.h carries it out.

#ifndef PLUGINGEN_PROJECT_PLAN_H_
#define PLUGINGEN_PROJECT_PLAN_H_

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "emit/output_file.h"
#include "project/lock.h"

namespace plugingen::project {

enum class Action {
  kCreate,     // not there: write
  kUpdate,     // there as the tool left it: replace
  kUnchanged,  // already has the new text: not written, its time stays
  kKeep,       // the user's: stays as it is
  kDelete,     // the tool's, unedited, no longer wanted: remove
  kRefuse,     // writing would lose something: the whole run stops
};

struct Step {
  std::string path;
  emit::Ownership ownership = emit::Ownership::kGenerated;
  Action action = Action::kCreate;
  std::string reason;                        // why, as --explain says it
  std::string old_text;                      // on disk, when that matters to the action
  const emit::OutputFile* output = nullptr;  // null for files that are no longer emitted
};

struct Plan {
  std::string root;         // the project's folder
  bool fresh = false;       // nothing at `root`: staged beside it and renamed once
  std::vector<Step> steps;  // sorted by path
  Lock lock;                // to be written last
  bool lock_changed = false;
  // A run before this one was interrupted: what the tool is known to have written, put down first.
  std::optional<Lock> recovered_lock;
  bool leftovers = false;  // the folder for waiting texts has to be cleared
  // Pristine texts of scaffold files to write under .plugingen/base.
  std::vector<const emit::OutputFile*> bases;
  // Paths relative to .plugingen/base of scaffold files that are no longer emitted.
  std::vector<std::string> stale_bases;

  bool refused() const;
  size_t Count(Action action) const;
  bool nothing_to_write() const;
};

// A folder that cannot become or is not a usable project; `paths` lists what stands in the way.
struct Obstacle {
  std::string message;
  std::vector<std::string> paths;
};

struct PlanResult {
  std::optional<Obstacle> obstacle;
  Plan plan;  // meaningful without obstacle
};

// Plans writing `outputs` (kept alive by the caller) into `root`, a path without a symbolic link at
// its end. `spec_path` names the output that is the copy of the spec. Reads, never writes. Throws
// FileError when the disk cannot be read.
PlanResult MakePlan(const std::vector<emit::OutputFile>& outputs, const std::string& spec_path,
                    const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PLAN_H_
