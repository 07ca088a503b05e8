#include "project/project_state.h"

#include "base/lines.h"
#include "project/digest.h"

namespace plugingen::project {
namespace {

// Adds the regular files in a folder of the project, by path relative to it. Does not follow links.
void CollectFiles(const std::string& folder, const std::string& prefix, const FileSystem& disk,
                  std::set<std::string>& files) {
  for (const std::string& name : disk.List(folder)) {
    const std::string path = JoinPath(folder, name);
    const FileKind kind = disk.Kind(path);
    if (kind == FileKind::kDirectory) CollectFiles(path, JoinPath(prefix, name), disk, files);
    if (kind == FileKind::kFile) files.insert(JoinPath(prefix, name));
  }
}

std::string Misplaced(const std::string& root, const FileSystem& disk) {
  for (const std::string_view path :
       {kToolFolder, kLockPath, kBaseFolder, kTempFolder, kUndoFolder}) {
    const FileKind kind = disk.Kind(JoinPath(root, path));
    const FileKind wanted = path == kLockPath ? FileKind::kFile : FileKind::kDirectory;
    if (kind != FileKind::kMissing && kind != wanted) return std::string(path);
  }
  return "";
}

// Returns the text that shows which lock a file belongs to: the base, or the file itself.
std::optional<std::string> Evidence(const std::string& path, const LockEntry& entry,
                                    const std::string& root, const FileSystem& disk) {
  const std::string_view folder =
      entry.ownership == base::Ownership::kScaffold ? kBaseFolder : std::string_view();
  const std::string place = JoinPath(root, JoinPath(folder, path));
  if (disk.Kind(place) != FileKind::kFile) return std::nullopt;
  return disk.Read(place);
}

}  // namespace

ProjectState ReadProjectState(const std::string& root, const FileSystem& disk) {
  ProjectState state;
  state.root_kind = disk.Kind(root);
  if (state.root_kind != FileKind::kDirectory) return state;
  state.misplaced = Misplaced(root, disk);
  if (!state.misplaced.empty()) return state;
  const std::string base_root = JoinPath(root, kBaseFolder);
  if (disk.Kind(base_root) == FileKind::kDirectory) CollectFiles(base_root, "", disk, state.bases);
  state.lock_text = disk.Read(JoinPath(root, kLockPath));
  if (!state.lock_text) return state;
  try {
    state.lock = Lock::Parse(*state.lock_text);
  } catch (const NewerLockError& error) {
    state.lock_error = error.what();
    state.lock_is_newer = true;
  } catch (const LockError& error) {
    state.lock_error = error.what();
    if (auto sides = Lock::ParseSides(*state.lock_text)) {
      state.lock_error = "version control left conflict markers in it";
      state.lock = std::move(sides->first);
      state.other_lock = std::move(sides->second);
    }
  }
  return state;
}

std::optional<std::string> BaseText(const std::string& path, const LockEntry* known,
                                    const ProjectState& state, const std::string& root,
                                    const FileSystem& disk) {
  if (!state.HasBase(path)) return std::nullopt;
  std::optional<std::string> text = disk.Read(JoinPath(root, JoinPath(kBaseFolder, path)));
  if (!text) return std::nullopt;
  // Version control may have changed the line ends.
  if (base::LineEndsOf(*text) == base::LineEnds::kDos) text = base::WithoutCarriageReturns(*text);
  if (known != nullptr && !HasDigest(*text, known->sha256)) return std::nullopt;
  return text;
}

void UniteLocks(ProjectState& state, const std::string& root, const FileSystem& disk) {
  if (!state.other_lock) return;
  for (const auto& [path, entry] : state.other_lock->files) {
    const auto [own, added] = state.lock.files.emplace(path, entry);
    if (added || own->second == entry) continue;
    // A file that either branch ejected stays the user's, whatever its text is.
    const bool is_ejected = entry.state == FileState::kEjected;
    if (is_ejected != (own->second.state == FileState::kEjected)) {
      if (is_ejected) own->second = entry;
      continue;
    }
    const std::optional<std::string> text = Evidence(path, entry, root, disk);
    if (text && HasDigest(*text, entry.sha256)) own->second = entry;
  }
}

}  // namespace plugingen::project
