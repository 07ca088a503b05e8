// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Eigen expressions on an op's stream, written as in TensorFlow's own kernels:
//
//   out->flat<T>().device(ctx->eigen_device()) = in.flat<T>().cwiseMax(T(0));
//
// The statement copies the expression and enqueues its evaluation. The maps in the expression refer
// to tensors' memory, which stays valid. The expression must not contain an Eigen::Tensor, since
// Eigen keeps a reference to that.

#ifndef PLUGGABLE_EIGEN_DEVICE_H_
#define PLUGGABLE_EIGEN_DEVICE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <unsupported/Eigen/CXX11/Tensor>

#include "pluggable/device_properties.h"
#include "pluggable/op_kernel_context.h"
#include "pluggable/stream.h"
#include "pluggable/tensor_types.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

namespace internal {

// Whether an expression contains a product of tensors. Eigen computes the product before the
// coefficients that its cost model counts.
template <typename Expression>
struct ContainsContraction : std::false_type {};
template <typename Expression>
struct ContainsContraction<const Expression> : ContainsContraction<Expression> {};
template <template <typename...> class Op, typename... Args>
struct ContainsContraction<Op<Args...>> : std::disjunction<ContainsContraction<Args>...> {};
template <typename... Args>
struct ContainsContraction<Eigen::TensorContractionOp<Args...>> : std::true_type {};

}  // namespace internal

// A device for Eigen's tensor expressions, bound to the stream of an op. It is cheap to copy.
// Memory from scratchpad() lives as long as any copy of the device, also in enqueued work.
class EigenDevice {
 public:
  // A device that enqueues assignments on that stream.
  explicit EigenDevice(const Stream& stream) : stream_(stream) {}

  // The stream that expressions are enqueued on.
  const Stream& stream() const { return stream_; }
  // The properties that the driver reports.
  const DeviceProperties& deviceProperties() const { return stream_.device_properties(); }

  // Allocates `num_bytes` bytes of host memory for work on the stream, aligned as Eigen needs it.
  // The work frees it by deallocate(). Throws std::bad_alloc if memory is short.
  void* allocate(size_t num_bytes) const { return Eigen::internal::aligned_malloc(num_bytes); }
  // Frees memory from allocate().
  void deallocate(void* buffer) const { Eigen::internal::aligned_free(buffer); }
  // The same as allocate(); Eigen calls it for temporaries.
  void* allocate_temp(size_t num_bytes) const { return allocate(num_bytes); }
  // The same as deallocate(); Eigen calls it for temporaries.
  void deallocate_temp(void* buffer) const { deallocate(buffer); }

  // The size of scratchpad(), in bytes.
  static constexpr size_t kScratchBytes = 1024;
  // A small buffer of host memory for work on the stream. Copies of this device share it if they
  // were made after the first call.
  void* scratchpad() const { return GetScratch()->bytes; }
  // A counter beside the scratchpad, which starts at zero.
  unsigned int* semaphore() const { return &GetScratch()->semaphore; }

  // Copies bytes within device memory. Only work on the stream may call it; Eigen does so while it
  // evaluates.
  void memcpy(void* to, const void* from, size_t num_bytes) const {
    std::memcpy(get(to), get(from), num_bytes);
  }
  // The same as memcpy().
  void memcpyHostToDevice(void* to, const void* from, size_t num_bytes) const {
    memcpy(to, from, num_bytes);
  }
  // The same as memcpy().
  void memcpyDeviceToHost(void* to, const void* from, size_t num_bytes) const {
    memcpy(to, from, num_bytes);
  }
  // Sets bytes in device memory. Only work on the stream may call it.
  void memset(void* to, int byte, size_t num_bytes) const { std::memset(get(to), byte, num_bytes); }
  // Sets the elements [begin, end) in device memory. Only work on the stream may call it.
  template <typename T>
  void fill(T* begin, T* end, const T& value) const {
    std::fill(get(begin), get(begin) + (end - begin), value);
  }
  // Does nothing: evaluation is in stream order already.
  void synchronize() const {}

  // Translates a pointer as OnDevice() does, inside work on the stream. Elsewhere it returns
  // TensorFlow's pointer unchanged.
  template <typename T>
  T* get(T* pointer) const {
    return evaluating_ ? OnDevice(pointer) : pointer;
  }

  // How many host threads evaluate an expression.
  size_t numThreads() const { return static_cast<size_t>(stream_.thread_pool().NumThreads()); }
  // The size in bytes of the host's first-level cache, from which Eigen derives block sizes.
  size_t firstLevelCacheSize() const { return Eigen::DefaultDevice().firstLevelCacheSize(); }
  // The size in bytes of the host's last-level cache.
  size_t lastLevelCacheSize() const { return Eigen::DefaultDevice().lastLevelCacheSize(); }
  // Always 1. Eigen uses it on GPUs only.
  int majorDeviceVersion() const { return 1; }

  // Runs fn(begin, end) over [0, size) on the host's threads, and returns when all ranges are done.
  // begin is a multiple of `alignment`. `cost_per_unit` is in nanoseconds an index. Only work on
  // the stream may call it.
  template <typename F>
  void ParallelFor(int64_t size, int64_t alignment, int64_t cost_per_unit, const F& fn) const {
    const int64_t units = (size + alignment - 1) / alignment;
    stream_.thread_pool().ParallelFor(units, cost_per_unit * alignment,
                                      [&](int64_t begin, int64_t end) {
                                        fn(begin * alignment, std::min(end * alignment, size));
                                      });
  }

  // Enqueues target = expression. Both are copied. The memory that they refer to must stay valid,
  // as tensors' memory does.
  template <typename Target, typename Expression>
  void Assign(const Target& target, const Expression& expression) const {
    EigenDevice device = *this;
    const int64_t cost = Cost(target, expression);
    device.evaluating_ = true;
    stream_.Enqueue(cost, [device, target = Target(target), expression]() mutable {
      using Assignment = Eigen::TensorAssignOp<Target, const Expression>;
      const Assignment assignment(target, expression);
      Eigen::internal::TensorExecutor<const Assignment, EigenDevice>::run(assignment, device);
    });
  }

  // The cost of a coefficient on one core in nanoseconds, at least 1, by Eigen's model of a 3 GHz
  // processor.
  static int64_t Nanoseconds(const Eigen::TensorOpCost& cost) {
    constexpr double kLoadOrStoreCycles = 11.0 / 64;
    const double cycles = cost.total_cost(kLoadOrStoreCycles, kLoadOrStoreCycles, 1);
    return std::max<int64_t>(1, static_cast<int64_t>(cycles / 3));
  }

 private:
  struct Scratch {
    alignas(64) unsigned char bytes[kScratchBytes];
    unsigned int semaphore = 0;
  };

  Scratch* GetScratch() const {
    if (!scratch_) scratch_ = std::make_shared<Scratch>();
    return scratch_.get();
  }

  // The cost of evaluating the whole assignment, without touching a coefficient.
  template <typename Target, typename Expression>
  int64_t Cost(Target target, const Expression& expression) const {
    if constexpr (internal::ContainsContraction<Expression>::value) {
      return kLargeCost;
    } else {
      using Assignment = Eigen::TensorAssignOp<Target, const Expression>;
      const Assignment assignment(target, expression);
      const Eigen::TensorEvaluator<const Assignment, EigenDevice> evaluator(assignment, *this);
      const int64_t size = Eigen::internal::array_prod(evaluator.dimensions());
      return size * Nanoseconds(evaluator.costPerCoeff(/*vectorized=*/false));
    }
  }

  static constexpr int64_t kLargeCost = 1000000;

  Stream stream_;
  bool evaluating_ = false;
  mutable std::shared_ptr<Scratch> scratch_;
};

inline EigenDevice OpKernelContext::eigen_device() const { return EigenDevice(stream_); }

}  // namespace pluggable

namespace Eigen {

// The expression t.device(device). Assigning to it enqueues the evaluation.
template <typename Target>
class TensorDevice<Target, pluggable::EigenDevice> {
 public:
  using Device = pluggable::EigenDevice;

  TensorDevice(const Device& device, Target& target) : device_(device), target_(target) {}

  template <typename Expression>
  TensorDevice& operator=(const Expression& expression) {
    device_.Assign(target_, expression);
    return *this;
  }
  template <typename Expression>
  TensorDevice& operator+=(const Expression& expression) {
    device_.Assign(target_, target_ + expression);
    return *this;
  }
  template <typename Expression>
  TensorDevice& operator-=(const Expression& expression) {
    device_.Assign(target_, target_ - expression);
    return *this;
  }
  // Eigen's own setZero() and setConstant(value) would write at once, on the host.
  void setZero() { setConstant(typename Target::Scalar(0)); }
  void setConstant(const typename Target::Scalar& value) {
    device_.Assign(target_, target_.constant(value));
  }

 private:
  const Device& device_;
  Target& target_;
};

namespace internal {

// Evaluates on the host's threads, and by packets where the expression allows it.
template <typename Expression, bool kVectorizable, TiledEvaluation kTiling>
class TensorExecutor<Expression, pluggable::EigenDevice, kVectorizable, kTiling> {
 public:
  using Device = pluggable::EigenDevice;
  using Evaluator = TensorEvaluator<Expression, Device>;

  static void run(const Expression& expression, const Device& device) {
    Evaluator evaluator(expression, device);
    if (evaluator.evalSubExprsIfNeeded(nullptr)) {
      const int64_t size = array_prod(evaluator.dimensions());
      const int64_t cost = Device::Nanoseconds(evaluator.costPerCoeff(kVectorizable));
      device.ParallelFor(size, kPacketSize, cost, [&evaluator](int64_t begin, int64_t end) {
        Evaluator range = evaluator;  // a copy of its own lets the compiler keep it in registers
        EvaluateRange(range, begin, end);
      });
    }
    evaluator.cleanup();
  }

 private:
  static constexpr int kPacketSize =
      kVectorizable ? unpacket_traits<typename Evaluator::PacketReturnType>::size : 1;

  static void EvaluateRange(Evaluator& evaluator, int64_t begin, int64_t end) {
    int64_t i = begin;
    if constexpr (kVectorizable) {
      for (; i + kPacketSize <= end; i += kPacketSize) evaluator.evalPacket(i);
    }
    for (; i < end; ++i) evaluator.evalScalar(i);
  }
};

}  // namespace internal

}  // namespace Eigen

#endif  // PLUGGABLE_EIGEN_DEVICE_H_
