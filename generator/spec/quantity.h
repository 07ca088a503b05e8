// Numbers with units: "4GiB", "25 GB/s".

#ifndef PLUGINGEN_SPEC_QUANTITY_H_
#define PLUGINGEN_SPEC_QUANTITY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plugingen::spec {

inline constexpr int64_t kMebibyte = int64_t{1} << 20;

// A number or what is wrong with the text it should have come from.
struct Quantity {
  std::optional<uint64_t> value;
  std::string problem;  // continues "size '1G' ..."
  std::string help;
  bool too_large = false;  // it is a number, and larger than `value` can be
};

// Bytes: a whole number, or a number with B, KiB, MiB, GiB, TiB (powers of 1024) or KB, MB, GB, TB
// (powers of 1000). "4G" is refused: people mean either.
Quantity ParseSize(std::string_view text);

// Bytes per second: as a size, followed by "/s"; a whole number alone is bytes per second too.
Quantity ParseBandwidth(std::string_view text);

// Whole numbers and decimal fractions as YAML 1.2 has them, nothing else: no octal, no underscores.
std::optional<int64_t> ParseInteger(std::string_view text);
std::optional<double> ParseNumber(std::string_view text);
// Whether the text is a whole number of any size, also one that ParseInteger cannot hold.
bool IsWholeNumber(std::string_view text);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_QUANTITY_H_
