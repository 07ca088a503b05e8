// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops that are several primitives, one after the other.

#ifndef PLUGGABLE_REFERENCE_COMPOSITION_H_
#define PLUGGABLE_REFERENCE_COMPOSITION_H_

#include <atomic>
#include <deque>
#include <initializer_list>

#include "pluggable/op_kernel.h"

#include "compute/elementwise.h"
#include "reference/activation.h"
#include "runtime/determinism.h"

namespace pluggable {

// Whether a kernel enqueues plans of primitives, or one piece of work of the host's that computes
// all of the op while the caches have it. Each kernel has one.
class CompositionChoice {
 public:
  // Plans, where the host does not reach the device's memory. But if the host computed all plans of
  // a call, one piece of work copies less. It rounds otherwise, so the first call has other results
  // than those behind it, unless the program requests determinism: then all calls are plans.
  bool IsComposed(OpKernelContext* ctx) const {
    return !is_for_host_.load(std::memory_order_relaxed) &&
           !ctx->stream().device_properties().host_reaches_memory && !ctx->output_is_host(0);
  }
  // All plans of a call are on the stream.
  void Learn(OpKernelContext* ctx) {
    const internal::OpMemory* const memory = ctx->stream().memory();
    if (memory != nullptr && !memory->is_launched() && !runtime::MustBeDeterministic()) {
      is_for_host_.store(true, std::memory_order_relaxed);
    }
  }

 private:
  std::atomic<bool> is_for_host_{false};
};

// The plans of one call. Once one has failed, those behind it do nothing. Results between them are
// in temporaries, and narrow types round each, as single ops do. Lives until all are on the stream.
class Composition {
 public:
  // What a plan reads or writes. The shape need not be the tensor's, but has as many elements.
  struct Value {
    DataType dtype = DT_INVALID;
    TensorShape shape;
    void* data = nullptr;  // TensorFlow's pointer
  };

  explicit Composition(OpKernelContext* ctx) : ctx_(ctx) {}
  Composition(const Composition&) = delete;
  Composition& operator=(const Composition&) = delete;

  const Status& status() const { return status_; }
  // Fails the op if a plan failed. `choice` learns what became of the plans.
  void Finish(CompositionChoice* choice) {
    OP_REQUIRES_OK(ctx_, status_);
    choice->Learn(ctx_);
  }

  static Value Of(const Tensor& tensor) { return {tensor.dtype(), tensor.shape(), tensor.data()}; }
  Value Input(int index) const { return Of(ctx_->input(index)); }
  // A temporary.
  Value Allocate(DataType dtype, const TensorShape& shape);

  // Enqueues a plan: step() returns a Status.
  template <typename Step>
  void Do(Step step) {
    if (status_.ok()) status_ = step();
  }

  // out = formula(inputs), which broadcast to the shape of `out`. That is the memory of an input of
  // its shape, or overlaps nothing. Of the formulas Add, AddThree, Mul, MulAdd, Rsqrt, Select,
  // SquaredDifference, Sub and SubMul, for float, double, half and bfloat16.
  void Elementwise(compute::Formula formula, std::initializer_list<const Value*> inputs,
                   const Value& out);
  // value = activation(value)
  void Activate(Activation activation, const Value& value);
  // out = activation(x + bias + addend): the bias, if it is not null, repeats all along x, and the
  // addend, if it is not null, broadcasts with that. x may be overwritten. `out` is its memory if
  // it has its shape.
  void AddAndActivate(const Value& x, const Value* bias, const Value* addend, Activation activation,
                      const Value& out);

 private:
  // The same by one launch. False if the device has no kernel for it.
  bool LaunchAddAndActivate(const Value& x, const Value* bias, const Value* addend,
                            Activation activation, const Value& out);

  OpKernelContext* const ctx_;
  Status status_;
  std::deque<Tensor> temporaries_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_COMPOSITION_H_
