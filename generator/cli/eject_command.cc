#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/plan_output.h"
#include "cli/project_folder.h"
#include "cli/project_plan.h"
#include "project/eject.h"
#include "project/transaction.h"

namespace plugingen::cli {
namespace {

using base::Ownership;
using project::FileState;

struct Options {
  std::vector<std::string> files;
  std::string folder = ".";
  bool quiet = false;
};

// Enters the generated files that the spec asks for and the lock does not know, because a file of
// the user's is in their place: each can be ejected where it stands. Returns false, after a
// complaint, when there is no plan.
bool AddFilesInTheWay(ProjectFolder& project, project::Lock& lock, Console& console, int& status) {
  const auto planned = PlanProject(project, {}, console, status);
  if (!planned) return false;
  for (const project::Step& step : planned->result.plan.steps) {
    if (step.output != nullptr && step.ownership == Ownership::kGenerated &&
        step.condition == project::Condition::kReplaced) {
      lock.files.emplace(step.path, project::LockEntry{step.ownership, Sha256(step.output->text)});
    }
  }
  return true;
}

// Why a file cannot be ejected; "" when it can.
std::string Objection(const std::string& path, const project::Lock& lock,
                      const ProjectFolder& project, const FileSystem& disk) {
  const auto entry = lock.files.find(path);
  if (entry == lock.files.end()) {
    std::vector<std::string_view> candidates;
    for (const auto& [name, unused] : lock.files) candidates.push_back(name);
    return "it " + UnknownFileText(path, candidates);
  }
  if (entry->second.state == FileState::kEjected) return "it is ejected already";
  if (entry->second.ownership != Ownership::kGenerated) {
    return "it is yours already: edits of it are kept, and merged with what is new";
  }
  const FileKind kind = disk.Kind(JoinPath(project.root(), path));
  if (kind == FileKind::kMissing) return "there is no such file; 'plugingen regenerate' writes it";
  if (kind != FileKind::kFile) return "what is in its place is not a regular file";
  return "";
}

int Eject(const Options& options, Console& console) {
  ProjectFolder project(options.folder, /*preview=*/false, console);
  if (!project.FindSpec(console)) return kUsage;
  if (!project.state().lock_text || !project.state().lock_error.empty()) {
    console.Error(std::string(project::kLockPath) + " is missing or damaged");
    console.Complain("'plugingen regenerate' makes it anew.\n");
    return kRefused;
  }
  project::Lock lock = project.state().lock;
  const bool all_known =
      std::all_of(options.files.begin(), options.files.end(),
                  [&](const std::string& path) { return lock.files.contains(path); });
  int status = kDone;
  project::Lock candidates = lock;
  if (!all_known && !AddFilesInTheWay(project, candidates, console, status)) return status;
  std::vector<project::Change> changes;
  bool good = true;
  for (const std::string& path : options.files) {
    const std::string objection = Objection(path, candidates, project, project.disk());
    if (!objection.empty()) {
      console.Error(base::Quoted(path) + " cannot be ejected: " + objection);
      good = false;
      continue;
    }
    const std::string text = project.disk().Read(JoinPath(project.root(), path)).value_or("");
    std::string own_text = project::WithoutBanner(text);
    if (own_text != text) changes.push_back({path, std::move(own_text)});
    lock.files[path] = candidates.files.at(path);
    lock.files[path].state = FileState::kEjected;
  }
  if (!good) return kRefused;
  changes.push_back({std::string(project::kLockPath), lock.Serialize()});
  try {
    project::Apply(project.root(), changes, "plugingen eject", project.disk());
  } catch (const FileError& error) {
    console.Error(error.what());
    console.Complain(project.AfterFailure());
    return kCannotWrite;
  }
  if (options.quiet) return kDone;
  for (const std::string& path : options.files) {
    console.Print(Shown(path) + " is yours: plugingen no longer touches it\n");
  }
  console.Print("'plugingen status' says when plugingen's own text of it changes.\n");
  return kDone;
}

}  // namespace

Run AddEject(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("eject", "Make generated files yours for good");
  command->add_option("FILE", options->files, "Generated files, by their paths in the project")
      ->required();
  command
      ->add_option("--project", options->folder, "The project's folder (default: the current one)")
      ->check(NotEmpty)
      ->type_name("DIR");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing on success");
  return [options](Console& console) {
    for (std::string& file : options->files) {
      while (file.starts_with("./")) file.erase(0, 2);
    }
    return Eject(*options, console);
  };
}

}  // namespace plugingen::cli
