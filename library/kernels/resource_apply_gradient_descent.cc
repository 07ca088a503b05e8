// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <array>

#include "pluggable/half.h"
#include "reference/variable_training.h"

namespace pluggable {

template <typename C>
struct GradientDescentRule : PlainRule {
  static constexpr const char* kName = "GradientDescent";
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

// ResourceApplyGradientDescent(var: resource, alpha: T, delta: T)
template <typename T>
class ResourceApplyGradientDescentOp : public VariableTrainingOp<T, GradientDescentRule> {
 public:
  using VariableTrainingOp<T, GradientDescentRule>::VariableTrainingOp;
};

}  // namespace pluggable
