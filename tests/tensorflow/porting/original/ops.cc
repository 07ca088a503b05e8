// The definitions of the five ops, as they lie beside TensorFlow's kernels.

#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/shape_inference.h"

namespace tensorflow {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

REGISTER_OP("GatedSoftClip")
    .Input("x: T")
    .Input("gate: T")
    .Output("y: T")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("limit: float = 1.0")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle merged;
      TF_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &merged));
      c->set_output(0, merged);
      return OkStatus();
    });

REGISTER_OP("PairwiseDistance")
    .Input("a: T")
    .Input("b: T")
    .Output("distances: T")
    .Attr("T: {half, float, double}")
    .Attr("metric: {'euclidean', 'manhattan', 'cosine'} = 'euclidean'")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle a, b;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &a));
      TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &b));
      DimensionHandle features;
      TF_RETURN_IF_ERROR(c->Merge(c->Dim(a, 1), c->Dim(b, 1), &features));
      c->set_output(0, c->Matrix(c->Dim(a, 0), c->Dim(b, 0)));
      return OkStatus();
    });

REGISTER_OP("FrameSignal")
    .Input("signal: T")
    .Input("pad_value: T")
    .Output("frames: T")
    .Attr("T: {half, float, double}")
    .Attr("frame_length: int >= 1")
    .Attr("frame_step: int >= 1")
    .Attr("window: {'none', 'hann', 'triangle'} = 'none'")
    .Attr("skip: list(int) = [0, 0]")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle signal, unused;
      TF_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &signal));
      TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
      int64_t frame_length;
      TF_RETURN_IF_ERROR(c->GetAttr("frame_length", &frame_length));
      ShapeHandle batch, frames;
      TF_RETURN_IF_ERROR(c->Subshape(signal, 0, -1, &batch));
      TF_RETURN_IF_ERROR(c->Concatenate(
          batch, c->Matrix(InferenceContext::kUnknownDim, frame_length),
          &frames));
      c->set_output(0, frames);
      return OkStatus();
    });

REGISTER_OP("RunningStandardize")
    .Input("x: T")
    .Input("scale: T")
    .Output("y: T")
    .Output("steps: int64")
    .Attr("T: {half, float}")
    .Attr("training: bool = true")
    .Attr("momentum: float = 0.9")
    .Attr("epsilon: float = 1e-3")
    .SetIsStateful()
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle x, scale;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &x));
      TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &scale));
      DimensionHandle columns;
      TF_RETURN_IF_ERROR(c->Merge(c->Dim(x, 1), c->Dim(scale, 0), &columns));
      c->set_output(0, x);
      c->set_output(1, c->Scalar());
      return OkStatus();
    });

REGISTER_OP("GroupMean")
    .Input("values: T")
    .Input("ids: Tids")
    .Output("means: T")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("Tids: {int32, int64}")
    .Attr("num_groups: int >= 1")
    .Attr("empty_value: float = 0.0")
    .SetShapeFn([](InferenceContext* c) {
      ShapeHandle values, ids;
      TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &values));
      TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &ids));
      int64_t num_groups;
      TF_RETURN_IF_ERROR(c->GetAttr("num_groups", &num_groups));
      c->set_output(0, c->Matrix(num_groups, c->Dim(values, 1)));
      return OkStatus();
    });

}  // namespace tensorflow
