// The reference driver: devices that consist of this machine's memory and threads, and behave like
// accelerators. Replace it by your own, function by function; driver.h describes each.

#include "driver/driver.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "pluggable/subnormals.h"
#include "pluggable/thread_pool.h"
#include "driver/device_settings.h"
#include "driver/reference_event.h"
#include "driver/reference_memory.h"
#include "driver/reference_queue.h"

namespace pluggable::driver {

namespace {

// What runs on the caller's thread while a queue is idle: about what handing over would cost.
constexpr int64_t kShortCost = 10000;        // nanoseconds
constexpr uint64_t kShortCopy = 64 << 10;    // bytes
constexpr uint64_t kParallelCopy = 2 << 20;  // bytes, for each thread of a large copy
constexpr int64_t kBytesPerNanosecond = 8;   // of one core's copying
constexpr uint32_t kMaxThreadsPerBlock = 1024;
constexpr size_t kSharedMemoryPerBlock = 48 << 10;
constexpr int64_t kDeviceThreadCost = 20;  // nanoseconds that one thread of a grid is taken to need

// Never destroyed: TensorFlow's threads may use devices until the process ends.
DeviceMemory& MemoryOf(int ordinal) {
  static std::vector<std::unique_ptr<DeviceMemory>>* const memories = [] {
    auto* all = new std::vector<std::unique_ptr<DeviceMemory>>;
    for (int i = 0; i < kDeviceCount; ++i) all->push_back(std::make_unique<DeviceMemory>(i));
    return all;
  }();
  return *(*memories)[static_cast<size_t>(ordinal)];
}

// Copies into fresh host memory spend most of their time in page faults, and pages of 2 MiB cause
// fewer. This is a hint to the system, for the whole pages in the range.
void AskForHugePages(uint8_t* begin, uint64_t size) {
  constexpr uintptr_t kHugePage = 2 << 20;
  const auto address = reinterpret_cast<uintptr_t>(begin);
  const uintptr_t first = (address + kHugePage - 1) / kHugePage * kHugePage;
  const uintptr_t last = (address + size) / kHugePage * kHugePage;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

// Runs on a queue. Both pointers are TensorFlow's.
void CopyBytes(void* dst, const void* src, uint64_t size) {
  auto* const to = static_cast<uint8_t*>(DevicePointer(dst));
  const auto* const from = static_cast<const uint8_t*>(DevicePointer(src));
  if (size < 2 * kParallelCopy) {
    std::memmove(to, from, size);
    return;
  }
  if (DeviceOf(dst) < 0) AskForHugePages(to, size);
  const auto blocks = static_cast<int64_t>((size + kParallelCopy - 1) / kParallelCopy);
  ThreadPool::Global().ParallelFor(
      blocks, static_cast<int64_t>(kParallelCopy) / kBytesPerNanosecond,
      [=](int64_t begin, int64_t end) {
        const uint64_t first = static_cast<uint64_t>(begin) * kParallelCopy;
        const uint64_t last = std::min(size, static_cast<uint64_t>(end) * kParallelCopy);
        std::memcpy(to + first, from + first, last - first);
      });
}

Status Copy(Queue* queue, void* dst, const void* src, uint64_t size) {
  if (size == 0) return Status();
  queue->Run(size <= kShortCopy, [=] { CopyBytes(dst, src, size); });
  return Status();
}

void* AllocateAligned(uint64_t size) {
  if (size > PTRDIFF_MAX) return nullptr;
  const uint64_t rounded = (std::max<uint64_t>(size, 1) + kAlignment - 1) / kAlignment * kAlignment;
  return std::aligned_alloc(kAlignment, rounded);
}

// A device function and a copy of its arguments.
struct LaunchedGrid {
  DeviceFunction function;
  Dim3 grid;
  Dim3 block;
  size_t shared_bytes;
  std::vector<std::max_align_t> storage;
  std::vector<size_t> offsets;  // of the arguments in `storage`

  void RunAll() {
    const internal::SubnormalsAreZero as_in_work;
    std::vector<void*> args;
    for (const size_t offset : offsets) {
      args.push_back(reinterpret_cast<uint8_t*>(storage.data()) + offset);
    }
    ThreadPool::Global().ParallelFor(
        static_cast<int64_t>(grid.count()), static_cast<int64_t>(block.count()) * kDeviceThreadCost,
        [&](int64_t begin, int64_t end) {
          std::vector<std::max_align_t> shared(shared_bytes / sizeof(std::max_align_t) + 1);
          for (int64_t i = begin; i < end; ++i) {
            if (i > begin) std::fill(shared.begin(), shared.end(), std::max_align_t{});
            RunBlock(static_cast<uint64_t>(i), args.data(), shared.data());
          }
        });
  }

  void RunBlock(uint64_t index, void** args, void* shared) const {
    LaunchContext context;
    context.grid_dim = grid;
    context.block_dim = block;
    context.block_idx = {static_cast<uint32_t>(index % grid.x),
                         static_cast<uint32_t>(index / grid.x % grid.y),
                         static_cast<uint32_t>(index / grid.x / grid.y)};
    context.shared = shared;
    for (uint32_t z = 0; z < block.z; ++z) {
      for (uint32_t y = 0; y < block.y; ++y) {
        for (uint32_t x = 0; x < block.x; ++x) {
          context.thread_idx = {x, y, z};
          function.run(context, args);
        }
      }
    }
  }
};

}  // namespace

int DeviceCount() { return kDeviceCount; }

Status OpenDevice(int ordinal) { return MemoryOf(ordinal).Open(); }

void CloseDevice(int /*ordinal*/) {}

DeviceProperties Properties(int /*ordinal*/) {
  DeviceProperties properties = PropertiesOfSpec();
  properties.num_multiprocessors = ThreadPool::Global().NumThreads();
  properties.max_threads_per_block = kMaxThreadsPerBlock;
  properties.shared_memory_per_block = kSharedMemoryPerBlock;
  // For tests of devices whose memory the host cannot access.
  properties.host_reaches_memory = std::getenv("@plugin.upper@_COPY_ONLY") == nullptr;
  return properties;
}

void* Allocate(int ordinal, uint64_t size) { return MemoryOf(ordinal).Allocate(size); }

void Free(int ordinal, void* memory) { MemoryOf(ordinal).Free(memory); }

void* AllocateHost(int /*ordinal*/, uint64_t size) { return AllocateAligned(size); }

void FreeHost(int /*ordinal*/, void* memory) { std::free(memory); }

void* AllocateUnified(int /*ordinal*/, uint64_t size) { return AllocateAligned(size); }

void FreeUnified(int /*ordinal*/, void* memory) { std::free(memory); }

bool MemoryUsage(int ordinal, int64_t* free, int64_t* total) {
  *free = MemoryOf(ordinal).BytesFree();
  *total = static_cast<int64_t>(kCapacity);
  return true;
}

int DeviceOf(const void* pointer) { return AddressSpace::DeviceOf(pointer); }

void* DevicePointer(const void* pointer) { return AddressSpace::DevicePointer(pointer); }

Status CreateQueue(int /*ordinal*/, int priority, Queue** queue) {
  try {
    *queue = new Queue(priority);
    return Status();
  } catch (const std::system_error& error) {
    return errors::ResourceExhausted("cannot start the thread of a queue: ", error.what());
  }
}

void DestroyQueue(Queue* queue) { delete queue; }

Status Synchronize(Queue* queue) {
  queue->Await();
  return queue->TakeError();
}

bool Idle(Queue* queue) { return queue->Idle(); }

Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size) {
  return Copy(queue, device_dst, host_src, size);
}

// Copies that were enqueued do not fail.
Status TakeCopyError(Queue* /*queue*/) { return Status(); }

Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size) {
  return Copy(queue, host_dst, device_src, size);
}

Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size) {
  return Copy(queue, device_dst, device_src, size);
}

Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size) {
  if (size % static_cast<uint64_t>(pattern_bytes) != 0) {
    return errors::InvalidArgument("cannot fill ", size, " bytes with a pattern of ", pattern_bytes,
                                   " bytes");
  }
  if (size == 0) return Status();
  queue->Run(size <= kShortCopy, [=] {
    auto* const dst = static_cast<uint8_t*>(DevicePointer(device_dst));
    if (pattern_bytes == 1) {
      std::memset(dst, static_cast<int>(pattern & 0xff), size);
    } else {  // the memory may not be aligned to the pattern
      for (uint64_t i = 0; i < size; i += sizeof(pattern)) {
        std::memcpy(dst + i, &pattern, sizeof(pattern));
      }
    }
  });
  return Status();
}

Status Run(Queue* queue, Work&& work, int64_t cost) {
  queue->Run(cost <= kShortCost, std::move(work));
  return Status();
}

Status Launch(Queue* queue, const void* function, Dim3 grid, Dim3 block, void** args,
              size_t shared_bytes) {
  if (function == nullptr) return errors::InvalidArgument("no device function to launch");
  if (grid.count() == 0 || block.count() == 0) {
    return errors::InvalidArgument("a launch needs at least one block of one thread");
  }
  if (block.count() > kMaxThreadsPerBlock) {
    return errors::InvalidArgument("a block has at most ", kMaxThreadsPerBlock, " threads, not ",
                                   block.count());
  }
  if (shared_bytes > kSharedMemoryPerBlock) {
    return errors::InvalidArgument("a block has at most ", kSharedMemoryPerBlock,
                                   " bytes of shared memory, not ", shared_bytes);
  }
  LaunchedGrid launched;
  launched.function = *static_cast<const DeviceFunction*>(function);
  launched.grid = grid;
  launched.block = block;
  launched.shared_bytes = shared_bytes;
  for (size_t i = 0; i < launched.function.num_args; ++i) {
    const size_t size = launched.function.arg_sizes[i];
    const size_t offset = launched.storage.size() * sizeof(std::max_align_t);
    launched.offsets.push_back(offset);
    launched.storage.resize(launched.storage.size() + (size - 1) / sizeof(std::max_align_t) + 1);
    std::memcpy(reinterpret_cast<uint8_t*>(launched.storage.data()) + offset, args[i], size);
  }
  const auto threads = static_cast<int64_t>(grid.count() * block.count());
  queue->Run(threads <= kShortCost / kDeviceThreadCost,
             [launched = std::move(launched)]() mutable { launched.RunAll(); });
  return Status();
}

Status HostCall(Queue* queue, void (*function)(void*), void* arg) {
  queue->Run(/*is_short=*/false, [=] { function(arg); });
  return Status();
}

Status CreateEvent(int /*ordinal*/, Event** event) {
  *event = new Event;
  return Status();
}

void DestroyEvent(Event* event) { delete event; }

Status RecordEvent(Queue* queue, Event* event) {
  queue->Pass(event->Record());
  return Status();
}

Status WaitEvent(Queue* queue, Event* event) {
  std::shared_ptr<Mark> mark = event->latest();
  if (mark != nullptr && !mark->IsComplete()) {
    queue->Wait([mark = std::move(mark)] { mark->Await(); });
  }
  return Status();
}

EventState QueryEvent(Event* event) {
  const std::shared_ptr<Mark> mark = event->latest();
  return mark == nullptr || mark->IsComplete() ? EventState::kComplete : EventState::kPending;
}

Status SynchronizeEvent(Event* event) {
  const std::shared_ptr<Mark> mark = event->latest();
  if (mark != nullptr) mark->Await();
  return Status();
}

Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds) {
  const std::shared_ptr<Mark> from = start->latest();
  const std::shared_ptr<Mark> to = stop->latest();
  if (from == nullptr || to == nullptr || !from->IsComplete() || !to->IsComplete()) {
    return errors::FailedPrecondition("only complete events have a time between them");
  }
  *nanoseconds = to->nanoseconds() - std::min(from->nanoseconds(), to->nanoseconds());
  return Status();
}

}  // namespace pluggable::driver
