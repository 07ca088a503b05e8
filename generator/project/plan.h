// What a run would do to a project, decided completely before anything is written.
//
// Every file is classified by three texts: what the tool last wrote (the lock knows its digest),
// what is on disk now, and what the tool would write. --dry-run, --diff, --explain and --json print
// the plan; commit.h carries it out.

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
  kCreate,      // not there: write
  kUpdate,      // there as the tool left it: replace
  kMerge,       // edited by the user, and the tool has something new: both, merged
  kConflict,    // the same, with conflict markers where a person has to decide
  kUnchanged,   // already has the new text: not written, its time stays
  kKeep,        // the user's: stays as it is
  kDelete,      // the tool's, unedited, no longer wanted: remove
  kSetAside,    // edited, no longer wanted: renamed, so that nothing builds it
  kUnresolved,  // has conflict markers of an earlier run: the whole run stops
  kRefuse,      // writing would lose something: the whole run stops
};

// What became of a file since the tool wrote it.
enum class Condition {
  kPristine,  // nothing
  kMissing,   // it is not there, or was never
  kEdited,
  kDeleted,  // by the user, who may
  kEjected,
  kReplaced,  // by a link, a folder, or a file that is not the tool's
};

struct Step {
  std::string path;
  base::Ownership ownership = base::Ownership::kGenerated;
  Action action = Action::kCreate;
  Condition condition = Condition::kPristine;
  std::string reason;    // why, as --explain says it
  std::string old_text;  // on disk, when that matters to the action
  // What is written, where that is not the text of `output`: merged, or with other line ends.
  std::optional<std::string> own_text;
  std::string moved_to;  // for kSetAside
  // For kCreate and kConflict: the file of the user's that is put here, whose text old_text is.
  std::string moved_from;
  size_t conflicts = 0;
  // Null for files that are no longer emitted, and for records (AddRecord).
  const base::OutputFile* output = nullptr;
  // Whether the file is to be taken for what the tool writes now, merged or not. If it is not (it
  // was deleted, say) the next run begins from where the file is today.
  bool accepted = true;
  bool behind = false;  // not accepted, and the tool has something new for it
  bool remark = false;  // the reason is for the user to know, whatever else happens

  bool writes() const;
  // The text that the file will have; for actions that write.
  const std::string& new_text() const { return own_text ? *own_text : output->text; }
};

// Whether a step is about a file of the project's library.
bool IsInLibrary(const Step& step);

struct Plan {
  std::string root;         // the project's folder
  bool fresh = false;       // nothing at `root`: staged beside it and renamed once
  std::vector<Step> steps;  // sorted by path
  Lock lock;                // to be written last
  bool lock_changed = false;
  // Pristine texts of scaffold files to write under .plugingen/base.
  std::vector<const base::OutputFile*> bases;
  // Paths relative to .plugingen/base of scaffold files that are no longer emitted.
  std::vector<std::string> stale_bases;

  // Whether it must not be carried out.
  bool stopped() const { return refused() || unresolved(); }
  bool refused() const;
  bool unresolved() const;
  size_t Count(Action action) const;
  // Whether any of the project's files changes, not only the tool's records of them.
  bool changes_files() const;
  bool nothing_to_write() const;
  // The tool's own files that change: paths in the project, the lock last.
  std::vector<std::string> Records() const;
};

// A folder that cannot become or is not a usable project; `paths` lists what stands in the way.
struct Obstacle {
  std::string message;
  std::vector<std::string> paths;
};

// What happens to files that the user edited.
struct PlanOptions {
  // Merges them with what is new, and takes a damaged lock for one that knows nothing. Otherwise
  // edits that stand in the way stop the run.
  bool merge = false;
  // Files whose edits are given up; a folder stands for the generated files below it, "." for all
  // of those.
  std::vector<std::string> discard;
  // Scaffold files that the user deleted and wants again.
  std::vector<std::string> restore;
  std::string tensorflow;  // the range of releases that is written for, as in the spec
  // The spec's text comes from the project itself: then nothing is copied.
  bool own_spec = false;
  // What forbids to put another text into the place of the spec, beyond what a FileSystem tells; ""
  // for nothing.
  std::string spec_objection;
};

struct PlanResult {
  std::optional<Obstacle> obstacle;
  std::vector<std::string> notes;  // what was found wrong with the tool's own files, and mended
  Plan plan;                       // meaningful without obstacle
};

// Plans writing `outputs` (kept alive by the caller) into `root`, a path without a symbolic link at
// its end, in which no run is interrupted (transaction.h). `spec_path` names the output that is the
// copy of the spec, `state` is that of `root`. AddTakenOver() (taken_over.h) has seen the outputs;
// what of an older layout the project has moves (moves.h). Reads, never writes. Throws FileError
// when the disk cannot be read.
PlanResult MakePlan(const std::vector<base::OutputFile>& outputs, const std::string& spec_path,
                    const std::string& root, const PlanOptions& options, ProjectState state,
                    const FileSystem& disk);

// Adds a file of the user's that the tool adds to, outside of the lock: `text` takes the place of
// `old_text` ("" when it is not there). Refused where something else than a file is in its place.
void AddRecord(Plan& plan, const std::string& path, std::string old_text, std::string text,
               const std::string& reason, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PLAN_H_
