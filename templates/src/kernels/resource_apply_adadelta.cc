//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

template <typename C>
struct AdadeltaRule : PlainRule {
  static constexpr const char* kOp = "ResourceApplyAdadelta";
  static constexpr std::array kVariables = {"var", "accum", "accum_update"};
  static constexpr std::array kScalars = {"lr", "rho", "epsilon"};
  static constexpr const char* kGradient = "grad";
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

// @kernel.signature@
template <typename T>
class ResourceApplyAdadeltaOp : public VariableTrainingOp<T, AdadeltaRule> {
 public:
  using VariableTrainingOp<T, AdadeltaRule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
