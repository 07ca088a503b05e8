// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The rules of optimizers that have an op for dense gradients and one for sparse gradients.

#ifndef PLUGGABLE_REFERENCE_TRAINING_RULES_H_
#define PLUGGABLE_REFERENCE_TRAINING_RULES_H_

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/formula.h"
#include "reference/plain_rule.h"

namespace pluggable {

template <typename C>
struct MomentumRule : PlainRule {
  static constexpr const char* kName = "Momentum";
  static constexpr auto kRule = compute::TrainingRule::kMomentum;
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr", "momentum"};
  static constexpr int kGradientInput = 3;
  static constexpr const char* kFlag = "use_nesterov";

  MomentumRule(const std::array<C, kScalars.size()>& scalars, bool use_nesterov)
      : lr_(scalars[0]), momentum_(scalars[1]), use_nesterov_(use_nesterov) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, accum] = variables;
    accum = accum * momentum_ + grad;
    var -= use_nesterov_ ? grad * lr_ + accum * momentum_ * lr_ : accum * lr_;
  }

 private:
  C lr_;
  C momentum_;
  bool use_nesterov_;
};

template <typename C>
struct KerasMomentumRule : PlainRule {
  static constexpr const char* kName = "KerasMomentum";
  static constexpr auto kRule = compute::TrainingRule::kKerasMomentum;
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr", "momentum"};
  static constexpr int kGradientInput = 3;
  static constexpr const char* kFlag = "use_nesterov";

  KerasMomentumRule(const std::array<C, kScalars.size()>& scalars, bool use_nesterov)
      : lr_(scalars[0]), momentum_(scalars[1]), use_nesterov_(use_nesterov) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, accum] = variables;
    accum = accum * momentum_ - grad * lr_;
    var += use_nesterov_ ? accum * momentum_ - grad * lr_ : accum;
  }

 private:
  C lr_;
  C momentum_;
  bool use_nesterov_;
};

// Running means of squares and of gradients. TensorFlow's sparse kernels use another formula, in
// which infinity stays infinity.
template <bool kAlongSlices, typename C>
C MeanSoFar(C mean, C value, C decay) {
  return kAlongSlices ? mean * decay + value * (1 - decay) : mean + (value - mean) * (1 - decay);
}

template <typename C, bool kAlongSlices>
struct RMSPropStep : PlainRule {
  static constexpr const char* kName = "RMSProp";
  static constexpr std::array kVariables = {"var", "ms", "mom"};
  static constexpr std::array kScalars = {"lr", "rho", "momentum", "epsilon"};
  static constexpr int kGradientInput = 7;

  RMSPropStep(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : lr_(scalars[0]), rho_(scalars[1]), momentum_(scalars[2]), epsilon_(scalars[3]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, ms, mom] = variables;
    ms = MeanSoFar<kAlongSlices>(ms, grad * grad, rho_);
    mom = mom * momentum_ + grad * lr_ / std::sqrt(ms + epsilon_);
    var -= mom;
  }

 private:
  C lr_;
  C rho_;
  C momentum_;
  C epsilon_;
};

template <typename C, bool kAlongSlices>
struct CenteredRMSPropStep : PlainRule {
  static constexpr const char* kName = "CenteredRMSProp";
  static constexpr std::array kVariables = {"var", "mg", "ms", "mom"};
  static constexpr std::array kScalars = {"lr", "rho", "momentum", "epsilon"};
  static constexpr int kGradientInput = 8;

  CenteredRMSPropStep(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : lr_(scalars[0]), rho_(scalars[1]), momentum_(scalars[2]), epsilon_(scalars[3]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, mg, ms, mom] = variables;
    ms = MeanSoFar<kAlongSlices>(ms, grad * grad, rho_);
    mg = MeanSoFar<kAlongSlices>(mg, grad, rho_);
    mom = mom * momentum_ + grad * lr_ / std::sqrt(ms - mg * mg + epsilon_);
    var -= mom;
  }

 private:
  C lr_;
  C rho_;
  C momentum_;
  C epsilon_;
};

template <typename C>
struct RMSPropRule : RMSPropStep<C, /*kAlongSlices=*/false> {
  static constexpr auto kRule = compute::TrainingRule::kRMSProp;
  using RMSPropStep<C, false>::RMSPropStep;
};

template <typename C>
struct CenteredRMSPropRule : CenteredRMSPropStep<C, /*kAlongSlices=*/false> {
  static constexpr auto kRule = compute::TrainingRule::kCenteredRMSProp;
  using CenteredRMSPropStep<C, false>::CenteredRMSPropStep;
};

template <typename C>
struct SparseRMSPropRule : RMSPropStep<C, /*kAlongSlices=*/true> {
  static constexpr auto kRule = compute::TrainingRule::kSparseRMSProp;
  using RMSPropStep<C, true>::RMSPropStep;
};

template <typename C>
struct SparseCenteredRMSPropRule : CenteredRMSPropStep<C, /*kAlongSlices=*/true> {
  static constexpr auto kRule = compute::TrainingRule::kSparseCenteredRMSProp;
  using CenteredRMSPropStep<C, true>::CenteredRMSPropStep;
};

template <typename C>
struct AdagradRule : PlainRule {
  static constexpr const char* kName = "Adagrad";
  static constexpr auto kRule = compute::TrainingRule::kAdagrad;
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr"};
  static constexpr int kGradientInput = 3;
  static constexpr const char* kFlag = "update_slots";

  AdagradRule(const std::array<C, kScalars.size()>& scalars, bool update_slots)
      : lr_(scalars[0]), update_slots_(update_slots) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, accum] = variables;
    if (update_slots_) accum += grad * grad;
    var -= grad * lr_ / std::sqrt(accum);
  }

 private:
  C lr_;
  bool update_slots_;
};

template <typename C>
struct AdagradV2Rule : PlainRule {
  static constexpr const char* kName = "AdagradV2";
  static constexpr auto kRule = compute::TrainingRule::kAdagradV2;
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr", "epsilon"};
  static constexpr int kGradientInput = 4;
  static constexpr const char* kFlag = "update_slots";

  AdagradV2Rule(const std::array<C, kScalars.size()>& scalars, bool update_slots)
      : lr_(scalars[0]), epsilon_(scalars[1]), update_slots_(update_slots) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, accum] = variables;
    if (update_slots_) accum += grad * grad;
    var -= grad * lr_ / (std::sqrt(accum) + epsilon_);
  }

 private:
  C lr_;
  C epsilon_;
  bool update_slots_;
};

template <typename C>
struct AdadeltaRule : PlainRule {
  static constexpr const char* kName = "Adadelta";
  static constexpr auto kRule = compute::TrainingRule::kAdadelta;
  static constexpr std::array kVariables = {"var", "accum", "accum_update"};
  static constexpr std::array kScalars = {"lr", "rho", "epsilon"};
  static constexpr int kGradientInput = 6;

  AdadeltaRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : lr_(scalars[0]), rho_(scalars[1]), epsilon_(scalars[2]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, accum, accum_update] = variables;
    accum = accum * rho_ + grad * grad * (1 - rho_);
    const C update = std::sqrt(accum_update + epsilon_) / std::sqrt(accum + epsilon_) * grad;
    accum_update = accum_update * rho_ + update * update * (1 - rho_);
    var -= update * lr_;
  }

 private:
  C lr_;
  C rho_;
  C epsilon_;
};

// The minimum of an objective plus l1 * |x| and l2 * x^2 / 2, near x after a step with that rate
// (Duchi and Singer, "Efficient online and batch learning using forward backward splitting", 2009).
template <typename C>
C Shrunk(C x, C rate, C l1, C l2) {
  const C rest = std::max(std::fabs(x) - rate * l1, C(0));
  return std::copysign(rest, x) / (1 + rate * l2);
}

template <typename C>
struct ProximalGradientDescentRule : PlainRule {
  static constexpr const char* kName = "ProximalGradientDescent";
  static constexpr auto kRule = compute::TrainingRule::kProximalGradientDescent;
  static constexpr std::array kVariables = {"var"};
  static constexpr std::array kScalars = {"alpha", "l1", "l2"};
  static constexpr int kGradientInput = 4;

  ProximalGradientDescentRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : alpha_(scalars[0]), l1_(scalars[1]), l2_(scalars[2]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var] = variables;
    var = Shrunk(var - grad * alpha_, alpha_, l1_, l2_);
  }

 private:
  C alpha_;
  C l1_;
  C l2_;
};

template <typename C>
struct ProximalAdagradRule : PlainRule {
  static constexpr const char* kName = "ProximalAdagrad";
  static constexpr auto kRule = compute::TrainingRule::kProximalAdagrad;
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr", "l1", "l2"};
  static constexpr int kGradientInput = 5;

  ProximalAdagradRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : lr_(scalars[0]), l1_(scalars[1]), l2_(scalars[2]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, accum] = variables;
    accum += grad * grad;
    const C rate = lr_ / std::sqrt(accum);
    var = Shrunk(var - grad * rate, rate, l1_, l2_);
  }

 private:
  C lr_;
  C l1_;
  C l2_;
};

// The minimum of the sums of all gradients so far, plus the same terms (Duchi, Hazan and Singer,
// "Adaptive subgradient methods for online learning and stochastic optimization", 2011).
template <typename C>
struct AdagradDARule : PlainRule {
  static constexpr const char* kName = "AdagradDA";
  static constexpr auto kRule = compute::TrainingRule::kAdagradDA;
  static constexpr std::array kVariables = {"var", "gradient_accumulator",
                                            "gradient_squared_accumulator"};
  static constexpr std::array kScalars = {"lr", "l1", "l2", "global_step"};
  static constexpr int kGradientInput = 3;
  static constexpr bool kCountsSteps = true;

  AdagradDARule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : lr_(scalars[0]), l1_(scalars[1] * scalars[3]), l2_(scalars[2] * scalars[3] * scalars[0]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, sum, sum_of_squares] = variables;
    sum += grad;
    sum_of_squares += grad * grad;
    const C rest = l1_ > 0 ? std::max(std::fabs(sum) - l1_, C(0)) : std::fabs(sum);
    var = -std::copysign(rest, sum) * lr_ / (l2_ + std::sqrt(sum_of_squares));
  }

 private:
  C lr_;
  C l1_;  // for all steps so far
  C l2_;
};

// 1 if the gradient has the sign of the mean of earlier gradients, -1 if it has the opposite sign
// (Bello et al., "Neural optimizer search with reinforcement learning", 2017). NaN if the mean is
// NaN, as it is if the gradient is.
template <typename C>
C SameSign(C grad, C mean) {
  return static_cast<C>((grad > 0) - (grad < 0)) * formula::sign(mean);
}

template <typename C>
struct AddSignRule : PlainRule {
  static constexpr const char* kName = "AddSign";
  static constexpr auto kRule = compute::TrainingRule::kAddSign;
  static constexpr std::array kVariables = {"var", "m"};
  static constexpr std::array kScalars = {"lr", "alpha", "sign_decay", "beta"};
  static constexpr int kGradientInput = 6;

  AddSignRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : lr_(scalars[0]), alpha_(scalars[1]), sign_decay_(scalars[2]), beta_(scalars[3]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, m] = variables;
    m = m * beta_ + grad * (1 - beta_);
    var -= lr_ * (alpha_ + sign_decay_ * SameSign(grad, m)) * grad;
  }

 private:
  C lr_;
  C alpha_;
  C sign_decay_;
  C beta_;
};

template <typename C>
struct PowerSignRule : PlainRule {
  static constexpr const char* kName = "PowerSign";
  static constexpr auto kRule = compute::TrainingRule::kPowerSign;
  static constexpr std::array kVariables = {"var", "m"};
  static constexpr std::array kScalars = {"lr", "logbase", "sign_decay", "beta"};
  static constexpr int kGradientInput = 6;

  PowerSignRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : lr_(scalars[0]), exponent_(scalars[1] * scalars[2]), beta_(scalars[3]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, m] = variables;
    m = m * beta_ + grad * (1 - beta_);
    var -= lr_ * std::exp(exponent_ * SameSign(grad, m)) * grad;
  }

 private:
  C lr_;
  C exponent_;
  C beta_;
};

// Follow the regularized leader (McMahan et al., "Ad click prediction: a view from the trenches",
// 2013). The linear term is stored divided by the learning rate or multiplied by it.
//
// An element whose linear term has a magnitude of at most l1 becomes 0. TensorFlow's dense kernels
// test for that, so an element that never had a gradient does not become 0 / 0. Its sparse kernels
// divide.
template <typename C, bool kShrinks, bool kCompares>
struct FtrlStep : PlainRule {
  static constexpr std::array kVariables = {"var", "accum", "linear"};
  static constexpr int kGradientInput = 3;
  static constexpr const char* kFlag = "multiply_linear_by_lr";

  FtrlStep(C lr, C l1, C l2, C l2_shrinkage, C lr_power, bool multiply_linear_by_lr)
      : gradient_scale_(multiply_linear_by_lr ? lr : C(1)),
        power_scale_(multiply_linear_by_lr ? C(1) : 1 / lr),
        l1_(l1 * gradient_scale_),
        l2_(2 * l2 * gradient_scale_),
        l2_shrinkage_(2 * l2_shrinkage),
        power_(-lr_power) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, accum, linear] = variables;
    const C next_accum = accum + grad * grad;
    const C next_power = Power(next_accum);
    const C slope = kShrinks ? grad + l2_shrinkage_ * var : grad;
    linear += slope * gradient_scale_ - (next_power - Power(accum)) * power_scale_ * var;
    const C divisor = next_power * power_scale_ + l2_;
    if constexpr (kCompares) {
      const C bound = linear < 0 ? -l1_ : l1_;
      var = std::fabs(linear) > l1_ ? (bound - linear) / divisor : C(0);
    } else {
      var = (std::max(std::min(linear, l1_), -l1_) - linear) / divisor;
    }
    accum = next_accum;
  }

 private:
  C Power(C x) const { return power_ == C(0.5) ? std::sqrt(x) : std::pow(x, power_); }

  C gradient_scale_;
  C power_scale_;
  C l1_;
  C l2_;
  C l2_shrinkage_;
  C power_;
};

template <typename C, bool kCompares>
struct FtrlStepOfV1 : FtrlStep<C, /*kShrinks=*/false, kCompares> {
  static constexpr const char* kName = "Ftrl";
  static constexpr std::array kScalars = {"lr", "l1", "l2", "lr_power"};

  FtrlStepOfV1(const std::array<C, kScalars.size()>& scalars, bool multiply_linear_by_lr)
      : FtrlStep<C, false, kCompares>(scalars[0], scalars[1], scalars[2], C(0), scalars[3],
                                      multiply_linear_by_lr) {}
};

template <typename C, bool kCompares>
struct FtrlStepOfV2 : FtrlStep<C, /*kShrinks=*/true, kCompares> {
  static constexpr const char* kName = "FtrlV2";
  static constexpr std::array kScalars = {"lr", "l1", "l2", "l2_shrinkage", "lr_power"};

  FtrlStepOfV2(const std::array<C, kScalars.size()>& scalars, bool multiply_linear_by_lr)
      : FtrlStep<C, true, kCompares>(scalars[0], scalars[1], scalars[2], scalars[3], scalars[4],
                                     multiply_linear_by_lr) {}
};

template <typename C>
struct FtrlRule : FtrlStepOfV1<C, /*kCompares=*/true> {
  static constexpr auto kRule = compute::TrainingRule::kFtrl;
  using FtrlStepOfV1<C, true>::FtrlStepOfV1;
};

template <typename C>
struct FtrlV2Rule : FtrlStepOfV2<C, /*kCompares=*/true> {
  static constexpr auto kRule = compute::TrainingRule::kFtrlV2;
  using FtrlStepOfV2<C, true>::FtrlStepOfV2;
};

template <typename C>
struct SparseFtrlRule : FtrlStepOfV1<C, /*kCompares=*/false> {
  static constexpr auto kRule = compute::TrainingRule::kSparseFtrl;
  using FtrlStepOfV1<C, false>::FtrlStepOfV1;
};

template <typename C>
struct SparseFtrlV2Rule : FtrlStepOfV2<C, /*kCompares=*/false> {
  static constexpr auto kRule = compute::TrainingRule::kSparseFtrlV2;
  using FtrlStepOfV2<C, false>::FtrlStepOfV2;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_TRAINING_RULES_H_
