// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <array>
#include <cmath>

#include "pluggable/half.h"
#include "reference/variable_training.h"

namespace pluggable {

template <typename C>
struct AdamRule : PlainRule {
  static constexpr const char* kName = "Adam";
  static constexpr std::array kVariables = {"var", "m", "v"};
  static constexpr std::array kScalars = {"beta1_power", "beta2_power", "lr",
                                          "beta1",       "beta2",       "epsilon"};
  static constexpr int kGradientInput = 9;
  static constexpr const char* kFlag = "use_nesterov";

  AdamRule(const std::array<C, kScalars.size()>& scalars, bool use_nesterov)
      : alpha_(scalars[2] * std::sqrt(1 - scalars[1]) / (1 - scalars[0])),
        beta1_(scalars[3]),
        beta2_(scalars[4]),
        epsilon_(scalars[5]),
        use_nesterov_(use_nesterov) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, m, v] = variables;
    m += (grad - m) * (1 - beta1_);
    v += (grad * grad - v) * (1 - beta2_);
    const C mean = use_nesterov_ ? grad * (1 - beta1_) + beta1_ * m : m;
    var -= mean * alpha_ / (std::sqrt(v) + epsilon_);
  }

 private:
  C alpha_;
  C beta1_;
  C beta2_;
  C epsilon_;
  bool use_nesterov_;
};

// ResourceApplyAdam(var: resource, m: resource, v: resource, beta1_power: T, beta2_power: T, lr: T,
//     beta1: T, beta2: T, epsilon: T, grad: T)
template <typename T>
class ResourceApplyAdamOp : public VariableTrainingOp<T, AdamRule> {
 public:
  using VariableTrainingOp<T, AdamRule>::VariableTrainingOp;
};

}  // namespace pluggable
