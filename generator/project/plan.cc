#include "project/plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/sha256.h"
#include "project/classify.h"

namespace plugingen::project {
namespace {

using emit::OutputFile;
using emit::Ownership;

// What is known of the folder before any file is looked at.
struct Ground {
  std::optional<Obstacle> obstacle;
  bool missing = false;
  std::optional<std::string> lock_text;
  Lock lock;
  std::optional<Lock> pending;  // of a run that was interrupted
  bool leftovers = false;
};

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

Ground LookAt(const std::string& root, const FileSystem& disk,
              const std::vector<OutputFile>& outputs) {
  Ground ground;
  const FileKind kind = disk.Kind(root);
  ground.missing = kind == FileKind::kMissing;
  if (ground.missing) return ground;
  if (kind != FileKind::kDirectory) {
    ground.obstacle = Obstacle{"'" + root + "' is not a folder", {}};
    return ground;
  }
  // Links would lead the tool's own files out of the project.
  for (const std::string_view path : {kToolFolder, kLockPath, kBaseFolder, kTempFolder}) {
    const FileKind inner = disk.Kind(JoinPath(root, path));
    if (inner == FileKind::kMissing) continue;
    if (inner != (path == kLockPath ? FileKind::kFile : FileKind::kDirectory)) {
      ground.obstacle =
          Obstacle{"'" + JoinPath(root, path) + "' is not what plugingen put there", {}};
      return ground;
    }
    if (path == kTempFolder) ground.leftovers = true;
  }
  if (ground.leftovers) {
    // A pending lock that cannot be read tells nothing, which is what it says when it is not there.
    try {
      if (const auto text = disk.Read(JoinPath(root, kPendingLockPath))) {
        ground.pending = Lock::Parse(*text);
      }
    } catch (const LockError&) {
      ground.pending.reset();
    }
  }
  ground.lock_text = disk.Read(JoinPath(root, kLockPath));
  if (!ground.lock_text) {
    if (!ground.pending && !IsEmpty(root, disk)) {
      ground.obstacle = ForeignFolder(outputs, root, disk);
    }
    return ground;
  }
  try {
    ground.lock = Lock::Parse(*ground.lock_text);
  } catch (const LockError& error) {
    ground.obstacle =
        Obstacle{"'" + JoinPath(root, kLockPath) + "' cannot be used: " + error.what() +
                     "; restore it, from version control for example",
                 {}};
  }
  return ground;
}

// Texts that an interrupted run got into place are the tool's, whatever the lock says; files that
// it deleted as no longer wanted were not deleted by the user.
Lock Recover(const Ground& ground, const std::string& root, const FileSystem& disk,
             const std::string& spec_path) {
  Lock lock = ground.lock;
  if (!ground.lock_text) {
    lock.tool_version = ground.pending->tool_version;
    lock.spec_path = ground.pending->spec_path;
  }
  Classifier classifier(root, spec_path, disk, lock);
  std::erase_if(lock.files, [&](const auto& file) {
    return !ground.pending->files.contains(file.first) && !classifier.HasFile(file.first);
  });
  for (const auto& [path, entry] : ground.pending->files) {
    if (!classifier.HasFile(path)) continue;
    if (HasDigest(disk.Read(JoinPath(root, path)).value_or(""), entry.sha256)) {
      lock.files[path] = entry;
    }
  }
  return lock;
}

// Regular files below a folder of the project, by path relative to it. Links are not followed.
void CollectFiles(const std::string& folder, const std::string& prefix, const FileSystem& disk,
                  std::set<std::string>& files) {
  for (const std::string& name : disk.List(folder)) {
    const std::string path = JoinPath(folder, name);
    const FileKind kind = disk.Kind(path);
    if (kind == FileKind::kDirectory) CollectFiles(path, JoinPath(prefix, name), disk, files);
    if (kind == FileKind::kFile) files.insert(JoinPath(prefix, name));
  }
}

}  // namespace

bool Plan::refused() const { return Count(Action::kRefuse) > 0; }

size_t Plan::Count(Action action) const {
  return static_cast<size_t>(std::count_if(
      steps.begin(), steps.end(), [action](const Step& step) { return step.action == action; }));
}

bool Plan::nothing_to_write() const {
  return Count(Action::kCreate) + Count(Action::kUpdate) + Count(Action::kDelete) == 0 &&
         !lock_changed && !leftovers && bases.empty() && stale_bases.empty();
}

PlanResult MakePlan(const std::vector<OutputFile>& outputs, const std::string& spec_path,
                    const std::string& root, const FileSystem& disk) {
  PlanResult result;
  Ground ground = LookAt(root, disk, outputs);
  result.obstacle = std::move(ground.obstacle);
  if (result.obstacle) return result;

  Plan& plan = result.plan;
  plan.root = root;
  plan.fresh = ground.missing;
  plan.leftovers = ground.leftovers;
  if (ground.pending) {
    ground.lock = Recover(ground, root, disk, spec_path);
    plan.recovered_lock = ground.lock;
  }

  // All of the bases on disk, not only those of the lock: an interrupted run may have left others.
  std::set<std::string> bases;
  const std::string base_root = JoinPath(root, kBaseFolder);
  if (disk.Kind(base_root) == FileKind::kDirectory) CollectFiles(base_root, "", disk, bases);

  // The lock speaks for the bases too, unless a run was interrupted between one and the other.
  const auto base_is_current = [&](const OutputFile& output, const std::string& digest) {
    const auto known = ground.lock.files.find(output.path);
    if (known == ground.lock.files.end() || known->second.sha256 != digest) return false;
    return !ground.pending || disk.Read(JoinPath(base_root, output.path)) == output.text;
  };

  Classifier classifier(root, spec_path, disk, ground.lock);
  plan.lock.tool_version = PLUGINGEN_VERSION;
  plan.lock.spec_path = spec_path;
  plan.steps.reserve(outputs.size());
  for (const OutputFile& output : outputs) {
    const std::string digest = Sha256(output.text);
    plan.steps.push_back(classifier.Emitted(output, digest));
    plan.lock.files[output.path] = {output.ownership, digest};
    if (output.ownership != Ownership::kScaffold) continue;
    const std::string base = JoinPath(kBaseFolder, output.path);
    if (const std::string parent = classifier.ParentInTheWay(base); !parent.empty()) {
      plan.steps.back().action = Action::kRefuse;
      plan.steps.back().reason = "'" + parent + "' is not a folder";
    } else if (bases.erase(output.path) == 0 || !base_is_current(output, digest)) {
      plan.bases.push_back(&output);
    }
  }
  plan.stale_bases.assign(bases.begin(), bases.end());
  for (const auto& [path, entry] : ground.lock.files) {
    if (plan.lock.files.contains(path)) continue;
    plan.steps.push_back(classifier.Orphan(path, entry));
  }
  std::sort(plan.steps.begin(), plan.steps.end(),
            [](const Step& a, const Step& b) { return a.path < b.path; });
  plan.lock_changed = ground.lock_text != plan.lock.Serialize();
  return result;
}

}  // namespace plugingen::project
