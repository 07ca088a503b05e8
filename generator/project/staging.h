// The first half of a transaction (transaction.h). It does not change the project.

#ifndef PLUGINGEN_PROJECT_STAGING_H_
#define PLUGINGEN_PROJECT_STAGING_H_

#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "project/journal.h"
#include "project/transaction.h"

namespace plugingen::project {

class Staging {
 public:
  // Both arguments must outlive the object.
  Staging(const std::string& root, FileSystem& disk) : root_(root), disk_(disk) {}

  // Checks all paths that will change, writes the new texts and the journal, and creates missing
  // folders. After this only renames remain. Throws FileError and ChangedMeanwhile.
  Journal Stage(const std::vector<Change>& changes, const std::string& label, Extent extent);

  // Removes the folders that Stage() created, if they are empty.
  void RemoveFolders();

 private:
  std::string InRoot(std::string_view path) const { return JoinPath(root_, path); }

  void RequireRoomFor(const std::vector<Change>& changes);
  void RequireFolder(const std::string& folder);
  void MakeFolder(const std::string& folder);
  JournalEntry StageOne(const Change& change, const std::string& text_path);

  const std::string& root_;
  FileSystem& disk_;
  std::set<std::string> looked_at_;        // folders, with links resolved
  std::vector<std::string> made_folders_;  // the same, parents first
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_STAGING_H_
