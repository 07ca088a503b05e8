// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "pluggable/subnormals.h"

#include "runtime/staged_memory.h"

namespace pluggable {

namespace {

// Nanoseconds of work that are worth telling another thread.
constexpr int64_t kBlockCost = 20000;
// Blocks for each thread, so that one that is held up does not hold up the loop.
constexpr int64_t kBlocksPerThread = 4;

// A network's ops come some microseconds after each other, and to put a thread to sleep and wake it
// takes as long as many of them do.
constexpr std::chrono::microseconds kLookOut{30};

// Waits a moment for what probably comes soon. Other threads that want the processor have it.
template <typename Condition>
void LookOut(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + kLookOut;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

thread_local const void* t_pool = nullptr;
thread_local int t_thread = -1;

}  // namespace

// A loop on its way. Helpers that come when it is over find nothing to do, so nobody waits for
// them.
struct ThreadPool::Loop {
  int64_t total;
  int64_t block;
  const void* fn;  // alive while blocks are left
  BlockFunction call;
  std::atomic<int64_t> next{0};
  std::atomic<int64_t> done{0};
  std::atomic<int> workers{0};
  std::mutex mutex;
  std::condition_variable finished;
  std::exception_ptr exception;  // the first, for the caller

  void Work() {
    int worker = -1;
    for (int64_t begin = next.fetch_add(block); begin < total; begin = next.fetch_add(block)) {
      if (worker < 0) worker = workers.fetch_add(1);
      const int64_t end = std::min(total, begin + block);
      try {
        call(fn, begin, end, worker);
      } catch (...) {
        std::lock_guard<std::mutex> lock(mutex);
        if (exception == nullptr) exception = std::current_exception();
      }
      if (done.fetch_add(end - begin) + end - begin == total) {
        std::lock_guard<std::mutex> lock(mutex);
        finished.notify_all();
      }
    }
  }
  void Await() {
    LookOut([this] { return done.load(std::memory_order_acquire) == total; });
    std::unique_lock<std::mutex> lock(mutex);
    finished.wait(lock, [&] { return done.load() == total; });
    if (exception != nullptr) std::rethrow_exception(std::exchange(exception, nullptr));
  }
};

// Each thread has a queue of its own, which the others take from when theirs are empty.
struct ThreadPool::Shared {
  std::mutex mutex;
  std::condition_variable scheduled;
  std::vector<std::deque<std::function<void()>>> queues;
  std::vector<std::thread> threads;
  size_t next_queue = 0;
  std::atomic<int> waiting{0};  // functions in the queues; changed with the lock held
  bool looks_out = false;       // a thread is about to see what waits, without being woken
  bool stop = false;

  // With the lock held.
  std::function<void()> Take(size_t thread) {
    for (size_t i = 0; i < queues.size(); ++i) {
      auto& queue = queues[(thread + i) % queues.size()];
      if (queue.empty()) continue;
      std::function<void()> fn = std::move(queue.front());
      queue.pop_front();
      waiting.fetch_sub(1, std::memory_order_relaxed);
      return fn;
    }
    return nullptr;
  }

  void Main(size_t thread) {
    t_pool = this;
    t_thread = static_cast<int>(thread);
    const internal::SubnormalsAreZero as_in_work;
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      std::function<void()> fn = Take(thread);
      if (fn != nullptr) {
        lock.unlock();
        fn();
        fn = nullptr;
        lock.lock();
      } else if (stop) {
        return;
      } else if (looks_out || !LookOutForOne(&lock)) {
        scheduled.wait(lock);
      }
    }
  }

  // What one thread at a time does instead of falling asleep. True if a function has come.
  bool LookOutForOne(std::unique_lock<std::mutex>* lock) {
    looks_out = true;
    lock->unlock();
    LookOut([this] { return waiting.load(std::memory_order_relaxed) != 0; });
    lock->lock();
    looks_out = false;
    return waiting.load(std::memory_order_relaxed) != 0 || stop;
  }
};

ThreadPool::ThreadPool(int num_threads)
    : num_threads_(std::max(1, num_threads)), shared_(std::make_unique<Shared>()) {
  shared_->queues.resize(static_cast<size_t>(num_threads_));
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(shared_->mutex);
    shared_->stop = true;
  }
  shared_->scheduled.notify_all();
  for (std::thread& thread : shared_->threads) thread.join();
}

ThreadPool& ThreadPool::Global() {
  static auto* const pool = new ThreadPool(static_cast<int>(std::thread::hardware_concurrency()));
  return *pool;
}

int ThreadPool::CurrentThreadId() const { return t_pool == shared_.get() ? t_thread : -1; }

void ThreadPool::Schedule(std::function<void()> fn) {
  ScheduleWithHint(std::move(fn), 0, num_threads_);
}

void ThreadPool::ScheduleWithHint(std::function<void()> fn, int start, int limit) {
  const int first = std::clamp(start, 0, num_threads_ - 1);
  const int last = std::clamp(limit, first + 1, num_threads_);
  if (const auto* const memory = runtime::StagedMemory::OfThisThread(); memory != nullptr) {
    fn = [memory, fn = std::move(fn)] {
      const runtime::StagedMemory::Scope scope(memory);
      fn();
    };
  }
  {
    std::lock_guard<std::mutex> lock(shared_->mutex);
    while (shared_->threads.size() < shared_->queues.size()) {
      shared_->threads.emplace_back(&Shared::Main, shared_.get(), shared_->threads.size());
    }
    const size_t queue =
        static_cast<size_t>(first) + shared_->next_queue++ % static_cast<size_t>(last - first);
    shared_->queues[queue].push_back(std::move(fn));
    const int waiting = shared_->waiting.fetch_add(1, std::memory_order_relaxed) + 1;
    if (shared_->looks_out && waiting == 1) return;
  }
  shared_->scheduled.notify_one();
}

void ThreadPool::RunBlocks(int64_t total, int64_t cost_per_unit, const void* fn,
                           BlockFunction call) {
  if (total <= 0) return;
  const int64_t worthwhile = std::max<int64_t>(1, kBlockCost / std::max<int64_t>(1, cost_per_unit));
  const int64_t even = (total - 1) / (num_threads_ * kBlocksPerThread) + 1;
  const int64_t block = num_threads_ == 1 ? total : std::max(worthwhile, even);
  if (block >= total) return call(fn, 0, total, 0);

  const auto loop = std::make_shared<Loop>();
  loop->total = total;
  loop->block = block;
  loop->fn = fn;
  loop->call = call;
  const int64_t blocks = (total - 1) / block + 1;
  const auto helpers = std::min<int64_t>(num_threads_, blocks) - 1;
  try {
    for (int64_t i = 0; i < helpers; ++i) Schedule([loop] { loop->Work(); });
  } catch (const std::exception&) {
    // There are no threads, or there is no memory left: the helpers that have been found, or the
    // caller alone, do it all. They refer to `fn`, so this must not end before they do.
  }
  loop->Work();
  loop->Await();
}

}  // namespace pluggable
