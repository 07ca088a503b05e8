// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The part of cuBLASLt, NVIDIA's library of matrix products, that library/compute/cuda uses. It is
// declared here, so NVIDIA's headers are not needed. The declarations are the same in the releases
// for CUDA 12 and 13.

#ifndef PLUGGABLE_DRIVER_CUDA_CUBLAS_H_
#define PLUGGABLE_DRIVER_CUDA_CUBLAS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "pluggable/status.h"

namespace pluggable::cuda {

// The types of cublasLt.h; enumerations are ints there, too.
using CublasResult = int;
using CublasHandle = struct HandleOfCublas*;
using CublasProduct = struct ProductOfCublas*;        // cublasLtMatmulDesc_t
using CublasLayout = struct LayoutOfCublas*;          // cublasLtMatrixLayout_t
using CublasPreference = struct PreferenceOfCublas*;  // cublasLtMatmulPreference_t

struct CublasAlgorithm {
  std::array<uint64_t, 8> data;
};

// A result of the heuristic's search for algorithms.
struct CublasChoice {
  CublasAlgorithm algorithm;
  size_t workspace;
  CublasResult result;
  float waves;
  std::array<int, 4> reserved;
};

inline constexpr CublasResult kCublasSuccess = 0;
inline constexpr CublasResult kCublasAllocFailed = 3;

// The values of enumerations: cudaDataType, cublasComputeType_t, cublasOperation_t...
inline constexpr int kCublasFloat = 0;
inline constexpr int kCublasDouble = 1;
inline constexpr int kCublasHalf = 2;
inline constexpr int kCublasBfloat16 = 14;
inline constexpr int kCublasComputeFloat = 68;
inline constexpr int kCublasComputeDouble = 70;
inline constexpr int kCublasComputeTf32 = 77;
inline constexpr int32_t kCublasTransposed = 1;
// ...attributes of layouts...
inline constexpr int kCublasBatchCount = 5;   // int32_t
inline constexpr int kCublasBatchOffset = 6;  // int64_t, in elements
// ...of products, whose first and second operand may be transposed...
inline constexpr int kCublasTransposeFirst = 3;   // int32_t
inline constexpr int kCublasTransposeSecond = 4;  // int32_t
inline constexpr int kCublasEpilogue = 7;         // uint32_t, a mask
inline constexpr int kCublasBias = 8;             // uint64_t, an address: a value for each row
// ...of what is done with a result before it is rounded...
inline constexpr uint32_t kCublasRelu = 2;
inline constexpr uint32_t kCublasAddBias = 4;
// ...and of preferences.
inline constexpr int kCublasMostWorkspace = 1;                // uint64_t, in bytes
inline constexpr int kCublasReductionSchemes = 3;             // uint32_t, a mask
inline constexpr int kCublasAlignmentOfFirst = 5;             // uint32_t, in bytes
inline constexpr int kCublasAlignmentOfSecond = 6;            // uint32_t
inline constexpr int kCublasAlignmentOfAddend = 7;            // uint32_t
inline constexpr int kCublasAlignmentOfResult = 8;            // uint32_t
inline constexpr uint32_t kCublasReductionInComputeType = 2;  // of those, in the workspace

struct Cublas {
  static constexpr char kName[] = "cuBLASLt";

  CublasResult (*Create)(CublasHandle* handle) = nullptr;
  size_t (*GetCudartVersion)() = nullptr;
  const char* (*GetStatusString)(CublasResult code) = nullptr;
  CublasResult (*Matmul)(CublasHandle handle, CublasProduct product, const void* alpha,
                         const void* first, CublasLayout first_layout, const void* second,
                         CublasLayout second_layout, const void* beta, const void* addend,
                         CublasLayout addend_layout, void* result, CublasLayout result_layout,
                         const CublasAlgorithm* algorithm, void* workspace, size_t workspace_bytes,
                         void* stream) = nullptr;
  CublasResult (*MatmulAlgoGetHeuristic)(CublasHandle handle, CublasProduct product,
                                         CublasLayout first, CublasLayout second,
                                         CublasLayout addend, CublasLayout result,
                                         CublasPreference preference, int wanted,
                                         CublasChoice* choices, int* found) = nullptr;
  CublasResult (*MatmulDescCreate)(CublasProduct* product, int compute_type,
                                   int scale_type) = nullptr;
  CublasResult (*MatmulDescDestroy)(CublasProduct product) = nullptr;
  CublasResult (*MatmulDescSetAttribute)(CublasProduct product, int attribute, const void* value,
                                         size_t size) = nullptr;
  CublasResult (*MatmulPreferenceCreate)(CublasPreference* preference) = nullptr;
  CublasResult (*MatmulPreferenceDestroy)(CublasPreference preference) = nullptr;
  CublasResult (*MatmulPreferenceSetAttribute)(CublasPreference preference, int attribute,
                                               const void* value, size_t size) = nullptr;
  CublasResult (*MatrixLayoutCreate)(CublasLayout* layout, int type, uint64_t rows,
                                     uint64_t columns, int64_t leading) = nullptr;
  CublasResult (*MatrixLayoutDestroy)(CublasLayout layout) = nullptr;
  CublasResult (*MatrixLayoutSetAttribute)(CublasLayout layout, int attribute, const void* value,
                                           size_t size) = nullptr;

  // Opens the library on the first call. Null if there is none that can be used.
  static const Cublas* Find();
  // The handle of a device, whose context must be current. Null if it cannot be created; later
  // calls try again if memory was short. Several threads may use it at once.
  CublasHandle HandleOf(int ordinal) const;
};

// OK, or "FUNCTION failed: " and cuBLASLt's name for the error.
Status ToStatus(const Cublas& cublas, const char* function, CublasResult code);

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_CUBLAS_H_
