// FrameSignal(signal: T, pad_value: T; frame_length: int, frame_step: int,
//             window: string, skip: list(int)) -> frames: T
//
// Cuts the last dimension of a signal into frames that may overlap, and
// multiplies each by a window:
//
//   frames[..., f, k] = padded[..., skip[0] + f * frame_step + k] * window[k]
//
// The last frame is filled up with pad_value. `skip` says how many samples are
// left out in front and at the end.

#include <cmath>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/tensor_types.h"

namespace pluggable {

namespace {

// The factors of a window of `length` samples.
Status MakeWindow(const std::string& name, int64_t length,
                  std::vector<float>* window) {
  window->assign(length, 1.0f);
  if (name == "none") return OkStatus();
  const double middle = 0.5 * (length - 1);
  for (int64_t k = 0; k < length && length > 1; ++k) {
    const double distance = std::abs(k - middle) / (0.5 * length);
    if (name == "hann") {
      (*window)[k] = 0.5 + 0.5 * std::cos(M_PI * distance);
    } else if (name == "triangle") {
      (*window)[k] = 1.0 - distance;
    } else {
      return errors::InvalidArgument("Unknown window '", name, "'");
    }
  }
  return OkStatus();
}

}  // namespace

namespace functor {

// The frames of the samples from begin to end - 1 of each signal.
template <typename T>
struct FrameSignal {
  void operator()(typename TTypes<T>::ConstMatrix signals, int64_t begin,
                  int64_t end, T pad_value, int64_t step,
                  const std::vector<float>& window,
                  typename TTypes<T, 3>::Tensor frames) {
    for (int64_t s = 0; s < frames.dimension(0); ++s) {
      for (int64_t f = 0; f < frames.dimension(1); ++f) {
        for (int64_t k = 0; k < frames.dimension(2); ++k) {
          const int64_t at = begin + f * step + k;
          const T sample = at < end ? signals(s, at) : pad_value;
          frames(s, f, k) = T(static_cast<float>(sample) * window[k]);
        }
      }
    }
  }
};

}  // namespace functor

template <typename T>
class FrameSignalOp : public OpKernel {
 public:
  explicit FrameSignalOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("frame_length", &length_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("frame_step", &step_));
    OP_REQUIRES(
        ctx, step_ <= length_,
        errors::InvalidArgument("frame_step ", step_,
                                " leaves out samples of frames of ", length_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("skip", &skip_));
    OP_REQUIRES(ctx, skip_.size() == 2,
                errors::InvalidArgument("skip must have 2 elements, has ",
                                        skip_.size()));
    OP_REQUIRES(ctx, skip_[0] >= 0 && skip_[1] >= 0,
                errors::InvalidArgument("skip must not be negative, is [",
                                        skip_[0], ",", skip_[1], "]"));
    std::string window;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("window", &window));
    OP_REQUIRES_OK(ctx, MakeWindow(window, length_, &window_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor* signal;
    OP_REQUIRES_OK(ctx, ctx->input("signal", &signal));
    const Tensor* pad_value;
    OP_REQUIRES_OK(ctx, ctx->input("pad_value", &pad_value));
    OP_REQUIRES(ctx, TensorShapeUtils::IsVectorOrHigher(signal->shape()),
                errors::InvalidArgument("signal must not be a scalar"));
    OP_REQUIRES(
        ctx, TensorShapeUtils::IsScalar(pad_value->shape()),
        errors::InvalidArgument("pad_value must be a scalar, got shape ",
                                pad_value->shape().DebugString()));

    TensorShape shape = signal->shape();
    const int64_t total = shape.dim_size(shape.dims() - 1);
    const int64_t samples = total - skip_[0] - skip_[1];
    OP_REQUIRES(ctx, samples >= 0,
                errors::InvalidArgument("skip leaves out ", skip_[0], " and ",
                                        skip_[1], " samples of ", total));
    const int64_t frames = (samples + step_ - 1) / step_;
    shape.RemoveLastDims(1);
    const int64_t signals = shape.num_elements();
    shape.AddDim(frames);
    shape.AddDim(length_);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;

    const auto samples_in = signal->shaped<T, 2>({signals, total});
    auto frames_out = output->shaped<T, 3>({signals, frames, length_});
    functor::FrameSignal<T> make_frames;
    ctx->stream().Enqueue(output->NumElements(), make_frames, samples_in,
                          skip_[0], total - skip_[1], pad_value->scalar<T>()(),
                          step_, window_, frames_out);
  }

 private:
  int64_t length_;
  int64_t step_;
  std::vector<int64_t> skip_;
  std::vector<float> window_;
};

#define REGISTER_CPU(T) template KernelFunctions make_kernel<FrameSignalOp<T>>()
REGISTER_CPU(Eigen::half);
REGISTER_CPU(float);
REGISTER_CPU(double);
#undef REGISTER_CPU

}  // namespace pluggable
