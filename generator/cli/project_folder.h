// The project that a command works on.

#ifndef PLUGINGEN_CLI_PROJECT_FOLDER_H_
#define PLUGINGEN_CLI_PROJECT_FOLDER_H_

#include <memory>
#include <optional>
#include <string>

#include "base/file_system.h"
#include "base/folder_lock.h"
#include "base/overlay_file_system.h"
#include "cli/console.h"
#include "diag/source.h"
#include "project/project_state.h"

namespace plugingen::cli {

// The folder that a path stands for, links resolved: what is renamed has to be the folder itself.
std::string RealFolder(const std::string& path);

// A path for a message: quoted only where it could be taken for something else.
std::string Shown(const std::string& path);

// A folder, kept from other runs of the tool while this lives. What an interrupted run left to do
// is done at once, or, for a preview, in memory only.
class ProjectFolder {
 public:
  // `folder` as the user wrote it. Waits for another run to end.
  ProjectFolder(const std::string& folder, bool preview);

  const std::string& shown() const { return shown_; }  // as the user wrote it
  const std::string& root() const { return root_; }    // without links
  // The disk to write to; for a preview, one whose changes stay in memory.
  FileSystem& disk() { return overlay_ ? static_cast<FileSystem&>(*overlay_) : *disk_; }
  // Whether an interrupted run was completed.
  bool completed_a_run() const { return completed_; }

  // What the tool's own files say of the project, as it was when first asked for.
  const project::ProjectState& state();

  // Where the spec is, relative to the project: the lock knows, else it is the only YAML file with
  // the key `plugingen`. Nothing, after a complaint, when this is no project.
  std::optional<std::string> FindSpec(Console& console);
  // The spec's text under the name that diagnostics show. Nothing after a complaint.
  std::optional<diag::SourceFile> ReadSpecAt(const std::string& spec_path, Console& console);

 private:
  std::string shown_;
  std::string root_;
  std::unique_ptr<FileSystem> disk_;
  FolderLock lock_;
  std::optional<OverlayFileSystem> overlay_;
  bool completed_ = false;
  std::optional<project::ProjectState> state_;
};

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PROJECT_FOLDER_H_
