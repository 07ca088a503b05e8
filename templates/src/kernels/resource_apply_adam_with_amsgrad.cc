#include <algorithm>
#include <array>
#include <cmath>

//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

template <typename C>
struct AdamWithAmsgradRule : PlainRule {
  static constexpr const char* kName = "AdamWithAmsgrad";
  static constexpr std::array kVariables = {"var", "m", "v", "vhat"};
  static constexpr std::array kScalars = {"beta1_power", "beta2_power", "lr",
                                          "beta1",       "beta2",       "epsilon"};
  static constexpr int kGradientInput = 10;

  AdamWithAmsgradRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : alpha_(scalars[2] * std::sqrt(1 - scalars[1]) / (1 - scalars[0])),
        beta1_(scalars[3]),
        beta2_(scalars[4]),
        epsilon_(scalars[5]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, m, v, vhat] = variables;
    m += (grad - m) * (1 - beta1_);
    v += (grad * grad - v) * (1 - beta2_);
    vhat = std::max(vhat, v);
    var -= m * alpha_ / (std::sqrt(vhat) + epsilon_);
  }

 private:
  C alpha_;
  C beta1_;
  C beta2_;
  C epsilon_;
};

// @kernel.signature@
template <typename T>
class ResourceApplyAdamWithAmsgradOp : public VariableTrainingOp<T, AdamWithAmsgradRule> {
 public:
  using VariableTrainingOp<T, AdamWithAmsgradRule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
