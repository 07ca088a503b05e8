// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"
#include "reference/enqueue.h"
#include "reference/host_values.h"

namespace pluggable {

// TopKV2(input: T, k: Tk) -> values: T, indices: index_type
//
// The largest elements come first, and of equal ones those at lower indices, whether the op asks
// for order or not. NaN is less than all numbers; on the CPU its place depends on the neighbours.
template <typename T, typename Tk, typename index_type>
class TopKV2Op : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor k_input = ctx->input(1);
    OP_REQUIRES(
        ctx, k_input.dims() == 0,
        errors::InvalidArgument("k must be scalar, got shape ", k_input.shape().DebugString()));
    const int64_t k = HostValues(k_input)[0].value();
    OP_REQUIRES(ctx, k >= 0, errors::InvalidArgument("Need k >= 0, got ", k));
    OP_REQUIRES(
        ctx, input.dims() >= 1,
        errors::InvalidArgument("input must be >= 1-D, got shape ", input.shape().DebugString()));
    const int64_t columns = input.dim_size(input.dims() - 1);
    OP_REQUIRES(ctx, columns >= k,
                errors::InvalidArgument("input must have at least k columns. Had ", columns,
                                        ", needed ", k));
    constexpr int64_t kMostColumns = std::numeric_limits<index_type>::max();
    OP_REQUIRES(ctx, columns <= kMostColumns,
                errors::InvalidArgument("Second dimension of flattened input must be <= ",
                                        kMostColumns, ", got ", columns));
    TensorShape shape = input.shape();
    shape.set_dim(shape.dims() - 1, k);
    Tensor* values = nullptr;
    Tensor* indices = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &values));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shape, &indices));
    if (values->NumElements() == 0) return;
    const int64_t rows = input.NumElements() / columns;
    EnqueueWork(
        ctx, input.NumElements() * kCost,
        [rows, columns, k, input = input.span<T>().data(), values = values->span<T>().data(),
         indices = indices->span<index_type>().data()](ThreadPool* threads) {
          const T* const x = OnDevice(input);
          T* const largest = OnDevice(values);
          index_type* const places = OnDevice(indices);
          threads->ParallelFor(rows, columns * kCost, [=](int64_t begin, int64_t end) {
            std::vector<index_type> order(static_cast<size_t>(columns));
            for (int64_t row = begin; row < end; ++row) {
              const T* const from = x + row * columns;
              SortLargest(from, k, &order);
              for (int64_t i = 0; i < k; ++i) {
                places[row * k + i] = order[i];
                largest[row * k + i] = from[order[i]];
              }
            }
          });
        });
  }

 private:
  static constexpr int64_t kCost = 8;  // nanoseconds an element, about

  // Begins `order` with the places of the k largest elements.
  static void SortLargest(const T* x, int64_t k, std::vector<index_type>* order) {
    std::iota(order->begin(), order->end(), index_type{0});
    std::partial_sort(order->begin(), order->begin() + k, order->end(),
                      [x](index_type a, index_type b) {
                        const auto at_a = static_cast<ComputeType<T>>(x[a]);
                        const auto at_b = static_cast<ComputeType<T>>(x[b]);
                        if (at_a > at_b || at_a < at_b) return at_a > at_b;
                        const bool a_is_nan = at_a != at_a;
                        const bool b_is_nan = at_b != at_b;
                        return a_is_nan == b_is_nan ? a < b : b_is_nan;
                      });
  }
};

}  // namespace pluggable
