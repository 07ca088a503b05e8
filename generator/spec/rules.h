// What the values of single keys must look like, with the reasons that TensorFlow, C++ and Python
// have.

#ifndef PLUGINGEN_SPEC_RULES_H_
#define PLUGINGEN_SPEC_RULES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"

namespace plugingen::spec {

// Bytes of a text that has no limit of its own.
inline constexpr size_t kLongestText = 1000;

// Longer names make paths and log lines that tools cut.
inline constexpr size_t kLongestName = 64;

// What is wrong with a value; the caller adds where it stands.
struct Problem {
  diag::Severity severity = diag::Severity::kError;
  std::string code;
  std::string message;
  std::string note;  // why; may be empty
  std::string help;  // may be empty
};

// The rule of the key at `path` ("plugin.name"), applied to its text; nothing when the text is fine
// or the key has no rule of its own.
std::optional<Problem> CheckValue(std::string_view path, std::string_view text);

// Rules of any text, since it becomes part of sources: one line, no quotes, no backslashes, not
// endless.
std::optional<Problem> CheckPlainText(std::string_view text);

bool IsDeviceType(std::string_view text);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_RULES_H_
