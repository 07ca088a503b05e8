#include "project/transaction.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/sha256.h"
#include "project/digest.h"
#include "project/journal.h"
#include "project/lock.h"
#include "project/parents.h"

namespace plugingen::project {
namespace {

constexpr std::string_view kNewJournalName = "journal.new";

std::optional<Journal> ReadJournal(const std::string& folder, const FileSystem& disk) {
  const std::string path = JoinPath(folder, kJournalName);
  if (disk.Kind(path) != FileKind::kFile) return std::nullopt;
  return Journal::Parse(disk.Read(path).value_or(""));
}

// Clearing up after a failure must not hide it.
void TryRemoveTree(const std::string& path, FileSystem& disk) {
  try {
    if (disk.Kind(path) != FileKind::kMissing) disk.RemoveTree(path);
  } catch (const FileError&) {
  }
}

// The second half of a run, which may begin again after an interruption at any point.
class Completion {
 public:
  Completion(const std::string& root, const Journal& journal, FileSystem& disk)
      : root_(root), journal_(journal), disk_(disk), parents_(root, disk) {}

  void MoveTexts() {
    for (size_t i = 0; i < journal_.entries.size(); ++i) {
      const JournalEntry& entry = journal_.entries[i];
      if (skipped_.contains(FileOfBase(entry.path))) continue;
      if (entry.path == kLockPath && !skipped_.empty()) {
        PlaceCorrectedLock(i, entry);
      } else if (entry.after_sha256.empty()) {
        Remove(i, entry);
      } else {
        Place(i, entry);
      }
    }
  }

  void KeepForUndo() {
    const std::string undo = InRoot(kUndoFolder);
    if (disk_.Kind(undo) != FileKind::kMissing) disk_.RemoveTree(undo);
    disk_.Rename(InRoot(kTempFolder), undo);
  }

  // Has the snapshot of the run before speak of the records as they are now.
  void AmendUndo() {
    const std::string undo = InRoot(kUndoFolder);
    if (std::optional<Journal> last = ReadJournal(undo, disk_)) {
      for (size_t i = 0; i < journal_.entries.size(); ++i) Amend(*last, i);
      disk_.Write(JoinPath(undo, kNewJournalName), last->Serialize(), false);
      disk_.Flush(undo);
      disk_.Rename(JoinPath(undo, kNewJournalName), JoinPath(undo, kJournalName));
    }
  }

  // Paths in the order in which they were written and removed.
  const std::vector<std::string>& written() const { return written_; }
  const std::vector<std::string>& removed() const { return removed_; }

 private:
  std::string InRoot(std::string_view path) const { return JoinPath(root_, path); }
  std::string InTemp(std::string_view name) const { return InRoot(JoinPath(kTempFolder, name)); }

  // The file whose base a path is; the path itself for other files.
  static std::string FileOfBase(const std::string& path) {
    const bool is_base = path.starts_with(kBaseFolder) && path.size() > kBaseFolder.size();
    return is_base ? path.substr(kBaseFolder.size() + 1) : path;
  }

  // What stands at a path of the project. A link on the way to it leads out: the journal may be
  // anyone's.
  std::string State(const std::string& path) {
    return parents_.InTheWay(path).empty() ? StateOf(InRoot(path), disk_) : std::string(kNoFile);
  }

  void Amend(Journal& last, size_t index) {
    const JournalEntry& entry = journal_.entries[index];
    if (skipped_.contains(FileOfBase(entry.path))) return;
    const std::string now = StateOf(InRoot(entry.path), disk_);
    const auto known =
        std::find_if(last.entries.begin(), last.entries.end(),
                     [&](const JournalEntry& other) { return other.path == entry.path; });
    if (known != last.entries.end()) {
      known->after_sha256 = now;
      return;
    }
    const std::string old_text = InTemp(TextName(index));
    // (It was moved already where an earlier completion was interrupted.)
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
    if (state != entry.before_sha256) {
      // Edited before it could be placed, or since: then what lies there is the old text.
      if (StateOf(waiting, disk_) == entry.after_sha256) skipped_.insert(entry.path);
    } else if (disk_.Kind(waiting) == FileKind::kMissing) {
      return;  // was placed where nothing was, and deleted since
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
      // An empty folder in a read-only one is no reason to stop half way.
      if (!disk_.IsWritableFolder(ParentOf(folder))) return;
      disk_.Remove(folder);
      made_.erase(parent);
    }
  }

  // The lock must not speak of texts that did not get into their places.
  void PlaceCorrectedLock(size_t index, const JournalEntry& entry) {
    const std::string waiting = InTemp(TextName(index));
    const std::string state = StateOf(waiting, disk_);
    if (state.empty() || state == entry.before_sha256) return;  // was placed before
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
      disk_.Write(waiting, lock.Serialize(), false);
    } catch (const LockError&) {
      return;  // someone damaged it meanwhile, which the next run complains about
    }
    if (old_text) {
      disk_.Exchange(waiting, InRoot(kLockPath));
    } else {
      disk_.Rename(waiting, InRoot(kLockPath));
    }
    written_.push_back(entry.path);
  }

  const std::string& root_;
  const Journal& journal_;
  FileSystem& disk_;
  std::set<std::string> skipped_;
  Parents parents_;
  std::set<std::string> made_;  // folders that are known to be there
  std::vector<std::string> written_;
  std::vector<std::string> removed_;
};

// Where a file is to be put or taken away, what is there of its folders has to be writable: then no
// change fails half way.
void RequireWritable(const std::string& root, const std::vector<Change>& changes,
                     const FileSystem& disk) {
  std::set<std::string> looked_at;
  for (const Change& change : changes) {
    std::string folder = ParentOf(change.path);
    while (!folder.empty() && disk.Kind(JoinPath(root, folder)) == FileKind::kMissing) {
      folder = ParentOf(folder);
    }
    const std::string path = folder.empty() ? root : JoinPath(root, folder);
    if (looked_at.insert(path).second && !disk.IsWritableFolder(path)) {
      throw FileError("cannot write in '" + path + "': Permission denied");
    }
  }
}

// Prepares it all, up to and with the journal on disk.
Journal Stage(const std::string& root, const std::vector<Change>& changes, const std::string& label,
              Extent extent, FileSystem& disk) {
  RequireWritable(root, changes, disk);
  const auto in_temp = [&](std::string_view name) {
    return JoinPath(root, JoinPath(kTempFolder, name));
  };
  const std::string temp = JoinPath(root, kTempFolder);
  disk.MakeDirectories(temp);
  Journal journal{label, disk.Identity(temp), extent == Extent::kRecordsOnly, {}};
  for (size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    const std::string target = JoinPath(root, change.path);
    JournalEntry entry{change.path, "", "", false};
    const std::string state = StateOf(target, disk);
    if (change.before_sha256 && *change.before_sha256 != state) {
      throw ChangedMeanwhile("cannot write '" + target + "': it changed since it was read");
    }
    const bool exists = !state.empty() && state != kNoFile;
    if (exists) {
      entry.before_sha256 = state;
      entry.executable = disk.IsExecutable(target);
    }
    if (change.text) {
      entry.after_sha256 = Sha256(*change.text);
      disk.Write(in_temp(TextName(i)), *change.text, change.executable);
      if (exists) {
        disk.CopyPermissions(target, in_temp(TextName(i)));
      } else if (change.permissions) {
        disk.SetPermissions(in_temp(TextName(i)), *change.permissions);
      }
    }
    journal.entries.push_back(std::move(entry));
  }
  disk.Write(in_temp(kNewJournalName), journal.Serialize(), false);
  disk.Flush(temp);
  disk.Rename(in_temp(kNewJournalName), in_temp(kJournalName));
  disk.FlushNames(temp);
  return journal;
}

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

// The journal of a run that began in this folder. Sets `foreign` for one that did not.
std::optional<Journal> JournalOfInterrupted(const std::string& temp, const FileSystem& disk,
                                            bool& foreign) {
  foreign = false;
  if (disk.Kind(JoinPath(temp, kJournalName)) != FileKind::kFile) return std::nullopt;
  std::optional<Journal> journal = ReadJournal(temp, disk);
  foreign = !journal || journal->folder != disk.Identity(temp);
  if (foreign) journal.reset();
  return journal;
}

// Keeps what a run of another folder left: a copied project may have lost its text to it.
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
  Journal journal;
  try {
    journal = Stage(root, changes, label, extent, disk);
  } catch (const FileError&) {
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
  // (What RollForward() completed in memory is still there.)
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
