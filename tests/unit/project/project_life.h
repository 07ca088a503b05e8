// A project that lives: the tool's templates and spec change, users edit files, the spec and what
// is in .plugingen, and somebody resolves conflicts. What a run does with it is not told here.

#ifndef PLUGINGEN_TESTS_UNIT_PROJECT_PROJECT_LIFE_H_
#define PLUGINGEN_TESTS_UNIT_PROJECT_PROJECT_LIFE_H_

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "choices.h"
#include "project_fixture.h"

namespace plugingen::project {

class ProjectLife : public ProjectTest {
 protected:
  using Entries = std::map<std::string, MemoryFileSystem::Entry>;

  static constexpr char kSibling[] = "/disk/sibling";

  // A new project, and a copy of it that nothing is done to.
  void Begin(size_t seed);

  // What a changed spec or template does to what is emitted.
  void ChangeOutputs();

  // A changed spec needs other files of the library. The user edited some of those that leave.
  void ChangeLibrary();

  void EditSomeFiles();
  // What people do to the spec of a project, and to the one outside that it was copied from.
  void TreatSpec();
  // What version control and tidy people do to .plugingen.
  void LoseRecords();
  // Someone takes one side of each conflict, or both. (Earlier edits may have moved lines between
  // the sides.)
  void ResolveConflicts();

  // The user's words that are in the project.
  std::set<std::string> WordsOnDisk() const;
  // Whether a path of the disk is in .plugingen.
  static bool IsToolsOwn(const std::string& path);
  // What is on the disk below a folder, by path.
  Entries EntriesBelow(const std::string& folder) const;

  Choices choices_;
  std::vector<base::OutputFile> outputs_;
  std::set<std::string> words_;  // of the user's, as long as nobody takes them out
  std::string spec_path_;        // in the project
  std::string given_;            // the text of the spec outside that `new` is given
  bool lost_lock_ = false;       // once: then some questions have no answer any more
  bool lost_bases_ = false;
  Entries sibling_;  // as it was in the beginning

 private:
  void AddOutput();
  void SortOutputs();
  // The path of the file that has the spec's text, behind a link or not.
  std::string SpecFile() const;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_TESTS_UNIT_PROJECT_PROJECT_LIFE_H_
