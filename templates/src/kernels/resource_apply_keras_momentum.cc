//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

template <typename C>
struct KerasMomentumRule : PlainRule {
  static constexpr const char* kOp = "ResourceApplyKerasMomentum";
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr", "momentum"};
  static constexpr const char* kGradient = "grad";
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

// @kernel.signature@
template <typename T>
class ResourceApplyKerasMomentumOp : public VariableTrainingOp<T, KerasMomentumRule> {
 public:
  using VariableTrainingOp<T, KerasMomentumRule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
