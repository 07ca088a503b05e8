// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/measuring.h"

#include <cstdlib>
#include <string_view>

#include "driver/cuda_settings.h"
#include "runtime/determinism.h"

namespace pluggable::cuda {

namespace {

// What the environment variable wants; "" if it is not set.
std::string_view Wanted() {
  static const char* const chosen = std::getenv(settings::kMeasureVariable);
  return chosen == nullptr ? std::string_view() : chosen;
}

constexpr std::string_view kNothing = "0";
constexpr std::string_view kLibrariesOnly = "libraries";

}  // namespace

bool MayMeasure() {
  return Wanted() != kNothing && Wanted() != kLibrariesOnly && !runtime::MustBeDeterministic();
}

bool PrefersLibraries() { return Wanted() == kLibrariesOnly && !runtime::MustBeDeterministic(); }

Stopwatch::Stopwatch(StreamHandle stream) : stream_(stream) {
  const Api& api = Api::Get();
  if (api.EventCreate(&start_, kEventDefault) != kSuccess) start_ = nullptr;
  if (api.EventCreate(&stop_, kEventDefault) != kSuccess) stop_ = nullptr;
}

Stopwatch::~Stopwatch() {
  if (start_ != nullptr) Api::Get().EventDestroy(start_);
  if (stop_ != nullptr) Api::Get().EventDestroy(stop_);
}

bool Stopwatch::Start() {
  return start_ != nullptr && stop_ != nullptr &&
         Api::Get().EventRecord(start_, stream_) == kSuccess;
}

bool Stopwatch::Stop(float* milliseconds) {
  const Api& api = Api::Get();
  return api.EventRecord(stop_, stream_) == kSuccess && api.EventSynchronize(stop_) == kSuccess &&
         api.EventElapsedTime(milliseconds, start_, stop_) == kSuccess;
}

}  // namespace pluggable::cuda
