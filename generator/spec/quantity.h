// Numbers with units: "4GiB", "25 GB/s".

#ifndef PLUGINGEN_SPEC_QUANTITY_H_
#define PLUGINGEN_SPEC_QUANTITY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plugingen::spec {

inline constexpr int64_t kMebibyte = int64_t{1} << 20;

// The parsed number, or what is wrong with the text.
struct Quantity {
  std::optional<uint64_t> value;
  std::string problem;  // continues "size '1G' ..."
  std::string help;
  bool too_large = false;  // a valid number that does not fit `value`
};

// Parses a number of bytes: a whole number, or a number with B, KiB, MiB, GiB, TiB (powers of 1024)
// or KB, MB, GB, TB (powers of 1000). Rejects "4G", because it can mean either.
Quantity ParseSize(std::string_view text);

// Parses bytes per second: a size followed by "/s", or a whole number.
Quantity ParseBandwidth(std::string_view text);

// Accept the whole numbers and decimal fractions of YAML 1.2. Octal numbers and underscores are
// errors.
std::optional<int64_t> ParseInteger(std::string_view text);
std::optional<double> ParseNumber(std::string_view text);
// True if the text is a whole number, even if it is too large for ParseInteger.
bool IsWholeNumber(std::string_view text);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_QUANTITY_H_
