// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/masked_scores.h"

#include "pluggable/half.h"

#include "compute/softmax.h"
#include "reference/compute_type.h"
#include "reference/vectorized.h"

namespace pluggable {

namespace {

template <typename T>
T Scaled(T score, T scale) {
  using C = ComputeType<T>;
  return static_cast<T>(static_cast<C>(score) * static_cast<C>(scale));
}

// One run in place, where mask and other may be single elements. Nothing overlaps.
template <typename T>
void MaskRow(T scale, const bool* __restrict mask, int64_t mask_step, const T* __restrict other,
             int64_t other_step, int64_t count, T* __restrict values) {
  if (mask_step == 1 && other_step == 0) {
    const auto* conditions = reinterpret_cast<const unsigned char*>(mask);  // see SelectRow
    const T hidden = *other;
    for (int64_t i = 0; i < count; ++i) {
      const T shown = Scaled(values[i], scale);
      values[i] = conditions[i] != 0 ? shown : hidden;
    }
  } else {
    for (int64_t i = 0; i < count; ++i) {
      const T shown = Scaled(values[i], scale);
      values[i] = mask[i * mask_step] ? shown : other[i * other_step];
    }
  }
}

}  // namespace

Status MaskedScores::Init(const TensorShape& scores, const TensorShape& scale,
                          const TensorShape* mask, const TensorShape* other) {
  if (!scaled_.Init({&scores, &scale})) {
    return errors::InvalidArgument("Incompatible shapes: ", scores.DebugString(), " vs. ",
                                   scale.DebugString());
  }
  has_mask_ = mask != nullptr;
  if (has_mask_ && !masked_.Init({mask, &scaled_.shape(), other})) {
    return errors::InvalidArgument("condition ", mask->DebugString(), ", then ",
                                   scaled_.shape().DebugString(), ", and else ",
                                   other->DebugString(), " must be broadcastable");
  }
  is_plain_ = scale.num_elements() == 1 && shape() == scores;
  return Status();
}

template <typename T>
void MaskedScores::RunPlain(const Inputs<T>& inputs, int64_t begin, int64_t end, T* values) const {
  const T scale = *inputs.scale;
  Vectorized([&](int64_t from, int64_t to) {
    if (!has_mask_) {
      for (int64_t i = 0; i < to - from; ++i) values[i] = Scaled(values[i], scale);
      return;
    }
    masked_.ForEachRow(from, to,
                       [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                           const Broadcast::Offsets& steps) {
                         MaskRow(scale, inputs.mask + offsets[0], steps[0],
                                 inputs.other + offsets[2], steps[2], count,
                                 values + (first - from));
                       });
  })(begin, end);
}

template <typename T>
std::vector<T> MaskedScores::Run(const Inputs<T>& inputs, const T* scores) const {
  std::vector<T> scaled(static_cast<size_t>(scaled_.shape().num_elements()));
  scaled_.ForEachRow(0, static_cast<int64_t>(scaled.size()),
                     [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                         const Broadcast::Offsets& steps) {
                       for (int64_t i = 0; i < count; ++i) {
                         scaled[first + i] = Scaled(scores[offsets[0] + i * steps[0]],
                                                    inputs.scale[offsets[1] + i * steps[1]]);
                       }
                     });
  if (!has_mask_) return scaled;
  std::vector<T> masked(static_cast<size_t>(masked_.shape().num_elements()));
  masked_.ForEachRow(0, static_cast<int64_t>(masked.size()),
                     [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                         const Broadcast::Offsets& steps) {
                       for (int64_t i = 0; i < count; ++i) {
                         masked[first + i] = inputs.mask[offsets[0] + i * steps[0]]
                                                 ? scaled[offsets[1] + i * steps[1]]
                                                 : inputs.other[offsets[2] + i * steps[2]];
                       }
                     });
  return masked;
}

void MaskedScores::Compose(Composition* steps, const Composition::Value& scores,
                           const Composition::Value& scale, const Composition::Value* mask,
                           const Composition::Value* other, const Composition::Value& out) const {
  Composition::Value scaled = out;
  if (scaled_.shape() != out.shape) scaled = steps->Allocate(out.dtype, scaled_.shape());
  steps->Elementwise(compute::Formula::kMul, {&scores, &scale}, scaled);
  if (has_mask_) steps->Elementwise(compute::Formula::kSelect, {mask, &scaled, other}, out);
}

void ComposeSoftmax(OpKernelContext* ctx, Composition* steps, const Composition::Value& scores) {
  const int64_t elements = scores.shape.num_elements();
  if (elements == 0) return;
  const int64_t classes = scores.shape.dim_size(scores.shape.dims() - 1);
  steps->Do([&] {
    return compute::Softmax(ctx->stream(), {scores.dtype, /*is_logarithm=*/false,
                                            elements / classes, classes, scores.data, scores.data});
  });
}

template void MaskedScores::RunPlain(const Inputs<float>&, int64_t, int64_t, float*) const;
template void MaskedScores::RunPlain(const Inputs<double>&, int64_t, int64_t, double*) const;
template void MaskedScores::RunPlain(const Inputs<half>&, int64_t, int64_t, half*) const;
template void MaskedScores::RunPlain(const Inputs<bfloat16>&, int64_t, int64_t, bfloat16*) const;
template std::vector<float> MaskedScores::Run(const Inputs<float>&, const float*) const;
template std::vector<double> MaskedScores::Run(const Inputs<double>&, const double*) const;
template std::vector<half> MaskedScores::Run(const Inputs<half>&, const half*) const;
template std::vector<bfloat16> MaskedScores::Run(const Inputs<bfloat16>&, const bfloat16*) const;

}  // namespace pluggable
