// A changed name of the plugin, and with it another folder for its Python package. The user's files
// in the old folder move along or are named.

#ifndef PLUGINGEN_PROJECT_PACKAGE_RENAME_H_
#define PLUGINGEN_PROJECT_PACKAGE_RENAME_H_

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/lock.h"

namespace plugingen::project {

// The folders "python/acme/" and "python/zeta/". Both are "" if the folder did not change.
struct PackageFolders {
  std::string before;
  std::string now;
};

PackageFolders FindPackageFolders(const std::vector<base::OutputFile>& outputs, const Lock& lock);

class PackageRename {
 public:
  // `lock` is the project's after the last run. `outputs` must outlive the object.
  PackageRename(const std::vector<base::OutputFile>& outputs, const Lock& lock,
                const std::string& root, const FileSystem& disk);

  const PackageFolders& folders() const { return folders_; }

  // Returns the output that replaces a scaffold file of the lock at another path, or null.
  const base::OutputFile* NewPlaceOf(const std::string& path) const;
  // Returns the path in the lock of a scaffold file that is now emitted at `path`, or "".
  std::string OldPlaceOf(const std::string& path) const;

  // The user's own files in the old folder, sorted.
  const std::vector<std::string>& own_files() const { return own_files_; }

 private:
  PackageFolders folders_;
  std::map<std::string, const base::OutputFile*> new_places_;  // by old path
  std::map<std::string, std::string> old_places_;              // by new path
  std::vector<std::string> own_files_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PACKAGE_RENAME_H_
