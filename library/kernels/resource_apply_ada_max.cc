// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <array>
#include <cmath>

#include "pluggable/half.h"
#include "reference/variable_training.h"

namespace pluggable {

template <typename C>
struct AdaMaxRule : PlainRule {
  static constexpr const char* kName = "AdaMax";
  static constexpr std::array kVariables = {"var", "m", "v"};
  static constexpr std::array kScalars = {"beta1_power", "lr", "beta1", "beta2", "epsilon"};
  static constexpr int kGradientInput = 8;

  AdaMaxRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : alpha_(scalars[1] / (1 - scalars[0])),
        beta1_(scalars[2]),
        beta2_(scalars[3]),
        epsilon_(scalars[4]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, m, v] = variables;
    m += (grad - m) * (1 - beta1_);
    v = std::max(beta2_ * v, std::fabs(grad));
    var -= alpha_ * (m / (v + epsilon_));
  }

 private:
  C alpha_;
  C beta1_;
  C beta2_;
  C epsilon_;
};

// ResourceApplyAdaMax(var: resource, m: resource, v: resource, beta1_power: T, lr: T, beta1: T,
//     beta2: T, epsilon: T, grad: T)
template <typename T>
class ResourceApplyAdaMaxOp : public VariableTrainingOp<T, AdaMaxRule> {
 public:
  using VariableTrainingOp<T, AdaMaxRule>::VariableTrainingOp;
};

}  // namespace pluggable
