#include "api/change.h"

#include <algorithm>

namespace plugingen::api {

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kBreaking:
      return "breaking";
    case Severity::kAttention:
      return "attention";
    case Severity::kAddition:
      return "addition";
    case Severity::kCosmetic:
      return "cosmetic";
  }
  return "";
}

std::string CountText(size_t count, Severity severity) {
  const bool is_noun = severity == Severity::kAddition;
  return std::to_string(count) + " " + std::string(SeverityName(severity)) +
         (is_noun && count != 1 ? "s" : "");
}

size_t Report::Count(Severity severity) const {
  return static_cast<size_t>(
      std::count_if(changes.begin(), changes.end(),
                    [severity](const Change& change) { return change.severity == severity; }));
}

}  // namespace plugingen::api
