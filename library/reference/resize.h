// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Computes which pixels a resized image depends on, and other common parts of the resizing ops.

#ifndef PLUGGABLE_REFERENCE_RESIZE_H_
#define PLUGGABLE_REFERENCE_RESIZE_H_

#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"

#include "compute/resize.h"

namespace pluggable {

// Maps coordinates of the resized image to the original one. It computes in float, as TensorFlow
// does, so that rounding agrees.
struct ResizeAttrs {
  Status Read(OpKernelConstruction* ctx);
  // Rejects contradictory attributes.
  Status Check() const;

  bool align_corners = false;
  bool half_pixel_centers = false;
};

// The two original pixels between which a position lies in one dimension, and the weight of the
// upper one.
struct Interpolation {
  int64_t lower;
  int64_t upper;
  float weight;
};

// One for each position of the resized dimension.
std::vector<Interpolation> Interpolations(int64_t original, int64_t resized,
                                          const ResizeAttrs& attrs);
std::vector<int64_t> NearestNeighbors(int64_t original, int64_t resized, const ResizeAttrs& attrs);

// The same for a plan's rows and columns.
inline ResizeAttrs AttrsOf(const compute::ResizeGeometry& g) {
  return {g.align_corners, g.half_pixel_centers};
}
inline std::vector<Interpolation> RowInterpolations(const compute::ResizeGeometry& g) {
  return Interpolations(g.rows, g.resized_rows, AttrsOf(g));
}
inline std::vector<Interpolation> ColumnInterpolations(const compute::ResizeGeometry& g) {
  return Interpolations(g.columns, g.resized_columns, AttrsOf(g));
}
inline std::vector<int64_t> NearestRows(const compute::ResizeGeometry& g) {
  return NearestNeighbors(g.rows, g.resized_rows, AttrsOf(g));
}
inline std::vector<int64_t> NearestColumns(const compute::ResizeGeometry& g) {
  return NearestNeighbors(g.columns, g.resized_columns, AttrsOf(g));
}

// The resized shape of images; fails with TensorFlow's message if it is invalid.
Status ResizedShape(const TensorShape& images, const Tensor& size, TensorShape* resized);

// The geometry of a plan for images of these shapes.
compute::ResizeGeometry MakeResizeGeometry(compute::ResizeMethod method, const ResizeAttrs& attrs,
                                           const TensorShape& original, const TensorShape& resized);

// Computes an op with images and a size as inputs. `plan` has the parts that depend on op and type.
inline void ComputeResize(OpKernelContext* ctx, const ResizeAttrs& attrs,
                          compute::ResizePlan plan) {
  const Tensor images = ctx->input(0);
  OP_REQUIRES_OK(ctx, attrs.Check());
  TensorShape resized;
  OP_REQUIRES_OK(ctx, ResizedShape(images.shape(), ctx->input(1), &resized));
  Tensor* output = nullptr;
  OP_REQUIRES_OK(ctx, ctx->allocate_output(0, resized, &output));
  if (output->NumElements() == 0) return;
  plan.geometry = MakeResizeGeometry(plan.geometry.method, attrs, images.shape(), resized);
  plan.in = images.data();
  plan.out = output->data();
  if (ctx->output_is_host(0)) return plan.loop(plan, &ctx->stream().thread_pool());
  OP_REQUIRES_OK(ctx, compute::Resize(ctx->stream(), plan));
}

// Computes the gradient, which has the shape `original`. Both shapes have been checked.
inline void ComputeResizeGradient(OpKernelContext* ctx, const ResizeAttrs& attrs,
                                  compute::ResizeGradientPlan plan, const Tensor& grads,
                                  const TensorShape& original) {
  Tensor* output = nullptr;
  OP_REQUIRES_OK(ctx, ctx->allocate_output(0, original, &output));
  if (output->NumElements() == 0) return;
  TensorShape resized = grads.shape();
  if (grads.NumElements() == 0) {  // rows or columns may have any length
    resized.set_dim(1, 0);
    resized.set_dim(2, 0);
  }
  plan.geometry = MakeResizeGeometry(plan.geometry.method, attrs, original, resized);
  plan.in = grads.data();
  plan.out = output->data();
  if (ctx->output_is_host(0)) return plan.loop(plan, &ctx->stream().thread_pool());
  OP_REQUIRES_OK(ctx, compute::ResizeGradient(ctx->stream(), plan));
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RESIZE_H_
