//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

template <typename C>
struct RMSPropRule : PlainRule {
  static constexpr const char* kOp = "ResourceApplyRMSProp";
  static constexpr std::array kVariables = {"var", "ms", "mom"};
  static constexpr std::array kScalars = {"lr", "rho", "momentum", "epsilon"};
  static constexpr const char* kGradient = "grad";
  static constexpr int kGradientInput = 7;

  RMSPropRule(const std::array<C, kScalars.size()>& scalars, bool /*flag*/)
      : lr_(scalars[0]), rho_(scalars[1]), momentum_(scalars[2]), epsilon_(scalars[3]) {}

  void operator()(std::array<C, kVariables.size()>& variables, C grad) const {
    auto& [var, ms, mom] = variables;
    ms += (grad * grad - ms) * (1 - rho_);
    mom = mom * momentum_ + grad * lr_ / std::sqrt(ms + epsilon_);
    var -= mom;
  }

 private:
  C lr_;
  C rho_;
  C momentum_;
  C epsilon_;
};

// @kernel.signature@
template <typename T>
class ResourceApplyRMSPropOp : public VariableTrainingOp<T, RMSPropRule> {
 public:
  using VariableTrainingOp<T, RMSPropRule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
