#include "catalog/behaviour.h"

#include <stdexcept>
#include <string>

#include "base/embedded.h"
#include "catalog/lines.h"
#include "catalog/releases.h"

namespace plugingen::catalog {

std::vector<BehaviourFact> ReadBehaviour(std::string_view text) {
  std::vector<BehaviourFact> facts;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    const std::string_view word = TakePart(line, ' ');
    if (word == "since") {
      facts.emplace_back();
      facts.back().release = TakePart(line, ' ');
      facts.back().severity = line;
      continue;
    }
    if (facts.empty()) throw std::logic_error("behaviour: a line before the first 'since'");
    BehaviourFact& fact = facts.back();
    if (word == "until") {
      fact.until = line;
    } else if (word == "text") {
      fact.text = line;
    } else if (word == "write") {
      fact.write = line;
    } else if (word == "back") {
      fact.back_severity = TakePart(line, ' ');
      fact.back = line;
    } else if (word == "end") {
      fact.end_severity = TakePart(line, ' ');
      fact.end = line;
    } else if (word == "concerns") {
      fact.concerns = SplitParts(line, ' ');
    } else if (word == "explains") {
      fact.explains = SplitParts(line, ' ');
    } else if (word == "evidence") {
      fact.evidence = line;
    } else {
      throw std::logic_error("behaviour: unknown line " + std::string(word));
    }
  }
  return facts;
}

bool IsSo(const BehaviourFact& fact, std::string_view release) {
  return !IsOlder(release, fact.release) && (fact.until.empty() || !IsOlder(fact.until, release));
}

std::string WhenText(const BehaviourFact& fact) {
  const std::string release(fact.release);
  if (fact.until.empty()) return "since " + release;
  return fact.until == fact.release ? release : release + " to " + std::string(fact.until);
}

const std::vector<BehaviourFact>& BuiltInBehaviour() {
  static const std::vector<BehaviourFact> facts =
      ReadBehaviour(base::EmbeddedText("catalog/behaviour.txt"));
  return facts;
}

}  // namespace plugingen::catalog
