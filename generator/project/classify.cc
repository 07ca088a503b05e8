#include "project/classify.h"

#include <algorithm>
#include <utility>

#include "base/sha256.h"
#include "project/conflict_markers.h"
#include "project/digest.h"
#include "project/taken_over.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;

// Replaces the file's text by plugingen's, with the line ends of the file.
void Update(Step& step, std::string reason) {
  step.action = Action::kUpdate;
  step.reason = std::move(reason);
  // (The spec keeps the line ends of its owner.)
  if (step.ownership != Ownership::kOnce && step.old_text.find('\r') != std::string::npos) {
    step.own_text = WithLineEndsOf(step.old_text, step.output->text);
  }
}

// True if both sides of a merge of branches are known texts of plugingen. If only one is, the other
// may contain edits.
bool IsMadeOfSides(const std::string& text, const std::string& path, const ProjectState& state) {
  const auto sides = SidesOfConflicts(text);
  if (!sides || !state.other_lock) return false;
  const auto is_in = [&path](const Lock& lock, const std::string& side) {
    const auto entry = lock.files.find(path);
    return entry != lock.files.end() && HasDigest(side, entry->second.sha256);
  };
  const auto is_known = [&](const std::string& side) {
    return is_in(state.lock, side) || is_in(*state.other_lock, side);
  };
  return is_known(sides->first) && is_known(sides->second);
}

// Explains why a file is no longer emitted. `place` is the output that replaces it at another path,
// `in_library` the library's kernel that it was made from.
std::string WhyOrphan(const std::string& path, const OutputFile* place,
                      const std::string& in_library) {
  if (place != nullptr) return "it is now " + place->path;
  if (!in_library.empty()) return "it is now in the library: " + in_library;
  if (path.starts_with(base::kLibraryFolder)) return "the plugin does not use it";
  return "the spec no longer needs it";
}

MergeLabels LabelsFor(const ProjectState& state, const PlanOptions& options) {
  MergeLabels labels{"your edits", "generated before", "generated now"};
  const auto add = [](std::string& label, const std::string& detail) {
    label += " (" + detail + ")";
  };
  if (state.lock.tensorflow != options.tensorflow && !state.lock.tensorflow.empty()) {
    add(labels.base, "TensorFlow " + state.lock.tensorflow);
    add(labels.theirs, "TensorFlow " + options.tensorflow);
  } else if (state.lock.tool_version != PLUGINGEN_VERSION && !state.lock.tool_version.empty()) {
    add(labels.base, "plugingen " + state.lock.tool_version);
    add(labels.theirs, "plugingen " PLUGINGEN_VERSION);
  }
  return labels;
}

}  // namespace

Classifier::Classifier(const std::string& root, const std::string& spec_path,
                       const PlanOptions& options, const ProjectState& state,
                       const PackageRename& package, const FileSystem& disk)
    : root_(root),
      spec_path_(spec_path),
      options_(options),
      state_(state),
      package_(package),
      disk_(disk),
      parents_(root, disk),
      labels_(LabelsFor(state, options)) {}

void Classifier::Decide(Step& step, Action action, std::string reason) {
  step.action = action;
  step.reason = std::move(reason);
}

void Classifier::KeepApart(Step& step, Condition condition, const std::string& digest,
                           const LockEntry* known, std::string reason) {
  Decide(step, Action::kKeep, std::move(reason));
  step.condition = condition;
  step.accepted = false;
  step.behind = known != nullptr && known->sha256 != digest;
}

const LockEntry* Classifier::Known(const std::string& path) const {
  const auto locked = state_.lock.files.find(path);
  return locked == state_.lock.files.end() ? nullptr : &locked->second;
}

bool Classifier::IsDiscarded(const std::string& path, Ownership ownership) const {
  return std::any_of(options_.discard.begin(), options_.discard.end(),
                     [&](const std::string& named) {
                       const bool below = named == "." || path.starts_with(named + "/");
                       return named == path || (below && ownership == Ownership::kGenerated);
                     });
}

Step Classifier::Emitted(const OutputFile& output, const std::string& digest) {
  Step step;
  step.path = output.path;
  step.ownership = output.ownership;
  step.output = &output;
  const LockEntry* known = Known(output.path);
  if (known != nullptr && known->state == FileState::kEjected) {
    KeepApart(step, Condition::kEjected, digest, known, "you ejected it, and it is yours");
    return step;
  }
  if (const std::string parent = parents_.InTheWay(output.path); !parent.empty()) {
    step.condition = Condition::kReplaced;
    Decide(step, Action::kRefuse, "'" + parent + "' is not a folder");
    return step;
  }
  const FileKind kind = disk_.Kind(JoinPath(root_, output.path));
  const std::string old_path = package_.OldPlaceOf(output.path);
  const LockEntry* old_entry = Known(old_path);
  if (old_entry != nullptr && IsCarriedAlong(old_path, *old_entry, output)) {
    CarryAlong(step, old_path, *old_entry, digest);
  } else if (kind == FileKind::kMissing) {
    ClassifyMissing(step, digest, known);
  } else if (output.path == spec_path_ && (kind == FileKind::kFile || kind == FileKind::kSymlink)) {
    step.old_text = disk_.Read(JoinPath(root_, output.path)).value_or("");
    ClassifySpec(step, known);
  } else if (kind != FileKind::kFile) {
    ClassifyOther(step, kind, digest, known);
  } else {
    step.old_text = disk_.Read(JoinPath(root_, output.path)).value_or("");
    ClassifyExisting(step, digest, known);
  }
  return step;
}

void Classifier::ClassifyMissing(Step& step, const std::string& digest,
                                 const LockEntry* known) const {
  step.condition = Condition::kMissing;
  const bool was_there = known != nullptr || state_.HasBase(step.path);
  const bool wanted_again = std::find(options_.restore.begin(), options_.restore.end(),
                                      step.path) != options_.restore.end();
  if (wanted_again) {
    Decide(step, Action::kCreate, "you asked to restore it");
  } else if (was_there && step.ownership == Ownership::kScaffold) {
    KeepApart(step, Condition::kDeleted, digest, known, "you deleted it, and it is yours");
  } else if (disk_.Kind(JoinPath(root_, step.path + kAsideEnding)) == FileKind::kFile) {
    Decide(step, Action::kCreate,
           "it is new; your edits of an earlier one are in " + step.path + kAsideEnding);
    step.remark = true;
  } else {
    Decide(step, Action::kCreate, was_there ? "it is missing" : "it is new");
  }
}

void Classifier::ClassifyOther(Step& step, FileKind kind, const std::string& digest,
                               const LockEntry* known) const {
  const bool nothing_new = known != nullptr && known->sha256 == digest;
  if (kind == FileKind::kSymlink && step.ownership != Ownership::kGenerated &&
      (nothing_new || step.ownership == Ownership::kOnce)) {
    return KeepApart(step, Condition::kReplaced, digest, known, "your link is in its place");
  }
  step.condition = Condition::kReplaced;
  Decide(step, Action::kRefuse, "its path is not a regular file");
}

// The spec is the only file of the user's that plugingen writes: `new` copies another one, and
// `add` and --tensorflow edit it.
void Classifier::ClassifySpec(Step& step, const LockEntry* known) const {
  const std::string path = JoinPath(root_, step.path);
  const bool is_link = disk_.Kind(path) == FileKind::kSymlink;
  if (is_link) step.condition = Condition::kReplaced;
  if (IsSameText(step.old_text, step.output->text)) {
    step.old_text.clear();
    return Decide(step, Action::kUnchanged, "it already has this text");
  }
  if (is_link) {
    return Decide(step, Action::kRefuse, "it is a link; change the file that it points to");
  }
  if ((disk_.Permissions(path) & kAnyMayWrite) == 0) {
    return Decide(step, Action::kRefuse, "it is read-only");
  }
  if (!options_.spec_refusal.empty()) {
    return Decide(step, Action::kRefuse, "it " + options_.spec_refusal);
  }
  if (options_.merge) return Update(step, "this run changes its text");
  if (known != nullptr && known->copied && HasDigest(step.old_text, known->sha256)) {
    return Update(step, "plugingen has a new text");
  }
  step.condition = Condition::kEdited;
  Decide(step, Action::kRefuse, "it is not the text that 'plugingen new' copied");
}

void Classifier::ClassifyExisting(Step& step, const std::string& digest, const LockEntry* known) {
  if (IsSameText(step.old_text, step.output->text)) {
    step.old_text.clear();  // keeps only one copy of a whole project's texts
    return Decide(step, Action::kUnchanged, "it already has this text");
  }
  if (step.ownership == Ownership::kOnce) {
    step.condition = known != nullptr && HasDigest(step.old_text, known->sha256)
                         ? Condition::kPristine
                         : Condition::kEdited;
    Decide(step, Action::kKeep, "it is yours");
    // The file keeps its state: plugingen's text or an edited one.
    step.accepted = step.condition == Condition::kEdited;
    if (known != nullptr && known->sha256 != digest && step.condition == Condition::kEdited) {
      step.reason = "it is yours; plugingen's own text has changed";
      step.remark = true;
    }
    return;
  }
  if (IsDiscarded(step.path, step.ownership)) {
    return Update(step, "you discard what is in its place");
  }
  if (known != nullptr && HasDigest(step.old_text, known->sha256)) {
    return Update(step, "plugingen has a new text");
  }
  step.condition = known != nullptr ? Condition::kEdited : Condition::kReplaced;
  if (step.ownership == Ownership::kScaffold && (known != nullptr || options_.merge)) {
    return ClassifyEditedScaffold(step, digest, known);
  }
  if (known == nullptr) {
    return Decide(step, Action::kRefuse, "a file that plugingen did not write is in its place");
  }
  if (IsMadeOfSides(step.old_text, step.path, state_)) {
    return Update(step, "version control merged two texts of plugingen's in it");
  }
  Decide(step, Action::kRefuse, "you edited it");
}

void Classifier::ClassifyEditedScaffold(Step& step, const std::string& digest,
                                        const LockEntry* known) const {
  if (known != nullptr && known->state == FileState::kConflicted && HasMarkers(step.old_text)) {
    step.accepted = false;
    return Decide(step, Action::kUnresolved, "it still has the conflict markers of an earlier run");
  }
  const std::optional<std::string> base = BaseText(step.path, known, state_, root_, disk_);
  if ((known != nullptr && known->sha256 == digest) || base == step.output->text) {
    return Decide(step, Action::kKeep, "you edited it, and plugingen has nothing new for it");
  }
  if (!options_.merge) return Decide(step, Action::kRefuse, "you edited it");
  if (const std::string refusal = RefusalToMerge(step.old_text); !refusal.empty()) {
    return Decide(step, Action::kRefuse, refusal + ", and plugingen has a new text for it");
  }
  if (HasMarkers(step.old_text)) {
    return Decide(step, Action::kRefuse, "it has conflict markers; resolve them first");
  }
  MergeResult merged = Merge(step.path, base, step.old_text, step.output->text, labels_);
  step.conflicts = merged.conflicts;
  if (merged.conflicts > 0) {
    Decide(step, Action::kConflict,
           base ? "you and plugingen changed the same lines"
                : "you edited it, and its original text is lost");
  } else if (merged.text == step.old_text) {
    step.old_text.clear();
    return Decide(step, Action::kKeep, "you edited it, and it already has all changes");
  } else {
    Decide(step, Action::kMerge, "you edited it, and plugingen has a new text");
  }
  step.own_text = std::move(merged.text);
}

std::string Classifier::PlaceAside(const std::string& path) const {
  std::string place = path + kAsideEnding;
  for (int number = 2; disk_.Kind(JoinPath(root_, place)) != FileKind::kMissing; ++number) {
    place = path + kAsideEnding + std::to_string(number);
  }
  return place;
}

Step Classifier::Orphan(const std::string& path, const LockEntry& entry,
                        const std::string& in_library) {
  Step step;
  step.path = path;
  step.ownership = entry.ownership;
  const OutputFile* place = package_.NewPlaceOf(path);
  const bool reachable = parents_.InTheWay(path).empty();
  const FileKind kind = reachable ? disk_.Kind(JoinPath(root_, path)) : FileKind::kMissing;
  if (kind == FileKind::kMissing) {
    Decide(step, Action::kKeep,
           in_library.empty()
               ? WhyOrphan(path, place, in_library) + ", and it no longer exists"
               : "it no longer exists, and the library's replaces it: " + in_library);
    return step;
  }
  if (kind == FileKind::kFile) step.old_text = disk_.Read(JoinPath(root_, path)).value_or("");
  if (place != nullptr && IsCarriedAlong(path, entry, *place)) {
    Decide(step, Action::kDelete, "moved to " + place->path);
    return step;
  }
  if (entry.state == FileState::kEjected) {
    step.condition = Condition::kEjected;
    step.remark = true;
    Decide(step, Action::kKeep, "you ejected it, but the spec no longer asks for a file there");
    return step;
  }
  if (entry.ownership == Ownership::kOnce) {
    Decide(step, Action::kKeep, "the spec no longer needs it, but it is yours");
    return step;
  }
  const std::string why = WhyOrphan(path, place, in_library);
  if (kind == FileKind::kFile &&
      (HasDigest(step.old_text, entry.sha256) || IsDiscarded(path, entry.ownership))) {
    Decide(step, Action::kDelete, why);
  } else if (options_.merge && kind == FileKind::kFile) {
    step.moved_to = PlaceAside(path);
    Decide(step, Action::kSetAside,
           why + ", but you edited it; nothing builds " + step.moved_to +
               ", so move what you need of it to a file of yours, and delete it");
  } else if (options_.merge) {
    Decide(step, Action::kKeep, why + ", but it is no longer a file");
  } else {
    Decide(step, Action::kRefuse, why + ", but you edited it");
  }
  return step;
}

bool Classifier::IsCarriedAlong(const std::string& old_path, const LockEntry& entry,
                                const OutputFile& output) const {
  const std::string path = JoinPath(root_, old_path);
  if (!options_.merge || disk_.Kind(path) != FileKind::kFile ||
      disk_.Kind(JoinPath(root_, output.path)) != FileKind::kMissing ||
      !Parents(root_, disk_).InTheWay(old_path).empty() ||
      IsDiscarded(old_path, Ownership::kScaffold) ||
      IsDiscarded(output.path, Ownership::kScaffold)) {
    return false;
  }
  const std::string text = disk_.Read(path).value_or("");
  return !HasDigest(text, entry.sha256) && RefusalToMerge(text).empty() && !HasMarkers(text);
}

void Classifier::CarryAlong(Step& step, const std::string& old_path, const LockEntry& entry,
                            const std::string& digest) const {
  step.moved_from = old_path;
  step.condition = Condition::kEdited;
  step.remark = true;
  step.old_text = disk_.Read(JoinPath(root_, old_path)).value_or("");
  step.own_text = step.old_text;
  Decide(step, Action::kCreate, "moved from " + old_path + ", with your edits");
  if (entry.sha256 == digest) return;
  const std::optional<std::string> base = BaseText(old_path, &entry, state_, root_, disk_);
  MergeResult merged = Merge(step.path, base, step.old_text, step.output->text, labels_);
  step.own_text = std::move(merged.text);
  step.conflicts = merged.conflicts;
  if (merged.conflicts > 0) {
    Decide(step, Action::kConflict,
           "moved from " + old_path + ", where you and plugingen changed the same lines");
  }
}

Step Classifier::InOldPackage(const std::string& path) const {
  const std::string& folder = package_.folders().now;
  Step step;
  step.path = path;
  step.ownership = Ownership::kOnce;
  step.condition = Condition::kEdited;
  step.remark = true;
  Decide(step, Action::kKeep,
         "it is yours; that folder is no longer built: move it to " +
             folder.substr(0, folder.size() - 1));
  return step;
}

Step Classifier::Stray(const std::string& path) {
  Step step;
  step.path = path;
  step.ownership = Ownership::kOnce;
  step.remark = true;
  step.stray = true;
  Decide(step, Action::kKeep,
         "plugingen did not write it, and the folder is plugingen's: move it to src or tests if it "
         "is yours, or delete it");
  return step;
}

}  // namespace plugingen::project
