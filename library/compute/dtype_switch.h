// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Selects a C++ type by a plan's data type, or by the size of its elements.

#ifndef PLUGGABLE_COMPUTE_DTYPE_SWITCH_H_
#define PLUGGABLE_COMPUTE_DTYPE_SWITCH_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "pluggable/half.h"
#include "pluggable/status.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// A value that represents the type T, for a function's argument.
template <typename T>
struct Type {
  using type = T;
};

// Calls function(Type<T>()) for the type among T... that `dtype` names. Fails if there is none.
template <typename... T, typename Function>
Status SwitchDtype(DataType dtype, Function function) {
  const bool found =
      ((dtype == DataTypeToEnum<T>::value ? (function(Type<T>()), true) : false) || ...);
  if (found) return Status();
  return errors::Unimplemented("a plan of ", DataTypeString(dtype),
                               ", a data type that its primitive does not have");
}

// Calls function(Type<T>()) for a T of 1, 2, 4, 8 or 16 bytes that can be copied and is 0 if all
// bytes are.
template <typename Function>
void SwitchElementBytes(size_t bytes, Function function) {
  switch (bytes) {
    case 1:
      return function(Type<uint8_t>());
    case 2:
      return function(Type<uint16_t>());
    case 4:
      return function(Type<uint32_t>());
    case 8:
      return function(Type<uint64_t>());
    default:
      return function(Type<std::array<uint64_t, 2>>());
  }
}

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DTYPE_SWITCH_H_
