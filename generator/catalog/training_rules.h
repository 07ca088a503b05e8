// The rules of training updates (catalog/training_rules.txt).

#ifndef PLUGINGEN_CATALOG_TRAINING_RULES_H_
#define PLUGINGEN_CATALOG_TRAINING_RULES_H_

#include <string_view>
#include <vector>

namespace plugingen::catalog {

struct TrainingRule {
  // result = formula. The formula uses names that are defined before it.
  struct Assignment {
    std::string_view result;
    std::string_view formula;
  };

  std::string_view name;  // "Adam": compute::TrainingRule::kAdam
  std::vector<std::string_view> variables;
  std::vector<std::string_view> scalars;
  std::string_view flag;  // "" if the rule has none
  std::vector<Assignment> assignments;
};

// All rules, sorted by name.
const std::vector<TrainingRule>& TrainingRules();

// Parses a text as TrainingRules() does; for tests.
std::vector<TrainingRule> ReadTrainingRules(std::string_view text);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_TRAINING_RULES_H_
