#include "spec/parse_graph.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "spec/plain_keys.h"

namespace plugingen::spec {
namespace {

using base::Quoted;

constexpr std::string_view kPasses = "graph.passes";
constexpr std::string_view kRewrites = "graph.rewrites[]";

// True if an unknown key of the item is a misspelling of `key`. That is reported separately.
bool IsMisspelled(const Node& item, std::string_view key) {
  std::vector<std::string_view> unknown;
  for (const Member& member : item.members) {
    if (FindField(kRewrites, member.key) == nullptr) unknown.push_back(member.key);
  }
  return !base::NearestName(key, unknown).empty();
}

bool HasKey(const Section& section, const Node& item, std::string_view key) {
  const bool is_there = std::any_of(item.members.begin(), item.members.end(),
                                    [key](const Member& member) { return member.key == key; });
  if (is_there || IsMisspelled(item, key)) return is_there;
  section.Report(
      {diag::Severity::kError, "E0103", "key " + Quoted(key) + " is missing in a rewrite", "",
       "add " + Quoted(std::string(key) + ": " + std::string(FindField(kRewrites, key)->example))},
      section.where());
  return false;
}

// The forms of a rewrite other than a set.
struct Form {
  std::string_view key;  // the key that identifies the form
  std::string name;      // with its article, for messages
  std::vector<diag::SourceText> RewriteEntry::*texts;
  bool has_replacement;
  std::vector<std::string_view> others;  // keys of other forms
  std::string help;                      // if the key has no value
};

// If a rewrite has no identifying key, it counts as the last form.
const std::vector<Form>& Forms() {
  static const auto* const forms =
      new std::vector<Form>{{"merge",
                             "a merge",
                             &RewriteEntry::merge,
                             false,
                             {"chain", "match", "replace", "when"},
                             "write ops, for example [ReadVariableOp, Cast]"},
                            {"chain",
                             "a chain",
                             &RewriteEntry::chain,
                             true,
                             {"match", "when"},
                             "write ops, for example [AddV2, Mul]"},
                            {"match",
                             "a pattern",
                             &RewriteEntry::match,
                             true,
                             {},
                             "write the pattern, for example Relu(BiasAdd(x, bias))"}};
  return *forms;
}

const Form& FormOf(const Section& section, const Node& item) {
  return *std::find_if(Forms().begin(), Forms().end() - 1, [&](const Form& form) {
    return section.Find(form.key) != nullptr || IsMisspelled(item, form.key);
  });
}

// Reports keys of other forms. Returns true if there are none.
bool CheckOtherKeys(const Section& section, const Form& form) {
  bool good = true;
  for (const std::string_view key : form.others) {
    if (section.Find(key) == nullptr) continue;
    const bool is_chain = key == "chain";
    section.Report(
        {diag::Severity::kError, "E0107",
         "a rewrite is " + form.name + " or " + (is_chain ? "a chain" : "a pattern") + ", not both",
         "", "remove " + Quoted(key)},
        section.KeySpan(key));
    good = false;
  }
  return good;
}

std::optional<RewriteEntry> ParseRewrite(const Section& section, const Node& item) {
  RewriteEntry entry;
  entry.span = item.span;
  ReadPlainKeys(section, entry);
  if (section.Find("set") != nullptr) {
    if (!entry.set.given) return std::nullopt;
    if (item.members.size() == 1) return entry;
    section.Report({diag::Severity::kError, "E0107", "a rewrite is a set or a pattern, not both",
                    "", "remove 'set' or the other keys"},
                   entry.set.span);
    return std::nullopt;
  }
  // A misspelled 'set' is a single mistake, so the missing keys of a pattern are not reported.
  if (item.members.size() == 1 && IsMisspelled(item, "set")) return std::nullopt;
  const Form& form = FormOf(section, item);
  const std::string_view what = form.key;
  bool whole = true;
  for (const std::string_view key : {std::string_view("name"), what, std::string_view("replace")}) {
    if (key == "replace" && !form.has_replacement) continue;
    whole = HasKey(section, item, key) && whole;
  }
  whole = CheckOtherKeys(section, form) && whole;
  std::vector<diag::SourceText>& texts = entry.*form.texts;
  texts = section.Texts(what);
  const Node* node = section.Find(what);
  if (node != nullptr && node->kind == NodeKind::kSequence && node->items.empty()) {
    section.Report(
        {diag::Severity::kError, "E0108", "key " + Quoted(what) + " has no value", "", form.help},
        node->span);
  }
  entry.when = section.Texts("when");
  whole = whole && entry.name.given && !texts.empty();
  if (!form.has_replacement) return whole ? std::optional(std::move(entry)) : std::nullopt;
  const std::vector<diag::SourceText> replace = section.Texts("replace");
  if (replace.size() == 1) entry.replace = replace.front();
  if (replace.size() > 1) section.WrongType("replace", *section.Find("replace"), "one text");
  whole = whole && replace.size() == 1;
  return whole ? std::optional(std::move(entry)) : std::nullopt;
}

// The names have to differ, because summaries and the environment variable that disables rewrites
// use them.
void CheckNames(const std::vector<RewriteEntry>& rewrites, diag::Sink& sink) {
  std::map<std::string_view, diag::Span> first;
  for (const RewriteEntry& rewrite : rewrites) {
    if (rewrite.set.given) continue;
    const auto [known, is_new] = first.emplace(rewrite.name.value, rewrite.name.span);
    if (is_new) continue;
    sink.Report({.code = "E0229",
                 .message = "there are two rewrites " + Quoted(rewrite.name.value),
                 .span = rewrite.name.span,
                 .notes = {{"the first one is here", known->second}},
                 .help = "give each rewrite a name of its own"});
  }
}

}  // namespace

GraphSection ParseGraph(const Section& root) {
  GraphSection graph;
  const Section section = root.Child("graph", "graph");
  const Section passes = section.Child("passes", kPasses);
  for (const Field* pass : FieldsOf(kPasses)) {
    graph.passes.push_back({std::string(pass->name), passes.Bool(pass->name)});
  }
  const Node* node = section.Find("rewrites");
  if (node == nullptr) return graph;
  if (node->kind != NodeKind::kSequence) {
    section.WrongType("rewrites", *node, "a list", "start each rewrite with '- name: ...'");
    return graph;
  }
  for (const Node* item : node->items) {
    if (item->kind != NodeKind::kMap) {
      section.Report({diag::Severity::kError, "E0102",
                      "an item of graph.rewrites must be a map of keys, not " + Describe(*item), "",
                      "write for example '- name: matmul_bias_relu'"},
                     item->span);
      continue;
    }
    const diag::Span where = item->members.empty() ? item->span : item->members.front().key_span;
    const Section entry(item, where, kRewrites, root.sink());
    if (std::optional<RewriteEntry> rewrite = ParseRewrite(entry, *item)) {
      graph.rewrites.push_back(std::move(*rewrite));
    }
  }
  CheckNames(graph.rewrites, root.sink());
  return graph;
}

}  // namespace plugingen::spec
