// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class SliceOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor begin_tensor = ctx->input(1);
    const Tensor size_tensor = ctx->input(2);
    const TensorShape& shape = input.shape();
    const TensorShape per_dim({shape.dims()});
    OP_REQUIRES(ctx, begin_tensor.shape() == per_dim && size_tensor.shape() == per_dim,
                errors::InvalidArgument(
                    "Expected begin and size arguments to be 1-D tensors of size ", shape.dims(),
                    ", but got shapes ", begin_tensor.shape().DebugString(), " and ",
                    size_tensor.shape().DebugString(), " instead."));
    const std::vector<CheckedInt> begin = HostValues(begin_tensor);
    const std::vector<CheckedInt> size = HostValues(size_tensor);
    TensorShape slice;
    for (int d = 0; d < shape.dims(); ++d) {
      const int64_t dim = shape.dim_size(d);
      const CheckedInt rest = dim - begin[d];
      const CheckedInt taken = size[d] == -1 ? rest : size[d];
      OP_REQUIRES(
          ctx, dim > 0 || (begin[d] == 0 && taken == 0),
          errors::InvalidArgument("Expected begin[", d, "] == 0 (got ", begin[d], ") and size[", d,
                                  "] == 0 (got ", taken, ") when input.dim_size(", d, ") == 0"));
      OP_REQUIRES(
          ctx, begin[d] >= 0 && begin[d] <= dim,
          errors::InvalidArgument("Expected begin[", d, "] in [0, ", dim, "], but got ", begin[d]));
      OP_REQUIRES(
          ctx, taken >= 0 && taken <= rest,
          errors::InvalidArgument("Expected size[", d, "] in [0, ", rest, "], but got ", size[d]));
      slice.AddDim(taken.value());
    }
    if (slice == shape) {
      ctx->set_output(0, input);
      return;
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, slice, &output));
    if (output->NumElements() == 0) return;
    const std::vector<int64_t> from_steps = RowMajorSteps(shape);
    const std::vector<int64_t> to_steps = RowMajorSteps(slice);
    StridedCopy copy;
    for (int d = 0; d < shape.dims(); ++d) {
      copy.AddOffsets(begin[d].value() * from_steps[d], 0);
      copy.AddDim(slice.dim_size(d), from_steps[d], to_steps[d]);
    }
    EnqueueCopy(ctx, copy, input, output);
  }
};

// Slice(input: T, begin: Index, size: Index) -> output: T
template <typename T, typename Index>
class SliceOp : public SliceOfAnyType {
 public:
  using SliceOfAnyType::SliceOfAnyType;
};

}  // namespace pluggable
