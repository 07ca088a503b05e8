// GatedSoftClip(x: T, gate: T; limit: float) -> y: T
//
// Squashes x smoothly into (-limit, limit) and lets a share of it through:
//
//   y = limit * tanh(x / limit) * sigmoid(gate)
//
// The same expression serves any device that Eigen computes on.

#include <cmath>

#include <unsupported/Eigen/CXX11/Tensor>

#include "pluggable/eigen_device.h"
#include "pluggable/op_kernel.h"

namespace pluggable {

using CPUDevice = EigenDevice;

namespace functor {

// The type to compute in: the short ones have too few bits for what lies
// between x and y.
template <typename T>
struct ComputeTypeOf {
  using Type = T;
};
template <>
struct ComputeTypeOf<Eigen::half> {
  using Type = float;
};
template <>
struct ComputeTypeOf<Eigen::bfloat16> {
  using Type = float;
};

template <typename Device, typename T>
struct GatedSoftClip {
  using C = typename ComputeTypeOf<T>::Type;

  void operator()(const Device& d, typename TTypes<T>::ConstFlat x,
                  typename TTypes<T>::ConstFlat gate, float limit,
                  typename TTypes<T>::Flat y) {
    const C scale = static_cast<C>(limit);
    auto clipped = (x.template cast<C>() * (C(1) / scale)).tanh() * scale;
    auto share = gate.template cast<C>().sigmoid();
    y.device(d) = (clipped * share).template cast<T>();
  }
};

// Without a limit there is nothing to squash.
template <typename Device, typename T>
struct Gate {
  using C = typename ComputeTypeOf<T>::Type;

  void operator()(const Device& d, typename TTypes<T>::ConstFlat x,
                  typename TTypes<T>::ConstFlat gate,
                  typename TTypes<T>::Flat y) {
    y.device(d) = (x.template cast<C>() * gate.template cast<C>().sigmoid())
                      .template cast<T>();
  }
};

}  // namespace functor

template <typename T>
class GatedSoftClipOp : public OpKernel {
 public:
  explicit GatedSoftClipOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("limit", &limit_));
    OP_REQUIRES(
        ctx, limit_ > 0.0f,
        errors::InvalidArgument("limit must be positive, got ", limit_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& x = ctx->input(0);
    const Tensor& gate = ctx->input(1);
    OP_REQUIRES(
        ctx, x.shape() == gate.shape(),
        errors::InvalidArgument("x and gate must have the same shape, got ",
                                x.shape().DebugString(), " and ",
                                gate.shape().DebugString()));

    Tensor* y = nullptr;
    OP_REQUIRES_OK(
        ctx, ctx->forward_input_or_allocate_output({0, 1}, 0, x.shape(), &y));
    if (y->NumElements() == 0) return;

    const auto& device = ctx->eigen_device<CPUDevice>();
    if (std::isinf(limit_)) {
      functor::Gate<CPUDevice, T>()(device, x.flat<T>(), gate.flat<T>(),
                                    y->flat<T>());
    } else {
      functor::GatedSoftClip<CPUDevice, T>()(
          device, x.flat<T>(), gate.flat<T>(), limit_, y->flat<T>());
    }
  }

 private:
  float limit_;
};

#define REGISTER_CPU(T) \
  template KernelFunctions make_kernel<GatedSoftClipOp<T>>()
REGISTER_CPU(Eigen::half);
REGISTER_CPU(Eigen::bfloat16);
REGISTER_CPU(float);
REGISTER_CPU(double);
#undef REGISTER_CPU

}  // namespace pluggable
