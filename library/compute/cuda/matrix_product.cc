// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cuda/matrix_product.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "pluggable/scratch.h"

#include "compute/cuda/cublas_plan.h"
#include "compute/cuda/launch_call.h"
#include "compute/device/denied.h"
#include "compute/device/launch_kernel.h"
#include "reference/broadcast.h"
#include "runtime/determinism.h"

namespace pluggable::compute {

namespace {

bool IsOfCublas(DataType dtype) {
  return dtype == DT_FLOAT || dtype == DT_DOUBLE || dtype == DT_HALF || dtype == DT_BFLOAT16;
}

// The largest power of two that divides the address and all strides, up to the largest that
// cuBLASLt distinguishes.
uint32_t AlignmentOf(const void* address, int64_t step, size_t element) {
  constexpr uint64_t kMost = 256;
  const uint64_t bits =
      reinterpret_cast<uintptr_t>(address) | (static_cast<uint64_t>(step) * element) | kMost;
  return static_cast<uint32_t>(bits & (~bits + 1));
}

// Sets the batches if constant strides of a and b lead to all pairs of matrices.
bool SetBatches(const MatrixProductPlan& plan, CublasShape* shape) {
  if (plan.batches == 1) return true;
  const std::vector<Broadcast::Level>& levels = plan.nest.levels();
  if (levels.size() != 1) return false;
  const Broadcast::Offsets& steps = levels.front().steps;
  const int64_t all_rows = plan.batches * plan.rows;
  // Products that share b are computed as one product of all the rows of a.
  if (steps[0] == 1 && steps[1] == 0 && !plan.transpose_a && FitsInt(all_rows)) {
    shape->rows = static_cast<int32_t>(all_rows);
    return true;
  }
  shape->batches = static_cast<int32_t>(plan.batches);
  shape->a_step = steps[0] * plan.rows * plan.depth;
  shape->b_step = steps[1] * plan.depth * plan.columns;
  return true;
}

// The elements between the results of consecutive products.
int64_t StepOfResults(const MatrixProductPlan& plan, const CublasShape& shape) {
  return shape.batches == 1 ? 0 : plan.rows * plan.columns;
}

std::optional<CublasShape> ShapeOf(const Stream& stream, const MatrixProductPlan& plan) {
  if (!IsOfCublas(plan.dtype) || plan.depth == 0 || !FitsInt(plan.batches) || !FitsInt(plan.rows) ||
      !FitsInt(plan.columns) || !FitsInt(plan.depth)) {
    return std::nullopt;
  }
  CublasShape shape;
  shape.device = stream.device_ordinal();
  shape.dtype = plan.dtype;
  shape.transpose_a = plan.transpose_a;
  shape.transpose_b = plan.transpose_b;
  shape.rows = static_cast<int32_t>(plan.rows);
  shape.columns = static_cast<int32_t>(plan.columns);
  shape.depth = static_cast<int32_t>(plan.depth);
  if (!SetBatches(plan, &shape)) return std::nullopt;
  const size_t element = DataTypeSize(plan.dtype);
  shape.a_alignment = AlignmentOf(plan.a, shape.a_step, element);
  shape.b_alignment = AlignmentOf(plan.b, shape.b_step, element);
  shape.c_alignment = AlignmentOf(plan.c, StepOfResults(plan, shape), element);
  shape.most_workspace = internal::ScratchMemory::kBytes;
  return shape;
}

// False if cuBLASLt must not compute the epilogue.
bool SetEpilogue(const MatrixProductPlan& plan, const ProductEpilogue& epilogue,
                 CublasShape* shape) {
  // The first uses of a shape have no ReLU, and the last bits of their results may differ.
  if (epilogue.has_relu && runtime::MustBeDeterministic()) return false;
  if (reinterpret_cast<uintptr_t>(epilogue.bias) % CublasPlan::kBiasAlignment != 0) return false;
  shape->has_relu = epilogue.has_relu;
  shape->has_bias = epilogue.bias != nullptr;
  if (epilogue.addend != nullptr) {
    shape->addend_alignment =
        AlignmentOf(epilogue.addend, StepOfResults(plan, *shape), DataTypeSize(plan.dtype));
  }
  return true;
}

using CublasStep = Status (CublasPlan::*)(const CublasMemory& memory, void* stream) const;

Launched PutOn(const Stream& stream, CublasStep step, std::shared_ptr<const CublasPlan> product,
               const CublasMemory& memory) {
  return LaunchCall<cuda::Cublas>(stream,
                                  [step, product = std::move(product), memory](void* of_cuda) {
                                    return ((*product).*step)(memory, of_cuda);
                                  });
}

}  // namespace

Launched ByCublas(const Stream& stream, const MatrixProductPlan& plan,
                  const ProductEpilogue& epilogue) {
  if (IsDenied(stream.device_properties(), "matrix_product", plan.dtype)) return std::nullopt;
  std::optional<CublasShape> shape = ShapeOf(stream, plan);
  if (!shape || !SetEpilogue(plan, epilogue, &*shape)) return std::nullopt;
  CublasMemory memory{plan.a, plan.b, plan.c, epilogue.addend, epilogue.bias, nullptr};
  std::shared_ptr<const CublasPlan> product = CublasPlan::Find(*shape);
  if (product == nullptr) return std::nullopt;
  std::optional<Scratch> scratch;  // other work uses it after the call, in stream order
  if (product->workspace() != 0) {
    scratch.emplace(stream);
    if (scratch->bytes() != 0) {
      memory.workspace = scratch->data();
    } else {
      shape->most_workspace = 0;
      product = CublasPlan::Find(*shape);
      if (product == nullptr) return std::nullopt;
    }
  }
  if (shape->has_relu) {
    const CublasPlan::Relu relu = product->UseRelu();
    if (relu == CublasPlan::Relu::kWasUsed) PutOn(stream, &CublasPlan::CheckRelu, product, memory);
    if (relu != CublasPlan::Relu::kKeepsNan) return std::nullopt;
  }
  return PutOn(stream, &CublasPlan::Put, std::move(product), memory);
}

}  // namespace pluggable::compute
