// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Descriptors of matrix products for cuBLASLt, each with the algorithm that its heuristic chose.
// cuBLASLt may also add a bias and another matrix to a product, and apply ReLU to the sum.

#ifndef PLUGGABLE_COMPUTE_CUDA_CUBLAS_PLAN_H_
#define PLUGGABLE_COMPUTE_CUDA_CUBLAS_PLAN_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <tuple>

#include "pluggable/status.h"
#include "pluggable/types.h"

#include "driver/cuda/cublas.h"

namespace pluggable::compute {

// The inputs to the choice of an algorithm. The matrices, rows and columns are those of
// MatrixProductPlan.
struct CublasShape {
  int device = 0;
  DataType dtype = DT_INVALID;  // float, double, half or bfloat16
  bool transpose_a = false;
  bool transpose_b = false;
  int32_t rows = 0;
  int32_t columns = 0;
  int32_t depth = 0;
  int32_t batches = 1;
  int64_t a_step = 0;  // elements between the matrices of consecutive products
  int64_t b_step = 0;
  uint32_t a_alignment = 0;  // in bytes, of all matrices
  uint32_t b_alignment = 0;
  uint32_t c_alignment = 0;
  uint32_t addend_alignment = 0;  // of the matrices that are added to the products; 0: none
  bool has_bias = false;
  bool has_relu = false;
  uint64_t most_workspace = 0;  // in bytes

  auto Fields() const {
    return std::tie(device, dtype, transpose_a, transpose_b, rows, columns, depth, batches, a_step,
                    b_step, a_alignment, b_alignment, c_alignment, addend_alignment, has_bias,
                    has_relu, most_workspace);
  }
  bool operator==(const CublasShape& other) const { return Fields() == other.Fields(); }
};

// The memory of a product. All matrices are those of MatrixProductPlan.
struct CublasMemory {
  const void* a = nullptr;
  const void* b = nullptr;
  void* c = nullptr;
  const void* addend = nullptr;  // with the layout of c, and not c; null for none
  const void* bias = nullptr;    // an element for each column of c; null for none
  void* workspace = nullptr;     // null if it has size 0
};

// The descriptors of a product. Several threads may use them.
class CublasPlan {
 public:
  // A bias must be at a multiple of this. There is no preference for its alignment, and algorithms
  // may read it in units of this size: PyTorch's issue 194497 shows a fault on a GTX 1660 Ti.
  static constexpr uint32_t kBiasAlignment = 16;

  // Returns the plan for the shape, from a cache if possible. Null if cuBLASLt has no algorithm for
  // it, or cannot be used. The device must be open.
  static std::shared_ptr<const CublasPlan> Find(const CublasShape& shape);

  ~CublasPlan();
  CublasPlan(const CublasPlan&) = delete;
  CublasPlan& operator=(const CublasPlan&) = delete;

  // The size in bytes of the workspace that the algorithm needs.
  size_t workspace() const { return workspace_; }
  // Enqueues the product on a CUDA stream, whose context must be current.
  Status Put(const CublasMemory& memory, void* stream) const;

  // cuBLASLt does not document what its ReLU makes of NaN, which TensorFlow keeps. So a plan with
  // ReLU is checked before it is used. The check is an additional product, so it is not made before
  // a shape is used for the second time.
  enum class Relu { kIsNew, kWasUsed, kIsBeingChecked, kKeepsNan, kIsOfNoUse };
  // Changes the first state to the second, and that to the third, and returns what it was before.
  Relu UseRelu() const;
  // Makes the check, which overwrites c and waits for the stream. If it fails, ReLU is not used,
  // and the result is OK nevertheless.
  Status CheckRelu(const CublasMemory& memory, void* stream) const;

 private:
  explicit CublasPlan(const cuda::Cublas& cublas) : cublas_(cublas) {}

  static Status Make(const cuda::Cublas& cublas, const CublasShape& shape,
                     std::shared_ptr<const CublasPlan>* made);
  Status Describe(const CublasShape& shape);
  Status Choose(const CublasShape& shape);
  // The factor is that of the product.
  Status Multiply(double factor, const CublasMemory& memory, void* stream) const;

  const cuda::Cublas& cublas_;
  cuda::CublasHandle handle_ = nullptr;
  DataType dtype_ = DT_INVALID;
  int64_t size_ = 0;  // of c, in elements
  cuda::CublasProduct product_ = nullptr;
  cuda::CublasLayout a_ = nullptr;
  cuda::CublasLayout b_ = nullptr;
  cuda::CublasLayout c_ = nullptr;
  cuda::CublasLayout addend_ = nullptr;  // null if there is none
  cuda::CublasAlgorithm algorithm_{};
  size_t workspace_ = 0;
  // The address of the bias is part of the descriptor, so one thread at a time may use it.
  mutable std::mutex bias_mutex_;
  mutable std::atomic<Relu> relu_{Relu::kIsNew};
};

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_CUBLAS_PLAN_H_
