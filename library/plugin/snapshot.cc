// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "plugin/snapshot.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "pluggable/op_kernel.h"
#include "pluggable/registration.h"
#include "plugin/kernel_table.h"
#include "plugin/register_kernel.h"

namespace pluggable {

// Snapshot(input: T) -> output: T. The output has memory of its own.
class SnapshotOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Tensor* output = nullptr;
    int forwarded = -1;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, ctx->input_shape(0), &output,
                                                              &forwarded));
    const size_t size = output->TotalBytes();
    if (forwarded >= 0 || size == 0) return;
    const Tensor input = ctx->input(0);
    if (ctx->output_is_host(0)) {
      std::memcpy(output->data(), input.data(), size);
    } else {
      OP_REQUIRES_OK(ctx, ctx->stream().CopyOnDevice(output->data(), input.data(), size));
    }
  }
};

template KernelFunctions make_kernel<SnapshotOp>();

Status RegisterSnapshot(const char* device_type) {
  constexpr char kOp[] = "Snapshot";
  const KernelTable rows = Kernels();
  const auto is_snapshot = [&](const KernelRow& row) { return std::string_view(row.op) == kOp; };
  if (std::any_of(rows.begin(), rows.end(), is_snapshot)) return Status();
  constexpr TF_DataType kTypes[] = {TF_BFLOAT16, TF_BOOL,   TF_COMPLEX128, TF_COMPLEX64, TF_DOUBLE,
                                    TF_FLOAT,    TF_HALF,   TF_INT16,      TF_INT32,     TF_INT64,
                                    TF_INT8,     TF_UINT16, TF_UINT32,     TF_UINT64,    TF_UINT8};
  Status status;
  for (const TF_DataType type : kTypes) {
    KernelRow row = {kOp, Types{{"T", type}}, {}, &make_kernel<SnapshotOp>};
    // TensorFlow keeps tensors of int32 in host memory on every device.
    if (type == TF_INT32) row.host_memory = HostMemory{"input", "output"};
    if (status.ok()) status = RegisterKernel(row, device_type);
  }
  return status;
}

}  // namespace pluggable
