#include "diag/sarif_printer.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/suggest.h"
#include "base/text.h"
#include "diag/codes.h"
#include "diag/text_printer.h"

namespace plugingen::diag {
namespace {

using base::Json;

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

Json Message(std::string_view text) { return {{"text", text}}; }

// Converts a page to Markdown. Examples are indented in both, and the only special character is `
// around code.
std::string Markdown(std::string_view text) {
  std::string result;
  bool in_code = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool line_begins = i == 0 || text[i - 1] == '\n';
    if (line_begins && text.substr(i).starts_with("    ")) {
      const size_t end = std::min(text.find('\n', i), text.size() - 1);
      result += text.substr(i, end + 1 - i);
      i = end;
      continue;
    }
    if (text[i] == '`') in_code = !in_code;
    if (!in_code && std::string_view("*_<>[]#\\").find(text[i]) != std::string_view::npos) {
      result += '\\';
    }
    result += text[i];
  }
  return result;
}

class Printer {
 public:
  Printer(const SourceFile& source, const std::string& uri) : source_(source), uri_(uri) {}

  void Add(const Diagnostic& diagnostic) {
    Json result = {{"ruleId", diagnostic.code},
                   {"ruleIndex", RuleIndex(diagnostic)},
                   {"level", LevelOf(diagnostic.severity)},
                   {"message", Message(TextOf(diagnostic))}};
    result["locations"] = Json::array({{{"physicalLocation", Location(diagnostic.span)}}});
    Json related = Json::array();
    for (const Note& note : diagnostic.notes) {
      if (!note.span) continue;
      related.push_back({{"id", related.size() + 1},
                         {"physicalLocation", Location(*note.span)},
                         {"message", Message(note.message)}});
    }
    if (!related.empty()) result["relatedLocations"] = std::move(related);
    const std::string word = base::MeantWord(diagnostic.help);
    if (!word.empty() && !uri_.empty() && IsOneWord(diagnostic, word))
      result["fixes"] = Json::array({Fix(diagnostic, word)});
    results_.push_back(std::move(result));
  }

  Json Log() {
    Json driver = {{"name", "plugingen"},
                   {"version", PLUGINGEN_VERSION},
                   {"semanticVersion", PLUGINGEN_VERSION},
                   {"rules", std::move(rules_)}};
    Json run = {{"tool", {{"driver", std::move(driver)}}},
                {"columnKind", "unicodeCodePoints"},
                {"results", std::move(results_)}};
    return {{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
  }

 private:
  static std::string_view LevelOf(Severity severity) {
    return severity == Severity::kError ? "error" : "warning";
  }

  // Notes without a position become part of the message, as in the text format.
  static std::string TextOf(const Diagnostic& diagnostic) {
    std::string text = diagnostic.message;
    for (const Note& note : diagnostic.notes) {
      if (!note.span) text += "\nnote: " + note.message;
    }
    if (!diagnostic.help.empty()) text += "\nhelp: " + diagnostic.help;
    return text;
  }

  // Returns the index in the list of rules, which contains the rules that occur.
  size_t RuleIndex(const Diagnostic& diagnostic) {
    const auto [known, is_new] = indices_.emplace(diagnostic.code, rules_.size());
    if (!is_new) return known->second;
    Json rule = {{"id", diagnostic.code}};
    if (const CodePage* page = FindCodePage(diagnostic.code)) {
      rule["shortDescription"] = Message(page->title);
      rule["help"] = {{"text", page->text}, {"markdown", Markdown(page->text)}};
    }
    rule["defaultConfiguration"] = {{"level", LevelOf(diagnostic.severity)}};
    rules_.push_back(std::move(rule));
    return known->second;
  }

  Json Artifact() const {
    if (uri_.empty()) return {{"description", Message("the standard input")}};
    return {{"uri", uri_}};
  }

  Json Region(const Span& span) const {
    const Position begin = source_.PositionOf(span.begin);
    const Position end = source_.PositionOf(span.end);
    return {{"startLine", begin.line},
            {"startColumn", begin.column},
            {"endLine", end.line},
            {"endColumn", end.column}};
  }

  Json Location(const Span& span) const {
    return {{"artifactLocation", Artifact()}, {"region", Region(span)}};
  }

  // True if the span is exactly the word that the message complains about. If it is longer, such as
  // a whole call, replacing it by another word would lose the rest.
  bool IsOneWord(const Diagnostic& diagnostic, std::string_view word) const {
    std::string_view text = source_.text();
    text = text.substr(diagnostic.span.begin, diagnostic.span.end - diagnostic.span.begin);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'')) {
      text = text.substr(1, text.size() - 2);
    }
    if (diagnostic.message.find(base::Quoted(text)) != std::string::npos) return true;
    const bool is_name =
        std::all_of(text.begin(), text.end(), [](char c) { return base::IsAlnum(c) || c == '_'; });
    return is_name && !base::NearestName(text, {word}).empty();
  }

  // Keeps the quotes of a quoted text.
  Json Fix(const Diagnostic& diagnostic, const std::string& word) const {
    const char first = source_.text()[diagnostic.span.begin];
    const std::string quote = first == '"' || first == '\'' ? std::string(1, first) : "";
    const Json replacement = {{"deletedRegion", Region(diagnostic.span)},
                              {"insertedContent", Message(quote + word + quote)}};
    const Json change = {{"artifactLocation", Artifact()},
                         {"replacements", Json::array({replacement})}};
    return {{"description", Message("write '" + word + "'")},
            {"artifactChanges", Json::array({change})}};
  }

  const SourceFile& source_;
  const std::string& uri_;
  std::map<std::string, size_t> indices_;
  Json rules_ = Json::array();
  Json results_ = Json::array();
};

}  // namespace

Json SarifLog(const SourceFile& source, const std::vector<Diagnostic>& diagnostics,
              const std::string& uri) {
  Printer printer(source, uri);
  for (const Diagnostic* diagnostic : SortedByPosition(diagnostics)) printer.Add(*diagnostic);
  return printer.Log();
}

}  // namespace plugingen::diag
