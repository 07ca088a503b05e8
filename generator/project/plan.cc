#include "project/plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/sha256.h"
#include "project/classify.h"
#include "project/parents.h"
#include "project/project_state.h"

namespace plugingen::project {
namespace {

using emit::OutputFile;
using emit::Ownership;

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

// Whether nothing but the beginnings of an interrupted first run is there.
bool IsEmpty(const std::string& root, const FileSystem& disk) {
  const std::vector<std::string> names = disk.List(root);
  if (names.empty()) return true;
  if (names.size() > 1 || names[0] != kToolFolder) return false;
  const std::vector<std::string> inner = disk.List(JoinPath(root, kToolFolder));
  return inner.empty() || (inner.size() == 1 && JoinPath(kToolFolder, inner[0]) == kTempFolder);
}

std::optional<Obstacle> FindObstacle(const ProjectState& state, const std::string& root,
                                     const std::vector<OutputFile>& outputs,
                                     const PlanOptions& options, const FileSystem& disk) {
  if (state.root_kind == FileKind::kMissing) return std::nullopt;
  if (state.root_kind != FileKind::kDirectory) {
    return Obstacle{"'" + root + "' is not a folder", {}};
  }
  if (!state.misplaced.empty()) {
    return Obstacle{"'" + JoinPath(root, state.misplaced) + "' is not what plugingen put there",
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

// What is said of a lock that a merging run goes on without.
std::vector<std::string> NotesOn(const ProjectState& state) {
  std::vector<std::string> notes;
  const std::string lock(kLockPath);
  if (state.root_kind != FileKind::kDirectory) return notes;
  if (state.other_lock) {
    notes.push_back(lock + " has the locks of two branches; they are united");
  } else if (!state.lock_error.empty()) {
    notes.push_back(lock + " cannot be used: " + state.lock_error +
                    "; it is made anew, and what differs from what would be written now counts as "
                    "edited");
  } else if (!state.lock_text) {
    notes.push_back(lock +
                    " is missing; it is made anew, and what differs from what would be written now "
                    "counts as edited");
  }
  return notes;
}

class Planner {
 public:
  Planner(const std::string& root, const std::string& spec_path, const PlanOptions& options,
          const ProjectState& state, const FileSystem& disk)
      : root_(root),
        state_(state),
        disk_(disk),
        parents_(root, disk),
        classifier_(root, spec_path, options, state, disk),
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
      plan_.steps.push_back(classifier_.Orphan(path, entry));
    }
    std::sort(plan_.steps.begin(), plan_.steps.end(),
              [](const Step& a, const Step& b) { return a.path < b.path; });
    plan_.stale_bases.assign(unused_bases_.begin(), unused_bases_.end());
    plan_.lock_changed = state_.lock_text != plan_.lock.Serialize();
    return std::move(plan_);
  }

 private:
  void AddOutput(const OutputFile& output) {
    const std::string digest = Sha256(output.text);
    const auto known = state_.lock.files.find(output.path);
    emitted_.insert(output.path);
    Step step = classifier_.Emitted(output, digest);
    if (output.ownership == Ownership::kScaffold) {
      const std::string base = JoinPath(kBaseFolder, output.path);
      const std::string parent = parents_.InTheWay(base);
      if (!parent.empty()) {
        step.action = Action::kRefuse;
        step.reason = "'" + parent + "' is not a folder";
      } else if (step.accepted && !BaseIs(output, digest)) {
        plan_.bases.push_back(&output);
      }
      unused_bases_.erase(output.path);
    }
    if (step.accepted) {
      const bool conflicts = step.action == Action::kConflict;
      plan_.lock.files[output.path] = {output.ownership, digest,
                                       conflicts ? FileState::kConflicted : FileState::kTracked};
    } else if (known != state_.lock.files.end()) {
      plan_.lock.files[output.path] = known->second;
    }
    plan_.steps.push_back(std::move(step));
  }

  // Whether the base on disk is this text. The lock speaks for it; its digest is asked for only
  // where the lock does not.
  bool BaseIs(const OutputFile& output, const std::string& digest) const {
    if (!state_.bases.contains(output.path)) return false;
    const auto known = state_.lock.files.find(output.path);
    const bool same_as_known =
        known != state_.lock.files.end() && known->second.sha256 == digest && !state_.other_lock;
    return same_as_known ||
           disk_.Read(JoinPath(root_, JoinPath(kBaseFolder, output.path))) == output.text;
  }

  const std::string& root_;
  const ProjectState& state_;
  const FileSystem& disk_;
  Parents parents_;
  Classifier classifier_;
  std::set<std::string> unused_bases_;
  std::set<std::string> emitted_;
  Plan plan_;
};

}  // namespace

bool Step::writes() const {
  return action == Action::kCreate || action == Action::kUpdate || action == Action::kMerge ||
         action == Action::kConflict;
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
  result.plan = Planner(root, spec_path, options, state, disk).Run(outputs);
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
    step.reason = "what is in its place is not a regular file";
  }
  step.old_text = std::move(old_text);
  step.own_text = std::move(text);
  const auto place = std::lower_bound(plan.steps.begin(), plan.steps.end(), step,
                                      [](const Step& a, const Step& b) { return a.path < b.path; });
  plan.steps.insert(place, std::move(step));
}

}  // namespace plugingen::project
