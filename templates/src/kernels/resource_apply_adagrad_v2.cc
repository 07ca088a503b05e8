//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/variable_training.h"

namespace @plugin.name@ {

template <typename C>
struct AdagradV2Rule : PlainRule {
  static constexpr const char* kOp = "ResourceApplyAdagradV2";
  static constexpr std::array kVariables = {"var", "accum"};
  static constexpr std::array kScalars = {"lr", "epsilon"};
  static constexpr const char* kGradient = "grad";
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

// @kernel.signature@
template <typename T>
class ResourceApplyAdagradV2Op : public VariableTrainingOp<T, AdagradV2Rule> {
 public:
  using VariableTrainingOp<T, AdagradV2Rule>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
