// A libcublasLt.so.13 for tests on machines without a GPU: cuBLASLt as far as library/compute/cuda
// uses it, on the memory of the fake libcuda.so.1. The host computes, in double, when all is done
// that is ahead on the stream.
//
// What cuBLASLt refuses by its documentation fails: attributes that it does not have, or of another
// size; types that do not go together; matrices that do not fit each other, overlap, or are less
// aligned than the algorithm was chosen for; another algorithm than that of the descriptors; too
// little workspace; another context than the handle's. The process ends over handles that are
// none, or are destroyed. Products with a depth of 256 or more take a workspace, if they may, and
// leave garbage there.
//
// FAKE_CUBLAS_VERSION is the version of CUDA that the library is for, 13000 by default. With
// FAKE_CUBLAS_RELU=fmaxf its ReLU makes 0 of NaN, which the documentation would allow.

#include <array>
#include <cmath>
#include <cstring>
#include <mutex>

#include "gpu.h"

namespace fake_cuda {
namespace {

using CublasResult = int;

constexpr CublasResult kDone = 0;
constexpr CublasResult kNotReadyForUse = 1;
constexpr CublasResult kNoMemory = 3;
constexpr CublasResult kWrongValue = 7;
constexpr CublasResult kExecutionFailed = 13;
constexpr CublasResult kNotSupported = 15;

constexpr uint64_t kMagic = 0xC0B1A5;
constexpr uint64_t kDepthWithWorkspace = 256;
constexpr uint64_t kWorkspace = uint64_t{1} << 20;
constexpr uint64_t kAlignmentOfWorkspace = 256;
constexpr uint64_t kAlignmentOfBias = 16;

// Epilogues, which are a mask but for the first.
constexpr uint32_t kNoEpilogue = 1;
constexpr uint32_t kRelu = 2;
constexpr uint32_t kBias = 4;

struct Handle {
  void* context;
};

struct Layout {
  int type;
  uint64_t rows;
  uint64_t columns;
  int64_t leading;
  int32_t batches = 1;
  int64_t step = 0;

  // Elements from the first to the last.
  uint64_t Extent() const {
    return static_cast<uint64_t>(batches - 1) * static_cast<uint64_t>(step) +
           (columns - 1) * static_cast<uint64_t>(leading) + rows;
  }
};

struct Product {
  int compute;
  int scale;
  int32_t transpose_first = 0;
  int32_t transpose_second = 0;
  uint32_t epilogue = kNoEpilogue;
  const void* bias = nullptr;
};

struct Preference {
  uint64_t workspace = 0;
  uint32_t schemes = 7;
  std::array<uint32_t, 4> alignments = {256, 256, 256, 256};
};

// What of cublasLtMatmulAlgo_t this library uses.
struct Algorithm {
  uint64_t magic;
  uint64_t fingerprint;  // of the descriptors
  uint64_t workspace;
  std::array<uint32_t, 4> alignments;
  std::array<uint64_t, 3> unused;
};
static_assert(sizeof(Algorithm) == 64);

struct Choice {
  Algorithm algorithm;
  size_t workspace;
  CublasResult state;
  float waves;
  int reserved[4];
};

Handles& TheHandles() {
  static auto* const handles = new Handles;
  return *handles;
}

// A function that calls nothing of the driver's.
CublasResult EnterOnHost(const char* function) {
  return fake_cuda_enter_always(function) == kSuccess ? kDone : kNoMemory;
}

template <typename Object>
CublasResult Create(const char* function, Object** created, const Object& value) {
  const CublasResult entered = EnterOnHost(function);
  if (entered != kDone) return entered;
  *created = new Object(value);
  TheHandles().Add(*created);
  return kDone;
}

template <typename Object>
CublasResult Destroy(const char* function, Object* object) {
  TheHandles().Remove(function, object);
  delete object;
  return EnterOnHost(function);
}

template <typename Value>
CublasResult Set(const void* from, size_t size, Value* value) {
  if (from == nullptr || size != sizeof(Value)) return kWrongValue;
  std::memcpy(value, from, size);
  return kDone;
}

bool Find(int type, Stored* stored) {
  switch (type) {
    case 0:
      *stored = Stored::kFloat;
      return true;
    case 1:
      *stored = Stored::kDouble;
      return true;
    case 2:
      *stored = Stored::kHalf;
      return true;
    case 14:
      *stored = Stored::kBfloat16;
      return true;
    default:
      return false;
  }
}

// A product with its matrices: what is wrong with it, and the numbers of it.
struct Operation {
  const Product& product;
  const Layout& a;
  const Layout& b;
  const Layout& c;
  const Layout& d;

  uint64_t rows() const { return product.transpose_first != 0 ? a.columns : a.rows; }
  uint64_t depth() const { return product.transpose_first != 0 ? a.rows : a.columns; }
  uint64_t columns() const { return product.transpose_second != 0 ? b.rows : b.columns; }
  uint64_t depth_of_second() const { return product.transpose_second != 0 ? b.columns : b.rows; }

  CublasResult Check() const {
    for (const Layout* const layout : {&a, &b, &c, &d}) {
      if (layout->rows == 0 || layout->columns == 0 || layout->rows > INT32_MAX ||
          layout->columns > INT32_MAX || layout->leading < static_cast<int64_t>(layout->rows) ||
          layout->batches < 1 || layout->batches != d.batches || layout->step < 0) {
        return kWrongValue;
      }
      if (layout->type != d.type) return kNotSupported;
    }
    if (d.batches > 1 && d.step < d.leading * static_cast<int64_t>(d.columns)) return kWrongValue;
    if (product.epilogue != kNoEpilogue && (product.epilogue & ~(kRelu | kBias)) != 0) {
      return kNotSupported;
    }
    if ((product.epilogue & kBias) != 0 && product.bias == nullptr) return kWrongValue;
    if (rows() != d.rows || columns() != d.columns || depth() != depth_of_second() ||
        c.rows != d.rows || c.columns != d.columns || c.leading != d.leading) {
      return kWrongValue;
    }
    const bool is_double = d.type == 1 && product.compute == 70 && product.scale == 1;
    const bool is_float =
        product.scale == 0 &&
        (product.compute == 68 ? d.type != 1 : product.compute == 77 && d.type == 0);
    return is_double || is_float ? kDone : kNotSupported;
  }

  uint64_t Fingerprint() const {
    uint64_t hash = 17;
    const auto add = [&hash](auto value) { hash = hash * 1000003 + static_cast<uint64_t>(value); };
    for (const int value :
         {product.compute, product.scale, product.transpose_first, product.transpose_second}) {
      add(value);
    }
    add(product.epilogue);
    add(IsInPlace() ? 1 : 0);
    for (const Layout* const layout : {&a, &b, &c, &d}) {
      add(layout->type);
      add(layout->rows);
      add(layout->columns);
      add(layout->leading);
      add(layout->batches);
      add(layout->step);
    }
    return hash;
  }

  // The addend of a result in place has the same descriptor, and that of another one its own.
  bool IsInPlace() const { return &c == &d; }

  // Without the ten bits of mantissa less that TF32 has, if it is used.
  double Rounded(double value) const {
    if (product.compute != 77 || !std::isfinite(value)) return value;
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    return std::ldexp(std::rint(std::ldexp(mantissa, 11)), exponent - 11);
  }

  double Relu(double value) const {
    static const char* const how = std::getenv("FAKE_CUBLAS_RELU");
    if (std::isnan(value) && how != nullptr && std::strcmp(how, "fmaxf") == 0) return 0;
    return value < 0 ? 0 : value;
  }

  void Compute(double alpha, const Numbers& x, const Numbers& y, double beta, const Numbers& addend,
               const Numbers& bias, Numbers* result) const {
    const auto at = [](const Layout& layout, int32_t batch, uint64_t row, uint64_t column) {
      return static_cast<size_t>(batch) * static_cast<size_t>(layout.step) +
             column * static_cast<size_t>(layout.leading) + row;
    };
    for (int32_t batch = 0; batch < d.batches; ++batch) {
      for (uint64_t j = 0; j < d.columns; ++j) {
        for (uint64_t i = 0; i < d.rows; ++i) {
          double sum = 0;
          for (uint64_t k = 0; k < depth(); ++k) {
            const size_t first =
                product.transpose_first != 0 ? at(a, batch, k, i) : at(a, batch, i, k);
            const size_t second =
                product.transpose_second != 0 ? at(b, batch, j, k) : at(b, batch, k, j);
            sum += Rounded(x.Get(first)) * Rounded(y.Get(second));
          }
          const size_t place = at(d, batch, i, j);
          sum = alpha * sum + (beta == 0 ? 0 : beta * addend.Get(place));
          if ((product.epilogue & kBias) != 0) sum += bias.Get(i);
          result->Set(place, (product.epilogue & kRelu) != 0 ? Relu(sum) : sum);
        }
      }
    }
  }
};

bool IsAligned(const void* pointer, uint64_t alignment) {
  return reinterpret_cast<uintptr_t>(pointer) % alignment == 0;
}

double ScaleOf(const Product& product, const void* factor) {
  return product.scale == 1 ? *static_cast<const double*>(factor)
                            : static_cast<double>(*static_cast<const float*>(factor));
}

}  // namespace
}  // namespace fake_cuda

using namespace fake_cuda;

#pragma GCC visibility push(default)
extern "C" {

size_t cublasLtGetCudartVersion() {
  const char* const chosen = std::getenv("FAKE_CUBLAS_VERSION");
  return chosen == nullptr ? 13000 : static_cast<size_t>(std::atoi(chosen));
}

const char* cublasLtGetStatusString(CublasResult code) {
  static constexpr const char* kTexts[] = {"success", "failure"};
  return kTexts[code == kDone ? 0 : 1];
}

CublasResult cublasLtCreate(Handle** handle) {
  void* const context = CurrentContext();
  if (fake_cuda_enter("cublasLtCreate") != kSuccess || context == nullptr) return kNotReadyForUse;
  *handle = new Handle{context};
  TheHandles().Add(*handle);
  return kDone;
}

CublasResult cublasLtMatrixLayoutCreate(Layout** layout, int type, uint64_t rows, uint64_t columns,
                                        int64_t leading) {
  return Create("cublasLtMatrixLayoutCreate", layout, Layout{type, rows, columns, leading});
}

CublasResult cublasLtMatrixLayoutDestroy(Layout* layout) {
  return Destroy("cublasLtMatrixLayoutDestroy", layout);
}

CublasResult cublasLtMatrixLayoutSetAttribute(Layout* layout, int attribute, const void* from,
                                              size_t size) {
  TheHandles().Check("cublasLtMatrixLayoutSetAttribute", layout);
  if (EnterOnHost("cublasLtMatrixLayoutSetAttribute") != kDone) return kWrongValue;
  switch (attribute) {
    case 5:
      return Set(from, size, &layout->batches);
    case 6:
      return Set(from, size, &layout->step);
    default:
      return kWrongValue;
  }
}

CublasResult cublasLtMatmulDescCreate(Product** product, int compute, int scale) {
  return Create("cublasLtMatmulDescCreate", product, Product{compute, scale});
}

CublasResult cublasLtMatmulDescDestroy(Product* product) {
  return Destroy("cublasLtMatmulDescDestroy", product);
}

CublasResult cublasLtMatmulDescSetAttribute(Product* product, int attribute, const void* from,
                                            size_t size) {
  TheHandles().Check("cublasLtMatmulDescSetAttribute", product);
  if (EnterOnHost("cublasLtMatmulDescSetAttribute") != kDone) return kWrongValue;
  switch (attribute) {
    case 3:
      return Set(from, size, &product->transpose_first);
    case 4:
      return Set(from, size, &product->transpose_second);
    case 7:
      return Set(from, size, &product->epilogue);
    case 8:
      return Set(from, size, &product->bias);
    default:
      return kWrongValue;
  }
}

CublasResult cublasLtMatmulPreferenceCreate(Preference** preference) {
  return Create("cublasLtMatmulPreferenceCreate", preference, Preference{});
}

CublasResult cublasLtMatmulPreferenceDestroy(Preference* preference) {
  return Destroy("cublasLtMatmulPreferenceDestroy", preference);
}

CublasResult cublasLtMatmulPreferenceSetAttribute(Preference* preference, int attribute,
                                                  const void* from, size_t size) {
  TheHandles().Check("cublasLtMatmulPreferenceSetAttribute", preference);
  if (EnterOnHost("cublasLtMatmulPreferenceSetAttribute") != kDone) return kWrongValue;
  switch (attribute) {
    case 1:
      return Set(from, size, &preference->workspace);
    case 3:
      return Set(from, size, &preference->schemes);
    case 5:
    case 6:
    case 7:
    case 8:
      return Set(from, size, &preference->alignments[static_cast<size_t>(attribute - 5)]);
    default:
      return kWrongValue;
  }
}

// The first choice is one that the device does not support, as the library may return it.
CublasResult cublasLtMatmulAlgoGetHeuristic(Handle* handle, Product* product, Layout* a, Layout* b,
                                            Layout* c, Layout* d, Preference* preference,
                                            int wanted, Choice* choices, int* found) {
  constexpr char kName[] = "cublasLtMatmulAlgoGetHeuristic";
  for (const void* const each :
       {static_cast<const void*>(handle), static_cast<const void*>(product),
        static_cast<const void*>(a), static_cast<const void*>(b), static_cast<const void*>(c),
        static_cast<const void*>(d), static_cast<const void*>(preference)}) {
    TheHandles().Check(kName, each);
  }
  *found = 0;
  if (fake_cuda_enter(kName) != kSuccess) return kNotSupported;
  if (wanted < 1 || CurrentContext() != handle->context) return kWrongValue;
  const Operation operation{*product, *a, *b, *c, *d};
  const CublasResult checked = operation.Check();
  if (checked != kDone) return checked;
  // Sums in the type of half would be less exact, and those in place in any order.
  if ((preference->schemes & ~2U) != 0) Misuse(kName, "reductions that are not deterministic");
  Stored stored{};
  if (!Find(d->type, &stored)) return kNotSupported;
  for (const uint32_t alignment : preference->alignments) {
    if (alignment < SizeOf(stored) || (alignment & (alignment - 1)) != 0) return kNotSupported;
  }
  const bool takes_workspace =
      operation.depth() >= kDepthWithWorkspace && preference->workspace >= kWorkspace;
  for (int i = 0; i < wanted && i < 2; ++i) {
    Choice& choice = choices[i];
    choice = {};
    choice.state = i == 0 && wanted > 1 ? kNotSupported : kDone;
    choice.workspace = takes_workspace ? kWorkspace : 0;
    choice.waves = 1;
    if (choice.state != kDone) continue;
    choice.algorithm = {
        kMagic, operation.Fingerprint(), choice.workspace, preference->alignments, {}};
  }
  *found = wanted > 1 ? 2 : 1;
  return kDone;
}

CublasResult cublasLtMatmul(Handle* handle, Product* product, const void* alpha, const void* a,
                            Layout* a_layout, const void* b, Layout* b_layout, const void* beta,
                            const void* c, Layout* c_layout, void* d, Layout* d_layout,
                            const Algorithm* algorithm, void* workspace, size_t workspace_bytes,
                            void* stream) {
  constexpr char kName[] = "cublasLtMatmul";
  for (const void* const each :
       {static_cast<const void*>(handle), static_cast<const void*>(product),
        static_cast<const void*>(a_layout), static_cast<const void*>(b_layout),
        static_cast<const void*>(c_layout), static_cast<const void*>(d_layout)}) {
    TheHandles().Check(kName, each);
  }
  if (fake_cuda_enter(kName) != kSuccess) return kExecutionFailed;
  if (CurrentContext() != handle->context) return kWrongValue;
  const Operation operation{*product, *a_layout, *b_layout, *c_layout, *d_layout};
  const CublasResult checked = operation.Check();
  if (checked != kDone) return checked;
  if (algorithm->magic != kMagic || algorithm->fingerprint != operation.Fingerprint() ||
      algorithm->workspace > workspace_bytes || (workspace_bytes != 0 && workspace == nullptr) ||
      !IsAligned(workspace, kAlignmentOfWorkspace) || a == nullptr || b == nullptr ||
      d == nullptr || (c == d) != operation.IsInPlace() || c == nullptr ||
      !IsAligned(a, algorithm->alignments[0]) || !IsAligned(b, algorithm->alignments[1]) ||
      !IsAligned(c, algorithm->alignments[2]) || !IsAligned(d, algorithm->alignments[3])) {
    return kWrongValue;
  }
  Stored stored{};
  if (!Find(d_layout->type, &stored)) return kNotSupported;
  Numbers x(stored, a_layout->Extent());
  Numbers y(stored, b_layout->Extent());
  Numbers addend(stored, c_layout->Extent());
  Numbers result(stored, d_layout->Extent());
  if (!x.Read(a, stream) || !y.Read(b, stream) || !result.Read(d, stream) ||
      !addend.Read(c, stream)) {
    return kExecutionFailed;
  }
  const bool has_bias = (product->epilogue & kBias) != 0;
  if (has_bias && !IsAligned(product->bias, kAlignmentOfBias))
    Misuse(kName, "a bias at an odd address");
  Numbers bias(stored, has_bias ? d_layout->rows : 0);
  if (has_bias && !bias.Read(product->bias, stream)) return kExecutionFailed;
  if (algorithm->workspace != 0 && !Scribble(workspace, algorithm->workspace, stream)) {
    return kExecutionFailed;
  }
  operation.Compute(ScaleOf(*product, alpha), x, y, ScaleOf(*product, beta), addend, bias, &result);
  return result.Write(d, stream) ? kDone : kExecutionFailed;
}

}  // extern "C"
#pragma GCC visibility pop
