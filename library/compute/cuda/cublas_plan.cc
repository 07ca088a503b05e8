// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cuda/cublas_plan.h"

#include <array>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

#include "driver/cuda/device.h"
#include "driver/cuda/vendor_library.h"
#include "driver/for_now.h"

namespace pluggable::compute {

namespace {

using cuda::Cublas;
using cuda::CublasLayout;

struct CublasTypes {
  int element;
  int scale;  // the type of the factors alpha and beta
  int compute;
};

CublasTypes TypesOf(DataType dtype) {
  switch (dtype) {
    case DT_DOUBLE:
      return {cuda::kCublasDouble, cuda::kCublasDouble, cuda::kCublasComputeDouble};
    case DT_HALF:
      return {cuda::kCublasHalf, cuda::kCublasFloat, cuda::kCublasComputeFloat};
    case DT_BFLOAT16:
      return {cuda::kCublasBfloat16, cuda::kCublasFloat, cuda::kCublasComputeFloat};
    default:
      return {cuda::kCublasFloat, cuda::kCublasFloat,
              cuda::MayUseTf32() ? cuda::kCublasComputeTf32 : cuda::kCublasComputeFloat};
  }
}

// Sets attributes of a descriptor until one fails.
template <typename Descriptor>
class CublasAttributes {
 public:
  using Set = cuda::CublasResult (*)(Descriptor, int, const void*, size_t);
  CublasAttributes(const Cublas& cublas, const char* function, Set set, Descriptor descriptor)
      : cublas_(cublas), function_(function), set_(set), descriptor_(descriptor) {}

  template <typename Value>
  void Add(int attribute, Value value) {
    if (!status_.ok()) return;
    status_ = ToStatus(cublas_, function_, set_(descriptor_, attribute, &value, sizeof(value)));
  }
  const Status& status() const { return status_; }

 private:
  const Cublas& cublas_;
  const char* const function_;
  const Set set_;
  const Descriptor descriptor_;
  Status status_;
};

// Describes a matrix whose columns follow each other in memory.
Status MakeLayout(const Cublas& cublas, int type, int32_t rows, int32_t columns, int32_t batches,
                  int64_t step, CublasLayout* made) {
  Status status =
      ToStatus(cublas, "cublasLtMatrixLayoutCreate",
               cublas.MatrixLayoutCreate(made, type, static_cast<uint64_t>(rows),
                                         static_cast<uint64_t>(columns), int64_t{rows}));
  if (!status.ok() || batches == 1) return status;
  CublasAttributes attributes(cublas, "cublasLtMatrixLayoutSetAttribute",
                              cublas.MatrixLayoutSetAttribute, *made);
  attributes.Add(cuda::kCublasBatchCount, batches);
  attributes.Add(cuda::kCublasBatchOffset, step);
  return attributes.status();
}

class PlansOfCublas {
 public:
  static PlansOfCublas& Get() {
    static auto* const plans = new PlansOfCublas;
    return *plans;
  }

  // Whether the shape is known. Sets its plan.
  bool Find(const CublasShape& shape, std::shared_ptr<const CublasPlan>* plan) const {
    const std::shared_lock<std::shared_mutex> lock(mutex_);
    const auto found = plans_.find(shape);
    if (found == plans_.end()) return false;
    *plan = found->second;
    return true;
  }
  void Keep(const CublasShape& shape, std::shared_ptr<const CublasPlan> plan) {
    const std::lock_guard<std::shared_mutex> lock(mutex_);
    // Programs that have this many shapes keep using new ones, so old plans are of little use.
    if (plans_.size() >= kMost) plans_.clear();
    plans_.emplace(shape, std::move(plan));
  }

 private:
  static constexpr size_t kMost = 2048;
  struct Hash {
    size_t operator()(const CublasShape& shape) const {
      return std::apply(
          [](const auto&... fields) {
            uint64_t hash = 0;
            ((hash = (hash ^ static_cast<uint64_t>(fields)) * uint64_t{0x9E3779B97F4A7C15},
              hash ^= hash >> 32),
             ...);
            return static_cast<size_t>(hash);
          },
          shape.Fields());
    }
  };

  mutable std::shared_mutex mutex_;
  std::unordered_map<CublasShape, std::shared_ptr<const CublasPlan>, Hash> plans_;  // null: none
};

}  // namespace

std::shared_ptr<const CublasPlan> CublasPlan::Find(const CublasShape& shape) {
  std::shared_ptr<const CublasPlan> plan;
  if (PlansOfCublas::Get().Find(shape, &plan)) return plan;
  const cuda::CurrentContext current(cuda::Device::Get(shape.device));
  if (!current.ok()) return nullptr;
  const Cublas* const cublas = Cublas::Find();
  if (cublas == nullptr) return nullptr;
  const Status status = Make(*cublas, shape, &plan);
  if (!IsForNow(status)) PlansOfCublas::Get().Keep(shape, plan);
  return plan;
}

Status CublasPlan::Make(const Cublas& cublas, const CublasShape& shape,
                        std::shared_ptr<const CublasPlan>* made) {
  const std::shared_ptr<CublasPlan> plan(new CublasPlan(cublas));
  plan->handle_ = cublas.HandleOf(shape.device);
  if (plan->handle_ == nullptr) return errors::ResourceExhausted("no handle of cuBLASLt");
  Status status = plan->Describe(shape);
  if (status.ok()) status = plan->Choose(shape);
  if (status.ok()) *made = plan;
  return status;
}

CublasPlan::~CublasPlan() {
  for (const CublasLayout layout : {a_, b_, c_}) {
    if (layout != nullptr) cublas_.MatrixLayoutDestroy(layout);
  }
  if (product_ != nullptr) cublas_.MatmulDescDestroy(product_);
}

// cuBLASLt stores matrices by columns. A matrix stored by rows is, by columns, its transpose. So
// cuBLASLt computes c' = b' a' from the same memory.
Status CublasPlan::Describe(const CublasShape& shape) {
  const CublasTypes types = TypesOf(shape.dtype);
  is_double_ = types.scale == cuda::kCublasDouble;
  Status status = ToStatus(cublas_, "cublasLtMatmulDescCreate",
                           cublas_.MatmulDescCreate(&product_, types.compute, types.scale));
  if (!status.ok()) return status;
  CublasAttributes attributes(cublas_, "cublasLtMatmulDescSetAttribute",
                              cublas_.MatmulDescSetAttribute, product_);
  if (shape.transpose_b) attributes.Add(cuda::kCublasTransposeFirst, cuda::kCublasTransposed);
  if (shape.transpose_a) attributes.Add(cuda::kCublasTransposeSecond, cuda::kCublasTransposed);
  status = attributes.status();
  if (status.ok()) {
    status = MakeLayout(cublas_, types.element, shape.transpose_b ? shape.depth : shape.columns,
                        shape.transpose_b ? shape.columns : shape.depth, shape.batches,
                        shape.b_step, &b_);
  }
  if (status.ok()) {
    status =
        MakeLayout(cublas_, types.element, shape.transpose_a ? shape.rows : shape.depth,
                   shape.transpose_a ? shape.depth : shape.rows, shape.batches, shape.a_step, &a_);
  }
  if (status.ok()) {
    status = MakeLayout(cublas_, types.element, shape.columns, shape.rows, shape.batches,
                        int64_t{shape.rows} * shape.columns, &c_);
  }
  return status;
}

Status CublasPlan::Choose(const CublasShape& shape) {
  struct Preference {
    const Cublas& cublas;
    cuda::CublasPreference handle = nullptr;
    ~Preference() {
      if (handle != nullptr) cublas.MatmulPreferenceDestroy(handle);
    }
  } preference{cublas_};
  Status status = ToStatus(cublas_, "cublasLtMatmulPreferenceCreate",
                           cublas_.MatmulPreferenceCreate(&preference.handle));
  if (!status.ok()) return status;
  CublasAttributes attributes(cublas_, "cublasLtMatmulPreferenceSetAttribute",
                              cublas_.MatmulPreferenceSetAttribute, preference.handle);
  attributes.Add(cuda::kCublasMostWorkspace, shape.most_workspace);
  // If a depth is split among blocks, the parts are summed in float, in an order that is always the
  // same.
  attributes.Add(cuda::kCublasReductionSchemes, cuda::kCublasReductionInComputeType);
  attributes.Add(cuda::kCublasAlignmentOfFirst, shape.b_alignment);
  attributes.Add(cuda::kCublasAlignmentOfSecond, shape.a_alignment);
  attributes.Add(cuda::kCublasAlignmentOfAddend, shape.c_alignment);
  attributes.Add(cuda::kCublasAlignmentOfResult, shape.c_alignment);
  status = attributes.status();
  if (!status.ok()) return status;
  std::array<cuda::CublasChoice, 4> choices{};
  int found = 0;
  status = ToStatus(
      cublas_, "cublasLtMatmulAlgoGetHeuristic",
      cublas_.MatmulAlgoGetHeuristic(handle_, product_, b_, a_, c_, c_, preference.handle,
                                     static_cast<int>(choices.size()), choices.data(), &found));
  if (!status.ok()) return status;
  // The heuristic returns the best choice first.
  for (size_t i = 0; i < choices.size() && static_cast<int>(i) < found; ++i) {
    const cuda::CublasChoice& choice = choices[i];
    if (choice.result != cuda::kCublasSuccess || choice.workspace > shape.most_workspace) continue;
    algorithm_ = choice.algorithm;
    workspace_ = choice.workspace;
    return Status();
  }
  return errors::Unimplemented("cuBLASLt has no algorithm");
}

Status CublasPlan::Put(const void* a, const void* b, void* c, void* workspace, void* stream) const {
  const double one = 1;
  const double zero = 0;
  const float one_float = 1;
  const float zero_float = 0;
  const auto choose = [this](const double& of_double, const float& of_float) {
    return is_double_ ? static_cast<const void*>(&of_double) : &of_float;
  };
  return ToStatus(cublas_, "cublasLtMatmul",
                  cublas_.Matmul(handle_, product_, choose(one, one_float), b, b_, a, a_,
                                 choose(zero, zero_float), c, c_, c, c_, &algorithm_, workspace,
                                 workspace == nullptr ? 0 : workspace_, stream));
}

}  // namespace pluggable::compute
