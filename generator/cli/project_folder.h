// The project that a command works on.

#ifndef PLUGINGEN_CLI_PROJECT_FOLDER_H_
#define PLUGINGEN_CLI_PROJECT_FOLDER_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/folder_lock.h"
#include "base/overlay_file_system.h"
#include "cli/console.h"
#include "diag/source.h"
#include "project/project_state.h"
#include "project/transaction.h"

namespace plugingen::cli {

// Resolves the links of a folder, because a rename has to affect the folder itself.
std::string RealFolder(const std::string& path);

// Returns a path for messages. Quotes it only if it could be mistaken for something else.
std::string Shown(const std::string& path);

// True if the folder contains a lock file or other records of a project from which it can be
// restored. The JSON Schema does not count, because editors also use it for a spec without a
// project.
bool HasRecords(const std::string& root, const FileSystem& disk);

// Returns the nearest folder above `root` that is a project, or "".
std::string ProjectAbove(const std::string& root, const FileSystem& disk);

// A folder, locked against other runs of plugingen while the object lives. Previews share the lock.
// The constructor completes an interrupted run and names its files; for a preview it does so only
// in memory.
class ProjectFolder {
 public:
  // `folder` is the path that the user wrote. Waits until other runs have ended, and prints that it
  // waits.
  ProjectFolder(const std::string& folder, bool preview, Console& console);

  const std::string& shown() const { return shown_; }  // as the user wrote it
  const std::string& root() const { return root_; }    // with links resolved
  // The disk to write to. The changes of a preview stay in memory.
  FileSystem& disk() { return overlay_ ? static_cast<FileSystem&>(*overlay_) : *disk_; }
  bool is_preview() const { return overlay_.has_value(); }
  // True if an interrupted run was completed.
  bool completed_a_run() const { return interrupted_.found; }
  // The files that this completion changed, or would change in a preview, sorted by path.
  std::vector<std::string> CompletedFiles() const;
  // Adds notes about an interrupted run to those of a preview.
  void AddNotes(std::vector<std::string>& notes) const;
  // Explains why the spec at `path`, which is relative to the project, cannot be replaced; "" if it
  // can be.
  std::string RefusalToSpec(const std::string& path) const;
  // Prints why a change of the project failed and in which state the project is. Returns the exit
  // status.
  int ReportFailure(const FileError& error, Console& console) const;

  // The state that plugingen's own files describe, as of the first call.
  const project::ProjectState& state();

  // Returns the path of the spec, relative to the project. It is the one in the lock. If the lock
  // has none, or that file is missing, it is the only YAML file with the key `plugingen`. Returns
  // nothing if this is no project, or if there is no such file or more than one.
  std::optional<std::string> KnownSpec();
  // As KnownSpec(), but prints an error if it returns nothing, and a note if the lock names another
  // file.
  std::optional<std::string> FindSpec(Console& console);
  // Reads the spec. `path()` of the result is the name for diagnostics. Prints an error and returns
  // nothing on failure.
  std::optional<diag::SourceFile> ReadSpecAt(const std::string& spec_path, Console& console);

 private:
  std::string shown_;
  std::string root_;
  std::unique_ptr<FileSystem> disk_;
  FolderLock lock_;
  std::optional<OverlayFileSystem> overlay_;
  project::Interrupted interrupted_;
  std::optional<project::ProjectState> state_;
};

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PROJECT_FOLDER_H_
