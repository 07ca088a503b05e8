// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler/recorder.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "profiler/host_thread.h"
#include "runtime/device.h"
#include "runtime/log.h"

namespace pluggable::profiler {

namespace {

constexpr std::chrono::microseconds kBetweenLooks{200};

}  // namespace

Recorder& Recorder::Get() {
  static auto* const recorder = new Recorder;
  return *recorder;
}

Status Recorder::Start() {
  const std::lock_guard<std::mutex> session_lock(session_mutex_);
  if (Enabled()) return errors::AlreadyExists("the device's profiler has been started");
  std::vector<std::shared_ptr<StreamLog>> logs;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    // Logs without another owner belong to streams that have ended.
    logs_.erase(std::remove_if(logs_.begin(), logs_.end(),
                               [](const auto& log) { return log.use_count() == 1; }),
                logs_.end());
    logs = logs_;
    clocks_.clear();
  }
  for (const auto& log : logs) log->Clear();
  {
    const std::lock_guard<std::mutex> lock(memory_mutex_);
    session_ = Session();
    session_.started = HostNanoseconds();
  }
  records_.store(0);
  dropped_.store(0);
  LookAtMemory();
  g_enabled.store(true);
  return Status();
}

Status Recorder::Stop(std::chrono::milliseconds longest_wait) {
  const std::lock_guard<std::mutex> session_lock(session_mutex_);
  if (!Enabled()) return errors::FailedPrecondition("the device's profiler is not on");
  g_enabled.store(false);
  std::vector<std::shared_ptr<StreamLog>> logs;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    logs = logs_;
  }
  const auto deadline = std::chrono::steady_clock::now() + longest_wait;
  for (const auto& log : logs) {
    while (!log->Drain() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(kBetweenLooks);
    }
  }
  LookAtMemory();
  for (const auto& log : logs) {
    StreamRecords records = log->Take();
    if (!records.records.empty()) session_.streams.push_back(std::move(records));
  }
  session_.stopped = HostNanoseconds();
  session_.dropped = dropped_.load();
  if (session_.dropped > 0) {
    runtime::Log("the profile lacks ", session_.dropped, " pieces of work; a session holds ",
                 kMaxRecords);
  }
  return Status();
}

Session Recorder::Take() {
  const std::lock_guard<std::mutex> session_lock(session_mutex_);
  const std::lock_guard<std::mutex> lock(memory_mutex_);
  return std::exchange(session_, Session());
}

std::shared_ptr<StreamLog> Recorder::AddStream(const WorkObserver* stream, int ordinal,
                                               driver::Queue* queue) {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto log = std::make_shared<StreamLog>(stream, ordinal, stream_counts_[ordinal]++, queue);
  logs_.push_back(log);
  return log;
}

void Recorder::CloseDevice(int ordinal) {
  const std::lock_guard<std::mutex> lock(mutex_);
  clocks_.erase(ordinal);
  stream_counts_.erase(ordinal);
}

int64_t Recorder::Admit() {
  const int64_t number = records_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (number <= kMaxRecords) return number;
  CountDropped(1);
  return 0;
}

std::shared_ptr<const DeviceClock> Recorder::ClockOf(int ordinal) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::shared_ptr<const DeviceClock>& clock = clocks_[ordinal];
  if (clock == nullptr) {
    std::unique_ptr<DeviceClock> created;
    const Status status = DeviceClock::Create(ordinal, &created);
    if (status.ok()) clock = std::move(created);
  }
  return clock;
}

void Recorder::AddMemory(MemoryRecord record) {
  record.time = HostNanoseconds();
  record.thread = HostThreadId();
  record.op = CurrentOp();
  const std::lock_guard<std::mutex> lock(memory_mutex_);
  session_.memory.push_back(std::move(record));
}

void Recorder::LookAtMemory() {
  for (int ordinal = 0; ordinal < driver::DeviceCount(); ++ordinal) {
    runtime::Device* const device = runtime::Device::Find(ordinal);
    if (device == nullptr) continue;
    const runtime::MemoryStats stats = device->memory().Stats();
    MemoryRecord record;
    record.ordinal = ordinal;
    record.bytes_in_use = stats.bytes_in_use;
    record.peak_bytes_in_use = stats.peak_bytes_in_use;
    record.bytes_limit = stats.bytes_limit;
    AddMemory(record);
  }
}

}  // namespace pluggable::profiler
