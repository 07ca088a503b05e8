#include "faults.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "context.h"

namespace fake_cuda {

namespace {

enum class Health { kSound, kStuck, kKnown };

struct State {
  Health health = Health::kSound;
  int calls_before_known = 0;
};

struct Faults {
  std::mutex mutex;
  std::string failing;
  int after = 0;
  int count = 0;
  std::map<std::string, int> calls;

  int launches_before_failure = -1;  // -1: no launch fails
  int calls_before_known = 0;
  std::map<const Context*, State> states;

  const pid_t process = getpid();
};

Faults& TheFaults() {
  static auto* const faults = [] {
    auto* const created = new Faults;
    if (const char* const name = std::getenv("FAKE_CUDA_FAIL"); name != nullptr) {
      created->failing = name;
      created->count = 1 << 30;
    }
    return created;
  }();
  return *faults;
}

// With the lock held.
bool IsToFail(Faults& faults, const char* function) {
  ++faults.calls[function];
  if (faults.failing != function || faults.count == 0) return false;
  if (faults.after > 0) {
    --faults.after;
    return false;
  }
  --faults.count;
  return true;
}

}  // namespace

void Misuse(const char* function, const char* what) {
  std::fprintf(stderr, "fake libcuda.so.1: %s got %s\n", function, what);
  std::abort();
}

Result Enter(const char* function, Result failure) {
  Faults& faults = TheFaults();
  if (faults.process != getpid()) return kNotInitialized;
  const std::lock_guard<std::mutex> lock(faults.mutex);
  if (IsToFail(faults, function)) return failure;
  State& state = faults.states[g_current];
  if (state.health == Health::kStuck && state.calls_before_known-- == 0) {
    state.health = Health::kKnown;
  }
  return state.health == Health::kKnown ? kIllegalAddress : kSuccess;
}

Result EnterAlways(const char* function) {
  Faults& faults = TheFaults();
  if (faults.process != getpid()) return kNotInitialized;
  const std::lock_guard<std::mutex> lock(faults.mutex);
  return IsToFail(faults, function) ? kUnknown : kSuccess;
}

bool IsFailingLaunch(const Context* context) {
  Faults& faults = TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  if (faults.launches_before_failure < 0 || faults.launches_before_failure-- > 0) return false;
  faults.states[context] = {Health::kStuck, faults.calls_before_known};
  return true;
}

bool IsStuck(const Context* context) {
  Faults& faults = TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  return faults.states[context].health != Health::kSound;
}

Result Await(const Context* context) {
  Faults& faults = TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  State& state = faults.states[context];
  if (state.health == Health::kSound) return kSuccess;
  state.health = Health::kKnown;
  return kIllegalAddress;
}

}  // namespace fake_cuda

#pragma GCC visibility push(default)
extern "C" {

void fake_cuda_fail(const char* name, int after, int count) {
  fake_cuda::Faults& faults = fake_cuda::TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  faults.failing = name;
  faults.after = after;
  faults.count = count;
}

int fake_cuda_calls(const char* name) {
  fake_cuda::Faults& faults = fake_cuda::TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  return faults.calls[name];
}

int fake_cuda_enter(const char* name) { return fake_cuda::Enter(name); }

int fake_cuda_enter_always(const char* name) { return fake_cuda::EnterAlways(name); }

void fake_cuda_fail_kernel(int launches, int calls) {
  fake_cuda::Faults& faults = fake_cuda::TheFaults();
  const std::lock_guard<std::mutex> lock(faults.mutex);
  faults.launches_before_failure = launches;
  faults.calls_before_known = calls;
}

}  // extern "C"
#pragma GCC visibility pop
