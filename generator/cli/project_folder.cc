#include "cli/project_folder.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/spec_input.h"
#include "project/transaction.h"

namespace plugingen::cli {
namespace {

// Whether a text could be a spec: `plugingen:` begins one of its lines.
bool LooksLikeSpec(std::string_view text) {
  return text.starts_with("plugingen:") || text.find("\nplugingen:") != std::string_view::npos;
}

std::vector<std::string> SpecsIn(const std::string& root, const FileSystem& disk) {
  std::vector<std::string> specs;
  for (const std::string& name : disk.List(root)) {
    if (!name.ends_with(".yaml") && !name.ends_with(".yml")) continue;
    if (disk.Kind(JoinPath(root, name)) != FileKind::kFile) continue;
    if (LooksLikeSpec(disk.Read(JoinPath(root, name)).value_or(""))) specs.push_back(name);
  }
  return specs;
}

// The project that `root` lies in; "" for none.
std::string ProjectAbove(const std::string& root, const FileSystem& disk) {
  for (std::filesystem::path folder = std::filesystem::path(root).parent_path();
       folder.has_relative_path(); folder = folder.parent_path()) {
    if (disk.Kind(JoinPath(folder.string(), project::kLockPath)) == FileKind::kFile) {
      return folder.string();
    }
  }
  return "";
}

}  // namespace

std::string RealFolder(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  const auto real = std::filesystem::weakly_canonical(absolute, error);
  if (error) throw FileError("cannot look at " + base::Quoted(path) + ": " + error.message());
  std::string text = real.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

std::string Shown(const std::string& path) {
  return base::ShellQuoted(path) == path ? path : base::Quoted(path);
}

ProjectFolder::ProjectFolder(const std::string& folder, bool preview)
    : shown_(folder),
      root_(RealFolder(folder)),
      disk_(MakeRealFileSystem()),
      lock_(std::filesystem::path(root_).parent_path().string()) {
  if (preview) {
    overlay_.emplace(*disk_);
    completed_ = project::RollForward(root_, *overlay_);
  } else {
    completed_ = project::CompleteInterrupted(root_, *disk_);
  }
}

const project::ProjectState& ProjectFolder::state() {
  if (!state_) state_ = project::ReadProjectState(root_, disk());
  return *state_;
}

std::optional<std::string> ProjectFolder::FindSpec(Console& console) {
  const auto complain = [&](const std::string& what, const std::string& help) {
    console.Error(what);
    console.Complain(help);
    return std::nullopt;
  };
  if (state().root_kind != FileKind::kDirectory) {
    return complain("there is no folder " + base::Quoted(shown_),
                    "Give the folder of a project that 'plugingen new' made.\n");
  }
  if (state().lock_text && !state().lock.spec_path.empty()) {
    if (disk().Kind(JoinPath(root_, state().lock.spec_path)) == FileKind::kFile) {
      return state().lock.spec_path;
    }
    return complain("the project's spec " + base::Quoted(state().lock.spec_path) + " is gone",
                    "Restore it, or run 'plugingen new SPEC -o " + base::ShellQuoted(shown_) +
                        "' with another.\n");
  }
  const bool is_project = disk().Kind(JoinPath(root_, project::kToolFolder)) != FileKind::kMissing;
  std::vector<std::string> specs = is_project ? SpecsIn(root_, disk()) : std::vector<std::string>();
  if (specs.size() == 1) return specs[0];
  if (!is_project) {
    const std::string above = ProjectAbove(root_, disk());
    return complain(base::Quoted(shown_) + " is not a project made by plugingen: it has no " +
                        std::string(project::kLockPath),
                    above.empty() ? "Make one with 'plugingen new SPEC'.\n"
                                  : "Did you mean the project " + base::Quoted(above) + "?\n");
  }
  return complain(std::string(project::kLockPath) + " does not tell which file is the spec, and " +
                      (specs.empty() ? "there is none" : "there are several"),
                  "Restore the lock from version control, or run 'plugingen new' with the spec.\n");
}

std::optional<diag::SourceFile> ProjectFolder::ReadSpecAt(const std::string& spec_path,
                                                          Console& console) {
  const std::string path = JoinPath(root_, spec_path);
  const std::string name = JoinPath(shown_ == "." ? "" : shown_, spec_path);
  if (!overlay_ || !completed_) {
    const auto source = ReadSpec(path, console);
    if (!source) return std::nullopt;
    return diag::SourceFile(name, source->text());
  }
  return diag::SourceFile(name, disk().Read(path).value_or(""));
}

}  // namespace plugingen::cli
