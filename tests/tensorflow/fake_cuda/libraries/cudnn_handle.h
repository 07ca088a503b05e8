// What the parts of the fake libcudnn.so.9 share: codes, types of data, and handles.

#ifndef FAKE_CUDA_LIBRARIES_CUDNN_HANDLE_H_
#define FAKE_CUDA_LIBRARIES_CUDNN_HANDLE_H_

#include <atomic>

#include "gpu.h"

namespace fake_cuda {

using Code = int;

constexpr Code kDone = 0;
constexpr Code kHasNoContext = 1001;
constexpr Code kBadParameter = 2000;
constexpr Code kMisaligned = 2003;
constexpr Code kNotFinalized = 2004;
constexpr Code kNotSupported = 3000;
constexpr Code kInternal = 4000;
constexpr Code kNoHostMemory = 4003;
constexpr Code kExecutionFailed = 5000;

constexpr int kTypeFloat = 0;
constexpr int kTypeDouble = 1;
constexpr int kTypeHalf = 2;
constexpr int kTypeBfloat16 = 9;

inline bool Find(int type, Stored* stored) {
  switch (type) {
    case kTypeFloat:
      *stored = Stored::kFloat;
      return true;
    case kTypeDouble:
      *stored = Stored::kDouble;
      return true;
    case kTypeHalf:
      *stored = Stored::kHalf;
      return true;
    case kTypeBfloat16:
      *stored = Stored::kBfloat16;
      return true;
    default:
      return false;
  }
}

struct Handle {
  void* context;
  void* stream = nullptr;
  std::atomic<bool> is_in_use{false};
};

// The use of a handle by a function.
class Use {
 public:
  Use(const char* function, Handle* handle) : handle_(handle) {
    if (handle_ != nullptr && handle_->is_in_use.exchange(true)) {
      Misuse(function, "a handle that another thread uses");
    }
  }
  ~Use() {
    if (handle_ != nullptr) handle_->is_in_use = false;
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  Handle* const handle_;
};

// Handles and descriptions.
inline Handles& TheHandles() {
  static auto* const handles = new Handles;
  return *handles;
}

}  // namespace fake_cuda

#endif  // FAKE_CUDA_LIBRARIES_CUDNN_HANDLE_H_
