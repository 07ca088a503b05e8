// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Streams: the device runs enqueued work in order.

#ifndef PLUGGABLE_STREAM_H_
#define PLUGGABLE_STREAM_H_

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "pluggable/device_properties.h"
#include "pluggable/launch.h"
#include "pluggable/on_device.h"
#include "pluggable/op_memory.h"
#include "pluggable/span.h"
#include "pluggable/status.h"
#include "pluggable/thread_pool.h"
#include "pluggable/work.h"

namespace pluggable {

struct DeviceKernel;  // device_kernel.h

namespace internal {

// Implements Stream; see runtime/kernel_stream.cc.
WorkObserver* ObserverOf(SP_Stream stream);
// `memory` is the memory that the work uses.
void Enqueue(SP_Stream stream, int64_t cost, Work&& work, OpMemory* memory);
Status Launch(SP_Stream stream, const char* op_name, const std::shared_ptr<OpMemory>& memory,
              const void* function, Dim3 grid, Dim3 block, void** args, size_t shared_bytes);
Status Launch(SP_Stream stream, const char* op_name, const std::shared_ptr<OpMemory>& memory,
              const DeviceKernel& kernel, Dim3 grid, Dim3 block, void** args);
Status CopyOnDevice(SP_Stream stream, const char* op_name, OpMemory* memory, void* dst,
                    const void* src, size_t size);
// See Stream::EnqueueCheck.
Status EnqueueCheck(SP_Stream stream, const char* op_name, const std::shared_ptr<OpMemory>& memory);
// See Stream::Read.
Status Read(SP_Stream stream, const char* op_name, OpMemory* memory, void* dst, const void* src,
            size_t size);
Status ErrorOf(SP_Stream stream, const OpMemory* memory);
Status TakeError(SP_Stream stream, const OpMemory* memory);
Status Synchronize(SP_Stream stream, const OpMemory* memory);
// Returns the error that left the memory without a result, or an error that an update of the memory
// failed with and that nobody has reported yet. OK if no error is known by now. The caller must
// report the error.
Status TakeFailureOf(SP_Stream stream, const void* begin, size_t bytes);
// Waits, then marks the memory that the op was to write as having no result, because the op failed
// without enqueuing its work.
void MarkWithoutResult(SP_Stream stream, const OpMemory& memory);
int DeviceOrdinal(SP_Stream stream);
const DeviceProperties& PropertiesOf(SP_Stream stream);
// Returns the one copy of `name` that lives as long as the process.
const std::string& KeepForever(const std::string& name);

}  // namespace internal

// A kernel's handle on the stream of its op. It is cheap to copy.
//
// Work runs later, in the order in which it was enqueued, and possibly on another thread. It
// captures values and spans, and owns every host value that it reads. Device memory that TensorFlow
// frees after Compute stays usable for work that was enqueued before.
//
// If work returns an error or throws an exception, its op fails. The rest of the op's work is
// skipped, its outputs have no result, and its variables keep their values. Ops that read such an
// output fail in the same way. All other work runs. The error is reported by the next op that finds
// its input without a result, or by a copy to the host. If an op has not allocated an output yet,
// Enqueue waits for work that may return an error, so that this op reports it.
class Stream {
 public:
  Stream() = default;
  // For the runtime and tests; a kernel gets its stream from OpKernelContext::stream(). op_name is
  // the prefix of the work's errors and must live as long as the process. `memory` is the memory
  // that the op's work may use; without it, the stream keeps an error for the next op.
  Stream(SP_Stream handle, const char* op_name,
         std::shared_ptr<internal::OpMemory> memory = nullptr)
      : handle_(handle), op_name_(op_name), memory_(std::move(memory)) {}

  // Runs work() on the device. It returns a Status or nothing. `cost` is about how many nanoseconds
  // it takes on one core. Short work may run before Enqueue returns, if the stream is empty.
  template <typename F>
  void Enqueue(int64_t cost, F work) const {
    internal::Enqueue(handle_, cost,
                      Work(std::move(work), op_name_, internal::ObserverOf(handle_), memory_),
                      memory_.get());
  }

  // Runs function(arguments...) on the device, for functions that compute on tensors' memory.
  // OnDevice translates pointers, spans and Eigen's maps among the arguments. The work keeps copies
  // of the arguments; the function may take them by reference.
  template <typename F, typename First, typename... Rest>
  void Enqueue(int64_t cost, F function, First first, Rest... rest) const {
    Enqueue(cost, [function = std::move(function),
                   arguments = std::make_tuple(std::move(first), std::move(rest)...)]() mutable {
      return std::apply(
          [&function](First& a, Rest&... b) {
            return function(internal::DeviceArgument<First>::Get(a),
                            internal::DeviceArgument<Rest>::Get(b)...);
          },
          arguments);
    });
  }

  // Runs fn(begin, end) for ranges that cover [0, total). If the total cost is large enough,
  // several threads run at once. cost_per_unit is in nanoseconds on one core.
  template <typename F>
  void ParallelFor(int64_t total, int64_t cost_per_unit, F fn) const {
    if (total <= 0) return;
    Enqueue(TotalCost(total, cost_per_unit), [total, cost_per_unit, fn = std::move(fn)] {
      ThreadPool::Global().ParallelFor(total, cost_per_unit, fn);
    });
  }

  // Computes out[i] = f(), f(a[i]), f(a[i], b[i]) or f(a[i], b[i], c[i]) for all i. All spans have
  // the same size. An input may be the same memory as the output, but must not overlap it partly.
  // Several threads call f at once.
  template <typename Out, typename F>
  void ForEach(Span<Out> out, F f) const {
    ParallelFor(Size(out), kElementCost, [out, f = std::move(f)](int64_t begin, int64_t end) {
      Out* const y = OnDevice(out.data());
      for (int64_t i = begin; i < end; ++i) y[i] = f();
    });
  }
  template <typename A, typename Out, typename F>
  void ForEach(Span<A> a, Span<Out> out, F f) const {
    assert(a.size() == out.size());
    ParallelFor(Size(out), kElementCost, [a, out, f = std::move(f)](int64_t begin, int64_t end) {
      const A* const x0 = OnDevice(a.data());
      Out* const y = OnDevice(out.data());
      for (int64_t i = begin; i < end; ++i) y[i] = f(x0[i]);
    });
  }
  template <typename A, typename B, typename Out, typename F>
  void ForEach(Span<A> a, Span<B> b, Span<Out> out, F f) const {
    assert(a.size() == out.size() && b.size() == out.size());
    ParallelFor(Size(out), kElementCost, [a, b, out, f = std::move(f)](int64_t begin, int64_t end) {
      const A* const x0 = OnDevice(a.data());
      const B* const x1 = OnDevice(b.data());
      Out* const y = OnDevice(out.data());
      for (int64_t i = begin; i < end; ++i) y[i] = f(x0[i], x1[i]);
    });
  }
  template <typename A, typename B, typename C, typename Out, typename F>
  void ForEach(Span<A> a, Span<B> b, Span<C> c, Span<Out> out, F f) const {
    assert(a.size() == out.size() && b.size() == out.size() && c.size() == out.size());
    ParallelFor(Size(out), kElementCost,
                [a, b, c, out, f = std::move(f)](int64_t begin, int64_t end) {
                  const A* const x0 = OnDevice(a.data());
                  const B* const x1 = OnDevice(b.data());
                  const C* const x2 = OnDevice(c.data());
                  Out* const y = OnDevice(out.data());
                  for (int64_t i = begin; i < end; ++i) y[i] = f(x0[i], x1[i], x2[i]);
                });
  }

  // Runs a device function once for every thread of the grid. The function is a kDeviceFunction of
  // the reference driver, or a handle of the device's own runtime. The arguments are copied before
  // Launch returns; pointers among them are TensorFlow's. shared_bytes is the size of the memory
  // that the threads of a block share. Fails if the launch cannot be enqueued.
  Status Launch(const void* function, Dim3 grid, Dim3 block, void** args,
                size_t shared_bytes) const {
    return internal::Launch(handle_, op_name_, memory_, function, grid, block, args, shared_bytes);
  }
  // The same for a kernel that the driver compiles from a text (device_kernel.h). The kernel
  // describes each of its arguments.
  Status Launch(const DeviceKernel& kernel, Dim3 grid, Dim3 block, void** args) const {
    return internal::Launch(handle_, op_name_, memory_, kernel, grid, block, args);
  }

  // Enqueues a copy of `size` bytes between two places in the device's memory, which must not
  // overlap. Fails if the copy cannot be enqueued.
  Status CopyOnDevice(void* dst, const void* src, size_t size) const {
    return internal::CopyOnDevice(handle_, op_name_, memory_.get(), dst, src, size);
  }

  // Enqueues work that uses no memory, and fails if the op's inputs have no result by then. The
  // op's outputs have none then, either, or the old value of a variable. Fails if it cannot be
  // enqueued.
  Status EnqueueCheck() const { return internal::EnqueueCheck(handle_, op_name_, memory_); }

  // The error of the op's work, if one is known by now. It does not wait.
  Status status() const { return internal::ErrorOf(handle_, memory_.get()); }
  // The same, for a caller that reports the error to the user. Nobody else reports it afterwards.
  Status TakeError() const { return internal::TakeError(handle_, memory_.get()); }

  // Waits until all work enqueued so far has run, and returns the error of the op's own work. Use
  // it if the host needs a result before it can continue, such as the size of an output that
  // depends on values. The device is idle until new work is enqueued.
  Status Wait() const { return internal::Synchronize(handle_, memory_.get()); }

  // Copies `size` bytes of the device's memory to the host's, behind everything that was enqueued
  // so far, and waits for that as Wait() does. Fails if the memory holds no result.
  Status Read(void* dst, const void* src, size_t size) const {
    return internal::Read(handle_, op_name_, memory_.get(), dst, src, size);
  }

  // The number of the device among those of its type: 0 for "/device:NPU:0".
  int device_ordinal() const { return internal::DeviceOrdinal(handle_); }
  // The properties that the driver reports.
  const DeviceProperties& device_properties() const { return internal::PropertiesOf(handle_); }
  // The host's threads, which work on the stream may share.
  ThreadPool& thread_pool() const { return ThreadPool::Global(); }

  // The name of the op that the work is for. Errors begin with it.
  const char* op_name() const { return op_name_; }
  // The C API's stream. Null if the kernel runs on the CPU.
  SP_Stream handle() const { return handle_; }
  // The memory that the op's work reads and writes. Null if there is no op.
  internal::OpMemory* memory() const { return memory_.get(); }

 private:
  // The assumed cost of an element of ForEach, in nanoseconds.
  static constexpr int64_t kElementCost = 1;

  template <typename T>
  static int64_t Size(Span<T> span) {
    return static_cast<int64_t>(span.size());
  }
  static int64_t TotalCost(int64_t total, int64_t cost_per_unit) {
    return cost_per_unit > 0 && total > INT64_MAX / cost_per_unit ? INT64_MAX
                                                                  : total * cost_per_unit;
  }

  SP_Stream handle_ = nullptr;
  const char* op_name_ = "";
  std::shared_ptr<internal::OpMemory> memory_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_STREAM_H_
