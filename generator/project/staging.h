// The first half of a transaction (transaction.h), which leaves the project as it is.

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
  // Both have to live as long.
  Staging(const std::string& root, FileSystem& disk) : root_(root), disk_(disk) {}

  // Looks at every place that is to change, writes the new texts and the journal, and makes the
  // folders that are missing: what is left to do are renames. Throws FileError, ChangedMeanwhile.
  Journal Stage(const std::vector<Change>& changes, const std::string& label, Extent extent);

  // Removes the folders that Stage() made, as far as they are empty.
  void RemoveFolders();

 private:
  std::string InRoot(std::string_view path) const { return JoinPath(root_, path); }

  void RequireRoomFor(const std::vector<Change>& changes);
  void RequireFolder(const std::string& folder);
  void MakeFolder(const std::string& folder);
  JournalEntry StageOne(const Change& change, const std::string& text_path);

  const std::string& root_;
  FileSystem& disk_;
  std::set<std::string> looked_at_;        // folders, as the disk has them
  std::vector<std::string> made_folders_;  // likewise, each behind the one that it is in
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_STAGING_H_
