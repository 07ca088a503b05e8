#include "diag/diagnostic.h"

#include <utility>

namespace plugingen::diag {

void Sink::Report(Diagnostic diagnostic) {
  const bool error = diagnostic.severity == Severity::kError;
  if (diagnostics_.size() == kMostKept) {
    if (error) ++error_count_;
    return;
  }
  // A value that is reached twice, through a YAML alias, is wrong once.
  std::string identity =
      diagnostic.code + '\0' + std::to_string(diagnostic.span.begin) + '\0' + diagnostic.message;
  if (!seen_.insert(std::move(identity)).second) return;
  if (error) ++error_count_;
  diagnostics_.push_back(std::move(diagnostic));
}

}  // namespace plugingen::diag
