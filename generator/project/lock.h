// The lock file .plugingen/lock.json. It records what plugingen last wrote into a project, to
// distinguish it from the user's edits. It belongs in version control.

#ifndef PLUGINGEN_PROJECT_LOCK_H_
#define PLUGINGEN_PROJECT_LOCK_H_

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "base/output_file.h"

namespace plugingen::project {

inline constexpr std::string_view kToolFolder = ".plugingen";
inline constexpr std::string_view kLockPath = ".plugingen/lock.json";
inline constexpr std::string_view kBaseFolder = ".plugingen/base";
// Contains new texts until all of them are on the disk.
inline constexpr std::string_view kTempFolder = ".plugingen/tmp";
// Keeps the files of an interrupted run in another folder, because they may be the only copy of a
// text. If the name is taken, a number follows it.
inline constexpr std::string_view kForeignFolder = ".plugingen/interrupted_elsewhere";
// Contains what the last run replaced, for `plugingen undo`.
inline constexpr std::string_view kUndoFolder = ".plugingen/undo";
// Version 1 had no states and no range, version 2 no library.
inline constexpr int kLockSchema = 3;

// The lock file is not usable; what() says why and where.
class LockError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A newer plugingen wrote the lock.
class NewerLockError : public LockError {
 public:
  using LockError::LockError;
};

// What happened to a file since plugingen wrote it, apart from edits of its text.
enum class FileState {
  kTracked,     // nothing
  kConflicted,  // a merge left conflict markers in it
  kEjected,     // the user took it over: never touched again
};

struct LockEntry {
  base::Ownership ownership = base::Ownership::kGenerated;
  // The digest of plugingen's text that the file has or was merged with. If the user ejected or
  // deleted the file, the digest of the last such text.
  std::string sha256;
  FileState state = FileState::kTracked;
  // Only for the spec: `plugingen new` copied the text with this digest. `regenerate` never records
  // the spec's text, so an edited spec stays recognizable as edited.
  bool copied = false;
  // Only for a kernel in src/kernels: the user took it over from library/kernels. Other files there
  // depend on the spec, which can remove them.
  bool taken_over = false;

  friend bool operator==(const LockEntry&, const LockEntry&) = default;
};

struct Lock {
  std::string tool_version;
  std::string spec_path;   // relative to the project
  std::string tensorflow;  // the range of releases that the project was written for; "" in schema 1
  std::map<std::string, LockEntry> files;

  // Returns JSON with sorted keys and one file a line, so that version control can merge it.
  // Unedited files of the library are in a separate list with only their digests.
  std::string Serialize() const;
  // Checks the structure, and that no path leaves the project. Throws LockError.
  static Lock Parse(std::string_view text);
  // Parses both sides of a text with conflict markers. Returns nothing if there are no markers or a
  // side is no lock.
  static std::optional<std::pair<Lock, Lock>> ParseSides(std::string_view text);
};

// Returns "generated", "scaffold" or "once".
std::string_view OwnershipName(base::Ownership ownership);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LOCK_H_
