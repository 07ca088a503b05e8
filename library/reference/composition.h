// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops that consist of several primitives.

#ifndef PLUGGABLE_REFERENCE_COMPOSITION_H_
#define PLUGGABLE_REFERENCE_COMPOSITION_H_

#include <atomic>
#include <deque>
#include <initializer_list>

#include "pluggable/op_kernel.h"

#include "compute/elementwise.h"
#include "reference/activation.h"
#include "reference/formula.h"
#include "runtime/determinism.h"

namespace pluggable {

// The formulas of steps, for the host.
struct ComposedDifference {
  template <typename T>
  T operator()(T x, T y) const {
    return x - y;
  }
};
struct ComposedProduct {
  template <typename T>
  T operator()(T x, T y) const {
    return x * y;
  }
};
struct ComposedSquaredDifference {
  template <typename T>
  T operator()(T x, T y) const {
    return (x - y) * (x - y);
  }
};
struct ComposedRsqrt {
  template <typename T>
  T operator()(T x) const {
    return formula::rsqrt(x);
  }
};

// Decides whether a kernel enqueues plans of primitives, or one piece of host work that computes
// the whole op within the caches. Each kernel has one.
class CompositionChoice {
 public:
  // True if the host cannot access device memory. But if the host has computed all plans of a call,
  // one piece of work needs fewer copies, so later calls return false. That work computes the same
  // bits as the plans do on the host. A device might compute those of a later call, with other
  // shapes, so if the program requests determinism, it is always true.
  bool IsComposed(OpKernelContext* ctx) const {
    return !is_for_host_.load(std::memory_order_relaxed) &&
           !ctx->stream().device_properties().host_reaches_memory && !ctx->output_is_host(0);
  }
  // Call it when all plans of a call are enqueued.
  void Learn(OpKernelContext* ctx) {
    const internal::OpMemory* const memory = ctx->stream().memory();
    if (memory != nullptr && !memory->is_launched() && !runtime::MustBeDeterministic()) {
      is_for_host_.store(true, std::memory_order_relaxed);
    }
  }

 private:
  std::atomic<bool> is_for_host_{false};
};

// The plans of one call. After one has failed, later ones do nothing. Intermediate results are in
// temporaries, and 16-bit types round each of them, as single ops do. It must live until all plans
// are enqueued.
class Composition {
 public:
  // An operand of a plan. Its shape may differ from the tensor's, but not the number of elements.
  struct Value {
    DataType dtype = DT_INVALID;
    TensorShape shape;
    void* data = nullptr;  // TensorFlow's pointer
  };

  explicit Composition(OpKernelContext* ctx) : ctx_(ctx) {}
  Composition(const Composition&) = delete;
  Composition& operator=(const Composition&) = delete;

  const Status& status() const { return status_; }
  // Fails the op if a plan failed. `choice` learns where the plans were computed.
  void Finish(CompositionChoice* choice) {
    OP_REQUIRES_OK(ctx_, status_);
    choice->Learn(ctx_);
  }

  static Value Of(const Tensor& tensor) { return {tensor.dtype(), tensor.shape(), tensor.data()}; }
  Value Input(int index) const { return Of(ctx_->input(index)); }
  // Allocates a temporary.
  Value Allocate(DataType dtype, const TensorShape& shape);

  // Enqueues a plan: step() returns a Status.
  template <typename Step>
  void Do(Step step) {
    if (status_.ok()) status_ = step();
  }

  // out = formula(inputs), which broadcast to the shape of `out`. `out` may be the memory of an
  // input of its shape; else it overlaps nothing. Supports the formulas Add, AddThree, Mul, MulAdd,
  // Rsqrt, Select, SquaredDifference, Sub and SubMul, for float, double, half and bfloat16. Those
  // of two steps are two plans for the 16-bit types.
  void Elementwise(compute::Formula formula, std::initializer_list<const Value*> inputs,
                   const Value& out);
  // value = activation(value)
  void Activate(Activation activation, const Value& value);
  // out = activation(x + bias + addend). The bias, if it is not null, is repeated along x. The
  // addend, if it is not null, broadcasts with the result. x may be overwritten. `out` is its
  // memory if it has the same shape.
  void AddAndActivate(const Value& x, const Value* bias, const Value* addend, Activation activation,
                      const Value& out);

 private:
  // Enqueues one plan.
  void EnqueueFormula(compute::Formula formula, std::initializer_list<const Value*> inputs,
                      const Value& out);
  // The same with one launch. False if the device has no kernel for it.
  bool LaunchAddAndActivate(const Value& x, const Value* bias, const Value* addend,
                            Activation activation, const Value& out);

  OpKernelContext* const ctx_;
  Status status_;
  std::deque<Tensor> temporaries_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_COMPOSITION_H_
