// Decides what happens to one file of a project. See plan.h for the whole, and docs/regeneration.md
// for the table of cases.

#ifndef PLUGINGEN_PROJECT_CLASSIFY_H_
#define PLUGINGEN_PROJECT_CLASSIFY_H_

#include <string>
#include <string_view>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/merge.h"
#include "project/moves.h"
#include "project/parents.h"
#include "project/plan.h"
#include "project/project_state.h"

namespace plugingen::project {

class Classifier {
 public:
  // All arguments have to live as long.
  Classifier(const std::string& root, const std::string& spec_path, const PlanOptions& options,
             const ProjectState& state, const Moves& moves, const FileSystem& disk);

  // The step for a file that is emitted; `digest` is that of its text.
  Step Emitted(const base::OutputFile& output, const std::string& digest);
  // The step for a file that the lock lists and that is no longer emitted. `in_library` is the file
  // of the library that has taken its place; "" for none.
  Step Orphan(const std::string& path, const LockEntry& entry, const std::string& in_library);
  // The step for a file that neither is emitted nor in the lock: it may have names of an older
  // layout.
  Step Unknown(const std::string& path);

 private:
  static constexpr char kNewNames[] = "the library's names: namespace pluggable, \"pluggable/...\"";
  static constexpr unsigned kAnyMayWrite = 0222;

  static void Decide(Step& step, Action action, std::string reason);
  // For a file of the user's that does not take part in what the tool writes now.
  static void KeepApart(Step& step, Condition condition, const std::string& digest,
                        const LockEntry* known, std::string reason);
  const LockEntry* Known(const std::string& path) const;
  void ClassifyMissing(Step& step, const std::string& digest, const LockEntry* known) const;
  void ClassifyOther(Step& step, FileKind kind, const std::string& digest,
                     const LockEntry* known) const;
  void ClassifyExisting(Step& step, const std::string& digest, const LockEntry* known);
  void ClassifySpec(Step& step, const LockEntry* known) const;
  void ClassifyEditedScaffold(Step& step, const std::string& digest, const LockEntry* known) const;
  // Whether a file of the user's moves to the place of `output`, with what the user made of it.
  bool IsCarriedAlong(const std::string& old_path, const LockEntry& entry,
                      const base::OutputFile& output) const;
  bool IsEditedScaffold(const std::string& old_path, const LockEntry& entry,
                        const base::OutputFile& output) const;
  // For a scaffold: merges it with what is emitted at its new place.
  void CarryScaffold(Step& step, const std::string& old_path, const LockEntry& entry,
                     const std::string& digest) const;
  void CarryAlong(Step& step, const std::string& old_path, const LockEntry& entry,
                  const std::string& digest);
  // For a file of the user's that stays where it is: gives it the names that the library has now.
  void TakeNames(Step& step);
  // For one that stays in a folder which nothing builds any more: says where it should go.
  void AddAdvice(Step& step) const;
  bool IsDiscarded(const std::string& path, base::Ownership ownership) const;
  std::string PlaceAside(const std::string& path) const;

  const std::string& root_;
  const std::string& spec_path_;
  const PlanOptions& options_;
  const ProjectState& state_;
  const Moves& moves_;
  const FileSystem& disk_;
  Parents parents_;
  MergeLabels labels_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_CLASSIFY_H_
