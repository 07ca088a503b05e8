// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Functions that run once for every thread of a grid, as accelerators run them.

#ifndef PLUGGABLE_LAUNCH_H_
#define PLUGGABLE_LAUNCH_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace pluggable {

struct Dim3 {
  uint32_t x = 1;
  uint32_t y = 1;
  uint32_t z = 1;

  uint64_t count() const { return uint64_t{x} * y * z; }
};

// Which thread a device function is.
struct LaunchContext {
  Dim3 grid_dim;   // blocks in the grid
  Dim3 block_dim;  // threads in a block
  Dim3 block_idx;
  Dim3 thread_idx;
  // Memory that the threads of a block share, zero when the block starts. The reference driver runs
  // the threads of a block one after the other, in the order of thread_idx (x first): a thread sees
  // what those before it wrote. A function that needs a barrier loops over a block of one thread.
  void* shared = nullptr;

  uint64_t global_x() const { return uint64_t{block_idx.x} * block_dim.x + thread_idx.x; }
};

// What Stream::Launch takes for a function of the reference driver: the code, and how large its
// arguments are, since they are copied when the launch is enqueued. An accelerator's driver takes
// its own runtime's handle instead.
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

// The handle of a C++ function for the reference driver:
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
