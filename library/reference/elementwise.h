// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops whose result elements each depend on one element of every input.

#ifndef PLUGGABLE_REFERENCE_ELEMENTWISE_H_
#define PLUGGABLE_REFERENCE_ELEMENTWISE_H_

#include <cstdint>
#include <type_traits>
#include <utility>

#include "pluggable/op_kernel.h"
#include "pluggable/stream.h"

#include "reference/broadcast.h"
#include "reference/compute_type.h"
#include "reference/enqueue.h"
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

// Enqueues z = Formula(x, y).
template <typename Formula, typename T, typename Out>
void EnqueueBroadcast(OpKernelContext* ctx, Broadcast broadcast, Span<const T> x, Span<const T> y,
                      Span<Out> z) {
  ctx->stream().ParallelFor(
      static_cast<int64_t>(z.size()), CostOf<Formula>::value,
      Vectorized([broadcast = std::move(broadcast), x, y, z](int64_t begin, int64_t end) {
        const T* x_data = OnDevice(x.data());
        const T* y_data = OnDevice(y.data());
        Out* z_data = OnDevice(z.data());
        broadcast.ForEachRow(begin, end,
                             [&](int64_t out, int64_t count, const Broadcast::Offsets& offsets,
                                 const Broadcast::Offsets& steps) {
                               ComputeRow<Formula>(x_data + offsets[0], steps[0],
                                                   y_data + offsets[1], steps[1], z_data + out,
                                                   count);
                             });
      }));
}

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
    ctx->stream().ParallelFor(
        x.NumElements(), CostOf<Formula>::value,
        Vectorized([x = x.span<T>(), y = y->span<Out>()](int64_t begin, int64_t end) {
          ComputeRow<Formula>(OnDevice(x.data()) + begin, OnDevice(y.data()) + begin, end - begin);
        }));
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
    ctx->stream().ParallelFor(z->NumElements(), CostOf<Formula>::value,
                              Vectorized([x = x.span<T>(), y = y.span<T>(), z = z->span<Out>()](
                                             int64_t begin, int64_t end) {
                                ComputeRow<Formula>(OnDevice(x.data()) + begin, 1,
                                                    OnDevice(y.data()) + begin, 1,
                                                    OnDevice(z.data()) + begin, end - begin);
                              }));
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
    EnqueueBroadcast<Formula>(ctx, std::move(broadcast), x.span<T>(), y.span<T>(), z->span<Out>());
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
