#include "run.h"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

#include "progress.h"
#include "time_limit.h"

namespace conformance {
namespace {

constexpr size_t kMaxFailures = 10;
constexpr std::chrono::milliseconds kInlineAfter{100};
constexpr std::chrono::milliseconds kTick{25};
constexpr std::chrono::seconds kLongestGate{20};

}  // namespace

Run::~Run() = default;

Plugin& Run::plugin() {
  if (plugin_ != nullptr) return *plugin_;
  Plugin& plugin = Load(*settings_.release);
  if (plugin.stage() == Plugin::Stage::kMissingSymbol) {
    Require(!IsOfOtherReleases(plugin.missing_symbol(), plugin.release()), "the plugin needs ",
            plugin.missing_symbol(), ", which TensorFlow ", plugin.release().name, " lacks");
    Unsupported("the plugin needs symbol ", plugin.missing_symbol(),
                ", which is not of TensorFlow's C API for plugins as this host plays it");
  }
  if (plugin.stage() != Plugin::Stage::kRegistered) Fail(plugin.problem());
  return plugin;
}

Plugin& Run::Load(const Release& release, const std::vector<std::string>& missing, size_t room) {
  const std::string problem = OpenHostLibrary(settings_.host_library, release, missing, &host_);
  if (!problem.empty()) throw std::runtime_error(problem);
  for (const std::string& library : settings_.libraries) {
    OpenError error;
    if (OpenPlugin(library, &error) != nullptr) continue;
    // A function that is not there now keeps it out as it keeps the plugin out.
    const bool is_hidden =
        IsOfOtherReleases(error.missing_symbol, release) ||
        std::find(missing.begin(), missing.end(), error.missing_symbol) != missing.end();
    if (!is_hidden) Fail("cannot load ", library, ": ", error.message);
  }
  plugin_ = std::make_unique<Plugin>(settings_.plugin, release, host_, room);
  return *plugin_;
}

int Run::device_count() {
  int count = 0;
  Ok(plugin().DeviceCount(&count));
  return count;
}

Device& Run::device(int ordinal) {
  std::unique_ptr<Device>& device = devices_[ordinal];
  if (device == nullptr) {
    const int count = device_count();
    Needs(count > 0, "the plugin lists no device");
    Needs(ordinal < count, "the plugin lists only ", count, " device", count == 1 ? "" : "s");
    device = NewDevice(ordinal);
  }
  return *device;
}

std::unique_ptr<Device> Run::NewDevice(int ordinal) {
  std::string problem;
  auto device = Device::Create(&plugin(), ordinal, &problem);
  Require(device != nullptr, problem);
  return device;
}

Memory Run::Allocate(Device& device, uint64_t size) {
  Memory memory = device.Allocate(size);
  Require(static_cast<bool>(memory), "allocate gave no memory for ", size, " bytes");
  return memory;
}

int64_t Run::FreeMemory(Device& device) {
  int64_t free = 0, total = 0;
  Require(device.Usage(&free, &total), "device_memory_usage says no");
  return free;
}

std::vector<Memory> Run::TakeMemory(Device& device, int64_t left) {
  constexpr int64_t kLeast = 1 << 20;
  constexpr int64_t kMost = int64_t{64} << 30;
  std::vector<Memory> taken;
  int64_t free = FreeMemory(device);
  Needs(free <= kMost, "the device has too much memory for a test");
  for (int64_t size = free - left; size >= kLeast;) {
    Memory memory = device.Allocate(static_cast<uint64_t>(size));
    if (!memory) {
      size /= 2;
      continue;
    }
    taken.push_back(std::move(memory));
    free = FreeMemory(device);
    size = std::min(size, free - left);
  }
  return taken;
}

Stream Run::NewStream(Device& device) {
  SP_Stream stream = nullptr;
  Ok(device.CreateStream(&stream));
  Require(stream != nullptr, "create_stream said OK and gave no stream");
  return Stream(&device, stream);
}

Event Run::NewEvent(Device& device) {
  SP_Event event = nullptr;
  Ok(device.CreateEvent(&event));
  Require(event != nullptr, "create_event said OK and gave no event");
  return Event(&device, event);
}

void Run::Call(Device& device, SP_Stream stream, std::function<void()> f) {
  const bool taken = device.Call(stream, [f = std::move(f)](TF_Status*) { f(); });
  Needs(taken, "host_callback refuses callbacks");
}

void Run::Delay(Device& device, SP_Stream stream, int milliseconds) {
  Call(device, stream,
       [=] { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); });
}

std::vector<uint8_t> Run::Pattern(size_t size, uint8_t salt) {
  std::vector<uint8_t> bytes(size);
  uint32_t state = 0x9e3779b9u * (salt + 1u) + static_cast<uint32_t>(settings_.seed);
  for (uint8_t& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<uint8_t>(state >> 24 | 1);  // never 0, which fresh memory may be
  }
  return bytes;
}

void Run::Expect(Device& device, const void* memory, const std::vector<uint8_t>& expected,
                 const std::string& what) {
  std::vector<uint8_t> found(expected.size());
  Ok(device.Read(found.data(), memory, found.size()));
  ExpectEqual(found, expected, what);
}

void Run::ExpectEqual(const std::vector<uint8_t>& found, const std::vector<uint8_t>& expected,
                      const std::string& what) {
  Require(found.size() == expected.size(), what, ": ", found.size(), " bytes and not ",
          expected.size());
  const auto wrong = std::mismatch(found.begin(), found.end(), expected.begin());
  if (wrong.first == found.end()) return;
  const auto at = wrong.first - found.begin();
  Fail(what, ": byte ", at, " of ", found.size(), " is ", int{*wrong.first}, " and not ",
       int{*wrong.second});
}

void Run::Finish() {
  std::string damage;
  for (const auto& [ordinal, device] : devices_) {
    if (device != nullptr && damage.empty()) damage = device->Damage();
  }
  devices_.clear();
  if (plugin_ != nullptr && damage.empty()) damage = plugin_->Damage();
  if (!damage.empty()) Note(damage);
}

Verdict Run::verdict() const {
  std::lock_guard<std::mutex> lock(mutex_);
  if (failures_.empty() && !unsupported_.empty()) return {Outcome::kUnsupported, unsupported_};
  if (failures_.empty()) return {Outcome::kPass, remark_};
  std::string message;
  for (const std::string& failure : failures_) message += (message.empty() ? "" : "\n") + failure;
  return {Outcome::kFail, message};
}

void Run::Note(std::string message) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (failures_.size() < kMaxFailures) failures_.push_back(std::move(message));
}

void Run::Remark(std::string remark) {
  std::lock_guard<std::mutex> lock(mutex_);
  remark_ = std::move(remark);
}

void Run::SetUnsupported(std::string reason) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (unsupported_.empty()) unsupported_ = std::move(reason);
}

Gate::Gate(Run& run, Device& device, SP_Stream stream) {
  const std::shared_ptr<State> state = state_;
  run.Call(device, stream, [state] {
    std::unique_lock<std::mutex> lock(state->mutex);
    TimeLimit time(getpid(), kInlineAfter);
    while (!state->changed.wait_for(lock, kTick, [&] { return state->enqueued || state->open; })) {
      if (!time.IsOver()) continue;
      state->is_inline = true;
      return;
    }
    TimeLimit longest(getpid(), kLongestGate);
    while (!state->changed.wait_for(lock, kTick, [&] { return state->open; })) {
      if (longest.IsOver()) return;
    }
  });
  std::unique_lock<std::mutex> lock(state->mutex);
  state->enqueued = true;
  state->changed.notify_all();
  const bool is_inline = state->is_inline;
  lock.unlock();
  run.Needs(!is_inline, "the plugin runs work before the callback that enqueues it returns");
}

void Gate::Open() {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->open = true;
  state_->changed.notify_all();
}

bool Eventually(const std::function<bool()>& condition, std::chrono::milliseconds limit) {
  TimeLimit time(getpid(), limit);
  while (!condition()) {
    if (time.IsOver()) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  return true;
}

void InThreads(int count, const std::function<void(int)>& f) {
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::condition_variable changed;
  int waiting = 0;
  std::exception_ptr ended;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      {
        std::unique_lock<std::mutex> lock(mutex);
        if (++waiting == count) changed.notify_all();
        changed.wait(lock, [&] { return waiting == count; });
      }
      try {
        f(i);
      } catch (const EndOfCase&) {
        std::lock_guard<std::mutex> lock(mutex);
        ended = std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (ended != nullptr) std::rethrow_exception(ended);
}

}  // namespace conformance
