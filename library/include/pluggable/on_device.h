// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Translates TensorFlow's pointers to the device's.

#ifndef PLUGGABLE_ON_DEVICE_H_
#define PLUGGABLE_ON_DEVICE_H_

#include "pluggable/span.h"

namespace pluggable {

namespace internal {

// Implements OnDevice; see runtime/kernel_stream.cc.
void* DevicePointer(const void* pointer);

}  // namespace internal

// Translates TensorFlow's pointer to the address that device code uses. Device memory may be at
// another address than TensorFlow's, or not accessible to the host at all. So only work that runs
// on a stream may call this and use the result. Pointers to host memory are returned unchanged.
template <typename T>
T* OnDevice(T* pointer) {
  return static_cast<T*>(internal::DevicePointer(pointer));
}
template <typename T>
Span<T> OnDevice(Span<T> span) {
  return Span<T>(OnDevice(span.data()), span.size());
}

namespace internal {

// Translates an argument of work. Pointers and spans, which refer to a tensor's memory, are
// translated by OnDevice. All other arguments stay as they are. "tensor_types.h" adds Eigen's maps.
template <typename T>
struct DeviceArgument {
  static T& Get(T& argument) { return argument; }
};
template <typename T>
struct DeviceArgument<T*> {
  static T* Get(T* argument) { return OnDevice(argument); }
};
template <typename T>
struct DeviceArgument<Span<T>> {
  static Span<T> Get(Span<T> argument) { return OnDevice(argument); }
};

}  // namespace internal

}  // namespace pluggable

#endif  // PLUGGABLE_ON_DEVICE_H_
