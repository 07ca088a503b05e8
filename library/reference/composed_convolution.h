// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Convolutions as a part of fused ops.

#ifndef PLUGGABLE_REFERENCE_COMPOSED_CONVOLUTION_H_
#define PLUGGABLE_REFERENCE_COMPOSED_CONVOLUTION_H_

#include "pluggable/op_kernel.h"

#include "compute/convolution.h"
#include "reference/composition.h"
#include "reference/convolution.h"

namespace pluggable {

// Enqueues the convolution of inputs 0 and 1.
inline void ComposeConvolution(OpKernelContext* ctx, const Convolution& convolution,
                               Composition* steps, const Composition::Value& output) {
  steps->Do([&] {
    return compute::Convolution(ctx->stream(),
                                {output.dtype, convolution.geometry(), steps->Input(0).data,
                                 steps->Input(1).data, output.data});
  });
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_COMPOSED_CONVOLUTION_H_
