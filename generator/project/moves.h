// Files that have another place than the last run gave them: those of the layout of an older
// plugingen, with the names that changed with it, and those of the plugin's Python package, where
// the plugin has another name now.

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

// The plugin's name in a project whose library was part of the plugin: in namespace <name>, with
// its headers in include/<name>. "" for a project that has its library in library/.
std::string OldNameOf(const Lock& lock);
// Likewise, where version control may have left the locks of two branches.
std::string OldNameOf(const ProjectState& state);

// What moves in a project, and what its texts are called afterwards.
class Moves {
 public:
  // `old_name` is that of OldNameOf(): without one the layout is today's. `lock` is the project's
  // as the last run left it. `outputs` has to live as long.
  Moves(const std::string& old_name, const std::vector<base::OutputFile>& outputs, const Lock& lock,
        const std::string& root, const FileSystem& disk);

  // Whether the layout is an older one.
  bool any() const { return !old_.plugin.empty(); }

  // What is emitted in place of a file that the lock lists; null for one that does not move.
  const base::OutputFile* NewPlaceOf(const std::string& path) const;
  // The file that the lock lists and that is emitted elsewhere now; "" for none.
  std::string OldPlaceOf(const std::string& path) const;

  // Whether a file of the user's takes the place of a kernel of the library.
  bool HasKernel(const std::string& path) const { return kernels_.contains(path); }

  // A text of the file at `path` with the library's names. Only C++ below src/, tests/ and include/
  // has other names than before.
  std::string Renamed(std::string_view path, const std::string& text) const;

  // C++ files of the project that may have the old names, whoever wrote them, sorted. Links are not
  // followed; folders that a build made are left out.
  const std::vector<std::string>& cpp_files() const { return cpp_files_; }
  // Files of the user's in the folder of the package's old name, sorted.
  const std::vector<std::string>& package_files() const { return package_files_; }
  // Where a file of the user's should go that lies in a folder which nothing builds any more; ""
  // for other folders.
  std::string AdviceFor(std::string_view path) const;

 private:
  void FindPackage(const std::vector<base::OutputFile>& outputs, const Lock& lock,
                   const std::string& root, const FileSystem& disk);
  void FindPlaces(const std::vector<base::OutputFile>& outputs, const Lock& lock);
  void FindFiles(const Lock& lock, const std::string& root, const FileSystem& disk);

  OldNames old_;
  PackageRename package_;
  std::map<std::string, const base::OutputFile*> new_places_;  // by the old path
  std::map<std::string, std::string> old_places_;              // by the new path
  std::set<std::string> kernels_;                              // taken over
  std::vector<std::string> cpp_files_;
  std::vector<std::string> package_files_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_MOVES_H_
