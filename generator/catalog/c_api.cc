#include "catalog/c_api.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>

#include "catalog/catalog.h"
#include "catalog/lines.h"
#include "catalog/source.h"

namespace plugingen::catalog {
namespace {

constexpr ApiKind kKinds[] = {ApiKind::kStruct, ApiKind::kFunction, ApiKind::kEnum, ApiKind::kMacro,
                              ApiKind::kType};

std::optional<ApiKind> KindOf(std::string_view word) {
  for (const ApiKind kind : kKinds) {
    if (ApiKindName(kind) == word) return kind;
  }
  return std::nullopt;
}

// True if a line starts a section: "struct NAME" or "2.10- struct NAME". No line inside a section
// has a kind's name in this position.
bool IsHead(std::string_view line) {
  std::string_view word = TakePart(line, ' ');
  if (NamesReleases(word)) word = TakePart(line, ' ');
  return KindOf(word).has_value();
}

size_t NumberOf(std::string_view text) {
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::logic_error("C API: bad number " + std::string(text));
  }
  return number;
}

void ReadLine(std::string_view line, ApiKind kind, ApiEntry& entry) {
  const std::string_view word = TakePart(line, ' ');
  if (word == "header") {
    entry.header = line;
  } else if (word == "size") {
    entry.size = NumberOf(line);
  } else if (word == "end") {
    entry.end = NumberOf(TakePart(line, ' '));
    entry.end_macro = line;
  } else if (word == "field") {
    ApiField field;
    field.offset = NumberOf(TakePart(line, ' '));
    field.size = NumberOf(TakePart(line, ' '));
    field.name = TakePart(line, ':');
    field.type = line;
    entry.fields.push_back(field);
  } else if (word == "declared") {
    entry.is_inline = line.starts_with("inline ");
    if (entry.is_inline) TakePart(line, ' ');
    entry.declared = line;
  } else if (word == "exported") {
    entry.exported.push_back(line);
  } else if (word == "value" && kind == ApiKind::kEnum) {
    const std::string_view name = TakePart(line, '=');
    entry.values.push_back({name, line});
  } else if (word == "value") {
    entry.value = line;
  } else {
    throw std::logic_error("C API: unknown line " + std::string(word));
  }
}

bool Before(const ApiSection& section, const ApiSection& other) {
  return std::tie(section.kind, section.name) < std::tie(other.kind, other.name);
}

}  // namespace

std::string_view ApiKindName(ApiKind kind) {
  switch (kind) {
    case ApiKind::kStruct:
      return "struct";
    case ApiKind::kFunction:
      return "function";
    case ApiKind::kEnum:
      return "enum";
    case ApiKind::kMacro:
      return "macro";
    case ApiKind::kType:
      return "type";
  }
  return "";
}

bool ApiEntry::ExportedBy(std::string_view library) const { return Contains(exported, library); }

const CApi& CApi::BuiltIn() {
  static const CApi api(SourceText(kCApiFile));
  return api;
}

CApi::CApi(std::string_view text) {
  std::string_view head = TakeFact(text);
  if (TakePart(head, ' ') != "tensorflow") throw std::logic_error("not a C API");
  releases_ = SplitParts(head, ' ');
  if (releases_.empty() || releases_.size() > 64) throw std::logic_error("not a C API");
  std::string_view section_head;
  const char* begin = text.data();  // the lines of the current section
  while (!text.empty()) {
    const std::string_view line = TakeLine(text);
    if (line.starts_with("nightly ") && section_head.empty()) {
      nightly_ = Stripped(line.substr(8));
      continue;
    }
    if (!IsHead(line)) continue;
    if (!section_head.empty()) {
      AddSection(section_head, {begin, static_cast<size_t>(line.data() - begin)});
    }
    section_head = line;
    begin = text.data();
  }
  if (section_head.empty()) throw std::logic_error("not a C API");
  AddSection(section_head, {begin, static_cast<size_t>(text.data() - begin)});
  std::sort(sections_.begin(), sections_.end(), Before);
}

void CApi::AddSection(std::string_view head, std::string_view lines) {
  ApiSection section;
  section.releases = ReleasesBetween(0, releases_.size() - 1);
  if (NamesReleases(head)) section.releases = ReadReleases(TakePart(head, ' '), releases_);
  section.kind = *KindOf(TakePart(head, ' '));
  section.name = TakePart(head, ' ');
  if (!head.empty()) section.releases = ReadReleases(head, releases_);  // as in tensorflow.txt
  section.lines = lines;
  sections_.push_back(section);
  while (!lines.empty() && section.kind == ApiKind::kFunction) {
    std::string_view line = TakeLine(lines);
    ReleaseSet releases = section.releases;
    if (NamesReleases(line)) releases = ReadReleases(TakePart(line, ' '), releases_);
    if (line == "exported framework") exports_known_ |= releases;
  }
}

std::optional<size_t> CApi::IndexOf(std::string_view release) const {
  const auto found = std::find(releases_.begin(), releases_.end(), release);
  if (found == releases_.end()) return std::nullopt;
  return static_cast<size_t>(found - releases_.begin());
}

const ApiSection* CApi::Find(ApiKind kind, std::string_view name) const {
  const ApiSection wanted{kind, name, 0, {}};
  const auto found = std::lower_bound(sections_.begin(), sections_.end(), wanted, Before);
  const bool there = found != sections_.end() && found->kind == kind && found->name == name;
  return there ? &*found : nullptr;
}

std::vector<const ApiSection*> CApi::FindAll(std::string_view name) const {
  std::vector<const ApiSection*> found;
  for (const ApiKind kind : kKinds) {
    if (const ApiSection* section = Find(kind, name)) found.push_back(section);
  }
  return found;
}

ApiEntry CApi::Read(const ApiSection& section, size_t release) const {
  ApiEntry entry;
  std::string_view lines = section.lines;
  while (!lines.empty()) {
    std::string_view line = TakeLine(lines);
    if (line.empty() || line.front() == '#') continue;
    if (NamesReleases(line) && !Holds(ReadReleases(TakePart(line, ' '), releases_), release)) {
      continue;
    }
    ReadLine(line, section.kind, entry);
  }
  return entry;
}

bool CApi::ConcernsPlugins(const ApiSection& section) const {
  if (section.kind != ApiKind::kFunction) return true;
  std::string_view lines = section.lines;
  while (!lines.empty()) {
    std::string_view line = TakeLine(lines);
    if (NamesReleases(line)) TakePart(line, ' ');
    if (line.starts_with("declared ") || line == "exported framework") return true;
  }
  return false;
}

}  // namespace plugingen::catalog
