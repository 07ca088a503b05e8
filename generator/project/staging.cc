#include "project/staging.h"

#include <string_view>
#include <utility>

#include "base/sha256.h"
#include "base/text.h"
#include "project/digest.h"
#include "project/lock.h"
#include "project/project_path.h"

namespace plugingen::project {

Journal Staging::Stage(const std::vector<Change>& changes, const std::string& label,
                       Extent extent) {
  RequireRoomFor(changes);
  const std::string temp = InRoot(kTempFolder);
  disk_.MakeDirectories(temp);
  Journal journal{label, disk_.Identity(temp), extent == Extent::kRecordsOnly, {}};
  for (size_t i = 0; i < changes.size(); ++i) {
    journal.entries.push_back(StageOne(changes[i], JoinPath(temp, TextName(i))));
  }
  WriteJournal(temp, journal, disk_);
  // (From here on the next run completes a killed run, so no empty folders are left.)
  for (const Change& change : changes) {
    const std::string folder = ParentOf(change.path);
    if (change.text && !folder.empty()) MakeFolder(InRoot(folder));
  }
  return journal;
}

void Staging::RemoveFolders() {
  while (!made_folders_.empty()) {
    try {
      disk_.Remove(made_folders_.back());
    } catch (const FileError&) {
      // The folder is in use. The error that caused the cleanup is more important.
    }
    made_folders_.pop_back();
  }
}

// Nothing may fail in the second half, because the run would stop in the middle.
void Staging::RequireRoomFor(const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    if (!IsRecordable(change.path)) {
      throw FileError("cannot write " + base::Quoted(InRoot(change.path)) +
                      ": its name cannot be in plugingen's records");
    }
    std::string folder = ParentOf(change.path);
    while (!folder.empty() && disk_.Kind(InRoot(folder)) == FileKind::kMissing) {
      folder = ParentOf(folder);
    }
    RequireFolder(folder.empty() ? root_ : InRoot(folder));
    const std::string refusal = disk_.RefusalToRenaming(InRoot(change.path));
    if (!refusal.empty()) {
      throw FileError("cannot replace '" + InRoot(change.path) + "': " + refusal);
    }
  }
  // The texts of the previous run are deleted to make room.
  const std::string undo = InRoot(kUndoFolder);
  if (disk_.Kind(undo) != FileKind::kMissing) RequireFolder(undo);
}

void Staging::RequireFolder(const std::string& folder) {
  if (!looked_at_.insert(folder).second) return;
  if (!disk_.IsWritableFolder(folder)) {
    throw FileError("cannot write in '" + folder + "': Permission denied");
  }
  const std::string tool_folder = InRoot(kToolFolder);
  const bool has_tool_folder = disk_.Kind(tool_folder) != FileKind::kMissing;
  if (!disk_.AreOnOneMount(folder, has_tool_folder ? tool_folder : root_)) {
    throw FileError("cannot write in '" + folder + "': it is on another mount than the project");
  }
}

void Staging::MakeFolder(const std::string& folder) {
  if (looked_at_.contains(folder)) return;
  if (disk_.Kind(folder) == FileKind::kMissing) {
    MakeFolder(ParentOf(folder));
    disk_.MakeDirectories(folder);
    made_folders_.push_back(folder);
  }
  looked_at_.insert(folder);
}

// `text_path` is the temporary path of the new text.
JournalEntry Staging::StageOne(const Change& change, const std::string& text_path) {
  const std::string target = InRoot(change.path);
  const std::string state = StateOf(target, disk_);
  if (change.before_sha256 && *change.before_sha256 != state) {
    throw ChangedMeanwhile("cannot write '" + target + "': it changed since it was read");
  }
  JournalEntry entry{change.path, "", "", false};
  const bool exists = !state.empty() && state != kNoFile;
  if (exists) {
    entry.before_sha256 = state;
    entry.executable = disk_.IsExecutable(target);
  }
  if (change.text) {
    entry.after_sha256 = Sha256(*change.text);
    disk_.Write(text_path, *change.text, change.executable);
    if (exists) {
      disk_.CopyAttributes(target, text_path);
    } else if (change.permissions) {
      disk_.SetPermissions(text_path, *change.permissions);
    }
  }
  return entry;
}

}  // namespace plugingen::project
