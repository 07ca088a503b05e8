// Files whose path changed since the last run. Either an older plugingen used another layout, with
// other names in the texts, or the plugin's name changed and with it the folder of its Python
// package.

#ifndef PLUGINGEN_PROJECT_MOVES_H_
#define PLUGINGEN_PROJECT_MOVES_H_

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/library_names.h"
#include "project/lock.h"
#include "project/package_rename.h"
#include "project/project_state.h"

namespace plugingen::project {

// Returns the plugin's name if the project has the old layout, in which the library was in
// namespace <name> with headers in include/<name>. Returns "" if the library is in library/.
std::string OldNameOf(const Lock& lock);
// The same if version control may have left the locks of two branches.
std::string OldNameOf(const ProjectState& state);

// The moves in a project, and the names in its texts afterwards.
class Moves {
 public:
  // `old_name` is the result of OldNameOf(); "" means the current layout. `lock` is the project's
  // after the last run. `outputs` must outlive the object.
  Moves(const std::string& old_name, const std::vector<base::OutputFile>& outputs, const Lock& lock,
        const std::string& root, const FileSystem& disk);

  // True if the project has the old layout.
  bool any() const { return !old_.plugin.empty(); }

  // Returns the output that replaces a file of the lock at another path, or null if it does not
  // move.
  const base::OutputFile* NewPlaceOf(const std::string& path) const;
  // Returns the path in the lock of a file that is now emitted at `path`, or "".
  std::string OldPlaceOf(const std::string& path) const;

  // True if a user's file replaces a kernel of the library.
  bool HasKernel(const std::string& path) const { return kernels_.contains(path); }

  // Returns a text of the file at `path` with the library's names. Only C++ in src/, tests/ and
  // include/ changes.
  std::string Renamed(std::string_view path, const std::string& text) const;

  // The project's C++ files that may use the old names, sorted, whoever wrote them. Does not follow
  // links and leaves out build folders.
  const std::vector<std::string>& cpp_files() const { return cpp_files_; }
  // The user's files in the folder with the package's old name, sorted.
  const std::vector<std::string>& package_files() const { return package_files_; }
  // Returns where a user's file should go if its folder is no longer built; "" for other folders.
  std::string AdviceFor(std::string_view path) const;

 private:
  void FindPackage(const std::vector<base::OutputFile>& outputs, const Lock& lock,
                   const std::string& root, const FileSystem& disk);
  void FindPlaces(const std::vector<base::OutputFile>& outputs, const Lock& lock);
  void FindFiles(const Lock& lock, const std::string& root, const FileSystem& disk);

  OldNames old_;
  PackageRename package_;
  std::map<std::string, const base::OutputFile*> new_places_;  // by old path
  std::map<std::string, std::string> old_places_;              // by new path
  std::set<std::string> kernels_;                              // the ones that the user took over
  std::vector<std::string> cpp_files_;
  std::vector<std::string> package_files_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_MOVES_H_
