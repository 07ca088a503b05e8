#include "catalog/history.h"

#include <algorithm>
#include <stdexcept>

#include "catalog/lines.h"
#include "catalog/source.h"

namespace plugingen::catalog {

const History& History::BuiltIn() {
  static const History history(SourceText(kOpsFile));
  return history;
}

History::History(std::string_view text) {
  std::string_view head = TakeFact(text);
  if (TakePart(head, ' ') != "tensorflow") throw std::logic_error("not a catalogue");
  releases_ = SplitParts(head, ' ');
  if (releases_.empty() || releases_.size() > 64) throw std::logic_error("not a catalogue");
  const ReleaseSet all = ReleasesBetween(0, releases_.size() - 1);
  while (!text.empty()) {
    const size_t next = text.find("\nop ");
    std::string_view lines = text.substr(0, next == std::string_view::npos ? next : next + 1);
    text.remove_prefix(lines.size());
    std::string_view line = TakeLine(lines);
    TakePart(line, ' ');  // "op"
    const std::string_view name = TakePart(line, ' ');
    sections_.push_back({name, lines, line.empty() ? all : ReadReleases(line, releases_)});
  }
  for (size_t i = 0; i < releases_.size(); ++i) {
    catalogs_.push_back(std::make_unique<Catalog>(sections_, releases_, i));
  }
}

const Catalog* History::Find(std::string_view release) const {
  const auto found = std::find(releases_.begin(), releases_.end(), release);
  return found == releases_.end() ? nullptr : &At(static_cast<size_t>(found - releases_.begin()));
}

const OpSection* History::FindSection(std::string_view op) const {
  const auto found = std::lower_bound(
      sections_.begin(), sections_.end(), op,
      [](const OpSection& section, std::string_view name) { return section.name < name; });
  return found == sections_.end() || found->name != op ? nullptr : &*found;
}

ReleaseSet History::ReleasesWith(std::string_view op) const {
  const OpSection* section = FindSection(op);
  return section == nullptr ? 0 : section->releases;
}

bool History::IsConstant(std::string_view op) const {
  const OpSection* section = FindSection(op);
  if (section == nullptr) return true;
  if (section->releases != ReleasesBetween(0, releases_.size() - 1)) return false;
  std::string_view lines = section->lines;
  while (!lines.empty()) {
    if (NamesReleases(TakeLine(lines))) return false;
  }
  return true;
}

std::vector<History::Change> History::Changes(std::string_view op) const {
  std::vector<Change> changes;
  const OpSection* section = FindSection(op);
  std::string_view lines = section == nullptr ? std::string_view{} : section->lines;
  while (!lines.empty()) {
    std::string_view line = TakeLine(lines);
    if (!NamesReleases(line)) continue;
    const ReleaseSet releases = ReadReleases(TakePart(line, ' '), releases_);
    if (!line.starts_with("kernel ")) changes.push_back({line, releases});
  }
  return changes;
}

const Catalog& Catalog::BuiltIn() { return History::BuiltIn().Newest(); }

}  // namespace plugingen::catalog
