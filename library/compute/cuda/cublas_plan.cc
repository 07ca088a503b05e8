// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/cuda/cublas_plan.h"

#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

#include "pluggable/half.h"

#include "compute/dtype_switch.h"
#include "driver/cuda/api.h"
#include "driver/cuda/device.h"
#include "driver/cuda/vendor_library.h"
#include "driver/transient.h"
#include "runtime/log.h"

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

// Reads an element of a matrix when everything enqueued has been done.
template <typename T>
Status ReadElement(const void* matrix, int64_t index, void* stream, T* element) {
  const cuda::Api& api = cuda::Api::Get();
  auto* const of_cuda = static_cast<cuda::StreamHandle>(stream);
  const auto address = reinterpret_cast<cuda::Address>(static_cast<const T*>(matrix) + index);
  Status status = cuda::ToStatus("cuMemcpyDtoHAsync",
                                 api.MemcpyDtoHAsync(element, address, sizeof(T), of_cuda));
  if (!status.ok()) return status;
  return cuda::ToStatus("cuStreamSynchronize", api.StreamSynchronize(of_cuda));
}

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

void ReportRelu() {
  static const bool is_reported = [] {
    if (!runtime::IsVerbose()) return false;
    runtime::Log("cuBLASLt's ReLU loses NaN, so the plugin's own kernel computes it");
    return true;
  }();
  static_cast<void>(is_reported);
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
  if (!IsTransient(status)) PlansOfCublas::Get().Keep(shape, plan);
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
  for (const CublasLayout layout : {a_, b_, c_, addend_}) {
    if (layout != nullptr) cublas_.MatrixLayoutDestroy(layout);
  }
  if (product_ != nullptr) cublas_.MatmulDescDestroy(product_);
}

// cuBLASLt stores matrices by columns. A matrix stored by rows is, by columns, its transpose. So
// cuBLASLt computes c' = b' a' from the same memory.
Status CublasPlan::Describe(const CublasShape& shape) {
  const CublasTypes types = TypesOf(shape.dtype);
  dtype_ = shape.dtype;
  size_ = int64_t{shape.batches} * shape.rows * shape.columns;
  Status status = ToStatus(cublas_, "cublasLtMatmulDescCreate",
                           cublas_.MatmulDescCreate(&product_, types.compute, types.scale));
  if (!status.ok()) return status;
  CublasAttributes attributes(cublas_, "cublasLtMatmulDescSetAttribute",
                              cublas_.MatmulDescSetAttribute, product_);
  if (shape.transpose_b) attributes.Add(cuda::kCublasTransposeFirst, cuda::kCublasTransposed);
  if (shape.transpose_a) attributes.Add(cuda::kCublasTransposeSecond, cuda::kCublasTransposed);
  if (shape.has_bias || shape.has_relu) {
    attributes.Add(cuda::kCublasEpilogue, (shape.has_bias ? cuda::kCublasAddBias : 0) |
                                              (shape.has_relu ? cuda::kCublasRelu : 0));
  }
  // An algorithm for a bias is only found if there is one.
  if (shape.has_bias) attributes.Add(cuda::kCublasBias, uint64_t{kBiasAlignment});
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
  const auto make_result = [&](CublasLayout* layout) {
    return MakeLayout(cublas_, types.element, shape.columns, shape.rows, shape.batches,
                      int64_t{shape.rows} * shape.columns, layout);
  };
  if (status.ok()) status = make_result(&c_);
  // A descriptor of its own means that the addend is not in the place of the result.
  if (status.ok() && shape.addend_alignment != 0) status = make_result(&addend_);
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
  attributes.Add(cuda::kCublasAlignmentOfAddend,
                 addend_ != nullptr ? shape.addend_alignment : shape.c_alignment);
  attributes.Add(cuda::kCublasAlignmentOfResult, shape.c_alignment);
  status = attributes.status();
  if (!status.ok()) return status;
  std::array<cuda::CublasChoice, 4> choices{};
  int found = 0;
  status =
      ToStatus(cublas_, "cublasLtMatmulAlgoGetHeuristic",
               cublas_.MatmulAlgoGetHeuristic(
                   handle_, product_, b_, a_, addend_ != nullptr ? addend_ : c_, c_,
                   preference.handle, static_cast<int>(choices.size()), choices.data(), &found));
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

Status CublasPlan::Put(const CublasMemory& memory, void* stream) const {
  return Multiply(1, memory, stream);
}

Status CublasPlan::Multiply(double factor, const CublasMemory& memory, void* stream) const {
  struct Factor {
    explicit Factor(double value) : of_double(value), of_float(static_cast<float>(value)) {}
    double of_double;
    float of_float;
    const void* As(DataType dtype) const {
      return dtype == DT_DOUBLE ? static_cast<const void*>(&of_double) : &of_float;
    }
  };
  const Factor of_product(factor);
  const Factor of_addend(addend_ != nullptr ? 1 : 0);
  std::unique_lock<std::mutex> lock(bias_mutex_, std::defer_lock);
  if (memory.bias != nullptr) {
    lock.lock();
    CublasAttributes attributes(cublas_, "cublasLtMatmulDescSetAttribute",
                                cublas_.MatmulDescSetAttribute, product_);
    attributes.Add(cuda::kCublasBias, reinterpret_cast<uint64_t>(memory.bias));
    if (!attributes.status().ok()) return attributes.status();
  }
  const bool adds = addend_ != nullptr;
  return ToStatus(cublas_, "cublasLtMatmul",
                  cublas_.Matmul(handle_, product_, of_product.As(dtype_), memory.b, b_, memory.a,
                                 a_, of_addend.As(dtype_), adds ? memory.addend : memory.c,
                                 adds ? addend_ : c_, memory.c, c_, &algorithm_, memory.workspace,
                                 memory.workspace == nullptr ? 0 : workspace_, stream));
}

CublasPlan::Relu CublasPlan::UseRelu() const {
  Relu state = relu_.load();
  while (state == Relu::kIsNew || state == Relu::kWasUsed) {
    const Relu next = state == Relu::kIsNew ? Relu::kWasUsed : Relu::kIsBeingChecked;
    if (relu_.compare_exchange_weak(state, next)) break;
  }
  return state;
}

// If the factor is NaN, so is every element before ReLU, whatever the memory contains.
Status CublasPlan::CheckRelu(const CublasMemory& memory, void* stream) const {
  Status status = Multiply(std::numeric_limits<double>::quiet_NaN(), memory, stream);
  bool keeps_nan = true;
  const auto check = [&](auto type) {
    typename decltype(type)::type element{};
    // Tiles at both ends of a matrix may be computed by different code.
    for (const int64_t index : {int64_t{0}, size_ - 1}) {
      if (status.ok()) status = ReadElement(memory.c, index, stream, &element);
      keeps_nan = keeps_nan && std::isnan(static_cast<double>(element));
    }
  };
  status.Update(SwitchDtype<float, double, half, bfloat16>(dtype_, check));
  if (status.ok() && !keeps_nan) ReportRelu();
  relu_.store(status.ok() && keeps_nan ? Relu::kKeepsNan : Relu::kIsOfNoUse);
  return Status();  // the op has computed what it has to
}

}  // namespace pluggable::compute
