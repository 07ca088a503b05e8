// What changed in how TensorFlow treats plugins and no header tells: reviewed facts, each with its
// evidence, from catalog/behaviour.txt.

#ifndef PLUGINGEN_CATALOG_BEHAVIOUR_H_
#define PLUGINGEN_CATALOG_BEHAVIOUR_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct BehaviourFact {
  std::string_view release;   // the first in which it is so
  std::string_view severity;  // for a plugin of the release before: "breaking", "attention", ...
  std::string_view text;
  std::string_view write;          // what to do about it, or ""
  std::string_view back_severity;  // for a plugin of `release` in the release before, or ""
  std::string_view back;
  // Words of files that it concerns; none: it concerns every plugin.
  std::vector<std::string_view> concerns;
  // Names of the API or ops whose change in this release it is about.
  std::vector<std::string_view> explains;
  std::string_view evidence;
};

// The facts in `text`, in its order. Throws std::logic_error on text of another format.
std::vector<BehaviourFact> ReadBehaviour(std::string_view text);

// Those that are embedded in the program.
const std::vector<BehaviourFact>& BuiltInBehaviour();

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_BEHAVIOUR_H_
