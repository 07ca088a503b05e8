// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/memory_limit.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <string>

#include "plugin/names.h"

namespace pluggable::runtime {

namespace {

constexpr char kExpected[] = "expected a number of bytes, or a number with a unit: 512MiB, 4GiB";

struct Unit {
  std::string_view name;
  uint64_t bytes;
};
constexpr Unit kUnits[] = {{"B", 1},
                           {"KiB", uint64_t{1} << 10},
                           {"MiB", uint64_t{1} << 20},
                           {"GiB", uint64_t{1} << 30},
                           {"TiB", uint64_t{1} << 40},
                           {"KB", 1000},
                           {"kB", 1000},
                           {"MB", 1000000},
                           {"GB", 1000000000},
                           {"TB", 1000000000000}};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view Trim(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Removes digits from the front of the text; false if there are none. A number that does not fit
// becomes the largest uint64.
bool TakeDigits(std::string_view* text, uint64_t* number) {
  if (text->empty() || !IsDigit(text->front())) return false;
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  *number = 0;
  for (; !text->empty() && IsDigit(text->front()); text->remove_prefix(1)) {
    const auto digit = static_cast<uint64_t>(text->front() - '0');
    *number = *number > (kMost - digit) / 10 ? kMost : *number * 10 + digit;
  }
  return true;
}

// The limits that programs have set, by ordinal.
struct Limits {
  std::mutex mutex;
  std::map<int, uint64_t> bytes;

  static Limits& Get() {
    static auto* const limits = new Limits;  // never destroyed: devices outlive `main`
    return *limits;
  }
};

}  // namespace

Status ParseBytes(std::string_view text, uint64_t* bytes) {
  std::string_view rest = Trim(text);
  uint64_t number = 0;
  if (!TakeDigits(&rest, &number)) return errors::InvalidArgument(kExpected);
  // Fractions of a unit are counted in millionths.
  constexpr uint64_t kMillion = 1000000;
  uint64_t millionths = 0;
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    const std::string_view decimals = rest;
    if (!TakeDigits(&rest, &millionths)) return errors::InvalidArgument(kExpected);
    const size_t count = decimals.size() - rest.size();
    if (count > 6) return errors::InvalidArgument("six decimals are the most");
    for (size_t i = count; i < 6; ++i) millionths *= 10;
    if (Trim(rest).empty()) return errors::InvalidArgument("bytes have no parts; ", kExpected);
  }
  rest = Trim(rest);
  const auto unit = rest.empty() ? std::begin(kUnits)
                                 : std::find_if(std::begin(kUnits), std::end(kUnits),
                                                [&](const Unit& u) { return u.name == rest; });
  if (unit == std::end(kUnits)) {
    return errors::InvalidArgument("unknown unit '", std::string(rest),
                                   "'; known are KiB, MiB, GiB, TiB (powers of 1024) and KB, MB, "
                                   "GB, TB (powers of 1000)");
  }
  if (millionths * unit->bytes % kMillion != 0) {
    return errors::InvalidArgument("not a whole number of bytes");
  }
  const uint64_t part = millionths * unit->bytes / kMillion;
  if (number > (std::numeric_limits<int64_t>::max() - part) / unit->bytes) {
    return errors::InvalidArgument("more bytes than can be counted");
  }
  *bytes = number * unit->bytes + part;
  return Status();
}

void SetMemoryLimit(int ordinal, uint64_t bytes) {
  Limits& limits = Limits::Get();
  std::lock_guard<std::mutex> lock(limits.mutex);
  limits.bytes[ordinal] = bytes;
}

Status MemoryLimitOf(int ordinal, uint64_t capacity, std::optional<uint64_t>* limit) {
  const auto apply = [&](const std::string& what, uint64_t bytes) {
    if (bytes == 0) return errors::InvalidArgument(what, ": a device needs some memory");
    if (bytes > capacity) {
      return errors::InvalidArgument(what, ": more than the ", capacity, " bytes of device ",
                                     ordinal);
    }
    *limit = std::min(bytes, limit->value_or(bytes));
    return Status();
  };
  limit->reset();
  const char* const text = std::getenv(names::kMemoryLimit);
  if (text != nullptr && *text != '\0') {
    const std::string what = strings::StrCat(names::kMemoryLimit, "='", text, "'");
    uint64_t bytes = 0;
    Status status = ParseBytes(text, &bytes);
    if (!status.ok()) return errors::InvalidArgument(what, ": ", status.message());
    status = apply(what, bytes);
    if (!status.ok()) return status;
  }
  Limits& limits = Limits::Get();
  std::lock_guard<std::mutex> lock(limits.mutex);
  const auto set = limits.bytes.find(ordinal);
  if (set == limits.bytes.end()) return Status();
  return apply(strings::StrCat("a memory limit of ", set->second, " bytes"), set->second);
}

}  // namespace pluggable::runtime
