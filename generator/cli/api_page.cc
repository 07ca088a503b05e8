#include "cli/api_page.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/behaviour.h"
#include "catalog/catalog.h"
#include "catalog/lines.h"
#include "catalog/never_released.h"

namespace plugingen::cli {
namespace {

using catalog::ApiKind;
using catalog::ApiSection;
using catalog::CApi;
using catalog::ReleaseSet;

// A line of a section and the releases that have it.
struct Line {
  std::string_view word;
  std::string_view rest;
  ReleaseSet releases = 0;
};

std::vector<Line> LinesOf(const CApi& api, const ApiSection& section,
                          std::optional<size_t> release) {
  std::vector<Line> lines;
  std::string_view text = section.lines;
  while (!text.empty()) {
    std::string_view line = catalog::TakeLine(text);
    if (line.empty() || line.front() == '#') continue;
    ReleaseSet releases = section.releases;
    if (catalog::NamesReleases(line)) {
      releases = catalog::ReadReleases(catalog::TakePart(line, ' '), api.releases());
    }
    if (release && !catalog::Holds(releases, *release)) continue;
    const std::string_view word = catalog::TakePart(line, ' ');
    lines.push_back({word, line, releases});
  }
  return lines;
}

// The page about one section, for one release or for all.
class Page {
 public:
  Page(const CApi& api, const ApiSection& section, std::optional<size_t> release)
      : api_(api), section_(section), release_(release), lines_(LinesOf(api, section, release)) {}

  std::string Text() {
    text_ = std::string(catalog::ApiKindName(section_.kind)) + " " + std::string(section_.name);
    const std::string present = catalog::SinceUntil(section_.releases, api_.releases());
    if (!present.empty()) text_ += ", " + present;
    text_ += "\n";
    for (const Line& line : lines_) Add(line);
    if (section_.kind == ApiKind::kFunction) AddExports();
    AddFacts(section_.name);
    return text_;
  }

  // Describes a field or a value of the section.
  std::string MemberText(std::string_view member) {
    for (const Line& line : lines_) {
      if (MemberOf(line) == member) Add(line);
    }
    AddFacts(member);
    const bool is_field = section_.kind == ApiKind::kStruct;
    return text_.empty() ? ""
                         : std::string(is_field ? "field " : "value ") + std::string(member) +
                               " of " + std::string(section_.name) + "\n" + text_;
  }

  // Returns the name of the field or enum value that a line declares, or "".
  static std::string_view MemberOf(const Line& line) {
    std::string_view rest = line.rest;
    if (line.word == "field") {
      catalog::TakePart(rest, ' ');
      catalog::TakePart(rest, ' ');
      return catalog::TakePart(rest, ':');
    }
    return line.word == "value" && rest.find('=') != std::string_view::npos
               ? catalog::TakePart(rest, '=')
               : std::string_view{};
  }

 private:
  // Appends "  TEXT  (since 2.7)".
  void AddTagged(const std::string& line, ReleaseSet releases) {
    const std::string when = When(releases, section_.releases, api_);
    text_ += "  " + line;
    if (!release_ && !when.empty()) text_ += "  (" + when + ")";
    text_ += "\n";
  }

  void Add(const Line& line) {
    std::string_view rest = line.rest;
    if (line.word == "field") {
      const std::string offset(catalog::TakePart(rest, ' '));
      const std::string size(catalog::TakePart(rest, ' '));
      AddTagged(Right(offset, 5) + Right(size, 5) + "  " + std::string(rest), line.releases);
    } else if (line.word == "size") {
      AddTagged(std::string(rest) + " bytes", line.releases);
    } else if (line.word == "end") {
      const std::string value(catalog::TakePart(rest, ' '));
      AddTagged(std::string(rest) + " = " + value, line.releases);
    } else if (line.word == "declared") {
      AddTagged(Prototype(rest), line.releases);
    } else if (line.word != "exported") {
      AddTagged(std::string(rest), line.releases);
    }
  }

  static std::string Right(const std::string& number, size_t width) {
    return std::string(width > number.size() ? width - number.size() : 0, ' ') + number;
  }

  // Turns "void (int i)" into "void TF_Name(int i)".
  std::string Prototype(std::string_view declared) const {
    std::string text(declared);
    const size_t open = text.find(" (");
    if (section_.kind == ApiKind::kFunction && open != std::string::npos) {
      text.insert(open + 1, section_.name);
    }
    return text;
  }

  void AddExports() {
    ReleaseSet none = 0;
    for (size_t i = 0; i < api_.releases().size(); ++i) {
      if (!catalog::Holds(section_.releases, i) || !api_.KnowsExports(i)) continue;
      if (release_ && *release_ != i) continue;
      const catalog::ApiEntry entry = api_.Read(section_, i);
      if (entry.exported.empty() && !entry.is_inline) none |= ReleaseSet{1} << i;
    }
    for (const Line& line : lines_) {
      if (line.word != "exported") continue;
      const bool links = line.rest == "framework";
      AddTagged(links ? "in libtensorflow_framework of the tensorflow-cpu wheel, which plugins link"
                      : "only in libtensorflow_cc, which plugins do not link",
                line.releases);
    }
    if (none != 0) {
      AddTagged("in no library of the tensorflow-cpu wheel: plugins define it, or it is missing",
                none);
    }
  }

  void AddFacts(std::string_view name) {
    for (const catalog::BehaviourFact& fact : catalog::BuiltInBehaviour()) {
      if (!catalog::Contains(fact.explains, name) && !catalog::Contains(fact.concerns, name)) {
        continue;
      }
      text_ += "  " + catalog::WhenText(fact) + ": " + std::string(fact.text) + "\n";
      if (!fact.write.empty()) text_ += "    write: " + std::string(fact.write) + "\n";
    }
  }

  const CApi& api_;
  const ApiSection& section_;
  const std::optional<size_t> release_;
  const std::vector<Line> lines_;
  std::string text_;
};

// Expands the abbreviation of a document in catalog/never_released.txt.
std::string DocumentName(std::string_view short_name) {
  constexpr std::pair<std::string_view, std::string_view> kDocuments[] = {
      {"2019", "RFC 20190814-kernel-and-op-registration"},
      {"2020-pd", "RFC 20200624-pluggable-device-for-tensorflow"},
      {"2020-se", "RFC 20200612-stream-executor-c-api"},
      {"tutorial", "the tutorial of RFC 20200624-pluggable-device-for-tensorflow"},
  };
  for (const auto& [known, name] : kDocuments) {
    if (known == short_name) return std::string(name);
  }
  return std::string(short_name);
}

std::string DraftPage(const catalog::NeverReleased& draft) {
  std::string text = std::string(draft.kind) + " " + std::string(draft.name) + ", never released\n";
  const auto add = [&text](std::string_view title, std::string_view value) {
    if (!value.empty()) text += "  " + std::string(title) + std::string(value) + "\n";
  };
  std::string_view section = draft.drafted;
  const std::string document = DocumentName(catalog::TakePart(section, ' '));
  add("drafted in ", document + ", " + std::string(section));
  add("", draft.declared);
  add("replaced by ", draft.replaced_by);
  return text;
}

}  // namespace

std::string When(ReleaseSet part, ReleaseSet all, const CApi& api) {
  if (part == all) return "";
  // Releases without the whole do not count: a part that exists in all others from some release on
  // is "since" that release.
  std::vector<std::string_view> known;
  ReleaseSet set = 0;
  for (size_t i = 0; i < api.releases().size(); ++i) {
    if (!catalog::Holds(all, i)) continue;
    if (catalog::Holds(part, i)) set |= ReleaseSet{1} << known.size();
    known.push_back(api.releases()[i]);
  }
  return catalog::SinceUntil(set, known);
}

std::string ApiPage(const CApi& api, std::string_view name, std::optional<size_t> release) {
  std::string text;
  for (const ApiSection* section : api.FindAll(name)) {
    if (release && !catalog::Holds(section->releases, *release)) continue;
    text += Page(api, *section, release).Text();
  }
  for (const ApiSection& section : api.sections()) {
    if (section.kind != ApiKind::kStruct && section.kind != ApiKind::kEnum) continue;
    if (release && !catalog::Holds(section.releases, *release)) continue;
    const std::vector<Line> lines = LinesOf(api, section, release);
    const bool has = std::any_of(lines.begin(), lines.end(),
                                 [name](const Line& line) { return Page::MemberOf(line) == name; });
    if (has) text += Page(api, section, release).MemberText(name);
  }
  for (const catalog::NeverReleased& draft : catalog::BuiltInNeverReleased()) {
    if (draft.name == name || draft.LastName() == name) text += DraftPage(draft);
  }
  return text;
}

}  // namespace plugingen::cli
