// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Matrix products as cuBLASLt takes them, each with the algorithm that its heuristic has chosen.

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

// What the choice of an algorithm depends on. The matrices are those of MatrixProductPlan, and so
// are rows and columns.
struct CublasShape {
  int device = 0;
  DataType dtype = DT_INVALID;  // float, double, half or bfloat16
  bool transpose_a = false;
  bool transpose_b = false;
  int32_t rows = 0;
  int32_t columns = 0;
  int32_t depth = 0;
  int32_t batches = 1;
  int64_t a_step = 0;  // from one product's matrix to the next one's, in elements
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

// The descriptors of a product. It does not change, so that several threads may use it.
class CublasPlan {
 public:
  // The plan for the shape, which is made once and kept for a while. Null if cuBLASLt has no
  // algorithm for it, or cannot be used. The device is open.
  static std::shared_ptr<const CublasPlan> Find(const CublasShape& shape);

  ~CublasPlan();
  CublasPlan(const CublasPlan&) = delete;
  CublasPlan& operator=(const CublasPlan&) = delete;

  // How many bytes the algorithm needs beside the matrices.
  size_t workspace() const { return workspace_; }
  // Puts the product on a stream of CUDA's, whose context is current.
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
