// Decides what a run does with one file of a project. plan.h describes the whole plan, and
// docs/regeneration.md has the table of cases.

#ifndef PLUGINGEN_PROJECT_CLASSIFY_H_
#define PLUGINGEN_PROJECT_CLASSIFY_H_

#include <string>
#include <string_view>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/merge.h"
#include "project/package_rename.h"
#include "project/parents.h"
#include "project/plan.h"
#include "project/project_state.h"

namespace plugingen::project {

// The suffix of files that are set aside. No build compiles them.
inline constexpr char kAsideEnding[] = ".removed";

class Classifier {
 public:
  // All arguments must outlive the object.
  Classifier(const std::string& root, const std::string& spec_path, const PlanOptions& options,
             const ProjectState& state, const PackageRename& package, const FileSystem& disk);

  // Returns the step for an emitted file. `digest` is that of its text.
  Step Emitted(const base::OutputFile& output, const std::string& digest);
  // Returns the step for a file that is in the lock but no longer emitted. `in_library` is the
  // library's file that replaces it, or "".
  Step Orphan(const std::string& path, const LockEntry& entry, const std::string& in_library);
  // Returns the step for a file of the user's in the folder that the Python package had.
  Step InOldPackage(const std::string& path) const;
  // Returns the step for a file that plugingen did not write in a folder that is its own.
  static Step Stray(const std::string& path);

 private:
  static constexpr unsigned kAnyMayWrite = 0222;

  static void Decide(Step& step, Action action, std::string reason);
  // Sets the step for a file of the user's that differs from what plugingen emits and stays so.
  static void KeepApart(Step& step, Condition condition, const std::string& digest,
                        const LockEntry* known, std::string reason);
  const LockEntry* Known(const std::string& path) const;
  void ClassifyMissing(Step& step, const std::string& digest, const LockEntry* known) const;
  void ClassifyOther(Step& step, FileKind kind, const std::string& digest,
                     const LockEntry* known) const;
  void ClassifyExisting(Step& step, const std::string& digest, const LockEntry* known);
  void ClassifySpec(Step& step, const LockEntry* known) const;
  void ClassifyEditedScaffold(Step& step, const std::string& digest, const LockEntry* known) const;
  // True if a scaffold file, with the user's edits, moves to the path of `output`. Otherwise it is
  // set aside.
  bool IsCarriedAlong(const std::string& old_path, const LockEntry& entry,
                      const base::OutputFile& output) const;
  // Merges such a file with what is emitted at its new path.
  void CarryAlong(Step& step, const std::string& old_path, const LockEntry& entry,
                  const std::string& digest) const;
  bool IsDiscarded(const std::string& path, base::Ownership ownership) const;
  std::string PlaceAside(const std::string& path) const;

  const std::string& root_;
  const std::string& spec_path_;
  const PlanOptions& options_;
  const ProjectState& state_;
  const PackageRename& package_;
  const FileSystem& disk_;
  Parents parents_;
  MergeLabels labels_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_CLASSIFY_H_
