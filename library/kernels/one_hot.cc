// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cstring>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

// Elements are only moved: their size is all that matters of their type.
template <typename TI>
class OneHotOfAnyType : public OpKernel {
 public:
  explicit OneHotOfAnyType(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor indices = ctx->input(0);
    const Tensor depth = ctx->input(1);
    const Tensor on_value = ctx->input(2);
    const Tensor off_value = ctx->input(3);
    const int rank = indices.dims() + 1;
    OP_REQUIRES(ctx, axis_ >= -1 && axis_ < rank,
                errors::InvalidArgument("Expected axis to be -1 or between [0, ", rank,
                                        ").  But received: ", axis_));
    OP_REQUIRES(
        ctx, depth.dims() == 0,
        errors::InvalidArgument("depth must be a scalar, but got: ", depth.shape().DebugString()));
    OP_REQUIRES(ctx, on_value.dims() == 0,
                errors::InvalidArgument("on_value must be a scalar, but got: ",
                                        on_value.shape().DebugString()));
    OP_REQUIRES(ctx, off_value.dims() == 0,
                errors::InvalidArgument("off_value must be a scalar, but got: ",
                                        off_value.shape().DebugString()));
    const CheckedInt size = HostValues(depth)[0];
    OP_REQUIRES(ctx, size >= 0, errors::InvalidArgument("depth must be non-negative, got: ", size));
    const CheckedInt total = size * indices.NumElements();
    OP_REQUIRES(
        ctx, total.ok(),
        errors::InvalidArgument("OneHot result would have shape ", indices.shape().DebugString(),
                                " + [", size, "], which exceeds 2**63 - 1 elements"));
    const int axis = axis_ < 0 ? rank - 1 : axis_;
    TensorShape shape = indices.shape();
    shape.InsertDim(axis, size.value());
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    int64_t inner = 1;  // indices behind the axis
    for (int d = axis; d < indices.dims(); ++d) inner *= indices.dim_size(d);
    StridedCopy fill;
    fill.AddDim(total.value(), 0, 1);
    EnqueueWork(ctx, total.value() + 2 * indices.NumElements(),
                [fill = std::move(fill), inner, depth = size.value(),
                 element_size = DataTypeSize(on_value.dtype()), indices = indices.span<TI>(),
                 on = on_value.data(), off = off_value.data(),
                 output = output->data()](ThreadPool* threads) {
                  void* const out = OnDevice(output);
                  fill.Run(element_size, OnDevice(off), out, threads);
                  SetOnes(OnDevice(indices), depth, inner, element_size,
                          static_cast<const char*>(OnDevice(on)), static_cast<char*>(out), threads);
                });
  }

 private:
  // An index that is out of range has no element of its own.
  static void SetOnes(Span<const TI> indices, int64_t depth, int64_t inner, size_t element_size,
                      const char* on, char* out, ThreadPool* threads) {
    threads->ParallelFor(static_cast<int64_t>(indices.size()), 2, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const auto index = static_cast<int64_t>(indices[i]);
        if (index < 0 || index >= depth) continue;
        const int64_t element = (i / inner * depth + index) * inner + i % inner;
        std::memcpy(out + static_cast<size_t>(element) * element_size, on, element_size);
      }
    });
  }

  int32_t axis_ = -1;
};

// OneHot(indices: TI, depth: int32, on_value: T, off_value: T) -> output: T
template <typename T, typename TI>
class OneHotOp : public OneHotOfAnyType<TI> {
 public:
  using OneHotOfAnyType<TI>::OneHotOfAnyType;
};

}  // namespace pluggable
