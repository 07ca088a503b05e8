// The lock file: what the tool last wrote into a project, so that it can tell its own text from the
// user's edits. Lives at .plugingen/lock.json and belongs into version control.

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
// New texts wait here until all of them are on the disk.
inline constexpr std::string_view kTempFolder = ".plugingen/tmp";
// What an interrupted run of another folder left, which may be the only place of a text; with a
// number behind it if there is one already.
inline constexpr std::string_view kForeignFolder = ".plugingen/interrupted_elsewhere";
// What the last run replaced, for `plugingen undo`.
inline constexpr std::string_view kUndoFolder = ".plugingen/undo";
// 1 had no states and no range, 2 no library.
inline constexpr int kLockSchema = 3;

// A lock file that cannot be used; what() says why and where.
class LockError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A lock of a plugingen that came after this one.
class NewerLockError : public LockError {
 public:
  using LockError::LockError;
};

// What became of a file since the tool wrote it, beyond what its text tells.
enum class FileState {
  kTracked,     // nothing
  kConflicted,  // a merge left conflict markers in it
  kEjected,     // the user took it over: never touched again
};

struct LockEntry {
  base::Ownership ownership = base::Ownership::kGenerated;
  // Of the text of the tool's that the file has, or was merged with; of a file that was ejected or
  // deleted by the user: the last one of the tool's that it had.
  std::string sha256;
  FileState state = FileState::kTracked;
  // Of the spec: that `plugingen new` copied the text with this digest. What `regenerate` finds
  // there is never entered, so that an edited spec stays an edited one.
  bool copied = false;
  // Of a kernel in src/kernels: that the user took it over from library/kernels. Other files there
  // are the spec's, and go with what asks for them.
  bool taken_over = false;

  friend bool operator==(const LockEntry&, const LockEntry&) = default;
};

struct Lock {
  std::string tool_version;
  std::string spec_path;   // relative to the project
  std::string tensorflow;  // the range of releases that it was written for; "" in schema 1
  std::map<std::string, LockEntry> files;

  // JSON with sorted keys and one file a line, so that version control merges it line by line. The
  // library's files that are as they came stand together, with nothing but their digests.
  std::string Serialize() const;
  // Checks structure and that every path stays inside the project. Throws LockError.
  static Lock Parse(std::string_view text);
  // Parses a text in which version control left its conflict markers: each side of them by itself.
  // Nothing when there are none, or when a side is no lock.
  static std::optional<std::pair<Lock, Lock>> ParseSides(std::string_view text);
};

// "generated", "scaffold", "once".
std::string_view OwnershipName(base::Ownership ownership);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LOCK_H_
