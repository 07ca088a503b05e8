// What a run would do to a project. The plan is complete before the run writes anything.
//
// Three texts decide about a file: the one that plugingen wrote last (the lock has its digest), the
// one on disk, and the one that plugingen would write now. --dry-run, --diff, --explain and --json
// print the plan; commit.h carries it out.

#ifndef PLUGINGEN_PROJECT_PLAN_H_
#define PLUGINGEN_PROJECT_PLAN_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/lock.h"
#include "project/project_state.h"

namespace plugingen::project {

enum class Action {
  kCreate,      // does not exist: write
  kUpdate,      // unedited: replace
  kMerge,       // edited, and plugingen has a new text: merge both
  kConflict,    // the same, with conflict markers for a person to resolve
  kUnchanged,   // already has the new text: not written, so its time stays
  kKeep,        // the user's: not changed
  kDelete,      // plugingen's, unedited, no longer emitted: remove
  kSetAside,    // edited, no longer emitted: rename, so that nothing builds it
  kUnresolved,  // has conflict markers of an earlier run: stops the run
  kRefuse,      // writing it would lose an edit: stops the run
};

// What happened to a file since plugingen wrote it.
enum class Condition {
  kPristine,  // nothing
  kMissing,   // it does not exist, or never did
  kEdited,
  kDeleted,  // by the user, who may
  kEjected,
  kReplaced,  // by a link, a folder, or a file that plugingen did not write
};

struct Step {
  std::string path;
  base::Ownership ownership = base::Ownership::kGenerated;
  Action action = Action::kCreate;
  Condition condition = Condition::kPristine;
  std::string reason;    // why, for --explain
  std::string old_text;  // on disk, if the action needs it
  // The text to write if it differs from that of `output`: merged, or with other line ends.
  std::optional<std::string> own_text;
  std::string moved_to;  // only for kSetAside
  // For kCreate and kConflict: the user's file that moves here. old_text is its text.
  std::string moved_from;
  size_t conflicts = 0;
  // Null for files that are no longer emitted, and for records (AddRecord).
  const base::OutputFile* output = nullptr;
  // True if the lock will record plugingen's current text for this file, merged or not. Otherwise,
  // for example if the user deleted it, the next run compares with the older text again.
  bool accepted = true;
  bool behind = false;  // not accepted, and plugingen has a new text
  bool remark = false;  // the user should see the reason in any case
  bool stray = false;   // in a folder of plugingen's, and not written by it

  bool writes() const;
  // The text that the file will have. Only for actions that write.
  const std::string& new_text() const { return own_text ? *own_text : output->text; }
};

// True if the step is about a file of the library.
bool IsInLibrary(const Step& step);

struct Plan {
  std::string root;         // the project's folder
  bool fresh = false;       // nothing at `root`: staged beside it, then renamed
  std::vector<Step> steps;  // sorted by path
  Lock lock;                // written last
  bool lock_changed = false;
  // The texts of scaffold files to write to .plugingen/base.
  std::vector<const base::OutputFile*> bases;
  // Paths in .plugingen/base of scaffold files that are no longer emitted.
  std::vector<std::string> stale_bases;

  // True if the plan must not be carried out.
  bool stopped() const { return refused() || unresolved(); }
  bool refused() const;
  bool unresolved() const;
  size_t Count(Action action) const;
  // True if a file of the project changes, besides plugingen's records.
  bool changes_files() const;
  bool nothing_to_write() const;
  // plugingen's own files that change, as paths in the project. The lock is the last.
  std::vector<std::string> Records() const;
};

// Why a folder is no usable project or cannot become one. `paths` lists the files in the way.
struct Obstacle {
  std::string message;
  std::vector<std::string> paths;
};

// How to treat files that the user edited.
struct PlanOptions {
  // Merges edits with new texts, and replaces a damaged lock by an empty one. Otherwise an edit in
  // the way stops the run.
  bool merge = false;
  // Files whose edits are discarded. A folder means all generated files in it, "." all of the
  // project.
  std::vector<std::string> discard;
  // Scaffold files to restore after the user deleted them.
  std::vector<std::string> restore;
  std::string tensorflow;  // the range of releases, as in the spec
  // The spec comes from the project itself, so nothing is copied.
  bool own_spec = false;
  // Why the spec must not be replaced, beyond what a FileSystem can tell; "" if it may be.
  std::string spec_refusal;
};

struct PlanResult {
  std::optional<Obstacle> obstacle;
  std::vector<std::string> notes;  // problems with plugingen's own files that the run repairs
  Plan plan;                       // only if there is no obstacle
};

// Plans to write `outputs`, which the caller keeps alive, into `root`. The last component of `root`
// must not be a symbolic link, and no run may be interrupted there (transaction.h). `spec_path` is
// the path of the output that is the copy of the spec. `state` is that of `root`. The outputs must
// have passed through AddTakenOver() (taken_over.h). Reads only. Throws FileError if it cannot read
// the disk.
PlanResult MakePlan(const std::vector<base::OutputFile>& outputs, const std::string& spec_path,
                    const std::string& root, const PlanOptions& options, ProjectState state,
                    const FileSystem& disk);

// Adds a file of the user's that plugingen appends to and that is not in the lock. `text` replaces
// `old_text`, which is "" if the file does not exist. The step is refused if something other than a
// file is at the path.
void AddRecord(Plan& plan, const std::string& path, std::string old_text, std::string text,
               const std::string& reason, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PLAN_H_
