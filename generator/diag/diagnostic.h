// Diagnostics about the input, and the sink that collects them.

#ifndef PLUGINGEN_DIAG_DIAGNOSTIC_H_
#define PLUGINGEN_DIAG_DIAGNOSTIC_H_

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "diag/source.h"

namespace plugingen::diag {

enum class Severity { kError, kWarning };

// A remark on a diagnostic. With a span it points at a related place.
struct Note {
  std::string message{};
  std::optional<Span> span{};
};

struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code{};     // stable, e.g. "E0203"; `plugingen explain E0203` prints its page
  std::string message{};  // lower case, without a full stop; quotes the wrong word
  Span span{};            // the underlined text
  std::vector<Note> notes{};
  std::string help{};  // what to do, for example "did you mean 'Relu'?"; may be empty
};

// Collects all diagnostics of a run without duplicates. Printers sort them by position.
class Sink {
 public:
  // Nobody reads more, and a hostile file could cause millions. The others are only counted.
  static constexpr size_t kMaxKept = 10'000;

  void Report(Diagnostic diagnostic);

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  size_t error_count() const { return error_count_; }
  size_t warning_count() const { return warning_count_; }
  bool has_errors() const { return error_count_ > 0; }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::unordered_set<std::string> seen_;
  size_t error_count_ = 0;
  size_t warning_count_ = 0;
};

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_DIAGNOSTIC_H_
