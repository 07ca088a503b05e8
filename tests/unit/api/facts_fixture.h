// Texts of one's own as what is known of TensorFlow, and changes that are easy to look at.

#ifndef PLUGINGEN_TESTS_UNIT_API_FACTS_FIXTURE_H_
#define PLUGINGEN_TESTS_UNIT_API_FACTS_FIXTURE_H_

#include <string>
#include <vector>

#include "api/compare.h"

namespace plugingen::api {

// "breaking function TF_Gone: is gone (9.2)".
inline std::string Line(const Change& change) {
  return std::string(SeverityName(change.severity)) + " " + change.kind +
         (change.name.empty() ? "" : " " + change.name) + ": " + change.text + " (" +
         change.release + ")";
}

inline std::vector<std::string> Lines(const Report& report) {
  std::vector<std::string> lines;
  for (const Change& change : report.changes) lines.push_back(Line(change));
  return lines;
}

class KnownFacts {
 public:
  explicit KnownFacts(std::string c_api, std::string ops = "tensorflow 9.1 9.2\nop A\n",
                      std::string behaviour = "")
      : c_api_text_(std::move(c_api)),
        ops_text_(std::move(ops)),
        behaviour_text_(std::move(behaviour)),
        c_api_(c_api_text_),
        history_(ops_text_),
        behaviour_(catalog::ReadBehaviour(behaviour_text_)) {}
  KnownFacts(const KnownFacts&) = delete;
  KnownFacts& operator=(const KnownFacts&) = delete;

  Facts facts() const { return {c_api_, history_, behaviour_}; }
  Report From(std::string_view from, std::string_view to) const {
    return Compare(from, to, facts());
  }

 private:
  const std::string c_api_text_;
  const std::string ops_text_;
  const std::string behaviour_text_;
  const catalog::CApi c_api_;
  const catalog::History history_;
  const std::vector<catalog::BehaviourFact> behaviour_;
};

}  // namespace plugingen::api

#endif  // PLUGINGEN_TESTS_UNIT_API_FACTS_FIXTURE_H_
