// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops whose result elements each depend on one element of every input.

#ifndef PLUGGABLE_REFERENCE_ELEMENTWISE_H_
#define PLUGGABLE_REFERENCE_ELEMENTWISE_H_

#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "pluggable/op_kernel.h"
#include "pluggable/stream.h"

#include "compute/elementwise.h"
#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/vectorized.h"

namespace pluggable {

// A formula between stored types.
template <typename Formula, typename Out>
struct Rounded {
  template <typename... In>
  Out operator()(const In&... in) const {
    return static_cast<Out>(Formula()(static_cast<ComputeType<In>>(in)...));
  }
};

// What one element costs, in nanoseconds on one core: enough to tell small work from large.
inline constexpr int64_t kElementCost = 1;

// A formula that takes far longer says so in kCost.
template <typename Formula, typename = void>
struct CostOf : std::integral_constant<int64_t, kElementCost> {};
template <typename Formula>
struct CostOf<Formula, std::void_t<decltype(Formula::kCost)>>
    : std::integral_constant<int64_t, Formula::kCost> {};

// Formulas that are none of the primitive's have no kFormula. A device computes what the name says,
// so whoever changes a formula takes its name away.
template <typename Formula, typename = void>
inline constexpr compute::Formula kFormulaOf = compute::Formula::kOther;
template <typename Formula>
inline constexpr compute::Formula kFormulaOf<Formula, std::void_t<decltype(Formula::kFormula)>> =
    Formula::kFormula;

// One run of y = Formula(x). What works in place has a loop of its own: a compiler computes several
// elements at once only where it can rule out that the tensors overlap.
template <typename Formula, typename T, typename Out>
void ComputeRow(const T* x, Out* y, int64_t count) {
  const Rounded<Formula, Out> f;
  if constexpr (std::is_same_v<T, Out>) {
    if (x == y) {
      for (int64_t i = 0; i < count; ++i) y[i] = f(y[i]);
      return;
    }
  }
  for (int64_t i = 0; i < count; ++i) y[i] = f(x[i]);
}

// One run of z = Formula(x, y), where x or y may stay at one element.
template <typename Formula, typename T, typename Out>
void ComputeRow(const T* x, int64_t x_step, const T* y, int64_t y_step, Out* z, int64_t count) {
  const Rounded<Formula, Out> f;
  if (x_step == 0) {
    const T x0 = *x;
    for (int64_t i = 0; i < count; ++i) z[i] = f(x0, y[i]);
    return;
  }
  if (y_step == 0) {
    const T y0 = *y;
    for (int64_t i = 0; i < count; ++i) z[i] = f(x[i], y0);
    return;
  }
  if constexpr (std::is_same_v<T, Out>) {
    if (x == z) {
      for (int64_t i = 0; i < count; ++i) z[i] = f(z[i], y[i]);
      return;
    }
  }
  for (int64_t i = 0; i < count; ++i) z[i] = f(x[i], y[i]);
}

// The loop of y = Formula(x) in a plan.
template <typename Formula, typename T, typename Out>
void UnaryLoop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
  Vectorized([](const T* x, Out* y, int64_t count) { ComputeRow<Formula>(x, y, count); })(
      OnDevice(static_cast<const T*>(plan.inputs[0].data)) + begin,
      OnDevice(static_cast<Out*>(plan.out)) + begin, end - begin);
}

// The loop of z = Formula(x, y) in a plan.
template <typename Formula, typename T, typename Out>
void BinaryLoop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
  const T* const x = OnDevice(static_cast<const T*>(plan.inputs[0].data));
  const T* const y = OnDevice(static_cast<const T*>(plan.inputs[1].data));
  Out* const z = OnDevice(static_cast<Out*>(plan.out));
  if (plan.is_dense()) {
    Vectorized([](const T* a, const T* b, Out* c, int64_t count) {
      ComputeRow<Formula>(a, 1, b, 1, c, count);
    })(x + begin, y + begin, z + begin, end - begin);
    return;
  }
  Vectorized([&plan, x, y, z](int64_t first, int64_t last) {
    plan.broadcast.ForEachRow(first, last,
                              [=](int64_t out, int64_t count, const Broadcast::Offsets& offsets,
                                  const Broadcast::Offsets& steps) {
                                ComputeRow<Formula>(x + offsets[0], steps[0], y + offsets[1],
                                                    steps[1], z + out, count);
                              });
  })(begin, end);
}

// A dense plan of any formula, without a loop. `out` has elements.
inline compute::ElementwisePlan PlanElementwise(compute::Formula formula,
                                                std::initializer_list<const Tensor*> inputs,
                                                Tensor* out) {
  compute::ElementwisePlan plan;
  plan.formula = formula;
  for (const Tensor* const input : inputs) {
    plan.inputs[plan.num_inputs++] = {input->dtype(), input->data()};
  }
  plan.out_dtype = out->dtype();
  plan.out = out->data();
  plan.size = out->NumElements();
  return plan;
}

// z = Formula(x, y), of tensors of T.
template <typename Formula, typename T, typename Out>
compute::ElementwisePlan PlanBinary(const Tensor& x, const Tensor& y, Tensor* z) {
  compute::ElementwisePlan plan = PlanElementwise(kFormulaOf<Formula>, {&x, &y}, z);
  plan.loop = &BinaryLoop<Formula, T, Out>;
  plan.cost = CostOf<Formula>::value;
  return plan;
}

// Enqueues z = Formula(x, y), which has elements: for kernels with checks and shapes of their own.
template <typename Formula, typename T, typename Out>
void EnqueueBroadcast(OpKernelContext* ctx, Broadcast broadcast, Span<const T> x, Span<const T> y,
                      Span<Out> z) {
  compute::ElementwisePlan plan;
  plan.formula = kFormulaOf<Formula>;
  plan.num_inputs = 2;
  plan.inputs[0] = {DataTypeToEnum<T>::value, x.data()};
  plan.inputs[1] = {DataTypeToEnum<T>::value, y.data()};
  plan.out_dtype = DataTypeToEnum<Out>::value;
  plan.out = z.data();
  plan.size = static_cast<int64_t>(z.size());
  plan.broadcast = std::move(broadcast);
  plan.loop = &BinaryLoop<Formula, T, Out>;
  plan.cost = CostOf<Formula>::value;
  OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
}

// z = x + y, for kernels of which that is a part.
struct Plus {
  static constexpr auto kFormula = compute::Formula::kAdd;

  template <typename T>
  T operator()(T x, T y) const {
    return formula::sum(x, y);
  }
};

// y[i] = Formula(x[i])
template <typename T, typename Formula, typename Out = T>
class UnaryOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, ctx->input_shape(0), &y));
    if (y->NumElements() == 0) return;
    const Tensor x = ctx->input(0);
    compute::ElementwisePlan plan = PlanElementwise(kFormulaOf<Formula>, {&x}, y);
    plan.loop = &UnaryLoop<Formula, T, Out>;
    plan.cost = CostOf<Formula>::value;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }
};

// For BinaryOp: every y will do.
struct AnyOperand {};

// For BinaryOp: integers cannot be divided by zero.
struct NonZeroDivisor {
  static constexpr const char* kMessage = "Integer division by zero";
  template <typename T>
  static bool Allows(T y) {
    return y != 0;
  }
};

// For BinaryOp: powers of integers with negative exponents are no integers.
struct NonNegativeExponent {
  static constexpr const char* kMessage = "Integers to negative integer powers are not allowed";
  template <typename T>
  static bool Allows(T y) {
    return y >= 0;
  }
};

// z = Formula(x, y), with broadcasting. Operand says which integers y may be.
template <typename T, typename Formula, typename Out = T, typename Operand = AnyOperand>
class BinaryOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape x_shape = ctx->input_shape(0);
    const TensorShape y_shape = ctx->input_shape(1);
    if (x_shape == y_shape) {
      ComputeSameShape(ctx, x_shape);
    } else {
      ComputeBroadcast(ctx, x_shape, y_shape);
    }
  }

 protected:
  // The shapes don't fit each other.
  virtual void ComputeIncompatible(OpKernelContext* ctx, const TensorShape& x,
                                   const TensorShape& y) {
    ctx->CtxFailure(errors::InvalidArgument("Incompatible shapes: ", x.DebugString(), " vs. ",
                                            y.DebugString()));
  }

 private:
  static constexpr bool kChecksOperand =
      std::is_integral_v<T> && !std::is_same_v<Operand, AnyOperand>;

  void ComputeSameShape(OpKernelContext* ctx, const TensorShape& shape) {
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0, 1}, 0, shape, &z));
    if (z->NumElements() == 0) return;
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    CheckOperand(ctx, y);
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), PlanBinary<Formula, T, Out>(x, y, z)));
  }

  void ComputeBroadcast(OpKernelContext* ctx, const TensorShape& x_shape,
                        const TensorShape& y_shape) {
    Broadcast broadcast;
    if (!broadcast.Init({&x_shape, &y_shape})) return ComputeIncompatible(ctx, x_shape, y_shape);
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0, 1}, 0, broadcast.shape(), &z));
    if (z->NumElements() == 0) return;
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    CheckOperand(ctx, y);
    compute::ElementwisePlan plan = PlanBinary<Formula, T, Out>(x, y, z);
    plan.broadcast = std::move(broadcast);
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

  // Fails the stream, before anything is computed, if an integer operand is one that the op has no
  // result for.
  static void CheckOperand(OpKernelContext* ctx, const Tensor& y) {
    if constexpr (kChecksOperand) {
      ctx->stream().Enqueue(y.NumElements() * kElementCost, [y = y.span<T>()]() -> Status {
        for (const T& value : OnDevice(y)) {
          if (!Operand::Allows(value)) return errors::InvalidArgument(Operand::kMessage);
        }
        return Status();
      });
    }
  }
};

// z = Formula(x, y) is a truth value.
template <typename T, typename Formula>
using ComparisonOp = BinaryOp<T, Formula, bool>;

// Equal and NotEqual, whose attribute incompatible_shape_error = false asks for the one answer
// kForUnlike instead of an error if the shapes don't fit each other.
template <typename T, typename Formula, bool kForUnlike>
class EqualityOp : public BinaryOp<T, Formula, bool> {
 public:
  explicit EqualityOp(OpKernelConstruction* ctx) : BinaryOp<T, Formula, bool>(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("incompatible_shape_error", &incompatible_shape_error_));
  }

 protected:
  void ComputeIncompatible(OpKernelContext* ctx, const TensorShape& x,
                           const TensorShape& y) override {
    if (incompatible_shape_error_) {
      return BinaryOp<T, Formula, bool>::ComputeIncompatible(ctx, x, y);
    }
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &z));
    ctx->stream().Enqueue(kElementCost,
                          [z = z->span<bool>()] { *OnDevice(z.data()) = kForUnlike; });
  }

 private:
  bool incompatible_shape_error_ = true;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_ELEMENTWISE_H_
