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

// The folder that a path stands for, links resolved: what is renamed has to be the folder itself.
std::string RealFolder(const std::string& path);

// A path for a message: quoted only where it could be taken for something else.
std::string Shown(const std::string& path);

// Whether a folder has anything of a project's records, the lock or what may help to make it anew.
// The schema alone is for editors of a spec that has no project yet.
bool HasRecords(const std::string& root, const FileSystem& disk);

// The nearest folder above `root` that is a project; "" for none.
std::string ProjectAbove(const std::string& root, const FileSystem& disk);

// A folder, kept from other runs of the tool while this lives; previews may look at once. What an
// interrupted run left to do is done at once and named, or, for a preview, in memory only.
class ProjectFolder {
 public:
  // `folder` as the user wrote it. Waits for another run to end, and says so.
  ProjectFolder(const std::string& folder, bool preview, Console& console);

  const std::string& shown() const { return shown_; }  // as the user wrote it
  const std::string& root() const { return root_; }    // without links
  // The disk to write to; for a preview, one whose changes stay in memory.
  FileSystem& disk() { return overlay_ ? static_cast<FileSystem&>(*overlay_) : *disk_; }
  bool is_preview() const { return overlay_.has_value(); }
  // Whether an interrupted run was completed.
  bool completed_a_run() const { return interrupted_.found; }
  // The files that its completion changed, or for a preview will change, by path.
  std::vector<std::string> CompletedFiles() const;
  // Adds what was found of interrupted runs to the notes of a preview.
  void AddNotes(std::vector<std::string>& notes) const;
  // What forbids to put another text into the place of the spec at `path`, which is relative to the
  // project; "" for nothing.
  std::string ObjectionToSpec(const std::string& path) const;
  // Tells the user why a change of the project failed, and what is now; the exit status of that.
  int ReportFailure(const FileError& error, Console& console) const;

  // What the tool's own files say of the project, as it was when first asked for.
  const project::ProjectState& state();

  // Where the spec is, relative to the project: the lock knows; where it does not, or that file is
  // gone, it is the only YAML file with the key `plugingen`. Nothing when this is no project, and
  // when there is none or there are several.
  std::optional<std::string> KnownSpec();
  // As KnownSpec(), with a complaint where there is nothing, and a note where the lock has another
  // name.
  std::optional<std::string> FindSpec(Console& console);
  // The spec's text under the name that diagnostics show. Nothing after a complaint.
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
