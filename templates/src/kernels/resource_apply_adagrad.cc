//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

template <typename C>
struct AdagradRule : PlainRule {
  static constexpr const char* kOp = "ResourceApplyAdagrad";
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr"};
  static constexpr const char* kGradient = "grad";
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

// @kernel.signature@
template <typename T>
class ResourceApplyAdagradOp : public VariableTrainingOp<T, AdagradRule> {
 public:
  using VariableTrainingOp<T, AdagradRule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
