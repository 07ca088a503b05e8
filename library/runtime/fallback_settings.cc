// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/fallback_settings.h"

#include <cstdlib>
#include <string_view>

#include "plugin/names.h"
#include "runtime/log.h"

namespace pluggable::runtime {

namespace {

FallbackSettings Read() {
  constexpr std::string_view kIntoFile = "report:";
  FallbackSettings settings;
  const char* const variable = std::getenv(names::kFallback);
  const std::string_view value = variable == nullptr ? "" : variable;
  if (value == "error") {
    settings.is_refused = true;
  } else if (value == "report") {
    settings.is_reported = true;
  } else if (value.size() > kIntoFile.size() && value.substr(0, kIntoFile.size()) == kIntoFile) {
    settings.is_reported = true;
    settings.report_path = value.substr(kIntoFile.size());
  } else if (!value.empty()) {
    Log(names::kFallback, "=", value, " means nothing: expected error, report or report:FILE");
  }
  return settings;
}

}  // namespace

const FallbackSettings& FallbackSettings::Get() {
  // Never destroyed: it is read while the process ends.
  static const auto* const settings = new FallbackSettings(Read());
  return *settings;
}

}  // namespace pluggable::runtime
