//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

template <typename C>
struct @kernel.op@Rule : PlainRule {
  static constexpr const char* kOp = "@kernel.op@";
  static constexpr std::array kVariables = {"var", "accum", "linear"};
//% if kernel.op == ResourceApplyFtrlV2
  static constexpr std::array kScalars = {"lr", "l1", "l2", "l2_shrinkage", "lr_power"};
//% else
  static constexpr std::array kScalars = {"lr", "l1", "l2", "lr_power"};
//% end
  static constexpr const char* kGradient = "grad";
  static constexpr int kGradientInput = 3;
  static constexpr const char* kFlag = "multiply_linear_by_lr";

  using Scalars = std::array<C, kScalars.size()>;

  // Linear terms are kept divided by the learning rate, or not: then it is multiplied in.
  @kernel.op@Rule(const Scalars& scalars, bool multiply_linear_by_lr)
      : gradient_scale_(multiply_linear_by_lr ? scalars[0] : C(1)),
        power_scale_(multiply_linear_by_lr ? C(1) : 1 / scalars[0]),
        l1_(scalars[1] * gradient_scale_),
        l2_(2 * scalars[2] * gradient_scale_),
//% if kernel.op == ResourceApplyFtrlV2
        l2_shrinkage_(2 * scalars[3]),
//% end
        power_(-scalars.back()) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, accum, linear] = variables;
    const C next_accum = accum + grad * grad;
    const C next_power = Power(next_accum);
//% if kernel.op == ResourceApplyFtrlV2
    const C slope = grad + l2_shrinkage_ * var;
//% else
    const C slope = grad;
//% end
    linear += slope * gradient_scale_ - (next_power - Power(accum)) * power_scale_ * var;
    const C bounded = std::max(std::min(linear, l1_), -l1_);
    var = (bounded - linear) / (next_power * power_scale_ + l2_);
    accum = next_accum;
  }

 private:
  C Power(C x) const { return power_ == C(0.5) ? std::sqrt(x) : std::pow(x, power_); }

  C gradient_scale_;
  C power_scale_;
  C l1_;
  C l2_;
//% if kernel.op == ResourceApplyFtrlV2
  C l2_shrinkage_;
//% end
  C power_;
};

// @kernel.signature@
template <typename T>
class @kernel.class@ : public VariableTrainingOp<T, @kernel.op@Rule> {
 public:
  using VariableTrainingOp<T, @kernel.op@Rule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
