// The list of a run's changes on disk. It is the journal of a run in progress
// (.plugingen/tmp/journal.json) and the table of contents of the last run (.plugingen/undo).

#ifndef PLUGINGEN_PROJECT_JOURNAL_H_
#define PLUGINGEN_PROJECT_JOURNAL_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace plugingen::project {

// One file. A file beside the journal, named by the index of the entry, contains the new text until
// the run swaps it with the old one.
struct JournalEntry {
  std::string path;           // relative to the project
  std::string before_sha256;  // "" if the file did not exist
  std::string after_sha256;   // "" if it is removed; equals before_sha256 if the run skips it
  bool executable = false;    // whether the old file was executable, as far as plugingen knows
};

struct Journal {
  std::string label;  // the command, for messages
  // The folder in which the run started (FileSystem::Identity). It tells a run of this folder from
  // a journal that came with a clone or a copy of the project.
  std::string folder;
  // Only plugingen's records change, for example after conflicts were resolved. `undo` then still
  // reverts the previous run.
  bool records_only = false;
  std::vector<JournalEntry> entries;

  std::string Serialize() const;
  // Returns nothing if the text is no journal, or names paths outside the project.
  static std::optional<Journal> Parse(std::string_view text);
};

inline constexpr std::string_view kJournalName = "journal.json";
// Writes a journal into a folder and flushes the folder with all its files to the device. After a
// power cut, either all of this exists or the folder is as before.
void WriteJournal(const std::string& folder, const Journal& journal, FileSystem& disk);
std::string TextName(size_t entry);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_JOURNAL_H_
