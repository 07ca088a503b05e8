// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// An op of the plugin that the graph optimizer inserts behind the updates of an optimizer's
// variables (variables/places.h):
//
//   <Plugin>KeptPlace(place: T, value: T) -> kept: T   (names::kKeptPlaceOp)
//
// kept has the elements of value, in the buffer of place if nobody else uses that buffer.

#ifndef PLUGGABLE_VARIABLES_KEPT_PLACE_OP_H_
#define PLUGGABLE_VARIABLES_KEPT_PLACE_OP_H_

#include <cstdint>
#include <functional>

#include "pluggable/registration.h"

namespace pluggable {

// In bytes. The gaps that smaller buffers leave cost less than a copy in each step.
inline constexpr uint64_t kSmallestPlace = 1 << 20;

// Defines the op, and passes its kernels to `add`.
void RegisterKeptPlaces(const std::function<void(const KernelRow& row)>& add);

}  // namespace pluggable

#endif  // PLUGGABLE_VARIABLES_KEPT_PLACE_OP_H_
