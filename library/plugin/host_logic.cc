// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "plugin/host_logic.h"

#include <cstdint>
#include <functional>
#include <vector>

#include "pluggable/bcast.h"
#include "pluggable/op_kernel.h"
#include "pluggable/registration.h"
#include "plugin/register_kernel.h"

namespace pluggable {

// LogicalNot(x: bool) -> y: bool
class HostNotOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, ctx->input_shape(0), &y));
    const Tensor x = ctx->input(0);
    const Span<const bool> from = x.span<bool>();
    const Span<bool> to = y->span<bool>();
    for (size_t i = 0; i < to.size(); ++i) to[i] = !from[i];
  }
};

// LogicalAnd, LogicalOr(x: bool, y: bool) -> z: bool
template <typename Formula>
class HostLogicOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor x = ctx->input(0);
    const Tensor y = ctx->input(1);
    const BCast bcast(BCast::FromShape(x.shape()), BCast::FromShape(y.shape()),
                      /*fewer_dims_optimization=*/true, /*return_flattened_batch_indices=*/true);
    OP_REQUIRES(ctx, bcast.IsValid(),
                errors::InvalidArgument("Incompatible shapes: ", x.shape().DebugString(), " vs. ",
                                        y.shape().DebugString()));
    Tensor* z = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, BCast::ToShape(bcast.output_shape()), &z));
    const Span<const bool> left = x.span<bool>();
    const Span<const bool> right = y.span<bool>();
    const Span<bool> result = z->span<bool>();
    const auto place = [](const std::vector<int64_t>& indices, size_t i) {
      return indices.empty() ? i : static_cast<size_t>(indices[i]);
    };
    for (size_t i = 0; i < result.size(); ++i) {
      result[i] = Formula()(left[place(bcast.x_batch_indices(), i)],
                            right[place(bcast.y_batch_indices(), i)]);
    }
  }
};

template KernelFunctions make_kernel<HostNotOp>();
template KernelFunctions make_kernel<HostLogicOp<std::logical_and<>>>();
template KernelFunctions make_kernel<HostLogicOp<std::logical_or<>>>();

Status RegisterHostLogic(const char* device_type) {
  const KernelRow rows[] = {
      {"LogicalAnd", {}, HostMemory{"x", "y", "z"}, &make_kernel<HostLogicOp<std::logical_and<>>>},
      {"LogicalNot", {}, HostMemory{"x", "y"}, &make_kernel<HostNotOp>},
      {"LogicalOr", {}, HostMemory{"x", "y", "z"}, &make_kernel<HostLogicOp<std::logical_or<>>>}};
  Status status;
  for (KernelRow row : rows) {
    row.label = kHostLogicLabel;
    if (status.ok()) status = RegisterKernel(row, device_type);
  }
  return status;
}

}  // namespace pluggable
