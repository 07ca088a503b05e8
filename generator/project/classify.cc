#include "project/classify.h"

#include <utility>

#include "base/sha256.h"

namespace plugingen::project {
namespace {

using emit::OutputFile;
using emit::Ownership;

std::string WithoutCarriageReturns(const std::string& text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    plain += text[i];
  }
  return plain;
}

bool SameText(const std::string& disk, const std::string& wanted) {
  if (disk == wanted) return true;
  return disk.find('\r') != std::string::npos && WithoutCarriageReturns(disk) == wanted;
}

void Decide(Step& step, Action action, std::string reason) {
  step.action = action;
  step.reason = std::move(reason);
}

}  // namespace

bool HasDigest(const std::string& text, const std::string& digest) {
  if (Sha256(text) == digest) return true;
  return text.find('\r') != std::string::npos && Sha256(WithoutCarriageReturns(text)) == digest;
}

std::string Classifier::ParentInTheWay(const std::string& path) {
  for (size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string_view parent = std::string_view(path).substr(0, slash);
    auto found = folders_.find(parent);
    if (found == folders_.end()) {
      found = folders_.emplace(parent, disk_.Kind(JoinPath(root_, parent))).first;
    }
    if (found->second == FileKind::kMissing) return "";
    if (found->second != FileKind::kDirectory) return std::string(parent);
  }
  return "";
}

bool Classifier::HasFile(const std::string& path) {
  return ParentInTheWay(path).empty() && disk_.Kind(JoinPath(root_, path)) == FileKind::kFile;
}

Step Classifier::Emitted(const OutputFile& output, const std::string& digest) {
  Step step;
  step.path = output.path;
  step.ownership = output.ownership;
  step.output = &output;
  const auto locked = old_lock_.files.find(output.path);
  const LockEntry* known = locked == old_lock_.files.end() ? nullptr : &locked->second;

  if (const std::string parent = ParentInTheWay(output.path); !parent.empty()) {
    Decide(step, Action::kRefuse, "'" + parent + "' is not a folder");
    return step;
  }
  const FileKind kind = disk_.Kind(JoinPath(root_, output.path));
  if (kind == FileKind::kMissing) {
    if (known != nullptr && output.ownership == Ownership::kScaffold) {
      Decide(step, Action::kKeep, "you deleted it, and it is yours");
    } else {
      Decide(step, Action::kCreate, known != nullptr ? "it is missing" : "it is new");
    }
  } else if (kind != FileKind::kFile) {
    Decide(step, Action::kRefuse, "what is in its place is not a regular file");
  } else {
    step.old_text = disk_.Read(JoinPath(root_, output.path)).value_or("");
    ClassifyExisting(step, digest, known);
  }
  return step;
}

void Classifier::ClassifyExisting(Step& step, const std::string& digest,
                                  const LockEntry* known) const {
  if (SameText(step.old_text, step.output->text)) {
    step.old_text.clear();  // a project's worth of texts is kept once, not twice
    return Decide(step, Action::kUnchanged, "it already has this text");
  }
  // The spec is the one file of the user's that `new` brings along, so a newer one replaces it.
  if (step.ownership == Ownership::kOnce && step.path != spec_path_) {
    return Decide(step, Action::kKeep, "it is yours");
  }
  if (known == nullptr) {
    return Decide(step, Action::kRefuse, "a file that plugingen did not write is in its place");
  }
  if (HasDigest(step.old_text, known->sha256)) {
    return Decide(step, Action::kUpdate, "plugingen would write another text now");
  }
  if (step.ownership == Ownership::kScaffold && digest == known->sha256) {
    return Decide(step, Action::kKeep, "you edited it, and plugingen has nothing new for it");
  }
  Decide(step, Action::kRefuse,
         step.path == spec_path_ ? "you edited it; 'plugingen new' on it uses the edits"
                                 : "you edited it");
}

Step Classifier::Orphan(const std::string& path, const LockEntry& entry) {
  Step step;
  step.path = path;
  step.ownership = entry.ownership;
  const bool reachable = ParentInTheWay(path).empty();
  const FileKind kind = reachable ? disk_.Kind(JoinPath(root_, path)) : FileKind::kMissing;
  if (kind == FileKind::kMissing) {
    Decide(step, Action::kKeep, "the spec no longer asks for it, and it is gone already");
  } else if (entry.ownership == Ownership::kOnce) {
    Decide(step, Action::kKeep, "the spec no longer asks for it, but it is yours");
  } else {
    if (kind == FileKind::kFile) step.old_text = disk_.Read(JoinPath(root_, path)).value_or("");
    if (kind == FileKind::kFile && HasDigest(step.old_text, entry.sha256)) {
      Decide(step, Action::kDelete, "the spec no longer asks for it");
    } else {
      Decide(step, Action::kRefuse, "the spec no longer asks for it, but you edited it");
    }
  }
  return step;
}

}  // namespace plugingen::project
