// Changes in how TensorFlow treats plugins that no header shows. Each is a reviewed fact with its
// evidence, from catalog/behaviour.txt.

#ifndef PLUGINGEN_CATALOG_BEHAVIOUR_H_
#define PLUGINGEN_CATALOG_BEHAVIOUR_H_

#include <string>
#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct BehaviourFact {
  std::string_view release;   // the first with this behaviour
  std::string_view until;     // the last one, or "" if it is so to this day
  std::string_view severity;  // for a plugin of the previous release: "breaking", "attention", ...
  std::string_view text;
  std::string_view write;          // what to do about it, or ""
  std::string_view back_severity;  // for a plugin of `release` in the previous release, or ""
  std::string_view back;
  std::string_view end_severity;  // for a plugin of `until` in the release after it, or ""
  std::string_view end;
  // Words of the files that it concerns. Empty if it concerns every plugin.
  std::vector<std::string_view> concerns;
  // Names of the API or ops whose change in this release it explains.
  std::vector<std::string_view> explains;
  std::string_view evidence;
};

// Whether the fact is true of a release.
bool IsSo(const BehaviourFact& fact, std::string_view release);

// Returns "since 2.19", or "2.19 to 2.21".
std::string WhenText(const BehaviourFact& fact);

// Parses `text` and keeps its order. Throws std::logic_error if the format is wrong.
std::vector<BehaviourFact> ReadBehaviour(std::string_view text);

// The facts that are embedded in the program.
const std::vector<BehaviourFact>& BuiltInBehaviour();

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_BEHAVIOUR_H_
