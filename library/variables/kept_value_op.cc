// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/kept_value_op.h"

#include <tensorflow/c/ops.h>

#include <cstdio>
#include <cstring>
#include <memory>

#include "pluggable/make_kernel.h"
#include "pluggable/op_kernel.h"
#include "pluggable/status.h"

#include "plugin/names.h"
#include "runtime/device.h"
#include "runtime/stream.h"

namespace pluggable {

class KeptValueOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const runtime::Device& device = ctx->stream().handle()->stream->device();
    const bool may_fail = device.MayHaveFailedResults();
    const TensorShape shape = ctx->input_shape(1);
    if (!may_fail || shape != ctx->input_shape(0) || shape.num_elements() == 0) {
      ctx->set_output(0, ctx->input(1));
      return;
    }
    Tensor* kept = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({1}, 0, shape, &kept));
    const Tensor value = ctx->input(1);
    // Without an old value the new one is marked if it was not computed, or if it is the value of a
    // variable whose update was lost.
    const void* const old = ctx->unread_input(0).data();
    if (old != value.data()) ctx->ReplaceValue(old, *kept);
    OP_REQUIRES_OK(ctx, Copy(ctx->stream(), value, kept->data()));
    OP_REQUIRES_OK(ctx, ctx->stream().EnqueueCheck());
  }

 private:
  // Usually `to` is the value's own memory.
  static Status Copy(const Stream& stream, const Tensor& value, void* to) {
    const void* const from = value.data();
    const size_t bytes = value.TotalBytes();
    if (from == to) return Status();
    if (!stream.device_properties().host_reaches_memory &&
        stream.CopyOnDevice(to, from, bytes).ok()) {
      return Status();
    }
    stream.Enqueue(static_cast<int64_t>(bytes),
                   [=] { std::memcpy(OnDevice(to), OnDevice(from), bytes); });
    return stream.status();
  }
};

template KernelFunctions make_kernel<KeptValueOp>();

void RegisterKeptOp(const char* op, const char* first_input, KernelFunctions (*make)(),
                    const std::function<void(const KernelRow& row)>& add) {
  TF_OpDefinitionBuilder* const builder = TF_NewOpDefinitionBuilder(op);
  TF_OpDefinitionBuilderAddAttr(builder, "T: {bfloat16, double, float, half, int64}");
  TF_OpDefinitionBuilderAddInput(builder, first_input);
  TF_OpDefinitionBuilderAddInput(builder, "value: T");
  TF_OpDefinitionBuilderAddOutput(builder, "kept: T");
  TF_OpDefinitionBuilderSetShapeInferenceFunction(
      builder, [](TF_ShapeInferenceContext* context, TF_Status* status) {
        TF_ShapeInferenceContextSetUnknownShape(context, status);
      });
  TfStatus status;
  TF_RegisterOpDefinition(builder, status.get());  // it takes ownership of the builder
  if (!status.ok()) {
    std::fprintf(stderr, "%s: op %s not registered: %s\n", names::kPlugin, op,
                 status.ToStatus().ToString().c_str());
    return;
  }
  for (const TF_DataType type : kKeptTypes) add({op, Types{{"T", type}}, {}, make});
}

void RegisterKeptValues(const std::function<void(const KernelRow& row)>& add) {
  RegisterKeptOp(names::kKeptValueOp, "old: T", &make_kernel<KeptValueOp>, add);
}

}  // namespace pluggable
