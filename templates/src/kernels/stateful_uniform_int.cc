#include "reference/random_state.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename shape_dtype>
class StatefulUniformIntOp : public VariableRandomOp<UniformInt<dtype>> {
 public:
  using VariableRandomOp<UniformInt<dtype>>::VariableRandomOp;

 protected:
  Status ReadDistribution(OpKernelContext* ctx, UniformInt<dtype>* distribution) override {
    Status status = CheckBoundShapes(ctx, 3);
    return status.ok() ? ReadBounds(ctx, 3, distribution) : status;
  }
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
