// Decides what happens to one file of a project. See plan.h for the whole.

#ifndef PLUGINGEN_PROJECT_CLASSIFY_H_
#define PLUGINGEN_PROJECT_CLASSIFY_H_

#include <map>
#include <string>
#include <string_view>

#include "base/file_system.h"
#include "emit/output_file.h"
#include "project/lock.h"
#include "project/plan.h"

namespace plugingen::project {

class Classifier {
 public:
  Classifier(std::string_view root, std::string_view spec_path, const FileSystem& disk,
             const Lock& old_lock)
      : root_(root), spec_path_(spec_path), disk_(disk), old_lock_(old_lock) {}

  // The step for a file that is emitted; `digest` is that of its text.
  Step Emitted(const emit::OutputFile& output, const std::string& digest);
  // The step for a file that the old lock lists and that is no longer emitted.
  Step Orphan(const std::string& path, const LockEntry& entry);
  // Whether a file of the tool's own is in its place, links on the way excluded.
  bool HasFile(const std::string& path);
  // A part of `path` that is not a folder though it has to be one; "" when there is none.
  std::string ParentInTheWay(const std::string& path);

 private:
  void ClassifyExisting(Step& step, const std::string& digest, const LockEntry* known) const;

  std::string root_;
  std::string spec_path_;
  const FileSystem& disk_;
  const Lock& old_lock_;
  std::map<std::string, FileKind, std::less<>> folders_;  // looked at once
};

// Whether `text` is what `digest` names. Editors and version control may turn line ends into CR LF;
// that alone is no edit.
bool HasDigest(const std::string& text, const std::string& digest);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_CLASSIFY_H_
