// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The part of cuDNN's graph API that convolutions need. It is declared here, so the build needs
// neither cuDNN's headers nor the library.

#ifndef PLUGGABLE_DRIVER_CUDA_CUDNN_H_
#define PLUGGABLE_DRIVER_CUDA_CUDNN_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/status.h"

#include "driver/cuda/api.h"

namespace pluggable::cuda::cudnn {

// The types of cudnn.h; enumerations are ints there, too.
using Code = int;
using Handle = struct HandleOfCudnn*;
using Description = void*;  // cudnnBackendDescriptor_t

inline constexpr Code kSuccess = 0;

// The kinds of descriptors.
enum Kind : int {
  kConvolution = 1,
  kEngine = 2,
  kEngineConfiguration = 3,
  kHeuristics = 4,
  kExecutionPlan = 5,
  kForward = 10,
  kBackwardFilter = 11,
  kBackwardData = 12,
  kOperationGraph = 15,
  kVariantPack = 16,
  kTensor = 17,
};

enum Attribute : int {
  kConvolutionType = 100,  // the type in which sums are computed
  kConvolutionMode = 101,
  kConvolutionDilations = 102,
  kConvolutionStrides = 103,
  kConvolutionPostPaddings = 104,
  kConvolutionPrePaddings = 105,
  kConvolutionSpatialDims = 106,
  kHeuristicsMode = 200,
  kHeuristicsGraph = 201,
  kHeuristicsResults = 202,
  kConfigurationEngine = 300,
  kPlanHandle = 400,
  kPlanConfiguration = 401,
  kPlanWorkspaceSize = 402,
  kForwardAlpha = 700,
  kForwardBeta = 701,
  kForwardConvolution = 702,
  kForwardW = 703,
  kForwardX = 704,
  kForwardY = 705,
  kBackwardDataAlpha = 706,
  kBackwardDataBeta = 707,
  kBackwardDataConvolution = 708,
  kBackwardDataW = 709,
  kBackwardDataDx = 710,
  kBackwardDataDy = 711,
  kBackwardFilterAlpha = 712,
  kBackwardFilterBeta = 713,
  kBackwardFilterConvolution = 714,
  kBackwardFilterDw = 715,
  kBackwardFilterX = 716,
  kBackwardFilterDy = 717,
  kGraphHandle = 800,
  kGraphOperations = 801,
  kGraphEngineCount = 802,
  kTensorAlignment = 900,
  kTensorType = 901,
  kTensorDimensions = 902,
  kTensorStrides = 903,
  kTensorId = 906,
  kPackIds = 1000,
  kPackPointers = 1001,
  kPackWorkspace = 1003,
  kEngineGraph = 1300,
  kEngineIndex = 1301,
  kEngineNumericalNotes = 1303,
};

// The types of attributes' values.
enum ValueType : int {
  kHandleValue = 0,
  kDataTypeValue = 1,
  kInt64Value = 3,
  kFloatValue = 4,
  kDoubleValue = 5,
  kPointerValue = 6,
  kConvolutionModeValue = 7,
  kHeuristicsModeValue = 8,
  kNumericalNoteValue = 11,
  kDescriptionValue = 15,
};

enum ElementType : int { kFloat = 0, kDouble = 1, kHalf = 2, kBfloat16 = 9 };

// Filters are not reversed, as in TensorFlow.
inline constexpr int kCrossCorrelation = 1;

enum HeuristicsMode : int { kFallback = 2, kModeA = 3 };

// Properties of an engine's arithmetic.
enum NumericalNote : int {
  kTensorCore = 0,
  kDownConvertInputs = 1,
  kReducedPrecisionReduction = 2,
  kFft = 3,
  kNondeterministic = 4,
  kWinograd = 5,
  kWinogradTile4x4 = 6,
  kWinogradTile6x6 = 7,
  kWinogradTile13x13 = 8,
  kStrictNan = 9,
};
// More than any release of cuDNN 9 defines.
inline constexpr int64_t kMaxNumericalNotes = 64;

// The size of a part of the scratch memory, so that the next part is aligned, too.
constexpr uint64_t BytesOfPart(uint64_t bytes) {
  constexpr uint64_t kPartAlignment = 256;
  return (bytes + kPartAlignment - 1) / kPartAlignment * kPartAlignment;
}

// cuDNN's functions. Those with "backend" in their name are the graph API.
struct Functions {
  void* library = nullptr;  // the library's handle, which is never closed
  Code (*BackendCreateDescriptor)(Kind kind, Description* description) = nullptr;
  Code (*BackendDestroyDescriptor)(Description description) = nullptr;
  Code (*BackendExecute)(Handle handle, Description plan, Description pack) = nullptr;
  Code (*BackendFinalize)(Description description) = nullptr;
  Code (*BackendGetAttribute)(Description description, Attribute attribute, ValueType type,
                              int64_t room, int64_t* count, void* values) = nullptr;
  Code (*BackendSetAttribute)(Description description, Attribute attribute, ValueType type,
                              int64_t count, const void* values) = nullptr;
  Code (*Create)(Handle* handle) = nullptr;
  size_t (*GetCudartVersion)() = nullptr;
  const char* (*GetErrorString)(Code code) = nullptr;
  size_t (*GetVersion)() = nullptr;
  Code (*SetStream)(Handle handle, StreamHandle stream) = nullptr;
};

// Opens the library on the first call. Null if there is no usable cuDNN 9.
const Functions* Find();

// OK, or "cudnnBackendFinalize failed: CUDNN_STATUS_BAD_PARAM" with the canonical code that fits
// best.
Status ToStatus(const Functions& cudnn, const char* function, Code code);

// Owns a descriptor of the graph API. Attributes are set one after the other; after the first that
// cuDNN rejects, the others are skipped, and Finalize returns the error.
class Described {
 public:
  Described(const Functions& cudnn, Kind kind);
  ~Described();
  Described(const Described&) = delete;
  Described& operator=(const Described&) = delete;

  template <typename T>
  void Set(Attribute attribute, ValueType type, const T* values, int64_t count) {
    if (!status_.ok()) return;
    const Code code = cudnn_.BackendSetAttribute(description_, attribute, type, count,
                                                 static_cast<const void*>(values));
    status_ = ToStatus(cudnn_, "cudnnBackendSetAttribute", code);
  }
  template <typename T>
  void Set(Attribute attribute, ValueType type, const T& value) {
    Set(attribute, type, &value, 1);
  }
  // `value` must be finalized. If that failed, this fails as well.
  void Set(Attribute attribute, const Described& value) {
    status_.Update(value.status_);
    Set(attribute, kDescriptionValue, value.description_);
  }
  // Afterwards, attributes can be read but not set.
  Status Finalize();

  // Reads up to `room` values. Returns the number of values that exist, or -1 if that fails.
  template <typename T>
  int64_t Get(Attribute attribute, ValueType type, T* values, int64_t room) const {
    int64_t count = 0;
    if (!status_.ok() || cudnn_.BackendGetAttribute(description_, attribute, type, room, &count,
                                                    static_cast<void*>(values)) != kSuccess) {
      return -1;
    }
    return count;
  }

  const Status& status() const { return status_; }
  Description get() const { return description_; }

 private:
  const Functions& cudnn_;
  Description description_ = nullptr;
  Status status_;
};

}  // namespace pluggable::cuda::cudnn

#endif  // PLUGGABLE_DRIVER_CUDA_CUDNN_H_
