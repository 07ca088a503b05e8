//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

template <typename C>
struct MomentumRule : PlainRule {
  static constexpr const char* kOp = "ResourceApplyMomentum";
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr", "momentum"};
  static constexpr const char* kGradient = "grad";
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

// @kernel.signature@
template <typename T>
class ResourceApplyMomentumOp : public VariableTrainingOp<T, MomentumRule> {
 public:
  using VariableTrainingOp<T, MomentumRule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
