#include "project/transaction.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/sha256.h"
#include "project/digest.h"
#include "project/journal.h"
#include "project/lock.h"
#include "project/parents.h"
#include "project/staging.h"

namespace plugingen::project {
namespace {

std::optional<Journal> ReadJournal(const std::string& folder, const FileSystem& disk) {
  const std::string path = JoinPath(folder, kJournalName);
  if (disk.Kind(path) != FileKind::kFile) return std::nullopt;
  return Journal::Parse(disk.Read(path).value_or(""));
}

// A failure of the cleanup must not replace the original error.
void TryRemoveTree(const std::string& path, FileSystem& disk) {
  try {
    if (disk.Kind(path) != FileKind::kMissing) disk.RemoveTree(path);
  } catch (const FileError&) {
  }
}

// The second half of a run. It can start again after an interruption at any point.
class Completion {
 public:
  Completion(const std::string& root, Journal journal, FileSystem& disk)
      : root_(root), journal_(std::move(journal)), disk_(disk), parents_(root, disk) {}

  void MoveTexts() {
    for (size_t i = 0; i < journal_.entries.size(); ++i) {
      const JournalEntry& entry = journal_.entries[i];
      const bool is_left = entry.before_sha256 == entry.after_sha256;
      if (is_left || skipped_.contains(FileOfBase(entry.path))) continue;
      disk_.FinishExchange(InTemp(TextName(i)));
      if (entry.path == kLockPath && !skipped_.empty()) {
        PlaceCorrectedLock(i, entry);
      } else if (entry.after_sha256.empty()) {
        Remove(i, entry);
      } else {
        Place(i, entry);
      }
    }
    if (!skipped_.empty()) CorrectJournal();
  }

  void KeepForUndo() {
    const std::string undo = InRoot(kUndoFolder);
    if (disk_.Kind(undo) != FileKind::kMissing) disk_.RemoveTree(undo);
    disk_.Rename(InRoot(kTempFolder), undo);
  }

  // Updates the snapshot of the previous run to the current records.
  void AmendUndo() {
    const std::string undo = InRoot(kUndoFolder);
    if (std::optional<Journal> last = ReadJournal(undo, disk_)) {
      for (size_t i = 0; i < journal_.entries.size(); ++i) Amend(*last, i);
      WriteJournal(undo, *last, disk_);
    }
  }

  // The paths in the order in which they were written and removed.
  const std::vector<std::string>& written() const { return written_; }
  const std::vector<std::string>& removed() const { return removed_; }

 private:
  std::string InRoot(std::string_view path) const { return JoinPath(root_, path); }
  std::string InTemp(std::string_view name) const { return InRoot(JoinPath(kTempFolder, name)); }

  // Returns the file that a base belongs to, or the path itself for other files.
  static std::string FileOfBase(const std::string& path) {
    const bool is_base = path.starts_with(kBaseFolder) && path.size() > kBaseFolder.size();
    return is_base ? path.substr(kBaseFolder.size() + 1) : path;
  }

  // Returns the state of a path in the project. Does not follow links out of the project, because
  // anyone could have written the journal.
  std::string State(const std::string& path) {
    return parents_.InTheWay(path).empty() ? StateOf(InRoot(path), disk_) : std::string(kNoFile);
  }

  void Amend(Journal& last, size_t index) {
    const JournalEntry& entry = journal_.entries[index];
    if (entry.before_sha256 == entry.after_sha256) return;
    const std::string now = StateOf(InRoot(entry.path), disk_);
    const auto known =
        std::find_if(last.entries.begin(), last.entries.end(),
                     [&](const JournalEntry& other) { return other.path == entry.path; });
    if (known != last.entries.end()) {
      known->after_sha256 = now;
      return;
    }
    const std::string old_text = InTemp(TextName(index));
    // (An earlier, interrupted completion may have moved it already.)
    if (!entry.before_sha256.empty() && disk_.Kind(old_text) == FileKind::kFile) {
      disk_.Rename(old_text, InRoot(JoinPath(kUndoFolder, TextName(last.entries.size()))));
    }
    last.entries.push_back(entry);
    last.entries.back().after_sha256 = now;
  }

  void Place(size_t index, const JournalEntry& entry) {
    const std::string target = InRoot(entry.path);
    const std::string waiting = InTemp(TextName(index));
    const std::string state = State(entry.path);
    if (state == entry.after_sha256) return;
    const auto is_waiting = [&] {
      return entry.before_sha256.empty() ? disk_.Kind(waiting) != FileKind::kMissing
                                         : StateOf(waiting, disk_) == entry.after_sha256;
    };
    if (state != entry.before_sha256) {
      // The file was edited before the new text was placed, or after; then the old text is in the
      // folder.
      if (is_waiting()) skipped_.insert(entry.path);
    } else if (!is_waiting()) {
      skipped_.insert(entry.path);  // it was placed, and someone restored the previous text
    } else if (!state.empty()) {
      disk_.Exchange(waiting, target);
      written_.push_back(entry.path);
    } else {
      const std::string parent = ParentOf(entry.path);
      if (made_.insert(parent).second) {
        disk_.MakeDirectories(parent.empty() ? root_ : InRoot(parent));
      }
      disk_.Rename(waiting, target);
      written_.push_back(entry.path);
    }
  }

  void Remove(size_t index, const JournalEntry& entry) {
    const std::string state = State(entry.path);
    if (!state.empty() && state != entry.before_sha256) {
      skipped_.insert(entry.path);
      return;
    }
    if (!state.empty()) {
      disk_.Rename(InRoot(entry.path), InTemp(TextName(index)));
      removed_.push_back(entry.path);
    }
    RemoveEmptyParents(entry.path);
  }

  void RemoveEmptyParents(const std::string& path) {
    for (std::string parent = ParentOf(path); !parent.empty(); parent = ParentOf(parent)) {
      const std::string folder = InRoot(parent);
      if (disk_.Kind(folder) == FileKind::kMissing) continue;
      if (disk_.Kind(folder) != FileKind::kDirectory || !disk_.List(folder).empty()) return;
      // A folder that cannot be removed is no reason to stop in the middle.
      if (!disk_.IsWritableFolder(ParentOf(folder))) return;
      if (!disk_.RefusalToRenaming(folder).empty()) return;
      disk_.Remove(folder);
      made_.erase(parent);
    }
  }

  // The lock must not list texts that were not placed.
  void PlaceCorrectedLock(size_t index, const JournalEntry& entry) {
    const std::string waiting = InTemp(TextName(index));
    const std::string state = StateOf(waiting, disk_);
    if (state.empty() || state == entry.before_sha256) return;  // placed already
    const std::optional<std::string> old_text = disk_.Read(InRoot(kLockPath));
    try {
      Lock lock = Lock::Parse(disk_.Read(waiting).value_or(""));
      const Lock old = old_text ? Lock::Parse(*old_text) : Lock();
      for (const std::string& path : skipped_) {
        const auto old_entry = old.files.find(path);
        if (old_entry == old.files.end()) {
          lock.files.erase(path);
        } else {
          lock.files[path] = old_entry->second;
        }
      }
      const std::string corrected = InTemp("corrected_lock");
      disk_.Write(corrected, lock.Serialize(), false);
      if (old_text) disk_.CopyAttributes(InRoot(kLockPath), corrected);
      disk_.Flush(InRoot(kTempFolder));
      disk_.Rename(corrected, waiting);
    } catch (const LockError&) {
      return;  // someone damaged it meanwhile; the next run reports that
    }
    if (old_text) {
      disk_.Exchange(waiting, InRoot(kLockPath));
    } else {
      disk_.Rename(waiting, InRoot(kLockPath));
    }
    written_.push_back(entry.path);
  }

  // `undo` must not check files that the run skipped.
  void CorrectJournal() {
    for (JournalEntry& entry : journal_.entries) {
      if (skipped_.contains(FileOfBase(entry.path))) {
        entry.after_sha256 = entry.before_sha256;
      } else if (entry.path == kLockPath) {
        entry.after_sha256 = StateOf(InRoot(kLockPath), disk_);
      }
    }
    WriteJournal(InRoot(kTempFolder), journal_, disk_);
  }

  const std::string& root_;
  Journal journal_;
  FileSystem& disk_;
  std::set<std::string> skipped_;
  Parents parents_;
  std::set<std::string> made_;  // folders that exist
  std::vector<std::string> written_;
  std::vector<std::string> removed_;
};

Interrupted Complete(const std::string& root, const Journal& journal, FileSystem& disk) {
  Completion completion(root, journal, disk);
  completion.MoveTexts();
  if (journal.records_only) {
    completion.AmendUndo();
    disk.RemoveTree(JoinPath(root, kTempFolder));
  } else {
    completion.KeepForUndo();
  }
  return {true, false, completion.written(), completion.removed()};
}

// Returns the journal of a run that started in this folder. Sets `foreign` if it started in another
// one.
std::optional<Journal> JournalOfInterrupted(const std::string& temp, const FileSystem& disk,
                                            bool& foreign) {
  foreign = false;
  if (disk.Kind(JoinPath(temp, kJournalName)) != FileKind::kFile) return std::nullopt;
  std::optional<Journal> journal = ReadJournal(temp, disk);
  foreign = !journal || journal->folder != disk.Identity(temp);
  if (foreign) journal.reset();
  return journal;
}

// Keeps the files of a run of another folder, because a copied project may have lost a text to it.
void SetAside(const std::string& root, FileSystem& disk) {
  const std::string first = JoinPath(root, kForeignFolder);
  std::string path = first;
  for (int i = 2; disk.Kind(path) != FileKind::kMissing; ++i)
    path = first + "_" + std::to_string(i);
  disk.Rename(JoinPath(root, kTempFolder), path);
}

}  // namespace

void Apply(const std::string& root, const std::vector<Change>& changes, const std::string& label,
           FileSystem& disk, Extent extent) {
  const std::string tool_folder = JoinPath(root, kToolFolder);
  const std::string temp = JoinPath(root, kTempFolder);
  const bool had_tool_folder = disk.Kind(tool_folder) != FileKind::kMissing;
  if (disk.Kind(temp) != FileKind::kMissing) disk.RemoveTree(temp);
  Staging staging(root, disk);
  Journal journal;
  try {
    journal = staging.Stage(changes, label, extent);
  } catch (const FileError&) {
    staging.RemoveFolders();
    TryRemoveTree(had_tool_folder ? temp : tool_folder, disk);
    throw;
  }
  Complete(root, journal, disk);
}

Interrupted RollForward(const std::string& root, FileSystem& disk) {
  Interrupted found;
  const std::string temp = JoinPath(root, kTempFolder);
  const std::optional<Journal> journal = JournalOfInterrupted(temp, disk, found.foreign);
  if (!journal) return found;
  Completion completion(root, *journal, disk);
  completion.MoveTexts();
  if (journal->records_only) completion.AmendUndo();
  return {true, false, completion.written(), completion.removed()};
}

Interrupted CompleteInterrupted(const std::string& root, FileSystem& disk) {
  Interrupted found;
  const std::string temp = JoinPath(root, kTempFolder);
  if (disk.Kind(temp) != FileKind::kDirectory) return found;
  const std::optional<Journal> journal = JournalOfInterrupted(temp, disk, found.foreign);
  if (journal) return Complete(root, *journal, disk);
  if (found.foreign) {
    SetAside(root, disk);
  } else {
    disk.RemoveTree(temp);
  }
  return found;
}

bool IsInterrupted(const std::string& root, const FileSystem& disk) {
  bool foreign = false;
  return JournalOfInterrupted(JoinPath(root, kTempFolder), disk, foreign).has_value();
}

std::optional<Snapshot> ReadSnapshot(const std::string& root, const FileSystem& disk) {
  // (RollForward() keeps .plugingen/tmp, whose journal is then that of the last run.)
  bool foreign = false;
  std::string folder = JoinPath(root, kTempFolder);
  std::optional<Journal> journal = JournalOfInterrupted(folder, disk, foreign);
  if (!journal || journal->records_only) {
    folder = JoinPath(root, kUndoFolder);
    if (disk.Kind(folder) != FileKind::kDirectory) return std::nullopt;
    journal = ReadJournal(folder, disk);
  }
  if (!journal) return std::nullopt;
  Snapshot snapshot{journal->label, {}};
  for (size_t i = 0; i < journal->entries.size(); ++i) {
    const JournalEntry& entry = journal->entries[i];
    if (entry.before_sha256 == entry.after_sha256) continue;
    Undo undo{entry.path, std::nullopt, entry.after_sha256, entry.executable, std::nullopt};
    if (!entry.before_sha256.empty()) {
      const std::string path = JoinPath(folder, TextName(i));
      undo.before = disk.Kind(path) == FileKind::kFile ? disk.Read(path) : std::nullopt;
      const std::string digest = undo.before ? Sha256(*undo.before) : "";
      // The new text of a file that was edited before it could be placed.
      if (digest == entry.after_sha256 && digest != entry.before_sha256) continue;
      if (digest != entry.before_sha256) return std::nullopt;
      undo.permissions = disk.Permissions(path);
    }
    snapshot.files.push_back(std::move(undo));
  }
  return snapshot;
}

}  // namespace plugingen::project
