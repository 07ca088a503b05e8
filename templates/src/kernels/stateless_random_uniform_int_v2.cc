#include "reference/random_op.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename Tshape>
class StatelessRandomUniformIntV2Op : public StatelessRandomOp<UniformInt<dtype>> {
 public:
  using StatelessRandomOp<UniformInt<dtype>>::StatelessRandomOp;

 protected:
  Status ReadDistribution(OpKernelContext* ctx, UniformInt<dtype>* distribution) override {
    Status status = CheckBoundShapes(ctx, 4);
    return status.ok() ? ReadBounds(ctx, 4, distribution) : status;
  }
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
