// The list of what a run changes, on disk: as the journal of a run that is under way
// (.plugingen/tmp/journal.json) and as the table of contents of the last one (.plugingen/undo).

#ifndef PLUGINGEN_PROJECT_JOURNAL_H_
#define PLUGINGEN_PROJECT_JOURNAL_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace plugingen::project {

// One file. Its text lies beside the journal, named by the number of the entry: the new one until
// it is in its place, then the one that it replaced.
struct JournalEntry {
  std::string path;           // relative to the project
  std::string before_sha256;  // "" when the file was not there
  std::string after_sha256;   // "" when it is removed; as before when the run leaves it alone
  bool executable = false;    // whether the old file was, as far as the tool knows
};

struct Journal {
  std::string label;  // the command, for people
  // The folder that the run began in (FileSystem::Identity): a journal that came with a clone or a
  // copy of the project is no run of this machine's.
  std::string folder;
  // Only the tool's own records change, as after conflicts that were resolved: what `undo` takes
  // back stays the run before.
  bool records_only = false;
  std::vector<JournalEntry> entries;

  std::string Serialize() const;
  // Nothing for a text that is no journal, or names paths that are not the project's.
  static std::optional<Journal> Parse(std::string_view text);
};

inline constexpr std::string_view kJournalName = "journal.json";
// Puts a journal into a folder, with what else is there flushed to the device: all of it is there
// after a power cut, or no more than was before.
void WriteJournal(const std::string& folder, const Journal& journal, FileSystem& disk);
std::string TextName(size_t entry);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_JOURNAL_H_
