// Many threads at once, as executors have them.

#include <atomic>
#include <thread>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr int kThreads = 64;
constexpr char kWhyThreads[] = "executors call from all threads of their pools";

}  // namespace

void AddThreadCases(CaseList& list) {
  list.Group("threads");
  list.Add(
      "allocate", "64 threads allocate, use and free memory at once", kWhyThreads, [](Run& run) {
        Device& device = run.device();
        InThreads(kThreads, [&](int who) {
          for (int i = 0; i < 30; ++i) {
            const uint64_t size = 100 + static_cast<uint64_t>((who * 37 + i * 101) % 5000);
            const Memory memory = run.Allocate(size);
            const std::vector<uint8_t> bytes(size, static_cast<uint8_t>(who + i));
            run.Ok(device.Write(memory.data(), bytes.data(), size));
            run.Expect(device, memory.data(), bytes, "memory of thread " + std::to_string(who));
          }
        });
      });
  list.Add("own_streams", "64 threads work with a stream each at once", kWhyThreads, [](Run& run) {
    Device& device = run.device();
    InThreads(kThreads, [&](int who) {
      const Stream stream = run.NewStream();
      const Memory memory = run.Allocate(8192);
      for (int i = 0; i < 10; ++i) {
        const std::vector<uint8_t> bytes(8192, static_cast<uint8_t>(who + i));
        std::vector<uint8_t> found(8192);
        run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), 8192));
        run.Ok(device.Read(stream.get(), found.data(), memory.data(), 8192));
        run.Ok(device.Await(stream.get()));
        run.ExpectEqual(found, bytes, "thread " + std::to_string(who));
      }
    });
  });
  list.Add("one_stream", "64 threads put work on one stream at once, and none is lost", kWhyThreads,
           [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             int count = 0;                    // by callbacks only, which run one after the other
             std::atomic<bool> inside{false};  // relaxed, so that it orders nothing for `count`
             std::atomic<bool> at_once{false};
             InThreads(kThreads, [&](int) {
               for (int i = 0; i < 50; ++i) {
                 run.Call(device, stream.get(), [&, i] {
                   if (inside.exchange(true, std::memory_order_relaxed)) at_once = true;
                   if (i % 8 == 0) std::this_thread::yield();  // lets others in, where they may
                   ++count;
                   inside.store(false, std::memory_order_relaxed);
                 });
               }
             });
             run.Ok(device.Await(stream.get()));
             run.Check(!at_once, "two callbacks of a stream ran at once");
             run.Check(count == kThreads * 50, count, " of ", kThreads * 50);
           });
  list.Add("streams_come_and_go", "streams are made and destroyed by 16 threads at once",
           kWhyThreads, [](Run& run) {
             Device& device = run.device();
             std::atomic<int> count{0};
             InThreads(16, [&](int) {
               for (int i = 0; i < 20; ++i) {
                 const Stream stream = run.NewStream();
                 run.Call(device, stream.get(), [&] { ++count; });
                 run.Ok(device.Await(stream.get()));
               }
             });
             run.Check(count == 320, count.load(), " of 320 callbacks");
           });
  list.Add("events_come_and_go", "events are made, recorded and destroyed by 32 threads at once",
           kWhyThreads, [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             InThreads(32, [&](int) {
               for (int i = 0; i < 30; ++i) {
                 const Event event = run.NewEvent();
                 run.Ok(device.Record(stream.get(), event.get()));
                 run.Ok(device.BlockOn(event.get()));
                 run.Require(device.Query(event.get()) == SE_EVENT_COMPLETE, "not complete");
               }
             });
           });
  list.Add("synchronize_while_busy", "threads wait for the device while others enqueue",
           kWhyThreads, [](Run& run) {
             Device& device = run.device();
             std::atomic<int> count{0};
             InThreads(16, [&](int who) {
               const Stream stream = run.NewStream();
               for (int i = 0; i < 30; ++i) {
                 if (who % 2 == 0) {
                   run.Ok(device.AwaitAll());
                 } else {
                   run.Call(device, stream.get(), [&] { ++count; });
                 }
               }
             });
             run.Ok(device.AwaitAll());
             run.Check(count == 8 * 30, count.load(), " of 240 callbacks");
           });
  list.Add("dependencies", "32 threads make streams depend on one another at once", kWhyThreads,
           [](Run& run) {
             Device& device = run.device();
             const Stream shared = run.NewStream();
             std::atomic<int> late{0};
             InThreads(32, [&](int) {
               const Stream own = run.NewStream();
               for (int i = 0; i < 20; ++i) {
                 std::atomic<bool> done{false};
                 run.Call(device, own.get(), [&] { done = true; });
                 run.Ok(device.DependOn(shared.get(), own.get()));
                 run.Ok(device.DependOn(own.get(), shared.get()));
                 run.Call(device, own.get(), [&] { late += done ? 0 : 1; });
                 run.Ok(device.Await(own.get()));
                 run.Require(done.load(), "work was not done");
               }
             });
             run.Check(late == 0, late.load(), " out of order");
           });
  list.Add("statistics", "statistics can be read while 16 threads allocate", kWhyThreads,
           [](Run& run) {
             Device& device = run.device();
             InThreads(16, [&](int who) {
               for (int i = 0; i < 100; ++i) {
                 if (who % 4 != 0) {
                   run.Allocate(1000);
                   continue;
                 }
                 SP_AllocatorStats stats;
                 int64_t free = 0, total = 0;
                 if (device.Stats(&stats)) {
                   run.Require(stats.bytes_in_use >= 0, "bytes_in_use is ", stats.bytes_in_use);
                 }
                 run.Require(device.Usage(&free, &total) && free <= total, free, " of ", total);
               }
             });
           });
  list.Add("host_memory", "32 threads take and give back host memory at once", kWhyThreads,
           [](Run& run) {
             Device& device = run.device();
             InThreads(32, [&](int who) {
               for (int i = 0; i < 50; ++i) {
                 auto* const data = static_cast<uint8_t*>(
                     device.executor().host_memory_allocate(device.sp(), 3000));
                 run.Require(data != nullptr, "none was given");
                 for (int j = 0; j < 3000; ++j) data[j] = static_cast<uint8_t>(who);
                 for (int j = 0; j < 3000; ++j)
                   run.Require(data[j] == who, "somebody else wrote there");
                 device.executor().host_memory_deallocate(device.sp(), data);
               }
             });
           });
}

}  // namespace conformance
