// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/gates.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "runtime/log.h"

namespace pluggable::opencl {

namespace {

// The number of attempts to open a gate, and the pause after the first, which doubles each time:
// half a second in all.
constexpr int kTriesToOpen = 10;
constexpr auto kPauseToOpen = std::chrono::milliseconds(1);

std::atomic<bool> g_is_any_stuck{false};

cl_int Complete(cl_event gate) {
  auto pause = kPauseToOpen;
  cl_int code = Api::Get().SetUserEventStatus(gate, CL_COMPLETE);
  for (int i = 1; i < kTriesToOpen && code != CL_SUCCESS; ++i, pause *= 2) {
    std::this_thread::sleep_for(pause);
    code = Api::Get().SetUserEventStatus(gate, CL_COMPLETE);
  }
  return code;
}

}  // namespace

bool Gates::IsAnyStuck() { return g_is_any_stuck.load(std::memory_order_relaxed); }

void Gates::Add() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++added_;
}

void Gates::TakeBack() {
  const std::lock_guard<std::mutex> lock(mutex_);
  --added_;
  changed_.notify_all();
}

uint64_t Gates::added() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return added_;
}

void Gates::Open(cl_event gate) {
  if (!Check(UINT64_MAX).ok()) return;  // the event stays, and so does what is behind it
  const Status status = ToStatus("clSetUserEventStatus", Complete(gate));
  if (status.ok()) Api::Get().ReleaseEvent(gate);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (status.ok()) {
    ++open_;
  } else {
    stuck_ = errors::Internal("an OpenCL queue stands still for good, start the process again: ",
                              status.message());
    g_is_any_stuck = true;
    runtime::Log(stuck_.message());
  }
  changed_.notify_all();
}

bool Gates::AreOpen(uint64_t count) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return open_ >= std::min(count, added_);
}

Status Gates::Await(uint64_t count) const {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return open_ >= std::min(count, added_) || !stuck_.ok(); });
  return CheckLocked(count);
}

Status Gates::Check(uint64_t count) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return CheckLocked(count);
}

Status Gates::CheckLocked(uint64_t count) const {
  return open_ >= std::min(count, added_) ? Status() : stuck_;
}

void GatesBefore::Add(std::shared_ptr<const Gates> gates, uint64_t count) {
  if (gates->AreOpen(count)) return;
  const auto is_known = [&](const Some& some) { return some.gates == gates; };
  const auto known = std::find_if(all_.begin(), all_.end(), is_known);
  if (known == all_.end()) {
    all_.push_back({std::move(gates), count});
  } else {
    known->count = std::max(known->count, count);
  }
}

void GatesBefore::Add(const GatesBefore& others) {
  for (const Some& some : others.all_) Add(some.gates, some.count);
}

Status GatesBefore::Await() const {
  for (const Some& some : all_) {
    Status status = some.gates->Await(some.count);
    if (!status.ok()) return status;
  }
  return Status();
}

Status GatesBefore::Check() const {
  for (const Some& some : all_) {
    Status status = some.gates->Check(some.count);
    if (!status.ok()) return status;
  }
  return Status();
}

}  // namespace pluggable::opencl
