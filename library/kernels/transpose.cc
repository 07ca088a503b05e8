// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class TransposeOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor x = ctx->input(0);
    const Tensor perm_tensor = ctx->input(1);
    const TensorShape& shape = x.shape();
    OP_REQUIRES(ctx, perm_tensor.dims() == 1,
                errors::InvalidArgument("perm must be rank 1, got shape ",
                                        perm_tensor.shape().DebugString()));
    OP_REQUIRES(
        ctx, perm_tensor.dim_size(0) == shape.dims(),
        errors::InvalidArgument("transpose expects a vector of size ", shape.dims(),
                                ". But input(1) is a vector of size ", perm_tensor.dim_size(0)));
    const std::vector<CheckedInt> listed = HostValues(perm_tensor);
    std::vector<int64_t> perm(listed.size());
    TensorShape transposed;
    std::vector<bool> seen(perm.size());
    bool is_identity = true;
    for (int d = 0; d < shape.dims(); ++d) {
      const CheckedInt from = FromTheFront(listed[d], shape.dims());
      OP_REQUIRES(ctx, from >= 0 && from < shape.dims(),
                  errors::InvalidArgument(from, " is out of range [0 .. ", shape.dims(), ")"));
      perm[d] = from.value();
      seen[perm[d]] = true;
      is_identity = is_identity && perm[d] == d;
      transposed.AddDim(shape.dim_size(static_cast<int>(perm[d])));
    }
    for (int d = 0; d < shape.dims(); ++d) {
      OP_REQUIRES(ctx, seen[d], errors::InvalidArgument(d, " is missing from {", List(perm), "}."));
    }
    if (is_identity) {
      ctx->set_output(0, x);
      return;
    }
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, transposed, &y));
    if (y->NumElements() == 0) return;
    const std::vector<int64_t> from_steps = RowMajorSteps(shape);
    const std::vector<int64_t> to_steps = RowMajorSteps(transposed);
    StridedCopy copy;
    for (int d = 0; d < shape.dims(); ++d) {
      copy.AddDim(transposed.dim_size(d), from_steps[perm[d]], to_steps[d]);
    }
    EnqueueCopy(ctx, copy, x, y);
  }

 private:
  static std::string List(const std::vector<int64_t>& values) {
    std::string text;
    for (const int64_t value : values) {
      if (!text.empty()) text += ",";
      text += std::to_string(value);
    }
    return text;
  }
};

// Transpose(x: T, perm: Tperm) -> y: T
template <typename T, typename Tperm>
class TransposeOp : public TransposeOfAnyType {
 public:
  using TransposeOfAnyType::TransposeOfAnyType;
};

}  // namespace pluggable
