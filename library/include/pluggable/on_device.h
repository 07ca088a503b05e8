// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// From TensorFlow's pointers to those of the device.

#ifndef PLUGGABLE_ON_DEVICE_H_
#define PLUGGABLE_ON_DEVICE_H_

#include "pluggable/span.h"

namespace pluggable {

namespace internal {

// The runtime behind OnDevice; see runtime/kernel_stream.cc.
void* DevicePointer(const void* pointer);

}  // namespace internal

// Where device code finds what TensorFlow calls `pointer`. Device memory need not be at
// TensorFlow's address, or within the host's reach at all: only work that runs on a stream may ask,
// and use the answer. Pointers to host memory are returned as they are.
template <typename T>
T* OnDevice(T* pointer) {
  return static_cast<T*>(internal::DevicePointer(pointer));
}
template <typename T>
Span<T> OnDevice(Span<T> span) {
  return Span<T>(OnDevice(span.data()), span.size());
}

namespace internal {

// An argument of work as the work gets it: what refers to a tensor's memory, as OnDevice
// translates it; anything else, as it is. "tensor_types.h" adds Eigen's maps.
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
