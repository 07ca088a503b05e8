// The folder of the plugin's Python package has the plugin's name. If that changes, the files in it
// that the user edited move from python/<old name>/ to python/<new name>/.

#ifndef PLUGINGEN_PROJECT_PACKAGE_RENAME_H_
#define PLUGINGEN_PROJECT_PACKAGE_RENAME_H_

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/lock.h"

namespace plugingen::project {

class PackageRename {
 public:
  // `lock` is the project's after the last run. `outputs` must outlive the object.
  PackageRename(const std::vector<base::OutputFile>& outputs, const Lock& lock,
                const std::string& root, const FileSystem& disk);

  // The folder: "python/acme/" became "python/zeta/". Both are "" if it did not change.
  const std::string& from() const { return from_; }
  const std::string& to() const { return to_; }

  // Returns the output that replaces a file of the lock at another path, or null if it does not
  // move.
  const base::OutputFile* NewPlaceOf(const std::string& path) const;
  // Returns the path in the lock of a file that is now emitted at `path`, or "".
  std::string OldPlaceOf(const std::string& path) const;

  // The user's files in the folder with the old name, sorted. Does not follow links.
  const std::vector<std::string>& own_files() const { return own_files_; }

 private:
  std::string from_;
  std::string to_;
  std::map<std::string, const base::OutputFile*> new_places_;  // by old path
  std::map<std::string, std::string> old_places_;              // by new path
  std::vector<std::string> own_files_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PACKAGE_RENAME_H_
