// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/split.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class SplitVOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor value = ctx->input(0);
    const Tensor size_splits = ctx->input(1);
    const Tensor split_dim = ctx->input(2);
    const int count = ctx->num_outputs();
    OP_REQUIRES(
        ctx, size_splits.dims() == 1 && size_splits.NumElements() == count,
        errors::InvalidArgument(
            "size of the split_tensor must be 1-D and have the same elements as outputs got ",
            size_splits.dims(), " -D and ", size_splits.NumElements(), " elements"));
    OP_REQUIRES(ctx, split_dim.NumElements() == 1,
                errors::InvalidArgument("split_dim_tensor must have exactly one element."));
    int axis = 0;
    OP_REQUIRES_OK(ctx, SplitAxis(HostValues(split_dim)[0], value.dims(), &axis));
    std::vector<int64_t> sizes;
    OP_REQUIRES_OK(ctx, CompleteSizes(value.dim_size(axis), HostValues(size_splits), &sizes));
    SplitTensor(ctx, value, axis, sizes);
  }

 private:
  // One size may be -1: it becomes the rest.
  static Status CompleteSizes(int64_t total, const std::vector<CheckedInt>& given,
                              std::vector<int64_t>* sizes) {
    if (given.size() == 1 && given[0] != total) {
      return errors::InvalidArgument(
          "If there is only one output, it must have the same size as the input. Input size: ",
          total, " output size: ", given[0]);
    }
    int64_t rest = -1;  // the index of the -1
    CheckedInt sum = 0;
    for (size_t i = 0; i < given.size(); ++i) {
      const CheckedInt size = given[i];
      sizes->push_back(size.value());
      if (size == -1) {
        if (rest >= 0) {
          return errors::InvalidArgument("There can only be one -1 in the input.");
        }
        rest = static_cast<int64_t>(i);
      } else {
        sum += size;
      }
    }
    if (!sum.ok() || (rest < 0 ? sum != total : sum > total)) {
      return errors::InvalidArgument(
          "Determined shape must either match input shape along split_dim exactly if fully "
          "specified, or be less than the size of the input along split_dim if not fully "
          "specified.  Got: ",
          sum);
    }
    if (rest >= 0) (*sizes)[rest] = (total - sum).value();
    const auto negative =
        std::find_if(sizes->begin(), sizes->end(), [](int64_t s) { return s < 0; });
    if (negative == sizes->end()) return Status();
    return errors::InvalidArgument("Split size at index ", negative - sizes->begin(),
                                   " must be >= 0. Got: ", *negative);
  }
};

// SplitV(value: T, size_splits: Tlen, split_dim: int32) -> output: num_split * T
template <typename T, typename Tlen>
class SplitVOp : public SplitVOfAnyType {
 public:
  using SplitVOfAnyType::SplitVOfAnyType;
};

}  // namespace pluggable
