// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Matrix products with the steps that fused kernels add.

#ifndef PLUGGABLE_REFERENCE_FUSED_MATRIX_PRODUCT_H_
#define PLUGGABLE_REFERENCE_FUSED_MATRIX_PRODUCT_H_

#include <optional>
#include <utility>

#include "pluggable/op_kernel.h"

#include "compute/cuda/matrix_product.h"
#include "compute/matrix_product.h"
#include "plugin/features/device.h"
#include "reference/batch_matmul.h"
#include "reference/fused_product.h"

namespace pluggable {

// Computes a product with as much of what follows it as one call of the device's library can, and
// removes that from `rest`. Nothing if there is no such call.
inline std::optional<Status> LaunchWithEpilogue(const Stream& stream,
                                                const compute::MatrixProductPlan& plan,
                                                FusedProduct* rest) {
  const Tensor* bias = rest->bias;
  const Tensor* addend = rest->addend;
  if (addend == nullptr && bias != nullptr && bias->shape() == rest->shape) {
    std::swap(bias, addend);  // a bias that is not repeated
  }
  if (bias != nullptr && bias->NumElements() != plan.columns) return std::nullopt;
  const bool adds = addend != nullptr && addend->shape() == rest->shape;
  compute::ProductEpilogue epilogue;
  if (bias != nullptr) epilogue.bias = bias->data();
  if (adds) epilogue.addend = addend->data();
  if (bias == nullptr && !adds) return std::nullopt;
  std::optional<Status> launched;
  if (rest->activation == Activation::kRelu && (adds || addend == nullptr)) {
    epilogue.has_relu = true;
    launched = compute::ByCublas(stream, plan, epilogue);
    epilogue.has_relu = false;
    if (launched) rest->activation = Activation::kNone;
  }
  if (!launched) launched = compute::ByCublas(stream, plan, epilogue);
  if (launched) {
    rest->bias = nullptr;
    rest->addend = adds ? nullptr : addend;
  }
  return launched;
}

// See EnqueueFusedProduct; the plan has no c yet. Sets the cost.
template <typename T>
void EnqueueFusedMatrixProduct(OpKernelContext* ctx, FusedProduct fused,
                               const compute::MatrixProductPlan& plan, CompositionChoice* choice) {
  fused.columns = plan.columns;
  fused.cost = MatrixProductsCost(plan);
  EnqueueFusedProduct<T>(
      ctx, fused, choice,
      [plan](T* c, ThreadPool* threads, const Finish<T>& finish) {
        RunMatrixProducts<T>(plan, OnDevice(static_cast<const T*>(plan.a)),
                             OnDevice(static_cast<const T*>(plan.b)), c, threads, finish);
      },
      [ctx, &plan](Composition* steps, const Composition::Value& product, FusedProduct* rest) {
        steps->Do([&] {
          compute::MatrixProductPlan here = plan;
          here.c = product.data;
          if constexpr (features::kCudaLibraries) {
            const std::optional<Status> launched = LaunchWithEpilogue(ctx->stream(), here, rest);
            if (launched) return *launched;
          }
          return compute::MatrixProduct(ctx->stream(), here);
        });
      });
}

// The plan of one product, without c. Fails with TensorFlow's message if the matrices do not fit.
inline Status PlanMatrixProduct(const Tensor& a, bool transpose_a, const Tensor& b,
                                bool transpose_b, compute::MatrixProductPlan* plan) {
  if (a.dims() != 2 || b.dims() != 2) {
    return errors::InvalidArgument("a and b must be matrices: ", a.shape().DebugString(), " and ",
                                   b.shape().DebugString());
  }
  plan->dtype = a.dtype();
  plan->rows = a.dim_size(transpose_a ? 1 : 0);
  plan->depth = a.dim_size(transpose_a ? 0 : 1);
  plan->columns = b.dim_size(transpose_b ? 0 : 1);
  plan->transpose_a = transpose_a;
  plan->transpose_b = transpose_b;
  plan->a = a.data();
  plan->b = b.data();
  if (plan->depth == b.dim_size(transpose_b ? 1 : 0)) return Status();
  return errors::InvalidArgument("Matrix size-incompatible: In[0]: ", a.shape().DebugString(),
                                 ", In[1]: ", b.shape().DebugString());
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_FUSED_MATRIX_PRODUCT_H_
