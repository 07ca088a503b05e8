// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops whose output elements each depend on one element of every input.

#ifndef PLUGGABLE_REFERENCE_ELEMENTWISE_H_
#define PLUGGABLE_REFERENCE_ELEMENTWISE_H_

#include <algorithm>
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
#include "reference/widen.h"

namespace pluggable {

// A formula between stored types.
template <typename Formula, typename Out>
struct Rounded {
  template <typename... In>
  Out operator()(const In&... in) const {
    return static_cast<Out>(Formula()(static_cast<ComputeType<In>>(in)...));
  }
};

// The cost of an element in nanoseconds on one core, accurate enough to separate small work from
// large.
inline constexpr int64_t kElementCost = 1;

// Formulas that take far longer have their own kCost.
template <typename Formula, typename = void>
struct CostOf : std::integral_constant<int64_t, kElementCost> {};
template <typename Formula>
struct CostOf<Formula, std::void_t<decltype(Formula::kCost)>>
    : std::integral_constant<int64_t, Formula::kCost> {};

// Formulas without a name in compute/formula.h have no kFormula. A device computes the named
// formula, so whoever changes a formula must remove its kFormula.
template <typename Formula, typename = void>
inline constexpr compute::Formula kFormulaOf = compute::Formula::kOther;
template <typename Formula>
inline constexpr compute::Formula kFormulaOf<Formula, std::void_t<decltype(Formula::kFormula)>> =
    Formula::kFormula;

// One run of y = Formula(x). In-place work has a separate loop: compilers vectorize only if they
// know that the tensors do not overlap.
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

// One run of z = Formula(x, y), where x or y may be a single element.
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

// ComputeRow with the widest vectors. 16-bit types are converted in separate loops.
template <typename Formula, typename T, typename Out>
void UnaryRun(const T* x, Out* y, int64_t count) {
  if constexpr (kIsNarrowFloat<T>) {
    float wide[kWideRun];
    for (int64_t i = 0; i < count; i += kWideRun) {
      const int64_t run = std::min(kWideRun, count - i);
      WidenRun(x + i, wide, run);
      if constexpr (std::is_same_v<T, Out>) {
        UnaryRun<Formula>(wide, wide, run);
        NarrowRun(wide, y + i, run);
      } else {
        UnaryRun<Formula>(wide, y + i, run);
      }
    }
  } else {
    Vectorized([](const T* from, Out* to, int64_t n) { ComputeRow<Formula>(from, to, n); })(x, y,
                                                                                            count);
  }
}

template <typename Formula, typename T, typename Out>
void BinaryRun(const T* x, int64_t x_step, const T* y, int64_t y_step, Out* z, int64_t count) {
  if constexpr (kIsNarrowFloat<T>) {
    float wide_x[kWideRun];
    float wide_y[kWideRun];
    // A single-element operand is converted once.
    if (x_step == 0) WidenRun(x, wide_x, 1);
    if (y_step == 0) WidenRun(y, wide_y, 1);
    for (int64_t i = 0; i < count; i += kWideRun) {
      const int64_t run = std::min(kWideRun, count - i);
      if (x_step != 0) WidenRun(x + i, wide_x, run);
      if (y_step != 0) WidenRun(y + i, wide_y, run);
      if constexpr (std::is_same_v<T, Out>) {
        float wide_z[kWideRun];
        BinaryRun<Formula>(wide_x, x_step, wide_y, y_step, wide_z, run);
        NarrowRun(wide_z, z + i, run);
      } else {
        BinaryRun<Formula>(wide_x, x_step, wide_y, y_step, z + i, run);
      }
    }
  } else {
    Vectorized([](const T* a, int64_t a_step, const T* b, int64_t b_step, Out* c, int64_t n) {
      ComputeRow<Formula>(a, a_step, b, b_step, c, n);
    })(x, x_step, y, y_step, z, count);
  }
}

// The loop of y = Formula(x) in a plan.
template <typename Formula, typename T, typename Out>
void UnaryLoop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
  UnaryRun<Formula>(OnDevice(static_cast<const T*>(plan.inputs[0].data)) + begin,
                    OnDevice(static_cast<Out*>(plan.out)) + begin, end - begin);
}

// The loop of z = Formula(x, y) in a plan.
template <typename Formula, typename T, typename Out>
void BinaryLoop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
  const T* const x = OnDevice(static_cast<const T*>(plan.inputs[0].data));
  const T* const y = OnDevice(static_cast<const T*>(plan.inputs[1].data));
  Out* const z = OnDevice(static_cast<Out*>(plan.out));
  if (plan.is_dense()) {
    return BinaryRun<Formula>(x + begin, 1, y + begin, 1, z + begin, end - begin);
  }
  plan.broadcast.ForEachRow(begin, end,
                            [=](int64_t out, int64_t count, const Broadcast::Offsets& offsets,
                                const Broadcast::Offsets& steps) {
                              BinaryRun<Formula>(x + offsets[0], steps[0], y + offsets[1], steps[1],
                                                 z + out, count);
                            });
}

// A formula for certain types. Code that depends on neither is in the classes below, which are
// compiled once; a kernel only adds its loops.
struct ElementwiseFormula {
  compute::Formula formula;
  compute::ElementwisePlan::Loop loop;
  int64_t cost;  // of an element, in nanoseconds on one core
};

template <typename Formula, typename T, typename Out>
constexpr ElementwiseFormula UnaryFormula() {
  return {kFormulaOf<Formula>, &UnaryLoop<Formula, T, Out>, CostOf<Formula>::value};
}

template <typename Formula, typename T, typename Out>
constexpr ElementwiseFormula BinaryFormula() {
  return {kFormulaOf<Formula>, &BinaryLoop<Formula, T, Out>, CostOf<Formula>::value};
}

// A dense plan of any formula, without a loop. `out` must not be empty.
compute::ElementwisePlan PlanElementwise(compute::Formula formula,
                                         std::initializer_list<const Tensor*> inputs, Tensor* out);

// A dense plan of a formula of one or two tensors. `out` must not be empty.
compute::ElementwisePlan PlanFormula(const ElementwiseFormula& formula,
                                     std::initializer_list<const Tensor*> inputs, Tensor* out);

// z = Formula(x, y), of tensors of T.
template <typename Formula, typename T, typename Out>
compute::ElementwisePlan PlanBinary(const Tensor& x, const Tensor& y, Tensor* z) {
  return PlanFormula(BinaryFormula<Formula, T, Out>(), {&x, &y}, z);
}

// Enqueues z = Formula(x, y), which must not be empty, for kernels with their own checks and
// shapes.
template <typename Formula, typename T, typename Out>
void EnqueueBroadcast(OpKernelContext* ctx, Broadcast broadcast, Span<const T> x, Span<const T> y,
                      Span<Out> z) {
  constexpr ElementwiseFormula kFormula = BinaryFormula<Formula, T, Out>();
  compute::ElementwisePlan plan;
  plan.formula = kFormula.formula;
  plan.num_inputs = 2;
  plan.inputs[0] = {DataTypeToEnum<T>::value, x.data()};
  plan.inputs[1] = {DataTypeToEnum<T>::value, y.data()};
  plan.out_dtype = DataTypeToEnum<Out>::value;
  plan.out = z.data();
  plan.size = static_cast<int64_t>(z.size());
  plan.broadcast = std::move(broadcast);
  plan.loop = kFormula.loop;
  plan.cost = kFormula.cost;
  OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
}

// z = x + y, for kernels that contain a sum.
struct Plus {
  static constexpr auto kFormula = compute::Formula::kAdd;

  template <typename T>
  T operator()(T x, T y) const {
    return formula::sum(x, y);
  }
};

// y[i] = formula(x[i])
class UnaryElementwiseOp : public OpKernel {
 public:
  UnaryElementwiseOp(OpKernelConstruction* ctx, const ElementwiseFormula& formula);

  void Compute(OpKernelContext* ctx) override;

 private:
  ElementwiseFormula formula_;
};

template <typename T, typename Formula, typename Out = T>
class UnaryOp : public UnaryElementwiseOp {
 public:
  explicit UnaryOp(OpKernelConstruction* ctx)
      : UnaryElementwiseOp(ctx, UnaryFormula<Formula, T, Out>()) {}
};

// z = formula(x, y), with broadcasting.
class BinaryElementwiseOp : public OpKernel {
 public:
  using OperandCheck = compute::OperandCheck;

  // Without a check, every y is valid.
  BinaryElementwiseOp(OpKernelConstruction* ctx, const ElementwiseFormula& formula,
                      OperandCheck check);

  void Compute(OpKernelContext* ctx) override;

 protected:
  // Called if the shapes do not fit each other.
  virtual void ComputeIncompatible(OpKernelContext* ctx, const TensorShape& x,
                                   const TensorShape& y);

 private:
  ElementwiseFormula formula_;
  OperandCheck check_;
};

// For BinaryOp: every y is valid.
struct AnyOperand {};

// For BinaryOp: integers must not be divided by zero.
struct NonZeroDivisor {
  static constexpr const char* kMessage = "Integer division by zero";
  template <typename T>
  static bool Allows(T y) {
    return y != 0;
  }
};

// For BinaryOp: integers must not have negative exponents.
struct NonNegativeExponent {
  static constexpr const char* kMessage = "Integers to negative integer powers are not allowed";
  template <typename T>
  static bool Allows(T y) {
    return y >= 0;
  }
};

template <typename T, typename Operand>
Status CheckOperands(const void* y, int64_t count) {
  const T* const values = OnDevice(static_cast<const T*>(y));
  for (int64_t i = 0; i < count; ++i) {
    if (!Operand::Allows(values[i])) return errors::InvalidArgument(Operand::kMessage);
  }
  return Status();
}

// The check of y for T: only integers have one.
template <typename T, typename Operand>
constexpr BinaryElementwiseOp::OperandCheck OperandCheckOf() {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<Operand, AnyOperand>) {
    return &CheckOperands<T, Operand>;
  } else {
    return nullptr;
  }
}

// Operand decides which integers y may be.
template <typename T, typename Formula, typename Out = T, typename Operand = AnyOperand>
class BinaryOp : public BinaryElementwiseOp {
 public:
  explicit BinaryOp(OpKernelConstruction* ctx)
      : BinaryElementwiseOp(ctx, BinaryFormula<Formula, T, Out>(), OperandCheckOf<T, Operand>()) {}
};

// z = Formula(x, y) is a bool.
template <typename T, typename Formula>
using ComparisonOp = BinaryOp<T, Formula, bool>;

// Equal and NotEqual. With incompatible_shape_error = false, they return a single value instead of
// an error if the shapes do not fit each other.
class EqualityElementwiseOp : public BinaryElementwiseOp {
 public:
  EqualityElementwiseOp(OpKernelConstruction* ctx, const ElementwiseFormula& formula,
                        bool for_unlike);

 protected:
  void ComputeIncompatible(OpKernelContext* ctx, const TensorShape& x,
                           const TensorShape& y) override;

 private:
  bool for_unlike_;
  bool incompatible_shape_error_ = true;
};

template <typename T, typename Formula, bool kForUnlike>
class EqualityOp : public EqualityElementwiseOp {
 public:
  explicit EqualityOp(OpKernelConstruction* ctx)
      : EqualityElementwiseOp(ctx, BinaryFormula<Formula, T, bool>(), kForUnlike) {}
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_ELEMENTWISE_H_
