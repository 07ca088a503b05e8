// Decides what happens to one file of a project. See plan.h for the whole, and docs/regeneration.md
// for the table of cases.

#ifndef PLUGINGEN_PROJECT_CLASSIFY_H_
#define PLUGINGEN_PROJECT_CLASSIFY_H_

#include <string>
#include <string_view>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/merge.h"
#include "project/parents.h"
#include "project/plan.h"
#include "project/project_state.h"

namespace plugingen::project {

class Classifier {
 public:
  // All arguments have to live as long.
  Classifier(const std::string& root, const std::string& spec_path, const PlanOptions& options,
             const ProjectState& state, const FileSystem& disk);

  // The step for a file that is emitted; `digest` is that of its text.
  Step Emitted(const base::OutputFile& output, const std::string& digest);
  // The step for a file that the lock lists and that is no longer emitted.
  Step Orphan(const std::string& path, const LockEntry& entry);

 private:
  const LockEntry* Known(const std::string& path) const;
  void ClassifyMissing(Step& step, const std::string& digest, const LockEntry* known) const;
  void ClassifyOther(Step& step, FileKind kind, const std::string& digest,
                     const LockEntry* known) const;
  void ClassifyExisting(Step& step, const std::string& digest, const LockEntry* known) const;
  void ClassifySpec(Step& step, const LockEntry* known) const;
  void ClassifyEditedScaffold(Step& step, const std::string& digest, const LockEntry* known) const;
  bool IsDiscarded(const std::string& path, base::Ownership ownership) const;
  std::string PlaceAside(const std::string& path) const;

  const std::string& root_;
  const std::string& spec_path_;
  const PlanOptions& options_;
  const ProjectState& state_;
  const FileSystem& disk_;
  Parents parents_;
  MergeLabels labels_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_CLASSIFY_H_
