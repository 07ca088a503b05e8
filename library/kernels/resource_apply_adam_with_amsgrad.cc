// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <array>
#include <cmath>

#include "pluggable/half.h"
#include "reference/variable_training.h"

namespace pluggable {

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

// ResourceApplyAdamWithAmsgrad(var: resource, m: resource, v: resource, vhat: resource,
//     beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T)
template <typename T>
class ResourceApplyAdamWithAmsgradOp : public VariableTrainingOp<T, AdamWithAmsgradRule> {
 public:
  using VariableTrainingOp<T, AdamWithAmsgradRule>::VariableTrainingOp;
};

}  // namespace pluggable
