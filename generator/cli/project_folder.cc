#include "cli/project_folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/replace_file.h"
#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/spec_input.h"
#include "project/project_path.h"
#include "project/transaction.h"
#include "spec/schema.h"

namespace plugingen::cli {
namespace {

// True if the text could be a spec: a line starts with `plugingen:`.
bool LooksLikeSpec(std::string_view text) {
  return text.starts_with("plugingen:") || text.find("\nplugingen:") != std::string_view::npos;
}

// A spec may be a symbolic link.
bool IsFileOrLinkToOne(const std::string& path, const FileSystem& disk) {
  std::error_code error;
  return disk.Kind(path) == FileKind::kFile ||
         (disk.Kind(path) == FileKind::kSymlink && std::filesystem::is_regular_file(path, error));
}

std::vector<std::string> SpecsIn(const std::string& root, const FileSystem& disk) {
  std::vector<std::string> specs;
  for (const std::string& name : disk.List(root)) {
    if (!name.ends_with(".yaml") && !name.ends_with(".yml")) continue;
    if (!IsFileOrLinkToOne(JoinPath(root, name), disk)) continue;
    if (LooksLikeSpec(disk.Read(JoinPath(root, name)).value_or(""))) specs.push_back(name);
  }
  return specs;
}

// Helps a user who did not change into the new project or did not name it.
std::string HelpWithoutProject(const std::string& root, const std::string& shown,
                               const FileSystem& disk) {
  std::vector<std::string> names;
  try {
    names = disk.List(root);
  } catch (const FileError&) {  // a folder that cannot be read has nothing to suggest
  }
  std::vector<std::string> projects;
  for (const std::string& name : names) {
    if (disk.Kind(JoinPath(JoinPath(root, name), project::kLockPath)) == FileKind::kFile) {
      projects.push_back(base::Quoted(JoinPath(shown == "." ? "" : shown, name)));
    }
  }
  if (projects.empty()) return "Make one with 'plugingen new SPEC'.\n";
  constexpr size_t kMany = 4;
  if (projects.size() > kMany) return "There are several below it; name one.\n";
  return "Did you mean the project " + base::JoinWithOr(projects) + "?\n";
}

}  // namespace

bool HasRecords(const std::string& root, const FileSystem& disk) {
  const std::string folder = JoinPath(root, project::kToolFolder);
  if (disk.Kind(folder) != FileKind::kDirectory) return disk.Kind(folder) != FileKind::kMissing;
  const std::vector<std::string> names = disk.List(folder);
  return std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return JoinPath(project::kToolFolder, name) != spec::kSchemaPath;
  });
}

std::string ProjectAbove(const std::string& root, const FileSystem& disk) {
  for (std::filesystem::path folder = std::filesystem::path(root).parent_path();
       folder.has_relative_path(); folder = folder.parent_path()) {
    if (HasRecords(folder.string(), disk)) return folder.string();
  }
  return "";
}

std::string RealFolder(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  const auto real = std::filesystem::weakly_canonical(absolute, error);
  if (error) throw FileError("cannot access " + base::Quoted(path) + ": " + error.message());
  std::string text = real.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

std::string Shown(const std::string& path) {
  return base::ShellQuoted(path) == path ? path : base::Quoted(path);
}

ProjectFolder::ProjectFolder(const std::string& folder, bool preview, Console& console)
    : shown_(folder),
      root_(RealFolder(folder)),
      disk_(MakeRealFileSystem()),
      lock_(root_, preview ? FolderLock::Mode::kShared : FolderLock::Mode::kExclusive,
            [&](const std::string& locked) { console.NoteWait(locked); }) {
  if (preview) {
    overlay_.emplace(*disk_);
    interrupted_ = project::RollForward(root_, *overlay_);
  } else {
    interrupted_ = project::CompleteInterrupted(root_, *disk_);
  }
  if (preview) return;  // the preview prints this
  std::vector<std::string> notes;
  AddNotes(notes);
  for (const std::string& note : notes) console.Note(note);
  for (const auto& [verb, paths] :
       {std::pair("wrote", interrupted_.written), std::pair("removed", interrupted_.removed)}) {
    for (const std::string& path : paths) {
      if (!path.starts_with(project::kToolFolder)) {
        console.Complain("  " + std::string(verb) + " " + Shown(path) + "\n");
      }
    }
  }
}

std::vector<std::string> ProjectFolder::CompletedFiles() const {
  std::vector<std::string> files = interrupted_.written;
  files.insert(files.end(), interrupted_.removed.begin(), interrupted_.removed.end());
  std::sort(files.begin(), files.end());
  return files;
}

void ProjectFolder::AddNotes(std::vector<std::string>& notes) const {
  if (interrupted_.found) {
    notes.emplace_back(overlay_
                           ? "a run was interrupted; this shows the project as it will be after "
                             "the next one completes it"
                           : "completed an interrupted run");
  }
  if (interrupted_.foreign) {
    notes.push_back(std::string(project::kTempFolder) +
                    " has an interrupted run of another folder, which is not carried out; "
                    "its texts are kept in " +
                    std::string(project::kForeignFolder));
  }
}

int ProjectFolder::ReportFailure(const FileError& error, Console& console) const {
  const bool changed_meanwhile = dynamic_cast<const project::ChangedMeanwhile*>(&error) != nullptr;
  console.Error(error.what());
  console.Complain(project::IsInterrupted(root_, *disk_)
                       ? "The next command that writes to the project completes the run.\n"
                       : "Nothing was changed.\n");
  if (changed_meanwhile) console.Complain("Run the command again.\n");
  return changed_meanwhile ? kRefused : kCannotWrite;
}

std::string ProjectFolder::RefusalToSpec(const std::string& path) const {
  const std::string place = JoinPath(root_, path);
  // (A file that a preview has only in memory is not on disk.)
  return disk_->Kind(place) == FileKind::kMissing ? "" : RefusalToReplace(place);
}

const project::ProjectState& ProjectFolder::state() {
  if (!state_) state_ = project::ReadProjectState(root_, disk());
  return *state_;
}

std::optional<std::string> ProjectFolder::KnownSpec() {
  if (state().root_kind != FileKind::kDirectory) return std::nullopt;
  const std::string& locked = state().lock.spec_path;
  if (!locked.empty() && IsFileOrLinkToOne(JoinPath(root_, locked), disk())) return locked;
  if (!HasRecords(root_, disk())) return std::nullopt;
  const std::vector<std::string> specs = SpecsIn(root_, disk());
  if (specs.size() == 1 && project::IsRecordable(specs[0])) return specs[0];
  return std::nullopt;
}

std::optional<std::string> ProjectFolder::FindSpec(Console& console) {
  const auto complain = [&](const std::string& what, const std::string& help) {
    console.Error(what);
    console.Complain(help);
    return std::nullopt;
  };
  if (state().root_kind != FileKind::kDirectory) {
    return complain("there is no folder " + base::Quoted(shown_),
                    "Name the folder of a project that 'plugingen new' made.\n");
  }
  const std::string& locked = state().lock.spec_path;
  if (std::optional<std::string> spec = KnownSpec()) {
    if (!locked.empty() && *spec != locked) {
      console.Note("the spec is " + base::Quoted(*spec) + ", because " + base::Quoted(locked) +
                   " no longer exists");
    }
    return spec;
  }
  if (!HasRecords(root_, disk())) {
    const std::string above = ProjectAbove(root_, disk());
    return complain(base::Quoted(shown_) + " is not a project made by plugingen: it has no " +
                        std::string(project::kLockPath),
                    above.empty() ? HelpWithoutProject(root_, shown_, disk())
                                  : "Did you mean the project " + base::Quoted(above) + "?\n");
  }
  const std::vector<std::string> specs = SpecsIn(root_, disk());
  if (specs.size() == 1 && !project::IsRecordable(specs[0])) {
    return complain("the spec's name " + base::Quoted(specs[0]) +
                        " cannot be recorded: it has a backslash, or bytes that are not UTF-8",
                    "Rename the file.\n");
  }
  const std::string others = specs.empty() ? "" : "; it may be one of " + base::Join(specs, ", ");
  if (!locked.empty()) {
    return complain("the project's spec " + base::Quoted(locked) + " no longer exists" + others,
                    "Restore it under that name, or run 'plugingen new SPEC -o " +
                        base::ShellQuoted(shown_) + "' with another.\n");
  }
  return complain(std::string(project::kLockPath) + " does not name the spec, and " +
                      (specs.empty() ? "there is no YAML file that could be it"
                                     : "several YAML files could be it"),
                  "Restore the lock from version control, or run 'plugingen new' with the spec.\n");
}

std::optional<diag::SourceFile> ProjectFolder::ReadSpecAt(const std::string& spec_path,
                                                          Console& console) {
  const std::string path = JoinPath(root_, spec_path);
  const std::string name = JoinPath(shown_ == "." ? "" : shown_, spec_path);
  if (!overlay_ || !interrupted_.found) {
    const auto source = ReadSpec(path, console);
    if (!source) return std::nullopt;
    return diag::SourceFile(name, source->text());
  }
  return diag::SourceFile(name, disk().Read(path).value_or(""));
}

}  // namespace plugingen::cli
