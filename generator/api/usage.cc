#include "api/usage.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "base/text.h"

namespace plugingen::api {
namespace {

struct Place {
  size_t file = 0;
  size_t line = 0;
  bool is_member = false;
  bool is_quoted = false;
};

bool IsInWord(char c) { return base::IsAlnum(c) || c == '_'; }

// Every word of the project's files with its positions.
class Index {
 public:
  explicit Index(const std::vector<ProjectFile>& files) {
    for (size_t i = 0; i < files.size(); ++i) Add(i, files[i]);
  }

  void Find(const Token& token, std::map<size_t, std::vector<size_t>>& lines) const {
    const auto found = places_.find(token.text);
    if (found == places_.end()) return;
    for (const Place& place : found->second) {
      if (token.where == Token::Where::kMember && !place.is_member) continue;
      if (token.where == Token::Where::kQuoted && !place.is_quoted) continue;
      lines[place.file].push_back(place.line);
    }
  }

 private:
  void Add(size_t index, const ProjectFile& file) {
    const std::string_view text = file.text;
    const bool is_yaml = file.path.ends_with(".yaml") || file.path.ends_with(".yml");
    size_t line = 1;
    for (size_t i = 0; i < text.size();) {
      if (!IsInWord(text[i])) {
        if (text[i] == '\n') ++line;
        ++i;
        continue;
      }
      size_t end = i;
      while (end < text.size() && IsInWord(text[end])) ++end;
      const char before = i == 0 ? ' ' : text[i - 1];
      const char after = end == text.size() ? ' ' : text[end];
      Place place{index, line};
      place.is_member = before == '.' || (before == '>' && i > 1 && text[i - 2] == '-');
      place.is_quoted = is_yaml || ((before == '"' || before == '\'') && after == before);
      places_[text.substr(i, end - i)].push_back(place);
      i = end;
    }
  }

  std::unordered_map<std::string_view, std::vector<Place>> places_;
};

void AddMentions(const Index& index, const Project& project, Change& change) {
  std::map<size_t, std::vector<size_t>> lines;
  for (const Token& token : change.tokens) index.Find(token, lines);
  for (auto& [file, at] : lines) {
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    const ProjectFile& source = project.files[file];
    change.mentions.push_back({source.path, source.owner, source.by_tool, std::move(at)});
  }
  std::sort(change.mentions.begin(), change.mentions.end(),
            [](const Mention& a, const Mention& b) { return a.path < b.path; });
}

// True if the project's registrations or files use what changed.
bool Concerns(const Change& change, const Project& project) {
  const bool is_mentioned = !change.mentions.empty();
  const bool by_user = std::any_of(change.mentions.begin(), change.mentions.end(),
                                   [](const Mention& mention) { return !mention.by_tool; });
  if (change.kind == "op" || change.kind == "kernel") {
    // plugingen's tests mention more ops than the plugin has. For the plugin's ops, its own kernels
    // replace TensorFlow's.
    if (change.registered) return change.kind == "op";
    return project.ops.empty() ? is_mentioned : by_user;
  }
  return change.severity == Severity::kCosmetic ? by_user : is_mentioned;
}

}  // namespace

void Narrow(Report& report, const Project& project) {
  const Index index(project.files);
  report.has_project = true;
  std::vector<Change> kept;
  for (Change& change : report.changes) {
    AddMentions(index, project, change);
    change.registered =
        (change.kind == "op" || change.kind == "kernel") && project.ops.contains(change.name);
    const bool concerns = change.everywhere || Concerns(change, project);
    if (concerns) {
      kept.push_back(std::move(change));
    } else {
      ++report.elsewhere[static_cast<size_t>(change.severity)];
    }
  }
  report.changes = std::move(kept);
}

}  // namespace plugingen::api
