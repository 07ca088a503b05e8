#include "catalog/training_rules.h"

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

const std::vector<TrainingRule>& TrainingRules() {
  static const auto* const rules = new std::vector<TrainingRule>(
      ReadTrainingRules(base::EmbeddedText("catalog/training_rules.txt")));
  return *rules;
}

std::vector<TrainingRule> ReadTrainingRules(std::string_view text) {
  std::vector<TrainingRule> rules;
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    if (line.find('|') == std::string_view::npos) {
      const std::string_view result = TakePart(line, '=');
      rules.back().assignments.push_back({result, line});
      continue;
    }
    TrainingRule& rule = rules.emplace_back();
    rule.name = TakePart(line, '|');
    rule.variables = SplitParts(TakePart(line, '|'), ' ');
    rule.scalars = SplitParts(TakePart(line, '|'), ' ');
    rule.flag = line;
  }
  return rules;
}

}  // namespace plugingen::catalog
