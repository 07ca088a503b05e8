// Device memory: what allocate gives and deallocate takes.

#include <algorithm>
#include <cinttypes>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr uint64_t kDeviceAlignment = 256;

const std::vector<uint64_t>& AllocationSizes() {
  static const auto* const sizes = new std::vector<uint64_t>{
      1, 2, 7, 64, 255, 256, 257, 4095, 4096, 4097, 65536, 1 << 20, (1 << 20) + 1, 16 << 20};
  return *sizes;
}

bool Overlap(const Memory& a, uint64_t a_size, const Memory& b, uint64_t b_size) {
  return a.data() < b.data() + b_size && b.data() < a.data() + a_size;
}

void AddAllocation(CaseList& list) {
  list.AddEach("allocate", AllocationSizes(), "memory of that many bytes is given, and holds them",
               "core: a null address is ResourceExhausted", [](Run& run, uint64_t size) {
                 Device& device = run.device();
                 const Memory memory = run.Allocate(size);
                 const auto bytes = run.Pattern(size);
                 run.Ok(device.Write(memory.data(), bytes.data(), size));
                 run.Expect(device, memory.data(), bytes, "the memory");
               });
  list.AddEach("alignment", AllocationSizes(), "device memory is aligned to 256 bytes",
               "core's BFC allocator asks suballocators for 256 bytes and gives parts of 256 on; "
               "kernels take 64 for granted",
               [](Run& run, uint64_t size) {
                 // A small device has no memory for eight of the largest.
                 const uint64_t half = static_cast<uint64_t>(run.FreeMemory()) / 2;
                 std::vector<Memory> all;
                 for (uint64_t i = 0; i < 8 && (i == 0 || (i + 1) * size <= half); ++i) {
                   all.push_back(run.Allocate(size));
                   run.Require(
                       reinterpret_cast<uintptr_t>(all.back().data()) % kDeviceAlignment == 0,
                       "address ", static_cast<void*>(all.back().data()), " is not");
                 }
               });
  list.Add("says_size", "SP_DeviceMemoryBase says the size that was asked for",
           "RFC: size is that of the allocation", [](Run& run) {
             for (const uint64_t size : AllocationSizes()) {
               const Memory memory = run.Allocate(size);
               run.Check(memory.size() >= size, memory.size(), " bytes and not ", size);
             }
           });
  list.AddEach("too_much", std::vector<const char*>{"UINT64_MAX", "INT64_MAX", "1<<62", "1<<50"},
               "for more than any device has there is no memory, and no crash",
               "core: a null address is ResourceExhausted, which programs handle",
               [](Run& run, const char* size) {
                 const std::string text = size;
                 const uint64_t bytes = text == "UINT64_MAX"  ? UINT64_MAX
                                        : text == "INT64_MAX" ? INT64_MAX
                                        : text == "1<<62"     ? uint64_t{1} << 62
                                                              : uint64_t{1} << 50;
                 Device& device = run.device();
                 Memory memory = device.Allocate(bytes);
                 run.Check(!memory, "allocate gave an address");
                 memory.Forget();
                 run.Allocate(4096);  // and there is still some
               });
  list.Add("nothing", "asking for no bytes is no crash, whatever it gives",
           "core does not ask, but its allocators may be asked", [](Run& run) {
             Memory memory = run.device().Allocate(0);
             memory.Free();
             run.Allocate(64);
           });
  list.Add("apart", "allocations that live at the same time do not overlap",
           "each tensor has its own", [](Run& run) {
             std::vector<std::pair<Memory, uint64_t>> all;
             for (int i = 0; i < 100; ++i) {
               const uint64_t size = 1 + run.Draw(20000);
               Memory memory = run.Allocate(size);
               for (const auto& [other, other_size] : all) {
                 run.Require(!Overlap(memory, size, other, other_size), "two of them overlap");
               }
               all.emplace_back(std::move(memory), size);
             }
           });
  list.Add(
      "contents_apart", "writing one allocation leaves all others alone", "each tensor has its own",
      [](Run& run) {
        Device& device = run.device();
        std::vector<Memory> all;
        std::vector<std::vector<uint8_t>> contents;
        for (int i = 0; i < 32; ++i) {
          contents.push_back(run.Pattern(1 + run.Draw(5000), static_cast<uint8_t>(i)));
          all.push_back(run.Allocate(contents.back().size()));
          run.Ok(device.Write(all.back().data(), contents.back().data(), contents.back().size()));
        }
        for (size_t i = 0; i < all.size(); ++i) {
          run.Expect(device, all[i].data(), contents[i], "allocation " + std::to_string(i));
        }
      });
}

void AddInterior(CaseList& list) {
  list.AddEach("interior_pointer", std::vector<uint64_t>{1, 3, 64, 255, 256, 4096, 100000},
               "an address inside an allocation can be written and read",
               "core's BFC allocator hands parts of one allocation to tensors, and slices of "
               "tensors begin anywhere",
               [](Run& run, uint64_t offset) {
                 Device& device = run.device();
                 const uint64_t size = 1 << 20;
                 const Memory memory = run.Allocate(size);
                 auto expected = run.Pattern(size, 1);
                 run.Ok(device.Write(memory.data(), expected.data(), size));
                 const auto bytes = run.Pattern(1000, 2);
                 run.Ok(device.Write(memory.data() + offset, bytes.data(), bytes.size()));
                 std::copy(bytes.begin(), bytes.end(),
                           expected.begin() + static_cast<std::ptrdiff_t>(offset));
                 run.Expect(device, memory.data(), expected, "the whole allocation");
               });
  list.Add("last_byte", "the last byte of an allocation is as good as the first",
           "tensors fill their memory", [](Run& run) {
             Device& device = run.device();
             for (const uint64_t size : AllocationSizes()) {
               const Memory memory = run.Allocate(size);
               const uint8_t byte = 0x5a;
               run.Ok(device.Write(memory.data() + size - 1, &byte, 1));
               run.Expect(device, memory.data() + size - 1, {byte}, "the last byte");
             }
           });
}

void AddFreeing(CaseList& list) {
  list.AddEach("again_and_again", std::vector<uint64_t>{64, 4096, 1 << 20},
               "two thousand allocations, one after the other, do not use memory up",
               "the simple allocator asks for each tensor", [](Run& run, uint64_t size) {
                 for (int i = 0; i < 2000; ++i) run.Allocate(size);
                 run.Check(run.FreeMemory() > 0, "nothing is free");
               });
  list.Add("fragmented", "memory that was freed in pieces is there again",
           "tensors come and go in any order", [](Run& run) {
             std::vector<Memory> all;
             for (int i = 0; i < 200; ++i) all.push_back(run.Allocate(50000));
             for (size_t i = 0; i < all.size(); i += 2) all[i].Free();
             for (size_t i = 0; i < all.size(); i += 2) all[i] = run.Allocate(40000);
             all.clear();
             run.Allocate(8 << 20);
           });
  list.Add("any_order", "memory may be freed in any order", "tensors come and go in any order",
           [](Run& run) {
             Device& device = run.device();
             std::vector<Memory> all;
             for (int round = 0; round < 500; ++round) {
               if (all.size() < 50) all.push_back(run.Allocate(1 + run.Draw(100000)));
               if (run.Draw(2) == 0) std::swap(all[run.Draw(all.size())], all.back());
               if (run.Draw(3) == 0) all.pop_back();
             }
             const Memory memory = run.Allocate(4096);
             const auto bytes = run.Pattern(4096);
             run.Ok(device.Write(memory.data(), bytes.data(), 4096));
             run.Expect(device, memory.data(), bytes, "memory at the end");
           });
  list.Add("all_of_it", "when memory is used up the next request gets none, and freeing helps",
           "core frees what it caches and tries again", [](Run& run) {
             Device& device = run.device();
             int64_t free = 0, total = 0;
             run.Require(device.Usage(&free, &total), "device_memory_usage says no");
             const auto piece = static_cast<uint64_t>(total) / 16;
             std::vector<Memory> all;
             while (all.size() < 17) {
               Memory memory = device.Allocate(piece);
               if (!memory) break;
               all.push_back(std::move(memory));
             }
             run.Require(!all.empty(), "not even a sixteenth of the memory can be had");
             run.Check(all.size() <= 16, "17 sixteenths of the memory were given");
             all.clear();
             run.Check(static_cast<bool>(device.Allocate(piece)), "nothing after all was freed");
           });
  list.AddEach("freed_under_work", std::vector<uint64_t>{1 << 16, 4 << 20},
               "work that is enqueued still finds memory that was freed behind it",
               "core frees a tensor when Compute returns, and the next op of the stream may get it",
               [](Run& run, uint64_t size) {
                 Device& device = run.device();
                 const Stream stream = run.NewStream();
                 const Stream uploads = run.NewStream();
                 const auto first = run.Pattern(size, 1);
                 const auto second = run.Pattern(size, 2);
                 Memory source = run.Allocate(size);
                 const Memory target = run.Allocate(size);
                 run.Ok(device.Write(source.data(), first.data(), size));
                 run.Delay(device, stream.get(), 20);
                 run.Ok(device.Copy(stream.get(), target.data(), source.data(), size));
                 source.Free();
                 const Memory next = run.Allocate(size);
                 run.Ok(device.DependOn(uploads.get(), stream.get()));
                 run.Ok(device.Write(uploads.get(), next.data(), second.data(), size));
                 run.Ok(device.Await(uploads.get()));
                 run.Ok(device.Await(stream.get()));
                 run.Expect(device, target.data(), first, "the copy of what was freed");
                 run.Expect(device, next.data(), second, "what came after it");
               });
}

}  // namespace

void AddMemoryCases(CaseList& list) {
  list.Group("memory");
  AddAllocation(list);
  AddInterior(list);
  AddFreeing(list);
}

}  // namespace conformance
