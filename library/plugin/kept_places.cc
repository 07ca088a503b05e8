// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "plugin/kept_places.h"

#include <tensorflow/c/ops.h>

#include <cstdio>

#include "pluggable/make_kernel.h"
#include "pluggable/op_kernel.h"
#include "pluggable/status.h"
#include "pluggable/variable.h"

#include "plugin/kept_values.h"
#include "plugin/names.h"

namespace pluggable {

class KeptPlaceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(1);
    if (shape != ctx->input_shape(0) || ctx->unread_input(1).TotalBytes() < kSmallestPlace) {
      ctx->set_output(0, ctx->input(1));
      return;
    }
    // Without a place to go to, the copy is of no use, but an output that was allocated must stay.
    Tensor* kept = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &kept));
    internal::CopyValue(ctx, ctx->input(1), *kept);
  }
};

template KernelFunctions make_kernel<KeptPlaceOp>();

void RegisterKeptPlaces(const std::function<void(const KernelRow& row)>& add) {
  TF_OpDefinitionBuilder* const builder = TF_NewOpDefinitionBuilder(names::kKeptPlaceOp);
  TF_OpDefinitionBuilderAddAttr(builder, "T: {bfloat16, double, float, half, int64}");
  TF_OpDefinitionBuilderAddInput(builder, "place: T");
  TF_OpDefinitionBuilderAddInput(builder, "value: T");
  TF_OpDefinitionBuilderAddOutput(builder, "kept: T");
  TF_OpDefinitionBuilderSetShapeInferenceFunction(
      builder, [](TF_ShapeInferenceContext* context, TF_Status* status) {
        TF_ShapeInferenceContextSetUnknownShape(context, status);
      });
  TfStatus status;
  TF_RegisterOpDefinition(builder, status.get());  // it takes ownership of the builder
  if (!status.ok()) {
    std::fprintf(stderr, "%s: op %s not registered: %s\n", names::kPlugin, names::kKeptPlaceOp,
                 status.ToStatus().ToString().c_str());
    return;
  }
  for (const TF_DataType type : kKeptTypes) {
    add({names::kKeptPlaceOp, Types{{"T", type}}, {}, &make_kernel<KeptPlaceOp>});
  }
}

}  // namespace pluggable
