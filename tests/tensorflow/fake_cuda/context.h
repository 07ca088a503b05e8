// What the functions of the fake libcuda.so.1 share: contexts, streams, and what each call begins
// with.

#ifndef FAKE_CUDA_CONTEXT_H_
#define FAKE_CUDA_CONTEXT_H_

#include <cstdint>

#include "driver/driver.h"
#include "faults.h"
#include "results.h"

namespace fake_cuda {

namespace driver = pluggable::driver;

using Address = uint64_t;

struct Context {
  int ordinal;
};

struct Stream {
  Context* context;
  driver::Queue* queue;
};

// Of this thread; null if there is none.
extern thread_local Context* g_current;
// Whether that is because a test made it fail to set one.
extern thread_local bool g_is_refused;

Handles& Streams();

// Functions of a stream work in its context.
Result CheckStream(const char* function, const Stream* stream);

inline Result CodeOf(const pluggable::Status& status) { return status.ok() ? kSuccess : kUnknown; }

}  // namespace fake_cuda

#define FAKE_CUDA_RETURN(result)                                              \
  if (const fake_cuda::Result code = (result); code != fake_cuda::kSuccess) { \
    return code;                                                              \
  }
// Of functions that work in the current context.
#define FAKE_CUDA_CALL(...)             \
  FAKE_CUDA_RETURN(Enter(__VA_ARGS__)); \
  if (g_current == nullptr) return kInvalidContext
// Of functions that destroy or free: without a context they do nothing, and nobody looks.
#define FAKE_CUDA_DESTROY(name)                                     \
  FAKE_CUDA_RETURN(Enter(name));                                    \
  if (g_current == nullptr && g_is_refused) return kInvalidContext; \
  if (g_current == nullptr) Misuse(name, "no context")
// Of those that put something on a stream.
#define FAKE_CUDA_PUT(name, stream) \
  FAKE_CUDA_CALL(name);             \
  FAKE_CUDA_RETURN(CheckStream(name, stream))

#endif  // FAKE_CUDA_CONTEXT_H_
