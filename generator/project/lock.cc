#include "project/lock.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/json.h"
#include "base/text.h"
#include "project/conflict_markers.h"
#include "project/project_path.h"

namespace plugingen::project {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kConflictedName = "conflicted";
constexpr std::string_view kEjectedName = "ejected";

std::optional<base::Ownership> OwnershipOf(std::string_view name) {
  for (const base::Ownership ownership :
       {base::Ownership::kGenerated, base::Ownership::kScaffold, base::Ownership::kOnce}) {
    if (OwnershipName(ownership) == name) return ownership;
  }
  return std::nullopt;
}

bool IsDigest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// True if the file belongs in the list of the library, where path and digest are all there is to
// record.
bool IsOfLibrary(std::string_view path, const LockEntry& entry) {
  return path.starts_with(base::kLibraryFolder) &&
         entry == LockEntry{base::Ownership::kGenerated, entry.sha256};
}

// JsonText() writes an object of texts on one line. Here each text has a line of its own.
std::string LibraryText(const std::string& version,
                        const std::map<std::string_view, std::string_view>& digests) {
  const auto quoted = [](std::string_view text) { return base::JsonText(base::Json(text), 0); };
  std::string text =
      "  \"library\": {\n    \"version\": " + quoted(version) + ",\n    \"files\": {";
  std::string_view separator = "\n";
  for (const auto& [path, digest] : digests) {
    text += separator;
    text += "      " + quoted(path) + ": " + quoted(digest);
    separator = ",\n";
  }
  return text + "\n    }\n  }";
}

std::string TextMember(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) {
    throw LockError("'" + std::string(key) + "' is missing or not a text");
  }
  return found->get<std::string>();
}

LockEntry ParseEntry(const std::string& path, const Json& value) {
  if (!IsProjectPath(path)) throw LockError("path '" + path + "' leaves the project");
  if (!value.is_object()) throw LockError("entry of '" + path + "' is not an object");
  LockEntry entry;
  const std::optional<base::Ownership> ownership = OwnershipOf(TextMember(value, "ownership"));
  entry.sha256 = TextMember(value, "sha256");
  if (!ownership || !IsDigest(entry.sha256)) throw LockError("entry of '" + path + "' is damaged");
  entry.ownership = *ownership;
  if (value.contains("state")) {
    const std::string state = TextMember(value, "state");
    if (state != kConflictedName && state != kEjectedName) {
      throw LockError("entry of '" + path + "' has the unknown state " + base::Quoted(state));
    }
    entry.state = state == kEjectedName ? FileState::kEjected : FileState::kConflicted;
  }
  if (const auto copied = value.find("copied"); copied != value.end()) {
    if (!copied->is_boolean()) throw LockError("entry of '" + path + "' is damaged");
    entry.copied = copied->get<bool>();
  }
  if (const auto taken_over = value.find("taken_over"); taken_over != value.end()) {
    if (!taken_over->is_boolean()) throw LockError("entry of '" + path + "' is damaged");
    entry.taken_over = taken_over->get<bool>();
  }
  return entry;
}

void ParseLibrary(const Json& library, Lock& lock) {
  if (!library.is_object()) throw LockError("'library' is not an object");
  TextMember(library, "version");  // informative only: a lock has one version
  const auto files = library.find("files");
  if (files == library.end() || !files->is_object()) {
    throw LockError("'files' of 'library' is missing");
  }
  for (const auto& [name, digest] : files->items()) {
    // (JoinPath() would hide an empty or absolute name.)
    const std::string path = std::string(base::kLibraryFolder) + name;
    const Json value = {{"ownership", OwnershipName(base::Ownership::kGenerated)},
                        {"sha256", digest}};
    if (!lock.files.emplace(path, ParseEntry(path, value)).second) {
      throw LockError("path '" + path + "' occurs twice");
    }
  }
}

base::Json EntryObject(const LockEntry& entry) {
  base::Json object = {{"ownership", OwnershipName(entry.ownership)}, {"sha256", entry.sha256}};
  if (entry.state != FileState::kTracked) {
    object["state"] = entry.state == FileState::kEjected ? kEjectedName : kConflictedName;
  }
  if (entry.copied) object["copied"] = true;
  if (entry.taken_over) object["taken_over"] = true;
  return object;
}

}  // namespace

std::string_view OwnershipName(base::Ownership ownership) {
  switch (ownership) {
    case base::Ownership::kGenerated:
      return "generated";
    case base::Ownership::kScaffold:
      return "scaffold";
    case base::Ownership::kOnce:
      return "once";
  }
  return "";
}

std::string Lock::Serialize() const {
  base::Json root = {{"schema", kLockSchema},
                     {"tool_version", tool_version},
                     {"spec", spec_path},
                     {"tensorflow", tensorflow}};
  base::Json& entries = root["files"] = base::Json::object();
  std::map<std::string_view, std::string_view> library;
  for (const auto& [path, entry] : files) {
    if (IsOfLibrary(path, entry)) {
      library[std::string_view(path).substr(base::kLibraryFolder.size())] = entry.sha256;
    } else {
      entries[path] = EntryObject(entry);
    }
  }
  std::string text = base::JsonText(root, /*levels=*/2);
  if (!library.empty()) {
    constexpr std::string_view kEnd = "\n}";
    text.replace(text.size() - kEnd.size(), kEnd.size(),
                 ",\n" + LibraryText(tool_version, library) + std::string(kEnd));
  }
  return text + "\n";
}

Lock Lock::Parse(std::string_view text) {
  const Json root = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!root.is_object()) throw LockError("it is not a JSON object");
  const auto schema = root.find("schema");
  if (schema == root.end() || !schema->is_number_integer()) throw LockError("'schema' is missing");
  if (*schema > kLockSchema) {
    throw NewerLockError("it has schema " + schema->dump() + ", and this plugingen knows up to " +
                         std::to_string(kLockSchema) + "; use the plugingen that wrote it");
  }
  if (*schema < 1) throw LockError("'schema' is " + schema->dump());
  Lock lock;
  lock.tool_version = TextMember(root, "tool_version");
  lock.spec_path = TextMember(root, "spec");
  if (!lock.spec_path.empty() && !IsProjectPath(lock.spec_path))
    throw LockError("'spec' leaves the project");
  if (*schema >= 2) lock.tensorflow = TextMember(root, "tensorflow");
  const auto files = root.find("files");
  if (files == root.end() || !files->is_object()) throw LockError("'files' is missing");
  for (const auto& [path, value] : files->items()) lock.files[path] = ParseEntry(path, value);
  const auto library = root.find("library");
  if (*schema >= 3 && library != root.end()) ParseLibrary(*library, lock);
  return lock;
}

std::optional<std::pair<Lock, Lock>> Lock::ParseSides(std::string_view text) {
  const std::optional<std::pair<std::string, std::string>> sides = SidesOfConflicts(text);
  if (!sides) return std::nullopt;
  try {
    return std::pair(Parse(sides->first), Parse(sides->second));
  } catch (const LockError&) {
    return std::nullopt;
  }
}

}  // namespace plugingen::project
