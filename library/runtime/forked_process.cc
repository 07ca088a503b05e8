// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/forked_process.h"

#include <pthread.h>

#include <atomic>

namespace pluggable::runtime {

namespace {

std::atomic<bool> is_forked{false};

}  // namespace

void WatchForks() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { is_forked = true; });
  (void)registered;  // short of memory, children are not recognized
}

bool IsForked() { return is_forked.load(std::memory_order_relaxed); }

Status CheckProcess() {
  if (!IsForked()) return Status();
  return errors::FailedPrecondition(
      "this process was forked after its parent had started the device. Start it otherwise "
      "(Python: multiprocessing.set_start_method('spawn')), or fork before TensorFlow uses the "
      "device");
}

}  // namespace pluggable::runtime
