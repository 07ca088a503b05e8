// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The rules of optimizers that only have an op for dense gradients.

#ifndef PLUGGABLE_REFERENCE_DENSE_TRAINING_RULES_H_
#define PLUGGABLE_REFERENCE_DENSE_TRAINING_RULES_H_

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/plain_rule.h"

namespace pluggable {

template <typename C>
struct AdaMaxRule : PlainRule {
  static constexpr const char* kName = "AdaMax";
  static constexpr auto kRule = compute::TrainingRule::kAdaMax;
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

template <typename C>
struct AdamRule : PlainRule {
  static constexpr const char* kName = "Adam";
  static constexpr auto kRule = compute::TrainingRule::kAdam;
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

template <typename C>
struct AdamWithAmsgradRule : PlainRule {
  static constexpr const char* kName = "AdamWithAmsgrad";
  static constexpr auto kRule = compute::TrainingRule::kAdamWithAmsgrad;
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

template <typename C>
struct GradientDescentRule : PlainRule {
  static constexpr const char* kName = "GradientDescent";
  static constexpr auto kRule = compute::TrainingRule::kGradientDescent;
  static constexpr std::array kVariables = {"var"};
  static constexpr std::array kScalars = {"alpha"};
  static constexpr const char* kGradient = "delta";
  static constexpr int kGradientInput = 2;

  GradientDescentRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : alpha_(scalars[0]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C delta) const {
    auto& [var] = variables;
    var -= alpha_ * delta;
  }

 private:
  C alpha_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_DENSE_TRAINING_RULES_H_
