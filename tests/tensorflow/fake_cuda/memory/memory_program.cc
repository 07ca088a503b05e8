// Prints as JSON what library/driver/cuda's memory does, from cuMemAlloc or from a pool:
// cuda_pool_test.py knows what it should. Amounts are in MiB. With an argument it does what the
// fake libcuda.so.1 must not let pass.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "driver/cuda/api.cc"
#include "driver/cuda/memory.cc"
#include "driver/cuda/memory_pool.cc"
#include "runtime/forked_process.cc"
#include "runtime/memory_limit.cc"

extern "C" void fake_cuda_fail(const char* name, int after, int count);

namespace {

using pluggable::Status;
using namespace pluggable::cuda;

constexpr uint64_t kMiB = 1 << 20;
constexpr uint64_t kCapacity = 1900 * kMiB;

bool g_is_first = true;

void Print(const std::string& name, int64_t value) {
  std::printf("%c\"%s\": %lld", g_is_first ? '{' : ',', name.c_str(),
              static_cast<long long>(value));
  g_is_first = false;
}

// What can be allocated, and what the device says.
void PrintFree(const std::string& when, const Memory& memory) {
  uint64_t free = 0;
  uint64_t total = 0;
  memory.Usage(&free, &total);
  size_t of_device = 0;
  size_t all = 0;
  Api::Get().MemGetInfo(&of_device, &all);
  Print(when + ", to allocate", static_cast<int64_t>(free / kMiB));
  Print(when + ", on the device", static_cast<int64_t>(of_device / kMiB));
}

std::vector<void*> Allocate(Memory& memory, size_t count, uint64_t size) {
  std::vector<void*> blocks;
  for (size_t i = 0; i < count; ++i) blocks.push_back(memory.Allocate(size));
  return blocks;
}

void Free(Memory& memory, const std::vector<void*>& blocks) {
  for (void* const block : blocks) memory.Free(block);
}

// Whether that much can be allocated while calls of the function fail.
bool CanAllocate(Memory& memory, uint64_t size, const char* failing = "", int calls = 0) {
  fake_cuda_fail(failing, 0, calls);
  void* const block = memory.Allocate(size);
  fake_cuda_fail("", 0, 0);
  if (block != nullptr) memory.Free(block);
  return block != nullptr;
}

// Work on a stream of its own that uses memory of a pool too early or too late.
int Misuse(const std::string& how) {
  const Api& api = Api::Get();
  constexpr uint64_t kSize = 500 * kMiB;  // filling it takes longer than a call
  const PoolProperties properties;
  PoolHandle pool = nullptr;
  StreamHandle of_pool = nullptr;
  StreamHandle other = nullptr;
  Address block = 0;
  if (api.MemPoolCreate(&pool, &properties) != kSuccess ||
      api.StreamCreateWithPriority(&of_pool, kStreamNonBlocking, 0) != kSuccess ||
      api.StreamCreateWithPriority(&other, kStreamNonBlocking, 0) != kSuccess ||
      api.MemAllocFromPoolAsync(&block, kSize, pool, of_pool) != kSuccess) {
    return 1;
  }
  if (how != "early") api.StreamSynchronize(of_pool);
  if (how == "late") api.MemFreeAsync(block, of_pool);
  api.MemsetD8Async(block, 1, kSize, other);
  if (how == "freed in use") api.MemFreeAsync(block, of_pool);
  if (how == "freed in use by cuMemFree") api.MemFree(block);
  return 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::string reason;
  const Api* const api = Api::Find(&reason);
  Context context = nullptr;
  if (api == nullptr || api->DevicePrimaryCtxRetain(&context, 0) != kSuccess ||
      api->CtxSetCurrent(context) != kSuccess) {
    std::fprintf(stderr, "no device: %s\n", reason.c_str());
    return 1;
  }
  if (argument_count > 1) return Misuse(arguments[1]);
  std::unique_ptr<MemoryPool> pool;
  const Status status = MemoryPool::CreateIfWanted(0, "the device", kCapacity, &pool);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    return 1;
  }
  Print("pool", pool != nullptr ? 1 : 0);
  auto* const memory = new Memory(kCapacity);
  memory->Open(std::move(pool));

  PrintFree("at first", *memory);
  std::vector<void*> blocks = Allocate(*memory, 2, 100 * kMiB);
  PrintFree("with blocks", *memory);
  fake_cuda_fail("cuMemPoolGetAttribute", 1, 1);
  PrintFree("without an attribute", *memory);
  fake_cuda_fail("", 0, 0);
  memory->Free(blocks[0]);
  PrintFree("after a free", *memory);
  memory->Free(blocks[1]);

  // More than the device has, unless a pool gives back what it keeps in smaller pieces.
  Free(*memory, Allocate(*memory, 3, 600 * kMiB));
  blocks = Allocate(*memory, 1, 120 * kMiB);
  PrintFree("with another block", *memory);
  Free(*memory, blocks);
  Print("untrimmed", CanAllocate(*memory, 1000 * kMiB, "cuMemPoolTrimTo", 1) ? 1 : 0);
  Print("large", CanAllocate(*memory, 1000 * kMiB) ? 1 : 0);
  Print("beyond the capacity", CanAllocate(*memory, 1901 * kMiB) ? 1 : 0);

  Print("not synchronized", CanAllocate(*memory, kMiB, "cuStreamSynchronize", 1) ? 1 : 0);
  Print("not allocated", CanAllocate(*memory, kMiB, "cuMemAllocFromPoolAsync", 1) ? 1 : 0);
  blocks = Allocate(*memory, 1, 100 * kMiB);
  fake_cuda_fail("cuMemFreeAsync", 0, 1);
  Free(*memory, blocks);
  fake_cuda_fail("", 0, 0);

  std::vector<std::thread> threads;
  for (uint64_t i = 0; i < 4; ++i) {
    threads.emplace_back([=] {
      Api::Get().CtxSetCurrent(context);
      for (uint64_t round = 0; round < 50; ++round) {
        const std::vector<void*> some = Allocate(*memory, 5, (i + round % 3 + 1) * kMiB);
        uint64_t free = 0;
        uint64_t total = 0;
        memory->Usage(&free, &total);
        if (free > kCapacity) std::abort();
        Free(*memory, some);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  PrintFree("at last", *memory);
  std::printf("}\n");
  return 0;
}
