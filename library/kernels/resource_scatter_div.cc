// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "reference/formula.h"
#include "reference/scatter.h"
#include "reference/slice_indices.h"

namespace pluggable {

namespace formula {

struct ResourceScatterDiv {
  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y == -1 ? negative(x) : x / y;
  }
};

}  // namespace formula

// ResourceScatterDiv(resource: resource, indices: Tindices, updates: dtype)
//
// Updates slices of a variable in place. Where TensorFlow gives plugins no access to variables this
// kernel only fails; tf.Variable's methods do not come here then (plugin/python_hooks.h).
template <typename dtype, typename Tindices>
class ResourceScatterDivOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "ResourceScatterDiv",
                                            "assign what tf.tensor_scatter_nd_update or its like "
                                            "makes of tf.Variable.read_value()"));
    LockedVariables variable(ctx, {0}, DataTypeToEnum<dtype>::value);
    if (!variable.ok()) return;
    Tensor& params = variable[0];
    const Tensor indices = ctx->input(1);
    const Tensor updates = ctx->input(2);
    OP_REQUIRES(ctx, params.dims() >= 1,
                errors::InvalidArgument("resource must be at least 1 dimensional"));
    TensorShape expected = indices.shape();
    for (int d = 1; d < params.dims(); ++d) expected.AddDim(params.dim_size(d));
    OP_REQUIRES(
        ctx, updates.dims() == 0 || updates.shape() == expected,
        errors::InvalidArgument(
            "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = "
            "[], got updates.shape ",
            updates.shape().DebugString(), ", indices.shape ", indices.shape().DebugString(),
            ", params.shape ", params.shape().DebugString()));
    // No index needs an update, but a scalar is one all the same.
    if (indices.NumElements() == 0 && updates.NumElements() == 0) return;
    // Without rows every index is an error, however long a row would be.
    const int64_t row_size =
        params.NumElements() == 0 ? 0 : params.NumElements() / params.dim_size(0);
    ctx->stream().Enqueue(
        indices.NumElements() * (row_size + 1),
        [row_size, limit = params.dim_size(0), shape = indices.shape(),
         params = params.span<dtype>(), indices = indices.span<Tindices>(),
         updates = updates.span<dtype>(),
         update_size = updates.dims() == 0 ? 0 : updates.NumElements() / indices.NumElements(),
         threads = &ctx->stream().thread_pool()]() -> Status {
          for (const dtype& update : OnDevice(updates)) {
            if (update == dtype(0)) return errors::InvalidArgument("updates must not contain 0");
          }
          const Span<const Tindices> rows = OnDevice(indices);
          for (size_t i = 0; i < rows.size(); ++i) {
            if (rows[i] < 0 || rows[i] >= limit) {
              return errors::InvalidArgument("indices",
                                             PositionText(shape, static_cast<int64_t>(i)), " = ",
                                             rows[i], " is not in [0, ", limit, ")");
            }
          }
          UpdateSlices<Update>(OnDevice(params), row_size,
                               std::vector<int64_t>(rows.begin(), rows.end()),
                               OnDevice(updates.data()), update_size, threads);
          return Status();
        });
  }

 private:
  using Update = formula::ResourceScatterDiv;
};

}  // namespace pluggable
