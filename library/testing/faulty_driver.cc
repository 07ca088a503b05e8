// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The driver with faults. src/driver is compiled again with its namespace renamed to real_driver.
// Every function here calls that one, unless it was told to fail or to be slow. The conformance
// suite controls it, which is a part of plugingen.

#include <chrono>
#include <cstring>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include "driver/driver.h"
#include "testing/faulty_driver.h"

namespace pluggable::real_driver {

struct Queue;
struct Event;
enum class EventState { kPending, kComplete, kFailed };

int DeviceCount();
Status OpenDevice(int ordinal);
void CloseDevice(int ordinal);
DeviceProperties Properties(int ordinal);
void* Allocate(int ordinal, uint64_t size);
void Free(int ordinal, void* memory);
void* AllocateHost(int ordinal, uint64_t size);
void FreeHost(int ordinal, void* memory);
void* AllocateUnified(int ordinal, uint64_t size);
void FreeUnified(int ordinal, void* memory);
bool MemoryUsage(int ordinal, int64_t* free, int64_t* total);
int DeviceOf(const void* pointer);
void* DevicePointer(const void* pointer);
Status CreateQueue(int ordinal, int priority, Queue** queue);
void DestroyQueue(Queue* queue);
Status Synchronize(Queue* queue);
bool Idle(Queue* queue);
Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size);
Status TakeCopyError(Queue* queue);
Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size);
Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size);
Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size);
Status Run(Queue* queue, Work&& work, int64_t cost);
Status Launch(Queue* queue, const void* function, Dim3 grid, Dim3 block, void** args,
              size_t shared_bytes);
Status HostCall(Queue* queue, void (*function)(void*), void* arg);
Status CreateEvent(int ordinal, Event** event);
void DestroyEvent(Event* event);
Status RecordEvent(Queue* queue, Event* event);
Status WaitEvent(Queue* queue, Event* event);
EventState QueryEvent(Event* event);
Status SynchronizeEvent(Event* event);
Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds);

}  // namespace pluggable::real_driver

namespace pluggable::driver {

namespace {

real_driver::Queue* Real(Queue* queue) { return reinterpret_cast<real_driver::Queue*>(queue); }
real_driver::Event* Real(Event* event) { return reinterpret_cast<real_driver::Event*>(event); }

constexpr std::chrono::milliseconds kSlow{3};

// The faults to inject.
class Faults {
 public:
  static Faults& Get() {
    static auto* const faults = new Faults;
    return *faults;
  }

  // `function` "*" means all functions. One call in `one_in` fails, drawn by the seed, and at most
  // `most` calls; with `slow`, these calls are slow instead.
  void Set(const char* function, int one_in, int most, bool slow, uint64_t seed) {
    std::lock_guard<std::mutex> lock(mutex_);
    function_ = function;
    one_in_ = one_in;
    left_ = most;
    slow_ = slow;
    count_ = 0;
    random_.seed(seed);
  }
  int count() {
    std::lock_guard<std::mutex> lock(mutex_);
    return count_;
  }

  // Whether the current call must fail.
  bool Strikes(const char* function) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (left_ == 0 || (function_ != "*" && function_ != function)) return false;
    if (one_in_ > 1 && random_() % static_cast<unsigned>(one_in_) != 0) return false;
    --left_;
    ++count_;
    if (!slow_) return true;
    lock.unlock();
    std::this_thread::sleep_for(kSlow);
    return false;
  }

 private:
  std::mutex mutex_;
  std::string function_;
  int one_in_ = 1;
  int left_ = 0;
  bool slow_ = false;
  int count_ = 0;
  std::mt19937 random_;
};

// Makes the call, or returns the fault.
template <typename Call>
Status Try(const char* function, Call call) {
  if (Faults::Get().Strikes(function)) {
    return errors::Internal("injected fault in ", function);
  }
  return call();
}

}  // namespace

bool FaultStrikes(const char* function) { return Faults::Get().Strikes(function); }

int DeviceCount() { return real_driver::DeviceCount(); }
Status OpenDevice(int ordinal) {
  return Try("OpenDevice", [=] { return real_driver::OpenDevice(ordinal); });
}
void CloseDevice(int ordinal) { real_driver::CloseDevice(ordinal); }
// The fault is a device that fails late.
DeviceProperties Properties(int ordinal) {
  DeviceProperties properties = real_driver::Properties(ordinal);
  if (Faults::Get().Strikes("Properties")) properties.fails_late = true;
  return properties;
}

void* Allocate(int ordinal, uint64_t size) {
  if (Faults::Get().Strikes("Allocate")) return nullptr;
  return real_driver::Allocate(ordinal, size);
}
void Free(int ordinal, void* memory) { real_driver::Free(ordinal, memory); }
void* AllocateHost(int ordinal, uint64_t size) {
  if (Faults::Get().Strikes("AllocateHost")) return nullptr;
  return real_driver::AllocateHost(ordinal, size);
}
void FreeHost(int ordinal, void* memory) { real_driver::FreeHost(ordinal, memory); }
void* AllocateUnified(int ordinal, uint64_t size) {
  return real_driver::AllocateUnified(ordinal, size);
}
void FreeUnified(int ordinal, void* memory) { real_driver::FreeUnified(ordinal, memory); }
bool MemoryUsage(int ordinal, int64_t* free, int64_t* total) {
  return !Faults::Get().Strikes("MemoryUsage") && real_driver::MemoryUsage(ordinal, free, total);
}
int DeviceOf(const void* pointer) { return real_driver::DeviceOf(pointer); }
void* DevicePointer(const void* pointer) { return real_driver::DevicePointer(pointer); }

Status CreateQueue(int ordinal, int priority, Queue** queue) {
  return Try("CreateQueue", [=] {
    real_driver::Queue* real = nullptr;
    Status status = real_driver::CreateQueue(ordinal, priority, &real);
    *queue = reinterpret_cast<Queue*>(real);
    return status;
  });
}
void DestroyQueue(Queue* queue) { real_driver::DestroyQueue(Real(queue)); }
Status Synchronize(Queue* queue) {
  return Try("Synchronize", [=] { return real_driver::Synchronize(Real(queue)); });
}
// It may always return false.
bool Idle(Queue* queue) { return !Faults::Get().Strikes("Idle") && real_driver::Idle(Real(queue)); }
Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size) {
  return Try("CopyToDevice",
             [=] { return real_driver::CopyToDevice(Real(queue), device_dst, host_src, size); });
}
Status TakeCopyError(Queue* queue) {
  return Try("TakeCopyError", [=] { return real_driver::TakeCopyError(Real(queue)); });
}
Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size) {
  return Try("CopyToHost",
             [=] { return real_driver::CopyToHost(Real(queue), host_dst, device_src, size); });
}
Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size) {
  return Try("CopyOnDevice",
             [=] { return real_driver::CopyOnDevice(Real(queue), device_dst, device_src, size); });
}
Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size) {
  return Try("Fill", [=] {
    return real_driver::Fill(Real(queue), device_dst, pattern, pattern_bytes, size);
  });
}
Status Run(Queue* queue, Work&& work, int64_t cost) {
  return Try("Run", [&] { return real_driver::Run(Real(queue), std::move(work), cost); });
}
Status Launch(Queue* queue, const void* function, Dim3 grid, Dim3 block, void** args,
              size_t shared_bytes) {
  return Try("Launch", [=] {
    return real_driver::Launch(Real(queue), function, grid, block, args, shared_bytes);
  });
}
Status HostCall(Queue* queue, void (*function)(void*), void* arg) {
  return Try("HostCall", [=] { return real_driver::HostCall(Real(queue), function, arg); });
}

Status CreateEvent(int ordinal, Event** event) {
  return Try("CreateEvent", [=] {
    real_driver::Event* real = nullptr;
    Status status = real_driver::CreateEvent(ordinal, &real);
    *event = reinterpret_cast<Event*>(real);
    return status;
  });
}
void DestroyEvent(Event* event) { real_driver::DestroyEvent(Real(event)); }
Status RecordEvent(Queue* queue, Event* event) {
  return Try("RecordEvent", [=] { return real_driver::RecordEvent(Real(queue), Real(event)); });
}
Status WaitEvent(Queue* queue, Event* event) {
  return Try("WaitEvent", [=] { return real_driver::WaitEvent(Real(queue), Real(event)); });
}
EventState QueryEvent(Event* event) {
  if (Faults::Get().Strikes("QueryEvent")) return EventState::kFailed;
  switch (real_driver::QueryEvent(Real(event))) {
    case real_driver::EventState::kPending:
      return EventState::kPending;
    case real_driver::EventState::kComplete:
      return EventState::kComplete;
    case real_driver::EventState::kFailed:
      break;
  }
  return EventState::kFailed;
}
Status SynchronizeEvent(Event* event) {
  return Try("SynchronizeEvent", [=] { return real_driver::SynchronizeEvent(Real(event)); });
}
Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds) {
  return Try("ElapsedNanoseconds",
             [=] { return real_driver::ElapsedNanoseconds(Real(start), Real(stop), nanoseconds); });
}

}  // namespace pluggable::driver

// The suite looks these two up by name.
#pragma GCC visibility push(default)
extern "C" {
void conformance_set_fault(const char* function, int one_in, int most, int slow, uint64_t seed) {
  pluggable::driver::Faults::Get().Set(function, one_in, most, slow != 0, seed);
}
int conformance_fault_count() { return pluggable::driver::Faults::Get().count(); }
}
#pragma GCC visibility pop
