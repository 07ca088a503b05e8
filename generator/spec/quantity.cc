#include "spec/quantity.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string>

#include "base/text.h"

namespace plugingen::spec {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr double kThousand = 1000.0;
constexpr double kKibi = 1024.0;
constexpr Unit kUnits[] = {
    {"B", 1},
    {"KiB", kKibi},
    {"MiB", kKibi* kKibi},
    {"GiB", kKibi* kKibi* kKibi},
    {"TiB", kKibi* kKibi* kKibi* kKibi},
    {"KB", kThousand},
    {"kB", kThousand},
    {"MB", kThousand* kThousand},
    {"GB", kThousand* kThousand* kThousand},
    {"TB", kThousand* kThousand* kThousand* kThousand},
};

// Units that are larger than any memory.
constexpr std::string_view kLargerUnits[] = {"PiB", "EiB", "ZiB", "YiB", "PB", "EB", "ZB", "YB"};

bool IsLargerUnit(std::string_view unit) {
  return std::find(std::begin(kLargerUnits), std::end(kLargerUnits), unit) !=
         std::end(kLargerUnits);
}

// True for what follows the 0 in 0x10, 0o17 and 0b1.
bool IsOtherBase(std::string_view rest) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  return rest.size() > 1 && std::string_view("xXoObB").find(rest[0]) != std::string_view::npos &&
         kDigits.find(rest[1]) != std::string_view::npos;
}

constexpr std::string_view kSizeHelp = "write for example 512MiB, 4GiB, or a number of bytes";
// Doubles represent all smaller whole numbers exactly.
constexpr double kLargestExact = 9007199254740992.0;

size_t NumberLength(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && (base::IsDigit(text[length]) || text[length] == '.')) ++length;
  return length;
}

Quantity ParseWithUnit(std::string_view text, std::string_view help) {
  const size_t length = NumberLength(text);
  const std::string_view number = text.substr(0, length);
  const std::string_view unit = base::Trim(text.substr(length));
  const std::optional<double> value = ParseNumber(number);
  if (!value) return {std::nullopt, "is not a number with a unit", std::string(help)};
  if (unit.empty() && IsWholeNumber(number)) return {std::nullopt, "is too large", "", true};
  if (unit.empty()) {
    return {std::nullopt, "has no unit, and is not a whole number of bytes", std::string(help)};
  }
  if (number == "0" && IsOtherBase(unit)) {
    return {std::nullopt, "is not a decimal number", std::string(help)};
  }
  for (const Unit& known : kUnits) {
    if (known.name != unit) continue;
    const double bytes = *value * known.factor;
    if (bytes > kLargestExact) return {std::nullopt, "is too large", "", true};
    if (bytes != std::floor(bytes)) return {std::nullopt, "is not a whole number of bytes", ""};
    return {static_cast<uint64_t>(bytes), "", ""};
  }
  if (*value > 0 && IsLargerUnit(unit)) return {std::nullopt, "is too large", "", true};
  // 1G, 1g and 1gib can mean a power of 1024 or of 1000.
  const std::string upper = base::ToUpper(unit.substr(0, 1));
  const bool letter = std::string_view("KMGT").find(upper) != std::string_view::npos;
  const std::string rest = base::ToLower(unit.substr(1));
  if (letter && (rest.empty() || rest == "b" || rest == "i" || rest == "ib")) {
    const std::string written(number);
    return {std::nullopt, "has the unit " + base::Quoted(unit) + ", which could mean two things",
            "write " + written + upper + "iB (powers of 1024) or " + written + upper +
                "B (powers of 1000)"};
  }
  return {std::nullopt, "has the unknown unit " + base::Quoted(unit), std::string(help)};
}

}  // namespace

Quantity ParseSize(std::string_view text) {
  text = base::Trim(text);
  if (const std::optional<int64_t> bytes = ParseInteger(text)) {
    if (*bytes >= 0) return {static_cast<uint64_t>(*bytes), "", ""};
    return {std::nullopt, "is negative", ""};
  }
  return ParseWithUnit(text, kSizeHelp);
}

Quantity ParseBandwidth(std::string_view text) {
  constexpr std::string_view kHelp = "write for example 25 GB/s, or a number of bytes per second";
  text = base::Trim(text);
  if (const std::optional<int64_t> bytes = ParseInteger(text)) {
    if (*bytes >= 0) return {static_cast<uint64_t>(*bytes), "", ""};
    return {std::nullopt, "is negative", ""};
  }
  if (!text.ends_with("/s")) return {std::nullopt, "is not a size per second", std::string(kHelp)};
  Quantity quantity = ParseWithUnit(base::Trim(text.substr(0, text.size() - 2)), kHelp);
  const size_t choice = quantity.help.find("iB (");
  if (choice != std::string::npos) {
    quantity.help = base::ReplaceAll(quantity.help, "B (powers", "B/s (powers");
  }
  return quantity;
}

std::optional<int64_t> ParseInteger(std::string_view text) {
  const std::string_view digits =
      text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text;
  if (digits.empty() || !base::IsDigit(digits[0])) return std::nullopt;
  if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> ParseNumber(std::string_view text) {
  const std::string_view digits =
      text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text;
  if (digits.empty() || (!base::IsDigit(digits[0]) && digits[0] != '.')) return std::nullopt;
  // std::from_chars for doubles exists in libc++ only since release 20. strtod also accepts
  // hexadecimal digits, and returns 0 for values that are too small.
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  const std::string terminated(text);
  char* end = nullptr;
  errno = 0;
  const double value = std::strtod(terminated.c_str(), &end);
  if (end != terminated.c_str() + terminated.size() || !std::isfinite(value)) return std::nullopt;
  if (errno == ERANGE && value == 0) return std::nullopt;
  return value;
}

bool IsWholeNumber(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && (text[0] != '0' || text.size() == 1) &&
         std::all_of(text.begin(), text.end(), base::IsDigit);
}

}  // namespace plugingen::spec
