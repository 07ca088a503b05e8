// The rules for the values of single keys, and the reasons that TensorFlow, C++ and Python have for
// them.

#ifndef PLUGINGEN_SPEC_RULES_H_
#define PLUGINGEN_SPEC_RULES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "spec/schema.h"

namespace plugingen::spec {

// The limit in bytes for a text without its own limit.
inline constexpr size_t kLongestText = 1000;

// Longer names make paths and log lines that tools truncate.
inline constexpr size_t kLongestName = 64;

// What is wrong with a value. The caller adds the position.
struct Problem {
  diag::Severity severity = diag::Severity::kError;
  std::string code;
  std::string message;
  std::string note;  // the reason; may be empty
  std::string help;  // may be empty
};

// Applies the rule of the key at `path` ("plugin.name") to its text: the key's own, or else the
// pattern of its row. Returns nothing if the text is valid or the key has neither.
std::optional<Problem> CheckValue(std::string_view path, std::string_view text);

// Applies the pattern of a row.
std::optional<Problem> CheckForm(const Field& field, std::string_view text);

// Applies the rules for all texts that become part of sources: a single line, no quotes, no
// backslashes, limited length.
std::optional<Problem> CheckPlainText(std::string_view text);

bool IsDeviceType(std::string_view text);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_RULES_H_
