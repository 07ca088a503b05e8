// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Where the pixels of a resized image come from, and what the ops have in common.

#ifndef PLUGGABLE_REFERENCE_RESIZE_H_
#define PLUGGABLE_REFERENCE_RESIZE_H_

#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"

#include "compute/resize.h"

namespace pluggable {

// How coordinates of the resized image become those of the original. All of it is computed in
// float, as TensorFlow does, so that roundings agree.
struct ResizeAttrs {
  Status Read(OpKernelConstruction* ctx);
  // Refuses what the attributes contradict each other in.
  Status Check() const;

  bool align_corners = false;
  bool half_pixel_centers = false;
};

// The two neighbours in one dimension of the original that a position lies between, and how far it
// is from the lower one to the upper.
struct Interpolation {
  int64_t lower;
  int64_t upper;
  float weight;
};

// For each position of the resized dimension.
std::vector<Interpolation> Interpolations(int64_t original, int64_t resized,
                                          const ResizeAttrs& attrs);
std::vector<int64_t> NearestNeighbors(int64_t original, int64_t resized, const ResizeAttrs& attrs);

// The same of a plan's rows and columns.
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

// The resized shape of images; fails, in TensorFlow's words, if there is none.
Status ResizedShape(const TensorShape& images, const Tensor& size, TensorShape* resized);

// What a plan has of images of these shapes.
compute::ResizeGeometry MakeResizeGeometry(compute::ResizeMethod method, const ResizeAttrs& attrs,
                                           const TensorShape& original, const TensorShape& resized);

// Computes an op of images and a size. `plan` has what the op and its type say.
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
  if (grads.NumElements() == 0) {  // of rows or columns without end, maybe
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
