#include "project/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/lines.h"
#include "base/sha256.h"
#include "project/classify.h"
#include "project/digest.h"
#include "project/files_below.h"
#include "project/package_rename.h"
#include "project/parents.h"
#include "project/project_state.h"
#include "project/taken_over.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;

Obstacle ForeignFolder(const std::vector<OutputFile>& outputs, const std::string& root,
                       const FileSystem& disk) {
  Obstacle obstacle{"'" + root + "' is not empty and not a project made by plugingen", {}};
  for (const OutputFile& output : outputs) {
    if (disk.Kind(JoinPath(root, output.path)) != FileKind::kMissing) {
      obstacle.paths.push_back(output.path);
    }
  }
  std::sort(obstacle.paths.begin(), obstacle.paths.end());
  return obstacle;
}

// True if the folder contains only the start of an interrupted first run.
bool IsEmpty(const std::string& root, const FileSystem& disk) {
  const std::vector<std::string> names = disk.List(root);
  if (names.empty()) return true;
  if (names.size() > 1 || names[0] != kToolFolder) return false;
  const std::vector<std::string> inner = disk.List(JoinPath(root, kToolFolder));
  return inner.empty() || (inner.size() == 1 && JoinPath(kToolFolder, inner[0]) == kTempFolder);
}

// Returns the base or folder of bases that is something else than a file or folder, or "".
std::string MisplacedBase(const std::vector<OutputFile>& outputs, const std::string& root,
                          const FileSystem& disk) {
  Parents parents(root, disk);
  for (const OutputFile& output : outputs) {
    if (output.ownership != Ownership::kScaffold) continue;
    std::string base = JoinPath(kBaseFolder, output.path);
    if (std::string parent = parents.InTheWay(base); !parent.empty()) return parent;
    const FileKind kind = disk.Kind(JoinPath(root, base));
    if (kind != FileKind::kMissing && kind != FileKind::kFile) return base;
  }
  return "";
}

std::optional<Obstacle> FindObstacle(const ProjectState& state, const std::string& root,
                                     const std::vector<OutputFile>& outputs,
                                     const PlanOptions& options, const FileSystem& disk) {
  if (state.root_kind == FileKind::kMissing) return std::nullopt;
  if (state.root_kind != FileKind::kDirectory) {
    return Obstacle{"'" + root + "' is not a folder", {}};
  }
  const std::string misplaced =
      state.misplaced.empty() ? MisplacedBase(outputs, root, disk) : state.misplaced;
  if (!misplaced.empty()) {
    return Obstacle{"'" + JoinPath(root, misplaced) +
                        "' is not what plugingen put there; move it away, and run this again",
                    {}};
  }
  const std::string damage =
      "'" + JoinPath(root, kLockPath) + "' cannot be used: " + state.lock_error;
  if (state.lock_is_newer) return Obstacle{damage, {}};
  if (options.merge) return std::nullopt;
  if (!state.lock_error.empty()) {
    return Obstacle{damage +
                        "; restore it, from version control for example, or run 'plugingen "
                        "regenerate' in the project",
                    {}};
  }
  if (!state.lock_text && !IsEmpty(root, disk)) return ForeignFolder(outputs, root, disk);
  return std::nullopt;
}

// Returns the notes about a lock that a merging run ignores.
std::vector<std::string> NotesOn(const ProjectState& state) {
  std::vector<std::string> notes;
  const std::string lock(kLockPath);
  if (state.root_kind != FileKind::kDirectory) return notes;
  if (state.other_lock) {
    notes.push_back(lock + " has the locks of two branches; they are combined");
  } else if (!state.lock_error.empty()) {
    notes.push_back(
        lock + " cannot be used: " + state.lock_error +
        "; it is created again, and files that differ from plugingen's current text count as "
        "edited");
  } else if (!state.lock_text) {
    notes.push_back(
        lock +
        " is missing; it is created again, and files that differ from plugingen's current text "
        "count as edited");
  }
  return notes;
}

// The folders whose files are all plugingen's. A file of someone else's there may be compiled or
// included by accident.
constexpr std::string_view kOwnFoldersOfTool[] = {"library", "src/generated", "tests/generated"};

class Planner {
 public:
  Planner(const std::string& root, const std::string& spec_path, const PlanOptions& options,
          const ProjectState& state, const PackageRename& package, const FileSystem& disk)
      : root_(root),
        options_(options),
        state_(state),
        package_(package),
        disk_(disk),
        classifier_(root, spec_path, options, state, package, disk),
        unused_bases_(state.bases) {
    plan_.root = root;
    plan_.fresh = state.root_kind == FileKind::kMissing;
    plan_.lock.tool_version = PLUGINGEN_VERSION;
    plan_.lock.spec_path = spec_path;
    plan_.lock.tensorflow = options.tensorflow;
  }

  Plan Run(const std::vector<OutputFile>& outputs) {
    plan_.steps.reserve(outputs.size());
    for (const OutputFile& output : outputs) AddOutput(output);
    for (const auto& [path, entry] : state_.lock.files) {
      if (plan_.lock.files.contains(path) || emitted_.contains(path)) continue;
      const std::string in_library = LibraryKernelOf(path);
      plan_.steps.push_back(
          classifier_.Orphan(path, entry, emitted_.contains(in_library) ? in_library : ""));
      // It may be needed again, for example if the plugin gets its old name back.
      if (plan_.steps.back().condition == Condition::kEjected) orphans_to_keep_[path] = entry;
    }
    plan_.lock.files.merge(orphans_to_keep_);
    for (const std::string& path : package_.own_files()) {
      if (!emitted_.contains(path)) plan_.steps.push_back(classifier_.InOldPackage(path));
    }
    for (const std::string_view folder : kOwnFoldersOfTool) AddStrays(std::string(folder));
    std::sort(plan_.steps.begin(), plan_.steps.end(),
              [](const Step& a, const Step& b) { return a.path < b.path; });
    for (const std::string& path : unused_bases_) {
      // (If the lock does not list the file, the base is someone else's.)
      const auto known = state_.lock.files.find(path);
      const bool ours =
          known != state_.lock.files.end() && known->second.ownership == Ownership::kScaffold;
      if (ours) plan_.stale_bases.push_back(path);
    }
    plan_.lock_changed =
        !state_.lock_text || !IsSameText(*state_.lock_text, plan_.lock.Serialize());
    return std::move(plan_);
  }

  // The number of bases that the lock refers to and that do not exist.
  size_t lost_bases() const { return lost_bases_; }

 private:
  void AddOutput(const OutputFile& output) {
    const std::string digest = Sha256(output.text);
    const auto known = state_.lock.files.find(output.path);
    emitted_.insert(output.path);
    Step step = classifier_.Emitted(output, digest);
    if (output.ownership == Ownership::kScaffold) {
      if ((step.accepted || IsKnown(output.path, digest)) && !BaseIs(output, digest)) {
        plan_.bases.push_back(&output);
      }
      unused_bases_.erase(output.path);
    }
    if (output.path == plan_.lock.spec_path) {
      plan_.lock.files[output.path] = SpecEntry(step, digest);
    } else if (step.accepted) {
      const bool conflicts = step.action == Action::kConflict;
      plan_.lock.files[output.path] = {output.ownership, digest,
                                       conflicts ? FileState::kConflicted : FileState::kTracked};
      plan_.lock.files[output.path].taken_over = output.taken_over;
    } else if (known != state_.lock.files.end()) {
      plan_.lock.files[output.path] = KeptEntry(step, known->second);
    } else if (!step.moved_from.empty()) {
      plan_.lock.files[output.path] = KeptEntry(step, state_.lock.files.at(step.moved_from));
    } else if (const auto base = BaseText(output.path, nullptr, state_, root_, disk_)) {
      // The user deleted the file before the lock was lost. Records the deletion again.
      plan_.lock.files[output.path] = {output.ownership, Sha256(*base)};
    }
    plan_.steps.push_back(std::move(step));
  }

  // Files that were set aside stay until the user deletes them. Python makes files of its own.
  void AddStrays(const std::string& folder) {
    for (const FileBelow& file : FilesBelow(disk_, root_, folder, IsHiddenOrCache)) {
      const std::string name = file.path.substr(file.path.rfind('/') + 1);
      const bool is_known = emitted_.contains(file.path) || state_.lock.files.contains(file.path);
      if (!is_known && !IsHiddenOrCache(file.path, name) &&
          name.find(kAsideEnding) == std::string::npos) {
        plan_.steps.push_back(Classifier::Stray(file.path));
      }
    }
  }

  // True if the base on disk is this text, apart from line ends. Counts expected bases that do not
  // exist.
  bool BaseIs(const OutputFile& output, const std::string& digest) {
    const std::string path = JoinPath(root_, JoinPath(kBaseFolder, output.path));
    if (state_.bases.contains(output.path) &&
        IsSameText(disk_.Read(path).value_or(""), output.text)) {
      return true;
    }
    if (IsKnown(output.path, digest)) ++lost_bases_;
    return false;
  }

  // Returns the entry of a user's file that does not change, or only gets new names. A file that is
  // written once keeps its state.
  static LockEntry KeptEntry(const Step& step, LockEntry entry) {
    if (step.ownership == Ownership::kOnce) entry.ownership = Ownership::kOnce;
    const bool as_it_came = entry.ownership == Ownership::kOnce && step.writes() && step.own_text &&
                            HasDigest(step.old_text, entry.sha256);
    if (as_it_came) entry.sha256 = Sha256(base::WithoutCarriageReturns(*step.own_text));
    return entry;
  }

  // True if the lock has this text of the file.
  bool IsKnown(const std::string& path, const std::string& digest) const {
    const auto known = state_.lock.files.find(path);
    return known != state_.lock.files.end() && known->second.sha256 == digest;
  }

  // The spec's entry keeps what `new` copied, whatever happened to the file since.
  LockEntry SpecEntry(const Step& step, const std::string& digest) const {
    const auto known = state_.lock.files.find(step.path);
    const bool is_known = known != state_.lock.files.end();
    const bool copies =
        step.writes() ? !options_.merge
                      : step.action == Action::kUnchanged && !(is_known && known->second.copied);
    LockEntry entry{Ownership::kOnce, digest};
    entry.copied = copies && !options_.merge && !options_.own_spec;
    return entry.copied || !is_known ? entry : known->second;
  }

  const std::string& root_;
  const PlanOptions& options_;
  const ProjectState& state_;
  const PackageRename& package_;
  const FileSystem& disk_;
  Classifier classifier_;
  std::set<std::string> unused_bases_;
  std::set<std::string> emitted_;
  std::map<std::string, LockEntry> orphans_to_keep_;
  size_t lost_bases_ = 0;
  Plan plan_;
};

// Renames the spec's entry in the lock if the spec has another name now.
void FollowSpec(const std::string& spec_path, const std::string& root, ProjectState& state,
                const FileSystem& disk) {
  const std::string& old_path = state.lock.spec_path;
  if (old_path == spec_path || disk.Kind(JoinPath(root, old_path)) != FileKind::kMissing) return;
  auto entry = state.lock.files.extract(old_path);
  if (entry.empty()) return;
  entry.key() = spec_path;
  state.lock.files.insert(std::move(entry));
}

}  // namespace

bool Step::writes() const {
  return action == Action::kCreate || action == Action::kUpdate || action == Action::kMerge ||
         action == Action::kConflict;
}

bool IsInLibrary(const Step& step) {
  return step.ownership == Ownership::kGenerated && step.path.starts_with(base::kLibraryFolder);
}

bool Plan::refused() const { return Count(Action::kRefuse) > 0; }
bool Plan::unresolved() const { return Count(Action::kUnresolved) > 0; }

size_t Plan::Count(Action action) const {
  return static_cast<size_t>(std::count_if(
      steps.begin(), steps.end(), [action](const Step& step) { return step.action == action; }));
}

bool Plan::changes_files() const {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) {
    return step.writes() || step.action == Action::kDelete || step.action == Action::kSetAside;
  });
}

bool Plan::nothing_to_write() const {
  return !changes_files() && !lock_changed && bases.empty() && stale_bases.empty();
}

std::vector<std::string> Plan::Records() const {
  std::vector<std::string> paths;
  for (const OutputFile* base : bases) paths.push_back(JoinPath(kBaseFolder, base->path));
  for (const std::string& path : stale_bases) paths.push_back(JoinPath(kBaseFolder, path));
  std::sort(paths.begin(), paths.end());
  if (lock_changed) paths.emplace_back(kLockPath);
  return paths;
}

PlanResult MakePlan(const std::vector<OutputFile>& outputs, const std::string& spec_path,
                    const std::string& root, const PlanOptions& options, ProjectState state,
                    const FileSystem& disk) {
  PlanResult result;
  result.obstacle = FindObstacle(state, root, outputs, options, disk);
  if (result.obstacle) return result;
  if (options.merge) {
    UniteLocks(state, root, disk);
    result.notes = NotesOn(state);
  }
  FollowSpec(spec_path, root, state, disk);
  const PackageRename package(outputs, state.lock, root, disk);
  Planner planner(root, spec_path, options, state, package, disk);
  result.plan = planner.Run(outputs);
  const auto leaves = static_cast<size_t>(
      std::count_if(result.plan.steps.begin(), result.plan.steps.end(), [](const Step& step) {
        const bool is_removed = step.action == Action::kDelete || step.action == Action::kSetAside;
        return is_removed && IsInLibrary(step);
      }));
  if (leaves > 0) {
    result.notes.push_back(
        std::to_string(leaves) + (leaves == 1 ? " file leaves " : " files leave ") +
        std::string(base::kLibraryFolder) + ", since the plugin does not use what is in " +
        (leaves == 1 ? "it" : "them"));
  }
  if (const size_t lost = planner.lost_bases(); lost > 0) {
    result.notes.push_back(
        std::string(kBaseFolder) + " lacks " + std::to_string(lost) +
        (lost == 1 ? " pristine text that the lock knows" : " pristine texts that the lock knows") +
        "; the next run restores them");
  }
  return result;
}

void AddRecord(Plan& plan, const std::string& path, std::string old_text, std::string text,
               const std::string& reason, const FileSystem& disk) {
  const FileKind kind = disk.Kind(JoinPath(plan.root, path));
  if (kind == FileKind::kFile && old_text == text) return;
  Step step;
  step.path = path;
  step.ownership = Ownership::kOnce;
  step.reason = reason;
  step.action = kind == FileKind::kMissing ? Action::kCreate : Action::kUpdate;
  if (kind != FileKind::kMissing && kind != FileKind::kFile) {
    step.action = Action::kRefuse;
    step.reason = "its path is not a regular file";
  }
  step.old_text = std::move(old_text);
  step.own_text = std::move(text);
  const auto place = std::lower_bound(plan.steps.begin(), plan.steps.end(), step,
                                      [](const Step& a, const Step& b) { return a.path < b.path; });
  plan.steps.insert(place, std::move(step));
}

}  // namespace plugingen::project
