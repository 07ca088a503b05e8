// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include <Eigen/QR>

#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"

namespace pluggable {

// Qr(input: T) -> q: T, r: T
template <typename T>
class QrOp : public OpKernel {
 public:
  explicit QrOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("full_matrices", &full_matrices_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const int rank = input.dims();
    OP_REQUIRES(ctx, rank >= 2,
                errors::InvalidArgument("Input tensor 0 must have rank >= 2, got ", rank));
    Sizes sizes;
    sizes.rows = input.dim_size(rank - 2);
    sizes.columns = input.dim_size(rank - 1);
    sizes.inner = full_matrices_ ? sizes.rows : std::min(sizes.rows, sizes.columns);
    TensorShape shape = input.shape();
    shape.RemoveLastDims(2);
    const int64_t batches = shape.num_elements();
    TensorShape q_shape = shape;
    q_shape.AddDim(sizes.rows);
    q_shape.AddDim(sizes.inner);
    shape.AddDim(sizes.inner);
    shape.AddDim(sizes.columns);
    Tensor* q = nullptr;
    Tensor* r = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, q_shape, &q));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shape, &r));
    if (q->NumElements() == 0 && r->NumElements() == 0) return;
    const int64_t cost =
        (sizes.rows + 1) * (sizes.columns + sizes.inner) * std::min(sizes.rows, sizes.columns) + 1;
    EnqueueWork(ctx, batches * cost,
                [sizes, batches, cost, input = input.span<T>(), q = q->span<T>(),
                 r = r->span<T>()](ThreadPool* threads) {
                  const T* const in = OnDevice(input.data());
                  T* const q_out = OnDevice(q.data());
                  T* const r_out = OnDevice(r.data());
                  threads->ParallelFor(batches, cost, [=](int64_t begin, int64_t end) {
                    for (int64_t i = begin; i < end; ++i) {
                      Decompose(sizes, in + i * sizes.rows * sizes.columns,
                                q_out + i * sizes.rows * sizes.inner,
                                r_out + i * sizes.inner * sizes.columns);
                    }
                  });
                });
  }

 private:
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  struct Sizes {
    int64_t rows = 0;
    int64_t columns = 0;
    int64_t inner = 0;  // the columns of q, the rows of r
  };

  // Of the many decompositions of a matrix, Eigen's is TensorFlow's on the CPU: signs agree.
  static void Decompose(const Sizes& sizes, const T* input, T* q, T* r) {
    const Eigen::Map<const Matrix> matrix(input, sizes.rows, sizes.columns);
    const Eigen::HouseholderQR<Matrix> qr(matrix);
    Eigen::Map<Matrix>(q, sizes.rows, sizes.inner) =
        qr.householderQ() * Matrix::Identity(sizes.rows, sizes.inner);
    Eigen::Map<Matrix>(r, sizes.inner, sizes.columns) =
        qr.matrixQR().topRows(sizes.inner).template triangularView<Eigen::Upper>();
  }

  bool full_matrices_ = false;
};

}  // namespace pluggable
