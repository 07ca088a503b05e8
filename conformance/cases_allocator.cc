// Statistics, host and unified memory, and core's allocators over the plugin's.

#include <algorithm>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr int64_t kMiB = 1 << 20;

SP_AllocatorStats StatsOf(Run& run) {
  SP_AllocatorStats stats;
  run.Needs(run.device().Stats(&stats), "the plugin keeps no statistics");
  return stats;
}

void AddStatistics(CaseList& list) {
  list.Group("statistics");
  list.Add("usage/known", "device_memory_usage tells how much memory is free and how much there is",
           "core makes no device without: \"Failed to query available memory\"", [](Run& run) {
             int64_t free = -1, total = -1;
             run.Require(run.device().Usage(&free, &total), "it says no");
             run.Check(total > 0, "the total is ", total);
             run.Check(free >= 0, free, " bytes are free");
             run.Check(free <= total, free, " bytes of ", total, " are free");
           });
  list.Add("usage/returns", "what was allocated and freed is free again",
           "core decides by it how much it may take", [](Run& run) {
             int64_t before = 0, after = 0, total = 0;
             run.Require(run.device().Usage(&before, &total), "it says no");
             for (int i = 0; i < 10; ++i) run.Allocate(kMiB);
             run.Ok(run.device().AwaitAll());
             run.Require(run.device().Usage(&after, &total), "it says no");
             // The plugin's allocator may keep memory that it has allocated once.
             run.Check(after >= before - 64 * kMiB, before - after, " bytes less than before");
           });
  list.Add("usage/total_stays", "the device has as much memory as before",
           "core asks when it makes the device", [](Run& run) {
             int64_t free = 0, total = 0, later = 0;
             run.Require(run.device().Usage(&free, &total), "it says no");
             const Memory memory = run.Allocate(kMiB);
             run.Require(run.device().Usage(&free, &later), "it says no");
             run.Check(later == total, "first ", total, ", then ", later);
           });
  list.Add("in_use/grows", "bytes_in_use grows by what is allocated",
           "tf.config.experimental.get_memory_info", [](Run& run) {
             const auto before = StatsOf(run);
             const Memory memory = run.Allocate(kMiB);
             const auto after = StatsOf(run);
             run.Check(after.bytes_in_use >= before.bytes_in_use + kMiB, "by ",
                       after.bytes_in_use - before.bytes_in_use);
           });
  list.Add("in_use/falls", "bytes_in_use falls when memory is freed",
           "tf.config.experimental.get_memory_info", [](Run& run) {
             const auto before = StatsOf(run);
             run.Allocate(kMiB);
             run.Ok(run.device().AwaitAll());
             const auto after = StatsOf(run);
             run.Check(after.bytes_in_use == before.bytes_in_use, "from ", before.bytes_in_use,
                       " to ", after.bytes_in_use);
             run.Check(after.num_allocs > before.num_allocs, "it counts no allocation");
           });
  list.Add(
      "in_use/not_negative", "no statistic is negative", "they are sizes and counts", [](Run& run) {
        for (int i = 0; i < 5; ++i) run.Allocate(1000);
        const auto stats = StatsOf(run);
        run.Check(stats.num_allocs > 0, "num_allocs ", stats.num_allocs);
        run.Check(stats.bytes_in_use >= 0, "bytes_in_use ", stats.bytes_in_use);
        run.Check(stats.peak_bytes_in_use > 0, "peak_bytes_in_use ", stats.peak_bytes_in_use);
        run.Check(stats.largest_alloc_size > 0, "largest_alloc_size ", stats.largest_alloc_size);
      });
  list.Add("peak/remembers", "peak_bytes_in_use remembers the most that was in use",
           "tf.config.experimental.get_memory_info", [](Run& run) {
             const auto before = StatsOf(run);
             run.Allocate(4 * kMiB);
             const auto after = StatsOf(run);
             run.Check(after.peak_bytes_in_use >= before.bytes_in_use + 4 * kMiB, "it is ",
                       after.peak_bytes_in_use);
             run.Check(after.peak_bytes_in_use >= after.bytes_in_use, "less than is in use");
           });
  list.Add("largest", "largest_alloc_size is at least the largest allocation",
           "core reports it when memory is used up", [](Run& run) {
             run.Allocate(3 * kMiB);
             run.Check(StatsOf(run).largest_alloc_size >= 3 * kMiB, "it is ",
                       StatsOf(run).largest_alloc_size);
           });
  list.Add("count", "num_allocs counts allocations", "core reports it when memory is used up",
           [](Run& run) {
             const auto before = StatsOf(run);
             for (int i = 0; i < 10; ++i) run.Allocate(100);
             const int64_t counted = StatsOf(run).num_allocs - before.num_allocs;
             run.Check(counted >= 10, "10 allocations, and it counts ", counted);
           });
  list.Add("limit", "bytes_limit, if there is one, is not less than is in use",
           "core shows it as the device's memory", [](Run& run) {
             const Memory memory = run.Allocate(kMiB);
             const auto stats = StatsOf(run);
             run.Needs(stats.has_bytes_limit != 0, "there is no limit");
             run.Check(stats.bytes_limit >= stats.bytes_in_use, stats.bytes_in_use, " of ",
                       stats.bytes_limit);
           });
  list.Add("keeps_to_struct", "get_allocator_stats writes nothing behind the struct",
           "core has it on its stack", [](Run& run) {
             GuardedStruct<SP_AllocatorStats> stats("SP_AllocatorStats", sizeof(SP_AllocatorStats));
             Device& device = run.device();
             run.Needs(device.executor().get_allocator_stats(device.sp(), stats.get()) != 0,
                       "the plugin keeps no statistics");
             run.Check(stats.Damage().empty(), stats.Damage());
             run.Check(stats->struct_size != 0, "struct_size is 0");
           });
  list.Add("allocate_keeps_to_struct", "allocate writes nothing behind SP_DeviceMemoryBase",
           "core has it on its stack", [](Run& run) {
             GuardedStruct<SP_DeviceMemoryBase> memory("SP_DeviceMemoryBase",
                                                       sizeof(SP_DeviceMemoryBase));
             Device& device = run.device();
             device.executor().allocate(device.sp(), 4096, 0, memory.get());
             run.Check(memory.Damage().empty(), memory.Damage());
             run.Require(memory->opaque != nullptr, "allocate gave no memory");
             device.executor().deallocate(device.sp(), memory.get());
             run.Check(memory.Damage().empty(), memory.Damage());
           });
}

// Host memory of the plugin's, freed at the end.
class HostMemory {
 public:
  HostMemory(Run& run, uint64_t size) : device_(run.device()) {
    data_ = static_cast<uint8_t*>(device_.executor().host_memory_allocate(device_.sp(), size));
    run.Require(data_ != nullptr, "host_memory_allocate gave no memory for ", size, " bytes");
  }
  ~HostMemory() { device_.executor().host_memory_deallocate(device_.sp(), data_); }
  uint8_t* data() const { return data_; }

 private:
  Device& device_;
  uint8_t* data_;
};

void AddHostMemory(CaseList& list) {
  list.Group("host_memory");
  const std::vector<uint64_t> sizes = {1, 64, 255, 4096, 65537, 4 << 20};
  list.AddEach("writable", sizes, "host memory can be read and written by the host, all of it",
               "core keeps staging buffers and host tensors in it", [](Run& run, uint64_t size) {
                 const HostMemory memory(run, size);
                 for (uint64_t i = 0; i < size; ++i) memory.data()[i] = static_cast<uint8_t>(i);
                 for (uint64_t i = 0; i < size; ++i) {
                   run.Require(memory.data()[i] == static_cast<uint8_t>(i), "byte ", i);
                 }
               });
  list.AddEach("alignment", sizes, "host memory is aligned to 64 bytes, and to 256 from 2.22 on",
               "core ends the process: \"SubAllocator must return memory aligned to at least 256 "
               "bytes\"",
               [](Run& run, uint64_t size) {
                 const uintptr_t asked = run.plugin().release().ChecksHostAlignment() ? 256 : 64;
                 std::vector<std::unique_ptr<HostMemory>> all;
                 for (int i = 0; i < 8; ++i) {
                   all.push_back(std::make_unique<HostMemory>(run, size));
                   const auto address = reinterpret_cast<uintptr_t>(all.back()->data());
                   run.Require(address % asked == 0, "address ", address, " is not aligned to ",
                               asked);
                 }
               });
  list.Add("copies", "copies go from host memory to the device and back",
           "core copies from it without staging", [](Run& run) {
             Device& device = run.device();
             constexpr uint64_t kSize = 100000;
             const HostMemory from(run, kSize);
             const HostMemory to(run, kSize);
             const auto bytes = run.Pattern(kSize);
             std::copy(bytes.begin(), bytes.end(), from.data());
             const Memory memory = run.Allocate(kSize);
             const Stream stream = run.NewStream();
             run.Ok(device.Write(stream.get(), memory.data(), from.data(), kSize));
             run.Ok(device.Read(stream.get(), to.data(), memory.data(), kSize));
             run.Ok(device.Await(stream.get()));
             run.ExpectEqual({to.data(), to.data() + kSize}, bytes, "what came back");
           });
  list.Add("many", "host memory is given and taken back a thousand times",
           "core's host allocator grows and shrinks", [](Run& run) {
             for (int i = 0; i < 1000; ++i) {
               const HostMemory memory(run, 1 + run.Draw(10000));
               memory.data()[0] = 1;
             }
           });
  list.Add("apart", "host memory does not overlap", "each tensor has its own", [](Run& run) {
    std::vector<std::unique_ptr<HostMemory>> all;
    for (uint8_t i = 0; i < 64; ++i) {
      all.push_back(std::make_unique<HostMemory>(run, 1000));
      std::fill_n(all.back()->data(), 1000, i);
    }
    for (uint8_t i = 0; i < 64; ++i) {
      const uint8_t* const data = all[i]->data();
      run.Require(std::count(data, data + 1000, i) == 1000, "block ", int{i}, " was overwritten");
    }
  });
  list.Add("unified", "unified memory is at one address for host and device",
           "core asks for it if supports_unified_memory says so", [](Run& run) {
             Device& device = run.device();
             run.Needs(run.plugin().platform()->supports_unified_memory != 0,
                       "the platform has no unified memory");
             constexpr uint64_t kSize = 4096;
             auto* const data = static_cast<uint8_t*>(
                 device.executor().unified_memory_allocate(device.sp(), kSize));
             run.Require(data != nullptr, "unified_memory_allocate gave none");
             const auto bytes = run.Pattern(kSize);
             std::copy(bytes.begin(), bytes.end(), data);
             const Memory memory = run.Allocate(kSize);
             run.Ok(device.Copy(memory.data(), data, kSize));
             run.Expect(device, memory.data(), bytes, "the copy");
             device.executor().unified_memory_deallocate(device.sp(), data);
           });
}

void AddCoreAllocators(CaseList& list) {
  list.Group("allocators");
  list.Add("bfc/one_region", "nearly all of the memory can be had at once",
           "without growth core's BFC allocator asks for all but 6 % or 300 MiB in one call",
           [](Run& run) {
             Device& device = run.device();
             const SP_Platform& platform = *run.plugin().platform();
             run.Needs(platform.use_bfc_allocator != 0, "the plugin does not ask for BFC");
             const int64_t free = run.FreeMemory();
             run.Needs(free < (int64_t{64} << 30), "the device has too much memory for a test");
             const int64_t margin = std::max<int64_t>(300 * kMiB, free / 16);
             run.Needs(free > 2 * margin, "the device has too little memory for BFC");
             const auto size = static_cast<uint64_t>(free - margin);
             if (platform.force_memory_growth != 0) {
               const Memory whole = device.Allocate(size);
               run.Needs(whole.data() != nullptr, "there are no blocks that large, only growth");
             }
             const Memory region = run.Allocate(size);
             const uint8_t byte = 42;
             for (const uint64_t at : {uint64_t{0}, size / 2, size - 1}) {
               run.Ok(device.Write(region.data() + at, &byte, 1));
               run.Expect(device, region.data() + at, {byte}, "a byte of the region");
             }
           });
  list.Add("bfc/growing", "regions that double in size can be had one after the other",
           "with growth core's BFC allocator starts with 2 MiB and doubles", [](Run& run) {
             run.Needs(run.plugin().platform()->use_bfc_allocator != 0,
                       "the plugin does not ask for BFC");
             std::vector<Memory> regions;
             for (int64_t size = 2 * kMiB; size <= 64 * kMiB; size *= 2) {
               regions.push_back(run.Allocate(static_cast<uint64_t>(size)));
             }
           });
  list.AddEach(
      "bfc/parts", std::vector<int>{1, 2, 3, 4}, "parts of one region are as good as allocations",
      "core's BFC allocator gives tensors parts of a region, 256 bytes on", [](Run& run, int salt) {
        Device& device = run.device();
        constexpr uint64_t kRegion = 4 << 20;
        const Memory region = run.Allocate(kRegion);
        const Stream stream = run.NewStream();
        std::vector<std::pair<uint64_t, std::vector<uint8_t>>> parts;
        for (uint64_t at = 0; at + 20000 < kRegion; at += 256 * (1 + run.Draw(320))) {
          parts.emplace_back(
              at, run.Pattern(1 + run.Draw(256), static_cast<uint8_t>(salt + parts.size())));
          run.Ok(device.Write(stream.get(), region.data() + at, parts.back().second.data(),
                              parts.back().second.size()));
          if (parts.size() > 200) break;
        }
        run.Ok(device.Await(stream.get()));
        for (const auto& [at, bytes] : parts) {
          run.Expect(device, region.data() + at, bytes, "the part at " + std::to_string(at));
        }
      });
  list.Add("simple/each_tensor", "a tensor's life in the simple allocator: ask, fill, read, free",
           "without BFC core asks the plugin for each tensor", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             for (int i = 0; i < 300; ++i) {
               const auto bytes = run.Pattern(1 + run.Draw(3000), static_cast<uint8_t>(i));
               const Memory memory = run.Allocate(bytes.size());
               std::vector<uint8_t> found(bytes.size());
               run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), bytes.size()));
               run.Ok(device.Read(stream.get(), found.data(), memory.data(), found.size()));
               run.Ok(device.Await(stream.get()));
               run.ExpectEqual(found, bytes, "tensor " + std::to_string(i));
             }
           });
}

}  // namespace

void AddAllocatorCases(CaseList& list) {
  AddStatistics(list);
  AddHostMemory(list);
  AddCoreAllocators(list);
}

}  // namespace conformance
