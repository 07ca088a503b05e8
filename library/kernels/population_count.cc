// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <type_traits>

#include "reference/elementwise.h"

namespace pluggable {

namespace formula {

struct PopulationCount {
  static constexpr auto kFormula = compute::Formula::kPopulationCount;

  template <typename T>
  uint8_t operator()(T x) const {
    return static_cast<uint8_t>(
        __builtin_popcountll(static_cast<uint64_t>(static_cast<std::make_unsigned_t<T>>(x))));
  }
};

}  // namespace formula

// PopulationCount(x: T) -> y: uint8
template <typename T>
class PopulationCountOp : public UnaryOp<T, formula::PopulationCount, uint8_t> {
 public:
  using UnaryOp<T, formula::PopulationCount, uint8_t>::UnaryOp;
};

}  // namespace pluggable
