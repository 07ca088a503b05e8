#include <array>

//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

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

// @kernel.signature@
template <typename T>
class ResourceApplyGradientDescentOp : public VariableTrainingOp<T, GradientDescentRule> {
 public:
  using VariableTrainingOp<T, GradientDescentRule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
