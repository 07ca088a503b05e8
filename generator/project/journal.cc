#include "project/journal.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "project/project_path.h"

namespace plugingen::project {
namespace {

using Json = nlohmann::json;

constexpr int kSchema = 1;

// Returns the text at `key`, or nothing.
std::optional<std::string> TextAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

}  // namespace

void WriteJournal(const std::string& folder, const Journal& journal, FileSystem& disk) {
  const std::string draft = JoinPath(folder, "journal.new");
  disk.Write(draft, journal.Serialize(), /*executable=*/false);
  disk.Flush(folder);
  disk.Rename(draft, JoinPath(folder, kJournalName));
  disk.FlushNames(folder);
}

std::string TextName(size_t entry) { return std::to_string(entry); }

std::string Journal::Serialize() const {
  base::Json root = {{"schema", kSchema}, {"label", label}, {"folder", folder}};
  if (records_only) root["records_only"] = true;
  base::Json& files = root["files"] = base::Json::array();
  for (const JournalEntry& entry : entries) {
    files.push_back({{"path", entry.path},
                     {"before", entry.before_sha256},
                     {"after", entry.after_sha256},
                     {"executable", entry.executable}});
  }
  return base::JsonText(root, /*levels=*/2) + "\n";
}

std::optional<Journal> Journal::Parse(std::string_view text) {
  const Json root = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!root.is_object() || root.value("schema", Json()) != kSchema) return std::nullopt;
  const auto files = root.find("files");
  const std::optional<std::string> label = TextAt(root, "label");
  if (files == root.end() || !files->is_array() || !label) return std::nullopt;
  Journal journal;
  journal.label = *label;
  journal.folder = TextAt(root, "folder").value_or("");
  journal.records_only = root.value("records_only", Json()) == true;
  for (const Json& file : *files) {
    if (!file.is_object()) return std::nullopt;
    const auto path = TextAt(file, "path");
    const auto before = TextAt(file, "before");
    const auto after = TextAt(file, "after");
    const auto executable = file.find("executable");
    if (!path || !IsProjectPath(*path) || !before || !after || executable == file.end() ||
        !executable->is_boolean()) {
      return std::nullopt;
    }
    journal.entries.push_back({*path, *before, *after, executable->get<bool>()});
  }
  return journal;
}

}  // namespace plugingen::project
