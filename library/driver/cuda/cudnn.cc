// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/cudnn.h"

#include <string>

#include "driver/cuda/vendor_library.h"
#include "driver/dynamic_functions.h"

namespace pluggable::cuda::cudnn {

namespace {

constexpr size_t kMajorVersion = 9;
constexpr size_t kVersionsOfMajor = 10000;
// libcudnn.so.9 forwards calls to this library, and aborts the process if it is missing.
constexpr char kGraphLibrary[] = "libcudnn_graph.so.9";
// CUDNN_STATUS_NOT_SUPPORTED and those that say more have codes of this thousand.
constexpr Code kNotSupported = 3;
constexpr Code kThousand = 1000;
constexpr Code kAllocationFailedOnHost = 4003;
constexpr Code kAllocationFailedOnDevice = 4004;

std::string FindAll(void* library, Functions* functions) {
  DynamicFunctions found(library);
  found.Find("cudnnBackendCreateDescriptor", &functions->BackendCreateDescriptor);
  found.Find("cudnnBackendDestroyDescriptor", &functions->BackendDestroyDescriptor);
  found.Find("cudnnBackendExecute", &functions->BackendExecute);
  found.Find("cudnnBackendFinalize", &functions->BackendFinalize);
  found.Find("cudnnBackendGetAttribute", &functions->BackendGetAttribute);
  found.Find("cudnnBackendSetAttribute", &functions->BackendSetAttribute);
  found.Find("cudnnCreate", &functions->Create);
  found.Find("cudnnGetCudartVersion", &functions->GetCudartVersion);
  found.Find("cudnnGetErrorString", &functions->GetErrorString);
  found.Find("cudnnGetVersion", &functions->GetVersion);
  found.Find("cudnnSetStream", &functions->SetStream);
  if (found.missing() != nullptr) return std::string("it has no ") + found.missing();
  if (!OpenCompanion(reinterpret_cast<const void*>(functions->GetVersion), kGraphLibrary)) {
    return std::string("its ") + kGraphLibrary + " cannot be opened";
  }
  const size_t version = functions->GetVersion();
  if (version / kVersionsOfMajor != kMajorVersion) {
    return "its version is " + std::to_string(version) + ", not that of cuDNN 9";
  }
  return RefusalToCuda(functions->GetCudartVersion());
}

}  // namespace

const Functions* Find() {
  // Never destroyed: TensorFlow's threads may use it until the process ends.
  static const Functions* const functions = []() -> const Functions* {
    auto* const found = new Functions;
    const VendorLibrary library{"cuDNN", {"libcudnn.so.9"}, {"nvidia/cudnn/lib"}};
    found->library =
        OpenVendorLibrary(library, [found](void* handle) { return FindAll(handle, found); });
    return found->library == nullptr ? nullptr : found;
  }();
  return functions;
}

Status ToStatus(const Functions& cudnn, const char* function, Code code) {
  if (code == kSuccess) return Status();
  const char* const text = cudnn.GetErrorString(code);
  if (code == kAllocationFailedOnHost || code == kAllocationFailedOnDevice) {
    return errors::ResourceExhausted(function, " failed: ", text);
  }
  if (code / kThousand == kNotSupported) {
    return errors::Unimplemented(function, " failed: ", text);
  }
  return errors::Internal(function, " failed: ", text);
}

Described::Described(const Functions& cudnn, Kind kind) : cudnn_(cudnn) {
  const Code code = cudnn.BackendCreateDescriptor(kind, &description_);
  if (code != kSuccess) description_ = nullptr;
  status_ = ToStatus(cudnn, "cudnnBackendCreateDescriptor", code);
}

Described::~Described() {
  if (description_ != nullptr) cudnn_.BackendDestroyDescriptor(description_);
}

Status Described::Finalize() {
  if (status_.ok()) {
    status_ = ToStatus(cudnn_, "cudnnBackendFinalize", cudnn_.BackendFinalize(description_));
  }
  return status_;
}

}  // namespace pluggable::cuda::cudnn
