// Classifies files that moved (moves.h).

#include <optional>
#include <utility>

#include "project/classify.h"
#include "project/conflict_markers.h"
#include "project/digest.h"

namespace plugingen::project {

using base::OutputFile;
using base::Ownership;

// True if the user edited a scaffold file that can be merged with its new output. Otherwise the
// file is set aside.
bool Classifier::IsEditedScaffold(const std::string& old_path, const LockEntry& entry,
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
  return !HasDigest(text, entry.sha256) && ObjectionToMerging(text).empty() && !HasMarkers(text);
}

void Classifier::CarryScaffold(Step& step, const std::string& old_path, const LockEntry& entry,
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

bool Classifier::IsCarriedAlong(const std::string& old_path, const LockEntry& entry,
                                const OutputFile& output) const {
  if (entry.ownership == Ownership::kScaffold && output.ownership == Ownership::kScaffold) {
    return IsEditedScaffold(old_path, entry, output);
  }
  const bool ejected = entry.state == FileState::kEjected;
  const bool once = entry.ownership == Ownership::kOnce && output.ownership == Ownership::kOnce;
  if (!ejected && !once) return false;
  // (A link does not move. A file that was ejected and deleted stays deleted.)
  const FileKind kind = disk_.Kind(JoinPath(root_, old_path));
  return Parents(root_, disk_).InTheWay(old_path).empty() &&
         (kind == FileKind::kFile || (ejected && kind == FileKind::kMissing));
}

void Classifier::CarryAlong(Step& step, const std::string& old_path, const LockEntry& entry,
                            const std::string& digest) {
  if (entry.ownership == Ownership::kScaffold) {
    return CarryScaffold(step, old_path, entry, digest);
  }
  const bool ejected = entry.state == FileState::kEjected;
  step.moved_from = old_path;
  const std::optional<std::string> text = disk_.Read(JoinPath(root_, old_path));
  if (!text) {
    return KeepApart(step, Condition::kEjected, digest, &entry, "you ejected it, and it is yours");
  }
  const bool as_it_came = HasDigest(*text, entry.sha256);
  step.condition = ejected      ? Condition::kEjected
                   : as_it_came ? Condition::kPristine
                                : Condition::kEdited;
  if (disk_.Kind(JoinPath(root_, step.path)) != FileKind::kMissing) {
    return Decide(step, Action::kRefuse, "a file that plugingen did not write is in its place");
  }
  step.own_text = moves_.Renamed(old_path, *text);
  step.old_text = *text;
  Decide(step, Action::kCreate,
         "moved from " + old_path +
             (step.own_text == step.old_text ? "" : ", with the library's new names"));
  step.accepted = step.condition == Condition::kEdited;
  step.behind = ejected && entry.sha256 != digest;
  step.remark = true;
}

void Classifier::TakeNames(Step& step) {
  const std::string path = JoinPath(root_, step.path);
  if (!moves_.any() || !parents_.InTheWay(step.path).empty()) return;
  if (disk_.Kind(path) != FileKind::kFile) return;
  std::string text = disk_.Read(path).value_or("");
  std::string renamed = moves_.Renamed(step.path, text);
  if (renamed == text || text.find('\0') != std::string::npos) return;
  step.remark = true;
  step.old_text = std::move(text);
  step.own_text = std::move(renamed);
  if ((disk_.Permissions(path) & kAnyMayWrite) == 0) {
    return Decide(step, Action::kRefuse, "it is read-only, and has old names of the library");
  }
  Decide(step, Action::kUpdate, kNewNames);
}

void Classifier::AddAdvice(Step& step) const {
  const std::string advice = moves_.AdviceFor(step.path);
  if (advice.empty() || step.action == Action::kRefuse) return;
  step.reason += "; that folder is no longer built: " + advice;
  step.remark = true;
}

Step Classifier::Unknown(const std::string& path) {
  Step step;
  step.path = path;
  step.ownership = Ownership::kOnce;
  step.condition = Condition::kEdited;
  Decide(step, Action::kKeep, "it is yours");
  TakeNames(step);
  AddAdvice(step);
  return step;
}

}  // namespace plugingen::project
