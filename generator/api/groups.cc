#include "api/groups.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace plugingen::api {
namespace {

std::string Plural(std::string_view kind) {
  return kind == "behaviour" ? "facts" : std::string(kind) + "s";
}

std::string LinesText(const std::vector<size_t>& lines) {
  constexpr size_t kMost = 8;
  std::string text;
  for (size_t i = 0; i < lines.size() && i < kMost; ++i) {
    text += (i == 0 ? ":" : ", ") + std::to_string(lines[i]);
  }
  return lines.size() > kMost ? text + ", ..." : text;
}

void Merge(const std::vector<Mention>& more, std::vector<Mention>& mentions) {
  std::map<std::string, Mention> by_path;
  for (const std::vector<Mention>* list :
       {&more, static_cast<const std::vector<Mention>*>(&mentions)}) {
    for (const Mention& mention : *list) {
      Mention& merged = by_path.emplace(mention.path, mention).first->second;
      merged.lines.insert(merged.lines.end(), mention.lines.begin(), mention.lines.end());
    }
  }
  mentions.clear();
  for (auto& [path, mention] : by_path) {
    std::set<size_t> lines(mention.lines.begin(), mention.lines.end());
    mention.lines.assign(lines.begin(), lines.end());
    mentions.push_back(mention);
  }
}

}  // namespace

std::string Group::Subject() const {
  if (first->name.empty()) return "";
  if (names.size() == 1) {
    return (first->kind == "kernel" ? "kernel of " : first->kind + " ") + names.front();
  }
  return std::to_string(names.size()) + " " + (mixed ? "names" : Plural(first->kind));
}

std::string Group::Sentence() const {
  if (names.size() == 1) return first->text;
  // Texts start with their verb, or with "no longer" before it.
  constexpr std::pair<std::string_view, std::string_view> kPlurals[] = {
      {"is ", "are "},         {"has ", "have "},
      {"takes ", "take "},     {"comes ", "come "},
      {"returns ", "return "}, {"calls its parameter ", "call their parameter "},
  };
  constexpr std::string_view kBefore = "no longer ";
  const std::string& text = first->text;
  const size_t at = text.starts_with(kBefore) ? kBefore.size() : 0;
  for (const auto& [singular, plural] : kPlurals) {
    if (std::string_view(text).substr(at).starts_with(singular)) {
      return text.substr(0, at) + std::string(plural) + text.substr(at + singular.size());
    }
  }
  return text;
}

std::string Group::Names() const { return names.size() < 2 ? "" : base::Join(names, ", "); }

std::string Group::ToolFiles() const {
  std::vector<std::string> files;
  for (const Mention& mention : mentions) {
    if (mention.by_tool) files.push_back(mention.path);
  }
  return base::Join(files, ", ");
}

std::vector<std::string> Group::UserFiles() const {
  std::vector<std::string> files;
  for (const Mention& mention : mentions) {
    if (!mention.by_tool) {
      files.push_back(mention.path + LinesText(mention.lines) + " (" + mention.owner + ")");
    }
  }
  return files;
}

std::vector<Group> Grouped(const Report& report, Severity severity) {
  using Key = std::tuple<std::string, std::string, std::string, std::string, std::string,
                         std::string, std::string>;
  std::vector<Group> groups;
  std::map<Key, size_t> known;
  for (const Change& change : report.changes) {
    if (change.severity != severity) continue;
    // Moved declarations share a group, whatever their kinds.
    const Key key{severity == Severity::kCosmetic ? "" : change.kind,
                  change.text,
                  change.was,
                  change.now,
                  change.note,
                  change.advice,
                  change.release};
    const auto [at, is_new] = known.emplace(key, groups.size());
    if (is_new || change.name.empty()) {
      at->second = groups.size();
      groups.push_back({&change, {}, {}, false, false});
    }
    Group& group = groups[at->second];
    group.names.push_back(change.name);
    group.mixed = group.mixed || change.kind != group.first->kind;
    group.registered = group.registered || change.registered;
    Merge(change.mentions, group.mentions);
  }
  return groups;
}

std::string SeverityTitle(const Report& report, Severity severity) {
  switch (severity) {
    case Severity::kBreaking:
      return "a plugin for " + report.from + " fails, misbehaves or does not load in " + report.to;
    case Severity::kAttention:
      return "behaviour or obligations changed";
    case Severity::kAddition:
      return report.back ? "there again, since later releases dropped it" : "new to use";
    case Severity::kCosmetic:
      return "names and places only";
  }
  return "";
}

std::string_view ToolFilesTitle(const Report& report) {
  return report.of_a_run ? "`plugingen regenerate` brings up to date: "
                         : "`plugingen regenerate` keeps up to date: ";
}

std::string ReleasesTitle(const Report& report) {
  return "TensorFlow " + report.from + " to " + report.to;
}

std::string ElsewhereText(const Report& report) {
  std::vector<std::string> counts;
  for (const Severity severity : kSeverities) {
    const size_t count = report.elsewhere[static_cast<size_t>(severity)];
    if (count > 0) counts.push_back(CountText(count, severity));
  }
  if (counts.empty()) return "";
  return "Left out, because nothing of the project depends on them: " + base::Join(counts, ", ") +
         ". `plugingen api diff " + report.from + " " + report.to + "` prints all.";
}

}  // namespace plugingen::api
