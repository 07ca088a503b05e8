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

// The nanoseconds of work that justify waking another thread.
constexpr int64_t kBlockCost = 20000;
// The number of blocks for each thread. If one thread is delayed, the others do its remaining
// blocks.
constexpr int64_t kBlocksPerThread = 4;

// A network's ops follow each other within microseconds. Putting a thread to sleep and waking it
// would take as long as many ops do, so idle threads poll for this long.
constexpr std::chrono::microseconds kSpinTime{30};

// Polls a condition that will probably be true soon. Other threads that need the processor get it.
template <typename Condition>
void Spin(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

thread_local const void* t_pool = nullptr;
thread_local int t_thread = -1;

}  // namespace

// A loop in progress. Helpers that come after its end find nothing to do, so nobody waits for them.
struct ThreadPool::Loop {
  int64_t total;
  int64_t block;
  const void* fn;  // valid while blocks are left
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
    Spin([this] { return done.load(std::memory_order_acquire) == total; });
    std::unique_lock<std::mutex> lock(mutex);
    finished.wait(lock, [&] { return done.load() == total; });
    if (exception != nullptr) std::rethrow_exception(std::exchange(exception, nullptr));
  }
};

// Each thread has its own queue, from which the others take functions when theirs are empty.
struct ThreadPool::Shared {
  std::mutex mutex;
  std::condition_variable scheduled;
  std::vector<std::deque<std::function<void()>>> queues;
  std::vector<std::thread> threads;
  size_t next_queue = 0;
  std::atomic<int> waiting{0};  // functions in the queues; changed with the lock held
  bool spins = false;           // a thread polls, and will find a new function without being woken
  bool stop = false;

  // The lock must be held.
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
      } else if (spins || !SpinForLoop(&lock)) {
        scheduled.wait(lock);
      }
    }
  }

  // One thread at a time polls instead of sleeping. True if a function has come.
  bool SpinForLoop(std::unique_lock<std::mutex>* lock) {
    spins = true;
    lock->unlock();
    Spin([this] { return waiting.load(std::memory_order_relaxed) != 0; });
    lock->lock();
    spins = false;
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
    if (shared_->spins && waiting == 1) return;
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
    // A thread or memory is missing. The helpers that exist, or the caller alone, do all blocks.
    // They refer to `fn`, so this function must not return before they are done.
  }
  loop->Work();
  loop->Await();
}

}  // namespace pluggable
