// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/cublas.h"

#include <map>
#include <mutex>
#include <string>

#include "driver/cuda/vendor_library.h"
#include "driver/dynamic_functions.h"
#include "runtime/log.h"

namespace pluggable::cuda {

namespace {

const VendorLibrary& TheCublas() {
  static const auto* const library = new VendorLibrary{
      Cublas::kName,
      {"libcublasLt.so.13", "libcublasLt.so.12"},
      {"nvidia/cu13/lib", "nvidia/cublas/lib"},
  };
  return *library;
}

void FindAll(DynamicFunctions& functions, Cublas* cublas) {
  functions.Find("cublasLtCreate", &cublas->Create);
  functions.Find("cublasLtGetCudartVersion", &cublas->GetCudartVersion);
  functions.Find("cublasLtGetStatusString", &cublas->GetStatusString);
  functions.Find("cublasLtMatmul", &cublas->Matmul);
  functions.Find("cublasLtMatmulAlgoGetHeuristic", &cublas->MatmulAlgoGetHeuristic);
  functions.Find("cublasLtMatmulDescCreate", &cublas->MatmulDescCreate);
  functions.Find("cublasLtMatmulDescDestroy", &cublas->MatmulDescDestroy);
  functions.Find("cublasLtMatmulDescSetAttribute", &cublas->MatmulDescSetAttribute);
  functions.Find("cublasLtMatmulPreferenceCreate", &cublas->MatmulPreferenceCreate);
  functions.Find("cublasLtMatmulPreferenceDestroy", &cublas->MatmulPreferenceDestroy);
  functions.Find("cublasLtMatmulPreferenceSetAttribute", &cublas->MatmulPreferenceSetAttribute);
  functions.Find("cublasLtMatrixLayoutCreate", &cublas->MatrixLayoutCreate);
  functions.Find("cublasLtMatrixLayoutDestroy", &cublas->MatrixLayoutDestroy);
  functions.Find("cublasLtMatrixLayoutSetAttribute", &cublas->MatrixLayoutSetAttribute);
}

// Null if there is none.
const Cublas* Open() {
  auto* const cublas = new Cublas;
  void* const handle = OpenVendorLibrary(TheCublas(), [cublas](void* opened) -> std::string {
    DynamicFunctions functions(opened);
    FindAll(functions, cublas);
    if (functions.missing() != nullptr) return std::string("it has no ") + functions.missing();
    return RefusalToCuda(cublas->GetCudartVersion());
  });
  if (handle != nullptr) return cublas;
  delete cublas;
  return nullptr;
}

}  // namespace

// Never closed: TensorFlow's threads may use it until the process ends.
const Cublas* Cublas::Find() {
  static const Cublas* const cublas = Open();
  return cublas;
}

CublasHandle Cublas::HandleOf(int ordinal) const {
  struct Created {
    CublasHandle handle = nullptr;
    CublasResult result = kCublasAllocFailed;
  };
  static std::mutex mutex;
  static auto* const handles = new std::map<int, Created>;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [found, is_new] = handles->try_emplace(ordinal);
  Created& created = found->second;
  if (created.result != kCublasAllocFailed) return created.handle;
  created.result = Create(&created.handle);
  if (created.result == kCublasSuccess) return created.handle;
  created.handle = nullptr;
  if (is_new) {
    runtime::Log(kName, " cannot be used on device ", ordinal,
                 ", so the plugin's own kernels compute in its place: ",
                 ToStatus(*this, "cublasLtCreate", created.result).message());
  }
  return nullptr;
}

Status ToStatus(const Cublas& cublas, const char* function, CublasResult code) {
  if (code == kCublasSuccess) return Status();
  const char* const text = cublas.GetStatusString(code);
  const char* const shown = text == nullptr ? "unknown error" : text;
  if (code == kCublasAllocFailed) return errors::ResourceExhausted(function, " failed: ", shown);
  return errors::Internal(function, " failed: ", shown);
}

}  // namespace pluggable::cuda
