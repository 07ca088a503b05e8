// What goes wrong in the fake libcuda.so.1 because a test wants it, and what the program under test
// does wrong.

#ifndef FAKE_CUDA_FAULTS_H_
#define FAKE_CUDA_FAULTS_H_

#include <mutex>
#include <unordered_set>

#include "results.h"

namespace fake_cuda {

struct Context;

// Where CUDA would be undefined: ends the process.
[[noreturn]] void Misuse(const char* function, const char* what);

// What a call comes to before it does anything: `failure` if it is to fail, or what all calls come
// to in a forked child, and after a kernel of the current context has failed.
Result Enter(const char* function, Result failure = kUnknown);
// Functions that neither a fork nor a kernel's failure makes fail.
Result EnterAlways(const char* function);

// A kernel that fails is on a stream before anybody knows. Until then calls succeed, and nothing is
// done of what they ask for. Other contexts go on.

// Whether this launch, in that context, is the one.
bool IsFailingLaunch(const Context* context);
// Whether what is put on the context's streams is done no more.
bool IsStuck(const Context* context);
// Waiting for what is stuck: makes the failure known. Else kSuccess.
Result Await(const Context* context);

// Handles of one kind that are in use.
class Handles {
 public:
  void Add(const void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    handles_.insert(handle);
  }
  void Check(const char* function, const void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (handles_.count(handle) == 0) Misuse(function, "a handle that is none, or is destroyed");
  }
  void Remove(const char* function, const void* handle) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (handles_.erase(handle) == 0) Misuse(function, "a handle that is none, or is destroyed");
  }

 private:
  std::mutex mutex_;
  std::unordered_set<const void*> handles_;
};

}  // namespace fake_cuda

#endif  // FAKE_CUDA_FAULTS_H_
