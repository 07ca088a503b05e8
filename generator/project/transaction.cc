#include "project/transaction.h"

#include <set>
#include <string_view>

#include "base/sha256.h"
#include "project/journal.h"
#include "project/lock.h"

namespace plugingen::project {
namespace {

std::string ParentOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

// Clearing up after a failure must not hide it.
void TryRemoveTree(const std::string& path, FileSystem& disk) {
  try {
    if (disk.Kind(path) != FileKind::kMissing) disk.RemoveTree(path);
  } catch (const FileError&) {
  }
}

// What stands at a path now: a text's digest, "" for nothing, or something that is no file.
constexpr std::string_view kNoFile = "no file";
std::string StateOf(const std::string& path, const FileSystem& disk) {
  const FileKind kind = disk.Kind(path);
  if (kind == FileKind::kMissing) return "";
  if (kind != FileKind::kFile) return std::string(kNoFile);
  return Sha256(disk.Read(path).value_or(""));
}

// The second half of a run, which may begin again after an interruption at any point.
class Completion {
 public:
  Completion(const std::string& root, const Journal& journal, FileSystem& disk)
      : root_(root), journal_(journal), disk_(disk) {}

  void MoveTexts() {
    for (size_t i = 0; i < journal_.entries.size(); ++i) {
      const JournalEntry& entry = journal_.entries[i];
      if (skipped_.contains(FileOfBase(entry.path))) continue;
      if (entry.path == kLockPath && !skipped_.empty()) CorrectLock(i);
      if (entry.after_sha256.empty()) {
        Remove(entry);
      } else {
        Move(i, entry);
      }
    }
  }

  void KeepForUndo() {
    for (size_t i = 0; i < journal_.entries.size(); ++i) {
      const std::string left = InTemp(NewTextName(i));
      if (disk_.Kind(left) != FileKind::kMissing) disk_.Remove(left);
    }
    const std::string undo = InRoot(kUndoFolder);
    if (disk_.Kind(undo) != FileKind::kMissing) disk_.RemoveTree(undo);
    disk_.Rename(InRoot(kTempFolder), undo);
  }

 private:
  std::string InRoot(std::string_view path) const { return JoinPath(root_, path); }
  std::string InTemp(std::string_view name) const { return InRoot(JoinPath(kTempFolder, name)); }

  // The file whose base a path is; the path itself for other files.
  static std::string FileOfBase(const std::string& path) {
    const bool is_base = path.starts_with(kBaseFolder) && path.size() > kBaseFolder.size();
    return is_base ? path.substr(kBaseFolder.size() + 1) : path;
  }

  void Move(size_t index, const JournalEntry& entry) {
    const std::string waiting = InTemp(NewTextName(index));
    if (disk_.Kind(waiting) == FileKind::kMissing) return;  // was moved before the interruption
    const std::string state = StateOf(InRoot(entry.path), disk_);
    if (state == entry.after_sha256) return;
    if (state != entry.before_sha256) {
      skipped_.insert(entry.path);
      return;
    }
    const std::string parent = ParentOf(entry.path);
    if (made_.insert(parent).second) disk_.MakeDirectories(parent.empty() ? root_ : InRoot(parent));
    disk_.Rename(waiting, InRoot(entry.path));
  }

  void Remove(const JournalEntry& entry) {
    const std::string state = StateOf(InRoot(entry.path), disk_);
    if (!state.empty() && state != entry.before_sha256) {
      skipped_.insert(entry.path);
      return;
    }
    if (!state.empty()) disk_.Remove(InRoot(entry.path));
    RemoveEmptyParents(entry.path);
  }

  void RemoveEmptyParents(const std::string& path) {
    for (std::string parent = ParentOf(path); !parent.empty(); parent = ParentOf(parent)) {
      const std::string folder = InRoot(parent);
      if (disk_.Kind(folder) == FileKind::kMissing) continue;
      if (disk_.Kind(folder) != FileKind::kDirectory || !disk_.List(folder).empty()) return;
      disk_.Remove(folder);
      made_.erase(parent);
    }
  }

  // The lock must not speak of texts that did not get into their places.
  void CorrectLock(size_t index) {
    const std::string waiting = InTemp(NewTextName(index));
    const std::optional<std::string> text = disk_.Read(waiting);
    if (!text) return;
    try {
      Lock lock = Lock::Parse(*text);
      Lock old;
      if (const auto old_text = disk_.Read(InRoot(kLockPath))) old = Lock::Parse(*old_text);
      for (const std::string& path : skipped_) {
        const auto entry = old.files.find(path);
        if (entry == old.files.end()) {
          lock.files.erase(path);
        } else {
          lock.files[path] = entry->second;
        }
      }
      disk_.Write(waiting, lock.Serialize(), false);
    } catch (const LockError&) {
      // A lock that someone damaged meanwhile is for the next run to complain about.
    }
  }

  const std::string& root_;
  const Journal& journal_;
  FileSystem& disk_;
  std::set<std::string> skipped_;
  std::set<std::string> made_;  // folders that are there
};

void Stage(const std::string& root, const std::vector<Change>& changes, const std::string& label,
           FileSystem& disk) {
  const auto in_temp = [&](std::string_view name) {
    return JoinPath(root, JoinPath(kTempFolder, name));
  };
  disk.MakeDirectories(JoinPath(root, kTempFolder));
  Journal journal{label, {}};
  for (size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    const std::string target = JoinPath(root, change.path);
    JournalEntry entry{change.path, "", "", false};
    const bool exists = disk.Kind(target) == FileKind::kFile;
    if (exists) {
      const std::string old_text = disk.Read(target).value_or("");
      entry.before_sha256 = Sha256(old_text);
      entry.executable = disk.IsExecutable(target);
      disk.Write(in_temp(OldTextName(i)), old_text, entry.executable);
    }
    if (change.text) {
      entry.after_sha256 = Sha256(*change.text);
      disk.Write(in_temp(NewTextName(i)), *change.text, change.executable);
      if (exists) disk.CopyPermissions(target, in_temp(NewTextName(i)));
    }
    journal.entries.push_back(std::move(entry));
  }
  disk.Write(in_temp("journal.new"), journal.Serialize(), false);
  disk.Rename(in_temp("journal.new"), in_temp(kJournalName));
}

std::optional<Journal> ReadJournal(const std::string& folder, const FileSystem& disk) {
  const std::string path = JoinPath(folder, kJournalName);
  if (disk.Kind(path) != FileKind::kFile) return std::nullopt;
  return Journal::Parse(disk.Read(path).value_or(""));
}

}  // namespace

void Apply(const std::string& root, const std::vector<Change>& changes, const std::string& label,
           FileSystem& disk) {
  const std::string tool_folder = JoinPath(root, kToolFolder);
  const std::string temp = JoinPath(root, kTempFolder);
  const bool had_tool_folder = disk.Kind(tool_folder) != FileKind::kMissing;
  if (disk.Kind(temp) != FileKind::kMissing) disk.RemoveTree(temp);
  try {
    Stage(root, changes, label, disk);
  } catch (const FileError&) {
    TryRemoveTree(had_tool_folder ? temp : tool_folder, disk);
    throw;
  }
  CompleteInterrupted(root, disk);
}

bool RollForward(const std::string& root, FileSystem& disk) {
  const std::optional<Journal> journal = ReadJournal(JoinPath(root, kTempFolder), disk);
  if (journal) Completion(root, *journal, disk).MoveTexts();
  return journal.has_value();
}

bool CompleteInterrupted(const std::string& root, FileSystem& disk) {
  const std::string temp = JoinPath(root, kTempFolder);
  if (disk.Kind(temp) != FileKind::kDirectory) return false;
  const std::optional<Journal> journal = ReadJournal(temp, disk);
  if (!journal) {
    disk.RemoveTree(temp);
    return false;
  }
  Completion completion(root, *journal, disk);
  completion.MoveTexts();
  completion.KeepForUndo();
  return true;
}

std::optional<Snapshot> ReadSnapshot(const std::string& root, const FileSystem& disk) {
  const std::string folder = JoinPath(root, kUndoFolder);
  if (disk.Kind(folder) != FileKind::kDirectory) return std::nullopt;
  const std::optional<Journal> journal = ReadJournal(folder, disk);
  if (!journal) return std::nullopt;
  Snapshot snapshot{journal->label, {}};
  for (size_t i = 0; i < journal->entries.size(); ++i) {
    const JournalEntry& entry = journal->entries[i];
    Undo undo{entry.path, std::nullopt, entry.after_sha256, entry.executable};
    if (!entry.before_sha256.empty()) {
      undo.before = disk.Read(JoinPath(folder, OldTextName(i)));
      if (!undo.before || Sha256(*undo.before) != entry.before_sha256) return std::nullopt;
    }
    snapshot.files.push_back(std::move(undo));
  }
  return snapshot;
}

}  // namespace plugingen::project
