// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Descriptors of matrix products for cuBLASLt, each with the algorithm that its heuristic chose.

#ifndef PLUGGABLE_COMPUTE_CUDA_CUBLAS_PLAN_H_
#define PLUGGABLE_COMPUTE_CUDA_CUBLAS_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
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
  uint64_t most_workspace = 0;  // in bytes

  auto Fields() const {
    return std::tie(device, dtype, transpose_a, transpose_b, rows, columns, depth, batches, a_step,
                    b_step, a_alignment, b_alignment, c_alignment, most_workspace);
  }
  bool operator==(const CublasShape& other) const { return Fields() == other.Fields(); }
};

// The descriptors of a product. They are immutable, so several threads may use them.
class CublasPlan {
 public:
  // Returns the plan for the shape, from a cache if possible. Null if cuBLASLt has no algorithm for
  // it, or cannot be used. The device must be open.
  static std::shared_ptr<const CublasPlan> Find(const CublasShape& shape);

  ~CublasPlan();
  CublasPlan(const CublasPlan&) = delete;
  CublasPlan& operator=(const CublasPlan&) = delete;

  // The size in bytes of the workspace that the algorithm needs.
  size_t workspace() const { return workspace_; }
  // Enqueues the product on a CUDA stream, whose context must be current.
  Status Put(const void* a, const void* b, void* c, void* workspace, void* stream) const;

 private:
  explicit CublasPlan(const cuda::Cublas& cublas) : cublas_(cublas) {}

  static Status Make(const cuda::Cublas& cublas, const CublasShape& shape,
                     std::shared_ptr<const CublasPlan>* made);
  Status Describe(const CublasShape& shape);
  Status Choose(const CublasShape& shape);

  const cuda::Cublas& cublas_;
  cuda::CublasHandle handle_ = nullptr;
  bool is_double_ = false;
  cuda::CublasProduct product_ = nullptr;
  cuda::CublasLayout a_ = nullptr;
  cuda::CublasLayout b_ = nullptr;
  cuda::CublasLayout c_ = nullptr;
  cuda::CublasAlgorithm algorithm_{};
  size_t workspace_ = 0;
};

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_CUBLAS_PLAN_H_
