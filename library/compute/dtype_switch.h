// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Selects a C++ type by a plan's data type.

#ifndef PLUGGABLE_COMPUTE_DTYPE_SWITCH_H_
#define PLUGGABLE_COMPUTE_DTYPE_SWITCH_H_

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

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DTYPE_SWITCH_H_
