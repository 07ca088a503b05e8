#include "api/compare.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "api/compare_parts.h"
#include "base/text.h"

namespace plugingen::api {
namespace {

using catalog::ApiKind;
using catalog::IsOlder;

// Returns the index of the known release nearest to `wanted`.
size_t NearestIndex(const std::vector<std::string_view>& known, std::string_view wanted) {
  size_t nearest = 0;
  for (size_t i = 0; i < known.size(); ++i) {
    if (!IsOlder(wanted, known[i])) nearest = i;
  }
  return nearest;
}

bool Knows(const std::vector<std::string_view>& known, std::string_view release) {
  return std::find(known.begin(), known.end(), release) != known.end();
}

void CompareHeaders(const Pair& pair, std::vector<Change>& changes) {
  if (!pair.in_from || !pair.in_to || pair.was.header == pair.now.header) return;
  if (pair.was.header.empty() || pair.now.header.empty()) return;
  changes.push_back(
      pair.Changed(Severity::kCosmetic, "is declared in " + std::string(pair.now.header) +
                                            " now instead of " + std::string(pair.was.header)));
}

void CompareSection(const Pair& pair, std::vector<Change>& changes) {
  switch (pair.section.kind) {
    case ApiKind::kStruct:
      CompareStructs(pair, changes);
      break;
    case ApiKind::kFunction:
      CompareFunctions(pair, changes);
      break;
    case ApiKind::kEnum:
      CompareEnums(pair, changes);
      break;
    case ApiKind::kMacro:
      CompareMacros(pair, changes);
      break;
    case ApiKind::kType:
      CompareTypes(pair, changes);
      break;
  }
  CompareHeaders(pair, changes);
}

void CompareCApi(const catalog::CApi& c_api, size_t from, size_t to, std::vector<Change>& changes) {
  for (const catalog::ApiSection& section : c_api.sections()) {
    Pair pair{c_api, section, from, to, false, false, {}, {}};
    pair.in_from = catalog::Holds(section.releases, from);
    pair.in_to = catalog::Holds(section.releases, to);
    if (pair.in_from) pair.was = c_api.Read(section, from);
    if (pair.in_to) pair.now = c_api.Read(section, to);
    if (pair.was != pair.now || pair.in_from != pair.in_to) CompareSection(pair, changes);
  }
}

Severity SeverityOf(std::string_view name) {
  for (const Severity severity : kSeverities) {
    if (SeverityName(severity) == name) return severity;
  }
  throw std::logic_error("behaviour: unknown severity " + std::string(name));
}

void Append(std::string& text, std::string_view more) {
  if (!more.empty() && text.find(more) == std::string::npos) {
    text += (text.empty() ? "" : " ") + std::string(more);
  }
}

bool Explains(const catalog::BehaviourFact& fact, const Change& change) {
  const std::string_view name = change.name;
  return change.severity != Severity::kCosmetic && !name.empty() &&
         std::find(fact.explains.begin(), fact.explains.end(), name) != fact.explains.end();
}

// Adds a fact to the changes that it explains. Returns true if there are any. Only a change of the
// fact's own release counts. A change over several releases gets the facts of all of them.
bool Explain(const catalog::BehaviourFact& fact, bool back, std::vector<Change>& changes) {
  const bool dated =
      !back && std::any_of(changes.begin(), changes.end(), [&](const Change& change) {
        return Explains(fact, change) && change.release == fact.release;
      });
  bool explained = false;
  for (Change& change : changes) {
    if (!Explains(fact, change) || (dated && change.release != fact.release)) continue;
    explained = true;
    if (back) {
      Append(change.note, fact.back);
      continue;
    }
    // A text for this change is more precise than the general one for its kind.
    if (change.evidence.empty()) change.note.clear();
    if (change.evidence.empty() && !fact.write.empty()) change.advice.clear();
    Append(change.note, fact.text);
    Append(change.advice, fact.write);
    change.evidence += (change.evidence.empty() ? "" : "; ") + std::string(fact.evidence);
  }
  return explained;
}

void AddFact(const catalog::BehaviourFact& fact, bool back, std::vector<Change>& changes) {
  if (Explain(fact, back, changes)) return;
  Change change;
  change.kind = "behaviour";
  if (!back) {
    change.severity = SeverityOf(fact.severity);
    change.text = fact.text;
    change.advice = fact.write;
  } else if (!fact.back.empty()) {
    change.severity = SeverityOf(fact.back_severity);
    change.text = fact.back;
  } else {
    change.severity = Severity::kAttention;
    change.text = "Not so before " + std::string(fact.release) + ": " + std::string(fact.text);
  }
  change.evidence = fact.evidence;
  for (const std::string_view word : fact.concerns) {
    change.tokens.push_back({Token::Where::kAnywhere, std::string(word)});
  }
  change.everywhere = fact.concerns.empty();
  changes.push_back(std::move(change));
}

// Identifies a change independently of the releases that are compared.
using Key = std::tuple<std::string, std::string, std::string>;

Key KeyOf(const Change& change) { return {change.kind, change.name, change.text}; }

class Comparison {
 public:
  Comparison(std::string_view from, std::string_view to, const Facts& facts)
      : from_(from), to_(to), back_(IsOlder(to, from)), facts_(facts) {}

  std::vector<Change> Changes(std::string_view to) const {
    std::vector<Change> changes;
    const auto& c_releases = facts_.c_api.releases();
    const size_t c_from = NearestIndex(c_releases, from_);
    const size_t c_to = NearestIndex(c_releases, to);
    if (c_from != c_to) CompareCApi(facts_.c_api, c_from, c_to, changes);
    const auto& op_releases = facts_.history.releases();
    const size_t op_from = NearestIndex(op_releases, from_);
    const size_t op_to = NearestIndex(op_releases, to);
    if (op_from != op_to) CompareOps(facts_.history, op_from, op_to, changes);
    return changes;
  }

  // Sets the release of each change: the first release that has it and after which it persists.
  void Date(std::vector<Change>& changes) const {
    std::map<Key, std::string> dates;
    for (const Change& change : changes) dates[KeyOf(change)] = to_;
    std::vector<std::string_view> between;
    for (const std::string_view release : KnownReleases(facts_)) {
      if (IsOlder(Older(), release) && IsOlder(release, Newer())) between.push_back(release);
    }
    if (!back_) std::reverse(between.begin(), between.end());
    std::set<Key> staying;
    for (const auto& [key, date] : dates) staying.insert(key);
    for (const std::string_view release : between) {  // the nearest to `to` first
      std::set<Key> there;
      for (const Change& change : Changes(release)) there.insert(KeyOf(change));
      std::erase_if(staying, [&there](const Key& key) { return !there.contains(key); });
      for (const Key& key : staying) dates[key] = release;
    }
    for (Change& change : changes) change.release = dates[KeyOf(change)];
  }

  void AddFacts(std::vector<Change>& changes) const {
    for (const catalog::BehaviourFact& fact : facts_.behaviour) {
      const bool older_has = catalog::IsSo(fact, Older());
      const bool newer_has = catalog::IsSo(fact, Newer());
      const size_t before = changes.size();
      if (older_has && !newer_has) {
        AddEnd(fact, changes);
      } else if (newer_has && !older_has) {
        AddFact(fact, back_, changes);
        if (changes.size() > before) changes.back().release = fact.release;
      } else if (!newer_has && IsOlder(Older(), fact.release) && IsOlder(fact.release, Newer())) {
        // It is so only in between. A plugin that serves these releases, too, has to know.
        const std::string text = "In " + catalog::WhenText(fact) + ": " + std::string(fact.text);
        catalog::BehaviourFact between = fact;
        between.text = text;
        between.explains.clear();
        AddFact(between, /*back=*/false, changes);
        changes.back().release = fact.release;
      }
    }
  }

  std::vector<std::string> Notes() const {
    std::vector<std::string> notes;
    if (back_) {
      notes.push_back(to_ + " is older than " + from_ +
                      ": this lists what a plugin for the newer one loses.");
    }
    const std::string nightly(facts_.c_api.nightly());
    if (!nightly.empty() && (from_ == nightly || to_ == nightly)) {
      notes.push_back(nightly + " is not released: these facts are from a nightly and may change.");
    }
    AddRangeNote("The C API is", facts_.c_api.releases(), notes);
    AddRangeNote("Ops and TensorFlow's own kernels are", facts_.history.releases(), notes);
    AddExportsNote(notes);
    return notes;
  }

 private:
  // Tells that a fact is true of the older release and not of the newer.
  void AddEnd(const catalog::BehaviourFact& fact, std::vector<Change>& changes) const {
    const size_t before = changes.size();
    if (back_) {
      AddFact(fact, /*back=*/false, changes);
      if (changes.size() > before) changes.back().release = fact.until;
      return;
    }
    if (fact.end.empty()) return;
    const std::vector<std::string_view> known = KnownReleases(facts_);
    const auto last = std::find(known.begin(), known.end(), fact.until);
    catalog::BehaviourFact end = fact;
    end.release = last + 1 < known.end() ? last[1] : fact.until;
    end.severity = fact.end_severity;
    end.text = fact.end;
    end.write = {};
    AddFact(end, /*back=*/false, changes);
    if (changes.size() > before) changes.back().release = end.release;
  }

  void AddRangeNote(const std::string& subject, const std::vector<std::string_view>& known,
                    std::vector<std::string>& notes) const {
    if (Knows(known, from_) && Knows(known, to_)) return;
    const std::string_view from = known[NearestIndex(known, from_)];
    const std::string_view to = known[NearestIndex(known, to_)];
    notes.push_back(
        subject + " known for " + std::string(known.front()) + " to " + std::string(known.back()) +
        (from == to ? ": not compared."
                    : ": compared from " + std::string(from) + " to " + std::string(to) + "."));
  }

  void AddExportsNote(std::vector<std::string>& notes) const {
    const catalog::CApi& c_api = facts_.c_api;
    std::string unknown;
    for (const std::string& release : {from_, to_}) {
      const size_t index = NearestIndex(c_api.releases(), release);
      if (!c_api.KnowsExports(index)) unknown += (unknown.empty() ? "" : " and ") + release;
    }
    if (unknown.empty()) return;
    notes.push_back("Which functions the libraries of " + unknown +
                    " export is not known: headers only are compared.");
  }

  const std::string& Older() const { return back_ ? to_ : from_; }
  const std::string& Newer() const { return back_ ? from_ : to_; }

  const std::string from_;
  const std::string to_;
  const bool back_;
  const Facts& facts_;
};

size_t KindRank(std::string_view kind) {
  constexpr std::string_view kOrder[] = {"behaviour", "struct", "function", "enum",
                                         "macro",     "type",   "op",       "kernel"};
  return static_cast<size_t>(std::find(std::begin(kOrder), std::end(kOrder), kind) - kOrder);
}

bool Before(const Change& change, const Change& other) {
  return std::tuple(change.severity, KindRank(change.kind), change.release.size(),
                    std::string_view(change.release), std::string_view(change.name)) <
         std::tuple(other.severity, KindRank(other.kind), other.release.size(),
                    std::string_view(other.release), std::string_view(other.name));
}

}  // namespace

Change Pair::Changed(Severity severity, std::string text) const {
  Change change;
  change.severity = severity;
  change.kind = catalog::ApiKindName(section.kind);
  change.name = section.name;
  change.text = std::move(text);
  change.tokens = {{Token::Where::kAnywhere, std::string(section.name)}};
  return change;
}

std::string TextOfNew(size_t from, size_t to) { return from < to ? "is new" : "is back"; }

Facts Facts::BuiltIn() {
  return {catalog::CApi::BuiltIn(), catalog::History::BuiltIn(), catalog::BuiltInBehaviour()};
}

std::vector<std::string_view> KnownReleases(const Facts& facts) {
  std::vector<std::string_view> known = facts.c_api.releases();
  for (const std::string_view release : facts.history.releases()) {
    if (!Knows(known, release)) known.push_back(release);
  }
  std::sort(known.begin(), known.end(), IsOlder);
  return known;
}

Report Compare(std::string_view from, std::string_view to, const Facts& facts) {
  const Comparison comparison(from, to, facts);
  Report report;
  report.from = from;
  report.to = to;
  report.back = IsOlder(to, from);
  report.notes = comparison.Notes();
  report.changes = comparison.Changes(to);
  comparison.Date(report.changes);
  comparison.AddFacts(report.changes);
  std::stable_sort(report.changes.begin(), report.changes.end(), Before);
  return report;
}

}  // namespace plugingen::api
