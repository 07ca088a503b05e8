#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/overlay_file_system.h"
#include "base/sha256.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/plan_output.h"
#include "cli/project_folder.h"
#include "cli/project_place.h"
#include "cli/project_plan.h"
#include "emit/reach.h"
#include "project/digest.h"
#include "project/eject.h"
#include "project/parents.h"
#include "project/taken_over.h"
#include "project/transaction.h"

namespace plugingen::cli {
namespace {

using base::Ownership;
using project::FileState;

struct EjectOptions {
  std::vector<std::string> files;
  std::string folder;
  bool quiet = false;
  bool json = false;
};

// Adds the generated files that the lock does not contain because a file of the user's is in their
// place. The user can eject each of these files where it is.
void AddFilesInTheWay(const project::Plan& plan, project::Lock& lock) {
  for (const project::Step& step : plan.steps) {
    if (step.output != nullptr && step.ownership == Ownership::kGenerated &&
        step.condition == project::Condition::kReplaced) {
      lock.files.emplace(step.path, project::LockEntry{step.ownership, Sha256(step.output->text)});
    }
  }
}

// Returns the kernel or primitive of the library that `path` means, or "". The path can be that of
// the library's file (library/kernels/relu.cc) or of its future place (src/kernels/relu.cc),
// kernels/relu.cc, or just relu or Relu.
std::string KernelNamed(const std::string& path, const project::Lock& lock) {
  if (lock.files.contains(path) && project::OwnKernelOf(path).empty()) return "";
  const std::string file = base::SnakeCase(path) + ".cc";
  // If a primitive has a file in library/compute/device/ and one in library/compute/, a plugin with
  // device kernels compiles the former.
  const bool on_device = lock.files.contains("src/generated/compute/formulas.cc");
  const auto exists = [&lock](const std::string& file) {
    return lock.files.contains(file) || emit::LibraryText(file).has_value();
  };
  for (const std::string& kernel :
       {path, project::LibraryKernelOf(path), project::LibraryKernelOf("src/" + path),
        on_device ? "library/compute/device/" + file : "", "library/compute/" + file,
        "library/kernels/" + file}) {
    if (!exists(kernel) || project::OwnKernelOf(kernel).empty()) continue;
    const auto entry = lock.files.find(kernel);
    const bool is_ejected = entry != lock.files.end() && entry->second.state == FileState::kEjected;
    return is_ejected ? "" : kernel;
  }
  return "";
}

// Returns the message about a name that matches no file of plugingen's in the project.
std::string UnknownName(const std::string& path, const project::Lock& lock) {
  if (emit::LibraryText(path)) {
    return "the plugin does not use it, so the project does not have it";
  }
  std::vector<std::string_view> candidates;
  for (const auto& [name, unused] : lock.files) candidates.push_back(name);
  std::vector<std::string> kernels;
  for (const auto& [name, text] : emit::BuiltInLibrary()) {
    std::string kernel = std::string(base::kLibraryFolder) + name;
    if (!project::OwnKernelOf(kernel).empty()) kernels.push_back(std::move(kernel));
  }
  for (const std::string_view kernel : kernels) {
    candidates.push_back(kernel);
    // Kernels and primitives can also be named without folder and suffix.
    const std::string_view file = kernel.substr(kernel.rfind('/') + 1);
    candidates.push_back(file.substr(0, file.find('.')));
  }
  return "it " + UnknownFileText(path, candidates);
}

// Returns why a file cannot be ejected, or "".
std::string Refusal(const std::string& path, const project::Lock& lock,
                    const ProjectFolder& project, const FileSystem& disk) {
  const auto entry = lock.files.find(path);
  if (entry == lock.files.end()) return UnknownName(path, lock);
  if (entry->second.state == FileState::kEjected) return "it is already ejected";
  if (entry->second.ownership == Ownership::kOnce) {
    return "it is already yours: plugingen does not write it again";
  }
  if (entry->second.ownership != Ownership::kGenerated) {
    return "it is already yours: plugingen merges its own changes with your edits";
  }
  const std::string parent = project::Parents(project.root(), disk).InTheWay(path);
  if (!parent.empty()) return base::Quoted(parent) + " is not a folder";
  const FileKind kind = disk.Kind(JoinPath(project.root(), path));
  if (kind == FileKind::kMissing) return "there is no such file; 'plugingen regenerate' writes it";
  if (kind != FileKind::kFile) return "its path is not a regular file";
  return "";
}

struct Ejected {
  std::string file;  // the file of plugingen's
  std::string own;   // the path of the user's file
};

// The table that the build reads.
constexpr char kTable[] = "src/generated/library.cmake";

// True if the plugin compiles the user's file. A kernel needs a line in the table, which says for
// which types; primitives are compiled if they are there.
bool IsCompiled(const std::string& kernel, const ProjectFolder& project, const FileSystem& disk) {
  constexpr std::string_view kKernels = "library/kernels/";
  constexpr std::string_view kUnit = ".cc";
  if (!kernel.starts_with(kKernels) || !kernel.ends_with(kUnit)) return true;
  const auto table = disk.Read(JoinPath(project.root(), kTable));
  const size_t length = kernel.size() - kKernels.size() - kUnit.size();
  return !table || table->find("pluggable_add_kernel(" + kernel.substr(kKernels.size(), length) +
                               "\n") != std::string::npos;
}

// What to do for all the named files.
struct Work {
  std::vector<Ejected> files;
  std::vector<project::Change> changes;
  project::Lock lock;                 // the new lock
  std::vector<std::string> messages;  // for the user, one a file
  bool any_in_place = false;
};

class Ejection {
 public:
  // `json` prints errors of the spec as JSON.
  Ejection(ProjectFolder& project, bool json, Console& console)
      : project_(project), console_(console), known_(project.state().lock) {
    request_.json = json;
    work_.lock = known_;
  }

  // Prints errors, sets `status` and returns nothing if a file cannot be ejected.
  std::optional<Work> PlanWork(const std::vector<std::string>& files, int& status) {
    for (const std::string& path : files) {
      if (!NeedsPlan(path)) continue;
      planned_ = PlanProject(project_, request_, console_, status);
      if (!planned_) return std::nullopt;
      AddFilesInTheWay(planned_->result.plan, known_);
      break;
    }
    status = kDone;
    for (const std::string& path : files) {
      const std::string kernel = KernelNamed(path, known_);
      const std::string refusal = kernel.empty() ? EjectInPlace(path) : TakeOver(kernel);
      if (refusal.empty()) continue;
      console_.Error(base::Quoted(path) + " cannot be ejected: " + refusal);
      // An unknown name is wrong usage, whatever the other errors are.
      if (kernel.empty() && !known_.files.contains(path)) status = kUsage;
      if (status == kDone) status = kRefused;
    }
    if (status == kUsage) console_.Complain(kWhatPathsAre);
    if (status != kDone) return std::nullopt;
    if (needs_library_ && !AddLibrary(status)) return std::nullopt;
    work_.changes.push_back({std::string(project::kLockPath), Sha256(*project_.state().lock_text),
                             work_.lock.Serialize()});
    return std::move(work_);
  }

 private:
  // True if the decision needs a plan: for a file that is not in the lock.
  bool NeedsPlan(const std::string& path) const {
    return KernelNamed(path, known_).empty() && !known_.files.contains(path);
  }

  std::string EjectInPlace(const std::string& path) {
    std::string refusal = Refusal(path, known_, project_, project_.disk());
    if (!refusal.empty()) return refusal;
    if (!done_.insert(path).second) return "";
    // A file in the place of one of plugingen's has no banner to remove, because the user wrote it.
    if (project_.state().lock.files.contains(path)) {
      const std::string text = project_.disk().Read(JoinPath(project_.root(), path)).value_or("");
      std::string own_text = project::WithoutBanner(text);
      if (own_text != text) work_.changes.push_back({path, Sha256(text), std::move(own_text)});
    }
    project::LockEntry& entry = work_.lock.files[path] = known_.files.at(path);
    entry.state = FileState::kEjected;
    work_.files.push_back({path, path});
    work_.messages.push_back(Shown(path) + " is yours: plugingen no longer touches it");
    work_.any_in_place = true;
    return "";
  }

  // A primitive can have two files in the library: one for any device, one for devices with
  // kernels. One file of the user's replaces both. Returns its path, or "" if it does not exist.
  std::string OwnInPlaceOfBoth(const std::string& kernel) const {
    constexpr std::string_view kOnDevice = "library/compute/device/";
    if (!kernel.starts_with(kOnDevice) || !kernel.ends_with(".cc")) return "";
    std::string own = "src/compute/" + kernel.substr(kOnDevice.size());
    const bool is_there = work_.lock.files.contains(own) ||
                          project_.disk().Kind(JoinPath(project_.root(), own)) == FileKind::kFile;
    return is_there ? own : "";
  }

  std::string TakeOver(const std::string& kernel) {
    if (const std::string own = OwnInPlaceOfBoth(kernel); !own.empty()) {
      return "you have " + own + " already, which is compiled instead";
    }
    if (done_.contains(kernel)) return "";
    project::TakeOver plan =
        project::PlanTakeOver(kernel, known_, emit::LibraryText, project_.root(), project_.disk());
    if (!plan.refusal.empty()) return plan.refusal;
    if (!known_.files.contains(kernel)) needs_library_ = true;
    done_.insert(kernel);
    const std::string own = project::OwnKernelOf(kernel);
    std::move(plan.changes.begin(), plan.changes.end(), std::back_inserter(work_.changes));
    work_.lock.files[own] = plan.entry;
    work_.files.push_back({kernel, own});
    const std::string merged = "; plugingen merges changes of that file into it";
    work_.messages.push_back(Shown(own) + " is yours" +
                             (IsCompiled(kernel, project_, project_.disk())
                                  ? ", and compiled in place of " + Shown(kernel) + merged
                                  : ". It takes the place of " + Shown(kernel) +
                                        " once the spec has an op that needs it" + merged));
    return "";
  }

  // Adds the files of the library that the user's new files include and the project lacks, and the
  // table of what is compiled. The rest of the project stays as it is.
  bool AddLibrary(int& status) {
    OverlayFileSystem overlay(project_.disk());
    for (const project::Change& change : work_.changes) {
      const std::string path = JoinPath(project_.root(), change.path);
      if (!change.text) continue;
      overlay.MakeDirectories(ParentOf(path));
      overlay.Write(path, *change.text, change.executable);
    }
    overlay.Write(JoinPath(project_.root(), project::kLockPath), work_.lock.Serialize(),
                  /*executable=*/false);
    if (!planned_) planned_ = PlanProject(project_, request_, console_, status);
    const auto source =
        planned_ ? project_.ReadSpecAt(planned_->emission.spec_path, console_) : std::nullopt;
    if (!source) return false;
    project::PlanOptions options;
    options.merge = true;
    options.tensorflow = planned_->emission.tensorflow;
    const project::ProjectState state = project::ReadProjectState(project_.root(), overlay);
    const project::PlanResult after =
        PlanEmission(*source, "", options, project_.root(), state, overlay, planned_->emission);
    status = kDone;
    for (const project::Step& step : after.plan.steps) {
      const bool is_new = project::IsInLibrary(step) && step.action == project::Action::kCreate &&
                          step.condition == project::Condition::kMissing;
      const bool is_table = step.path == kTable && step.action == project::Action::kUpdate;
      if (!is_new && !is_table) continue;
      work_.changes.push_back({step.path, is_new ? "" : Sha256(step.old_text), step.new_text()});
      work_.lock.files[step.path] = after.plan.lock.files.at(step.path);
    }
    return true;
  }

  ProjectFolder& project_;
  Console& console_;
  PlanRequest request_;
  std::optional<ProjectPlan> planned_;
  project::Lock known_;  // also contains the user's files in the place of generated ones
  std::set<std::string> done_;
  bool needs_library_ = false;  // the project lacks a kernel that the user takes over
  Work work_;
};

base::Json EjectedJson(const Work& work, const std::string& root) {
  base::Json files = base::Json::array();
  for (const Ejected& file : work.files) files.push_back({{"path", file.file}, {"own", file.own}});
  return {{"root", root}, {"ejected", files}};
}

int Eject(EjectOptions options, Console& console) {
  const bool is_silent = options.quiet || options.json;
  ProjectFolder project(FolderOfProject(options.folder, is_silent, console), /*preview=*/false,
                        console);
  if (!project.FindSpec(console)) return kUsage;
  if (!project.state().lock_text || !project.state().lock_error.empty()) {
    console.Error(std::string(project::kLockPath) + " is missing or damaged");
    console.Complain("'plugingen regenerate' creates it again.\n");
    return kRefused;
  }
  MakeRelativeToProject(options.files, project);
  int status = kDone;
  const std::optional<Work> work =
      Ejection(project, options.json, console).PlanWork(options.files, status);
  if (!work) return status;
  try {
    project::Apply(project.root(), work->changes, "plugingen eject", project.disk());
  } catch (const FileError& error) {
    return project.ReportFailure(error, console);
  }
  if (options.json) {
    console.Print(base::JsonText(EjectedJson(*work, project.root()), /*levels=*/2) + "\n");
    return kDone;
  }
  if (options.quiet) return kDone;
  for (const std::string& message : work->messages) console.Print(message + "\n");
  if (work->any_in_place) {
    console.Print("'plugingen status' shows when plugingen's text of it changes.\n");
  }
  return kDone;
}

}  // namespace

Run AddEject(CLI::App& app) {
  const auto options = std::make_shared<EjectOptions>();
  CLI::App* command = app.add_subcommand(
      "eject", "Make generated files, or kernels and primitives of the library, yours");
  command
      ->add_option("FILE", options->files,
                   "Generated files, by their paths; kernels and primitives of the library, "
                   "also by name: library/kernels/relu.cc becomes src/kernels/relu.cc")
      ->required();
  command
      ->add_option("--project", options->folder,
                   "The project's folder (default: the current one, or the project that it is in)")
      ->check(NotEmpty)
      ->type_name("DIR");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing on success");
  command->add_flag("--json", options->json, "Print one JSON object");
  return [options](Console& console) { return Eject(*options, console); };
}

}  // namespace plugingen::cli
