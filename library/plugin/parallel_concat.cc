// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "plugin/parallel_concat.h"

#include <cstdint>

#include "pluggable/op_kernel.h"
#include "pluggable/registration.h"
#include "plugin/register_kernel.h"

namespace pluggable {

// _ParallelConcatStart(): output: dtype, of attribute shape. The output is not initialized.
class ParallelConcatStartOp : public OpKernel {
 public:
  explicit ParallelConcatStartOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("shape", &shape_));
  }

  void Compute(OpKernelContext* ctx) override {
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape_, &output));
  }

 private:
  TensorShape shape_;
};

// _ParallelConcatUpdate(value: T, update: T): value: T, with update in row loc. It writes in place,
// since other updates write other rows of the same tensor.
class ParallelConcatUpdateOp : public OpKernel {
 public:
  explicit ParallelConcatUpdateOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("loc", &row_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor value = ctx->input(0);
    const Tensor update = ctx->input(1);
    OP_REQUIRES(ctx, value.dims() >= 1,
                errors::InvalidArgument("value should be at least rank 1."));
    OP_REQUIRES(ctx, row_ >= 0 && row_ < value.dim_size(0),
                errors::InvalidArgument("0th dimension of value = ", value.dim_size(0),
                                        " must be greater than loc_ = ", row_));
    OP_REQUIRES(ctx, value.dims() == update.dims(),
                errors::InvalidArgument(
                    "value and update shape doesn't match: ", value.shape().DebugString(), " vs. ",
                    update.shape().DebugString()));
    for (int d = 1; d < value.dims(); ++d) {
      OP_REQUIRES(ctx, value.dim_size(d) == update.dim_size(d),
                  errors::InvalidArgument("value and update shape doesn't match ",
                                          value.shape().DebugString(), " vs. ",
                                          update.shape().DebugString()));
    }
    OP_REQUIRES(
        ctx, update.dim_size(0) == 1,
        errors::InvalidArgument("update shape doesn't match: ", update.shape().DebugString()));
    const size_t size = update.TotalBytes();
    if (size != 0) {
      char* const target = static_cast<char*>(value.data()) + size * static_cast<size_t>(row_);
      OP_REQUIRES_OK(ctx, ctx->stream().CopyOnDevice(target, update.data(), size));
    }
    ctx->set_output(0, value);
  }

 private:
  int64_t row_ = 0;
};

template KernelFunctions make_kernel<ParallelConcatStartOp>();
template KernelFunctions make_kernel<ParallelConcatUpdateOp>();

Status RegisterParallelConcat(const char* device_type) {
  // The types whose Identity TensorFlow runs in device memory on any device. For other types,
  // Identity uses host memory, as the CPU's kernels do.
  constexpr TF_DataType kTypes[] = {TF_BFLOAT16, TF_BOOL,   TF_COMPLEX128, TF_COMPLEX64, TF_DOUBLE,
                                    TF_FLOAT,    TF_HALF,   TF_INT16,      TF_INT64,     TF_INT8,
                                    TF_UINT16,   TF_UINT32, TF_UINT64,     TF_UINT8};
  Status status;
  for (const TF_DataType type : kTypes) {
    const KernelRow start = {
        "_ParallelConcatStart", Types{{"dtype", type}}, {}, &make_kernel<ParallelConcatStartOp>};
    const KernelRow update = {
        "_ParallelConcatUpdate", Types{{"T", type}}, {}, &make_kernel<ParallelConcatUpdateOp>};
    if (status.ok()) status = RegisterKernel(start, device_type);
    if (status.ok()) status = RegisterKernel(update, device_type);
  }
  return status;
}

}  // namespace pluggable
