// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <string>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/projective_transform.h"
#include "reference/host_values.h"
#include "reference/projective_transform.h"

namespace pluggable {

// ImageProjectiveTransformV3(images: dtype, transforms: float, output_shape: int32, fill_value:
//     float) -> transformed_images: dtype
template <typename dtype>
class ImageProjectiveTransformV3Op : public OpKernel {
 public:
  explicit ImageProjectiveTransformV3Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string interpolation;
    std::string fill_mode;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("interpolation", &interpolation));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("fill_mode", &fill_mode));
    OP_REQUIRES(ctx, interpolation == "NEAREST" || interpolation == "BILINEAR",
                errors::InvalidArgument("Invalid interpolation ", interpolation,
                                        ". Supported types: NEAREST, BILINEAR"));
    bilinear_ = interpolation == "BILINEAR";
    if (fill_mode == "REFLECT") {
      outside_ = compute::OutsideOfImage::kReflect;
    } else if (fill_mode == "WRAP") {
      outside_ = compute::OutsideOfImage::kWrap;
    } else if (fill_mode == "NEAREST") {
      outside_ = compute::OutsideOfImage::kNearest;
    } else {
      OP_REQUIRES(ctx, fill_mode == "CONSTANT",
                  errors::InvalidArgument("Invalid mode ", fill_mode,
                                          ". Supported types: REFLECT, WRAP, CONSTANT, NEAREST"));
    }
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor images = ctx->input(0);
    const Tensor transforms = ctx->input(1);
    const Tensor size = ctx->input(2);
    const Tensor fill_value = ctx->input(3);
    const TensorShape& from = images.shape();
    const TensorShape& matrices = transforms.shape();
    OP_REQUIRES(ctx, from.dims() == 4, errors::InvalidArgument("Input images must have rank 4"));
    OP_REQUIRES(ctx,
                matrices.dims() == 2 && matrices.dim_size(1) == 8 &&
                    (matrices.dim_size(0) == from.dim_size(0) || matrices.dim_size(0) == 1),
                errors::InvalidArgument("Input transform should be num_images x 8 or 1 x 8"));
    OP_REQUIRES(
        ctx, size.dims() == 1,
        errors::InvalidArgument("output shape must be 1-dimensional", size.shape().DebugString()));
    OP_REQUIRES(
        ctx, size.NumElements() == 2,
        errors::InvalidArgument("output shape must have two elements", size.shape().DebugString()));
    const std::vector<CheckedInt> sizes = HostValues(size);
    OP_REQUIRES(ctx, sizes[0] > 0 && sizes[1] > 0,
                errors::InvalidArgument("output dimensions must be positive"));
    OP_REQUIRES(
        ctx, fill_value.dims() == 0,
        errors::InvalidArgument("fill_value must be a scalar", fill_value.shape().DebugString()));
    const TensorShape to({from.dim_size(0), sizes[0].value(), sizes[1].value(), from.dim_size(3)});
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, to, &output));
    if (output->NumElements() == 0) return;
    compute::ProjectiveTransformPlan plan;
    plan.dtype = DataTypeToEnum<dtype>::value;
    plan.is_bilinear = bilinear_;
    plan.outside = outside_;
    plan.fill_value = fill_value.scalar<float>()();
    plan.images = from.dim_size(0);
    if (images.NumElements() > 0) {  // or else the sides may be of any length
      plan.rows = from.dim_size(1);
      plan.columns = from.dim_size(2);
    }
    plan.out_rows = to.dim_size(1);
    plan.out_columns = to.dim_size(2);
    plan.channels = from.dim_size(3);
    plan.in = images.data();
    plan.transforms = transforms.span<float>().data();
    plan.is_same_transform = matrices.dim_size(0) == 1;
    plan.out = output->data();
    plan.loop = RunProjectiveTransform<dtype>;
    OP_REQUIRES_OK(ctx, compute::ProjectiveTransform(ctx->stream(), plan));
  }

 private:
  bool bilinear_ = false;
  compute::OutsideOfImage outside_ = compute::OutsideOfImage::kConstant;
};

}  // namespace pluggable
