// The lock file: what the tool last wrote into a project, so that it can tell its own text from the
// user's edits. Lives at .plugingen/lock.json and belongs into version control.

#ifndef PLUGINGEN_PROJECT_LOCK_H_
#define PLUGINGEN_PROJECT_LOCK_H_

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "emit/output_file.h"

namespace plugingen::project {

inline constexpr std::string_view kToolFolder = ".plugingen";
inline constexpr std::string_view kLockPath = ".plugingen/lock.json";
inline constexpr std::string_view kBaseFolder = ".plugingen/base";
// New texts wait here until all of them are on the disk; the lock that will stand beside them too.
inline constexpr std::string_view kTempFolder = ".plugingen/tmp";
inline constexpr std::string_view kPendingLockPath = ".plugingen/tmp/lock.json";
inline constexpr int kLockSchema = 1;

// A lock file that cannot be used; what() says why and where.
class LockError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct LockEntry {
  emit::Ownership ownership = emit::Ownership::kGenerated;
  std::string sha256;  // of the text the tool wrote

  friend bool operator==(const LockEntry&, const LockEntry&) = default;
};

struct Lock {
  std::string tool_version;
  std::string spec_path;  // relative to the project
  std::map<std::string, LockEntry> files;

  // JSON with sorted keys and one file a line, so that version control merges it line by line.
  std::string Serialize() const;
  // Checks structure and that every path stays inside the project. Throws LockError.
  static Lock Parse(std::string_view text);
};

// "generated", "scaffold", "once".
std::string_view OwnershipName(emit::Ownership ownership);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LOCK_H_
