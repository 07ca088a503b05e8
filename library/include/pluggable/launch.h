// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device functions, which run once for every thread of a grid.

#ifndef PLUGGABLE_LAUNCH_H_
#define PLUGGABLE_LAUNCH_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace pluggable {

// How many blocks or threads there are along three axes, or which of them one is.
struct Dim3 {
  uint32_t x = 1;
  uint32_t y = 1;
  uint32_t z = 1;

  // The product of the three.
  uint64_t count() const { return uint64_t{x} * y * z; }
};

// What a device function of the reference driver gets: which thread it is.
struct LaunchContext {
  Dim3 grid_dim;    // blocks in the grid
  Dim3 block_dim;   // threads in a block
  Dim3 block_idx;   // of this thread
  Dim3 thread_idx;  // within its block
  // Memory that the threads of a block share, zero when the block starts. The reference driver runs
  // the threads of a block one after the other, in the order of thread_idx (x first): a thread sees
  // what those before it wrote. A function that needs a barrier loops over a block of one thread.
  void* shared = nullptr;

  // The index of the thread among all threads of the grid along x.
  uint64_t global_x() const { return uint64_t{block_idx.x} * block_dim.x + thread_idx.x; }
};

// A function of the reference driver, as Stream::Launch takes it: the code, and the sizes of its
// arguments, which are copied when the launch is enqueued. Other drivers take a handle of their own
// runtime instead.
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

// A C++ function as a device function of the reference driver:
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
