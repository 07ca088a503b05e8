// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device functions: code that runs once for every thread of a grid.

#ifndef PLUGGABLE_LAUNCH_H_
#define PLUGGABLE_LAUNCH_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace pluggable {

// The number of blocks or threads along three axes, or the index of one of them.
struct Dim3 {
  uint32_t x = 1;
  uint32_t y = 1;
  uint32_t z = 1;

  // The product of the three.
  uint64_t count() const { return uint64_t{x} * y * z; }
};

// The argument of each device function of the reference driver. It identifies the thread.
struct LaunchContext {
  Dim3 grid_dim;    // blocks in the grid
  Dim3 block_dim;   // threads in a block
  Dim3 block_idx;   // of this thread
  Dim3 thread_idx;  // within its block
  // Memory that the threads of a block share. It is zero when the block starts. The reference
  // driver runs the threads of a block one after the other, in the order of thread_idx (x first),
  // so a thread sees what earlier threads wrote. A function that needs a barrier runs in blocks of
  // one thread and loops over the block's elements itself.
  void* shared = nullptr;

  // The index of this thread among all threads of the grid along x.
  uint64_t global_x() const { return uint64_t{block_idx.x} * block_dim.x + thread_idx.x; }
};

// A function of the reference driver, as Stream::Launch accepts it: the code, and the sizes of its
// arguments, which are copied when the launch is enqueued. Other drivers accept a handle of their
// own runtime instead.
struct DeviceFunction {
  void (*run)(const LaunchContext& context, void** args);
  const size_t* arg_sizes;
  size_t num_args;
};

namespace internal {

template <auto kFunction, typename Signature>
struct DeviceFunctionOf;

template <auto kFunction, typename... Args>
struct DeviceFunctionOf<kFunction, void (*)(const LaunchContext&, Args...)> {
  static_assert((std::is_trivially_copyable_v<Args> && ...),
                "arguments of a device function are copied byte by byte");

  static void Run(const LaunchContext& context, void** args) {
    Apply(context, args, std::index_sequence_for<Args...>());
  }
  template <size_t... kIndex>
  static void Apply(const LaunchContext& context, void** args, std::index_sequence<kIndex...>) {
    static_cast<void>(args);
    kFunction(context, *static_cast<Args*>(args[kIndex])...);
  }

  static constexpr size_t kArgSizes[sizeof...(Args) + 1] = {sizeof(Args)..., 0};
  static constexpr DeviceFunction kValue{&Run, kArgSizes, sizeof...(Args)};
};

}  // namespace internal

// Makes a device function of the reference driver from a C++ function:
//
//   void Scale(const LaunchContext& c, float* x, float factor) {
//     OnDevice(x)[c.global_x()] *= factor;
//   }
//   ...
//   void* args[] = {&x, &factor};
//   ctx->stream().Launch(&kDeviceFunction<&Scale>, {blocks}, {threads}, args, 0);
template <auto kFunction>
inline constexpr const DeviceFunction& kDeviceFunction =
    internal::DeviceFunctionOf<kFunction, decltype(kFunction)>::kValue;

}  // namespace pluggable

#endif  // PLUGGABLE_LAUNCH_H_
