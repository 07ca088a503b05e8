// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/composition.h"

#include <optional>
#include <utility>

#include "pluggable/half.h"

#include "compute/device/chain.h"
#include "compute/dtype_switch.h"
#include "plugin/features/device.h"
#include "reference/elementwise.h"
#include "reference/formula.h"
#include "reference/select.h"

namespace pluggable {

namespace {

using compute::ElementwisePlan;

// The formulas of three operands, for the host.
struct SumOfThree {
  template <typename T>
  T operator()(T x, T y, T z) const {
    return x + y + z;
  }
};
struct ProductPlus {
  template <typename T>
  T operator()(T x, T y, T z) const {
    return x * y + z;
  }
};
struct DifferenceTimes {
  template <typename T>
  T operator()(T x, T y, T z) const {
    return (x - y) * z;
  }
};

template <typename Formula, typename T>
void ThreeInputLoop(const ElementwisePlan& plan, int64_t begin, int64_t end) {
  const auto* const x = OnDevice(static_cast<const T*>(plan.inputs[0].data));
  const auto* const y = OnDevice(static_cast<const T*>(plan.inputs[1].data));
  const auto* const z = OnDevice(static_cast<const T*>(plan.inputs[2].data));
  T* const out = OnDevice(static_cast<T*>(plan.out));
  const Formula f;
  if (plan.is_dense()) {
    for (int64_t i = begin; i < end; ++i) out[i] = f(x[i], y[i], z[i]);
    return;
  }
  plan.broadcast.ForEachRow(begin, end,
                            [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                                const Broadcast::Offsets& steps) {
                              for (int64_t i = 0; i < count; ++i) {
                                out[first + i] =
                                    f(x[offsets[0] + i * steps[0]], y[offsets[1] + i * steps[1]],
                                      z[offsets[2] + i * steps[2]]);
                              }
                            });
}

template <typename T>
ElementwisePlan::Loop LoopOf(compute::Formula formula) {
  switch (formula) {
    case compute::Formula::kAdd:
      return &BinaryLoop<Plus, T, T>;
    case compute::Formula::kMul:
      return &BinaryLoop<ComposedProduct, T, T>;
    case compute::Formula::kRsqrt:
      return &UnaryLoop<ComposedRsqrt, T, T>;
    case compute::Formula::kSelect:
      return &SelectLoop<T>;
    case compute::Formula::kSquaredDifference:
      return &BinaryLoop<ComposedSquaredDifference, T, T>;
    case compute::Formula::kSub:
      return &BinaryLoop<ComposedDifference, T, T>;
    default:
      break;
  }
  if constexpr (!kIsNarrowFloat<T>) {
    switch (formula) {
      case compute::Formula::kAddThree:
        return &ThreeInputLoop<SumOfThree, T>;
      case compute::Formula::kMulAdd:
        return &ThreeInputLoop<ProductPlus, T>;
      case compute::Formula::kSubMul:
        return &ThreeInputLoop<DifferenceTimes, T>;
      default:
        break;
    }
  }
  return nullptr;
}

// A formula of two steps: the second one combines the first one's result with the third input.
struct TwoSteps {
  compute::Formula formula;
  compute::Formula first;
  compute::Formula second;
};
constexpr TwoSteps kTwoSteps[] = {
    {compute::Formula::kAddThree, compute::Formula::kAdd, compute::Formula::kAdd},
    {compute::Formula::kMulAdd, compute::Formula::kMul, compute::Formula::kAdd},
    {compute::Formula::kSubMul, compute::Formula::kSub, compute::Formula::kMul},
};

struct ActivationFormula {
  Activation activation;
  compute::Formula formula;
};
constexpr ActivationFormula kActivationFormulas[] = {
    {Activation::kRelu, compute::Formula::kRelu},
    {Activation::kRelu6, compute::Formula::kRelu6},
    {Activation::kElu, compute::Formula::kElu},
    {Activation::kSelu, compute::Formula::kSelu},
    {Activation::kSigmoid, compute::Formula::kSigmoid},
    {Activation::kTanh, compute::Formula::kTanh},
    {Activation::kSoftplus, compute::Formula::kSoftplus},
    {Activation::kGelu, compute::Formula::kGelu},
};

compute::Formula FormulaOf(Activation activation) {
  for (const ActivationFormula& row : kActivationFormulas) {
    if (row.activation == activation) return row.formula;
  }
  return compute::Formula::kOther;
}

// A plan in place.
template <typename T>
void ActivationLoop(const ElementwisePlan& plan, int64_t begin, int64_t end) {
  Epilogue<T> epilogue;
  for (const ActivationFormula& row : kActivationFormulas) {
    if (row.formula == plan.formula) epilogue.activation = row.activation;
  }
  T* const values = OnDevice(static_cast<T*>(plan.out)) + begin;
  epilogue.Apply({0, 1, 0, end - begin, end - begin}, values, values);
}

}  // namespace

Composition::Value Composition::Allocate(DataType dtype, const TensorShape& shape) {
  temporaries_.emplace_back();
  Do([&] { return ctx_->allocate_temp(dtype, shape, &temporaries_.back()); });
  return {dtype, shape, temporaries_.back().data()};
}

void Composition::Elementwise(compute::Formula formula, std::initializer_list<const Value*> inputs,
                              const Value& out) {
  // A device rounds a formula's result once, and single ops round the first step's as well.
  if (out.dtype == DT_HALF || out.dtype == DT_BFLOAT16) {
    for (const TwoSteps& steps : kTwoSteps) {
      if (steps.formula != formula) continue;
      const Value* const* const values = inputs.begin();
      Broadcast broadcast;
      Do([&] {
        if (broadcast.Init({&values[0]->shape, &values[1]->shape})) return Status();
        return errors::Internal("a plan whose inputs don't broadcast");
      });
      Value between = out;
      if (broadcast.shape() != out.shape || values[2]->data == out.data) {
        between = Allocate(out.dtype, broadcast.shape());
      }
      EnqueueFormula(steps.first, {values[0], values[1]}, between);
      return EnqueueFormula(steps.second, {&between, values[2]}, out);
    }
  }
  EnqueueFormula(formula, inputs, out);
}

void Composition::EnqueueFormula(compute::Formula formula,
                                 std::initializer_list<const Value*> inputs, const Value& out) {
  Do([&] {
    ElementwisePlan plan;
    plan.formula = formula;
    plan.out_dtype = out.dtype;
    plan.out = out.data;
    plan.size = out.shape.num_elements();
    if (plan.size == 0) return Status();
    bool is_dense = true;
    for (const Value* const input : inputs) {
      plan.inputs[plan.num_inputs++] = {input->dtype, input->data};
      is_dense = is_dense && input->shape.num_elements() == plan.size;
    }
    // A selection is never dense, since the host's loop for it uses a nest.
    if (!is_dense || formula == compute::Formula::kSelect) {
      const Value* const* const values = inputs.begin();
      const bool fits =
          plan.num_inputs == 2
              ? plan.broadcast.Init({&values[0]->shape, &values[1]->shape})
              : plan.broadcast.Init({&values[0]->shape, &values[1]->shape, &values[2]->shape});
      if (!fits || plan.broadcast.shape().num_elements() != plan.size) {
        return errors::Internal("a plan whose inputs don't broadcast to its result");
      }
    }
    Status status = compute::SwitchDtype<float, double, half, bfloat16>(
        out.dtype, [&](auto type) { plan.loop = LoopOf<typename decltype(type)::type>(formula); });
    if (!status.ok()) return status;
    return compute::Elementwise(ctx_->stream(), plan);
  });
}

void Composition::AddAndActivate(const Value& x, const Value* bias, const Value* addend,
                                 Activation activation, const Value& out) {
  if (!status_.ok() || out.shape.num_elements() == 0) return;
  if (LaunchAddAndActivate(x, bias, addend, activation, out)) return;
  bool has_addend = addend != nullptr;
  if (bias != nullptr) {
    // As a matrix whose rows have the bias's length.
    Value row = *bias;
    const int64_t period = bias->shape.num_elements();
    row.shape = TensorShape({period});
    Value matrix = x;
    matrix.shape = TensorShape({x.shape.num_elements() / period, period});
    Value sum = out;
    sum.shape = matrix.shape;
    if (has_addend && addend->shape == x.shape && out.shape == x.shape) {
      Value other = *addend;
      other.shape = matrix.shape;
      Elementwise(compute::Formula::kAddThree, {&matrix, &row, &other}, sum);
      has_addend = false;
    } else if (has_addend) {
      Elementwise(compute::Formula::kAdd, {&matrix, &row}, matrix);
    } else {
      Elementwise(compute::Formula::kAdd, {&matrix, &row}, sum);
    }
  }
  if (has_addend) Elementwise(compute::Formula::kAdd, {&x, addend}, out);
  Activate(activation, out);
}

bool Composition::LaunchAddAndActivate(const Value& x, const Value* bias, const Value* addend,
                                       Activation activation, const Value& out) {
  if constexpr (features::kDeviceKernels) {
    if (addend != nullptr && !IsTailOf(addend->shape, out.shape)) return false;
    if (!IsTailOf(x.shape, out.shape)) return false;
    compute::ChainPlan plan;
    plan.dtype = out.dtype;
    plan.out = out.data;
    plan.size = out.shape.num_elements();
    const auto add_input = [&plan](const Value& value) {
      plan.inputs.push_back(value.data);
      plan.periods.push_back(value.shape.num_elements());
    };
    add_input(x);
    int last = 0;
    for (const Value* const term : {bias, addend}) {
      if (term != nullptr) add_input(*term);
    }
    const auto inputs = static_cast<int>(plan.inputs.size());
    for (int term = 1; term < inputs; ++term) {
      plan.steps.push_back({compute::Formula::kAdd, last, term});
      last = inputs + term - 1;
    }
    if (activation != Activation::kNone) plan.steps.push_back({FormulaOf(activation), last, -1});
    // A single formula has a kernel of its own, and so has a sum of three.
    if (plan.steps.size() < 2 || activation == Activation::kNone) return false;
    const std::optional<Status> launched = compute::LaunchChain(ctx_->stream(), plan);
    if (launched) status_ = *launched;
    return launched.has_value();
  }
  return false;
}

void Composition::Activate(Activation activation, const Value& value) {
  if (activation == Activation::kNone || value.shape.num_elements() == 0) return;
  Do([&] {
    ElementwisePlan plan;
    plan.formula = FormulaOf(activation);
    plan.num_inputs = 1;
    plan.inputs[0] = {value.dtype, value.data};
    plan.out_dtype = value.dtype;
    plan.out = value.data;
    plan.size = value.shape.num_elements();
    Status status = compute::SwitchDtype<float, double, half, bfloat16>(
        value.dtype,
        [&](auto type) { plan.loop = &ActivationLoop<typename decltype(type)::type>; });
    if (!status.ok()) return status;
    return compute::Elementwise(ctx_->stream(), plan);
  });
}

}  // namespace pluggable
