// Streams: order, independence, waiting, callbacks.

#include <atomic>
#include <climits>
#include <mutex>
#include <thread>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr uint64_t kStreamBytes = 4096;

void AddLives(CaseList& list) {
  list.Add(
      "create", "streams are created, each another one, and work",
      "core makes four kinds for each device: compute, to the device, to the host, between "
      "devices",
      [](Run& run) {
        Device& device = run.device();
        std::vector<Stream> streams;
        const Memory memory = run.Allocate(kStreamBytes);
        for (uint8_t i = 0; i < 4; ++i) {
          streams.push_back(run.NewStream());
          for (size_t j = 0; j + 1 < streams.size(); ++j) {
            run.Require(streams[j].get() != streams.back().get(), "the same handle twice");
          }
          const auto bytes = run.Pattern(kStreamBytes, i);
          run.Ok(device.Write(streams.back().get(), memory.data(), bytes.data(), kStreamBytes));
          run.Ok(device.Await(streams.back().get()));
          run.Expect(device, memory.data(), bytes, "stream " + std::to_string(i));
        }
      });
  list.AddEach("create/many", std::vector<int>{16, 64},
               "that many streams live at the same time, and each works",
               "virtual devices and sessions make more", [](Run& run, int count) {
                 Device& device = run.device();
                 std::vector<Stream> streams;
                 const Memory memory = run.Allocate(kStreamBytes * static_cast<uint64_t>(count));
                 std::vector<std::vector<uint8_t>> contents;
                 for (int i = 0; i < count; ++i) {
                   streams.push_back(run.NewStream());
                   contents.push_back(run.Pattern(kStreamBytes, static_cast<uint8_t>(i)));
                 }
                 for (size_t i = 0; i < streams.size(); ++i) {
                   run.Ok(device.Write(streams[i].get(), memory.data() + i * kStreamBytes,
                                       contents[i].data(), kStreamBytes));
                 }
                 run.Ok(device.AwaitAll());
                 for (size_t i = 0; i < streams.size(); ++i) {
                   run.Expect(device, memory.data() + i * kStreamBytes, contents[i],
                              "a stream's part");
                 }
               });
  list.Add("create/after_destroy", "streams come and go three hundred times",
           "sessions end, processes stay", [](Run& run) {
             Device& device = run.device();
             const Memory memory = run.Allocate(64);
             const auto bytes = run.Pattern(64);
             for (int i = 0; i < 300; ++i) {
               const Stream stream = run.NewStream();
               run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), 64));
             }
             run.Expect(device, memory.data(), bytes, "what the last one wrote");
           });
  list.AddEach("create/with_priority", std::vector<int>{0, -1, 1, -100, 100, INT_MIN, INT_MAX},
               "whatever priority is asked for, there is a stream, and it works",
               "2.22 passes on what a session's config asks for", [](Run& run, int priority) {
                 Device& device = run.device();
                 run.Needs(device.has_stream_options(), "create_stream_with_options is not there");
                 SP_StreamOptions options{sizeof(options), nullptr, 1, priority};
                 SP_Stream handle = nullptr;
                 run.Ok(device.CreateStream(&options, &handle));
                 run.Require(handle != nullptr, "no stream");
                 const Stream stream(&device, handle);
                 const Memory memory = run.Allocate(64);
                 const auto bytes = run.Pattern(64);
                 run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), 64));
                 run.Ok(device.Await(stream.get()));
                 run.Expect(device, memory.data(), bytes, "what it wrote");
               });
}

void AddOrder(CaseList& list) {
  list.Add("order/callbacks", "callbacks of a stream run one after the other, in their order",
           "RFC: a stream works in the order in which work was put on it", [](Run& run) {
             const Stream stream = run.NewStream();
             std::vector<int> order;
             for (int i = 0; i < 200; ++i) {
               run.Call(run.device(), stream.get(), [&order, i] { order.push_back(i); });
             }
             run.Ok(run.device().Await(stream.get()));
             run.Require(order.size() == 200, order.size(), " of 200 have run");
             for (size_t i = 0; i < 200; ++i) {
               run.Require(order[i] == static_cast<int>(i), "number ", order[i], " ran as ", i);
             }
           });
  list.Add("order/last_write_wins", "of two copies to the same place the later one stays",
           "RFC: a stream works in order", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             constexpr uint64_t kSize = 1 << 20;
             const Memory memory = run.Allocate(kSize);
             const auto large = run.Pattern(kSize, 1);
             auto expected = large;
             const auto small = run.Pattern(100, 2);
             for (int i = 0; i < 20; ++i) {
               run.Ok(device.Write(stream.get(), memory.data(), large.data(), kSize));
               run.Ok(device.Write(stream.get(), memory.data() + 500, small.data(), 100));
             }
             std::copy(small.begin(), small.end(), expected.begin() + 500);
             run.Ok(device.Await(stream.get()));
             run.Expect(device, memory.data(), expected, "the memory");
           });
  list.Add("order/copy_then_callback", "a callback sees what copies before it have brought",
           "core's own callbacks free and read host buffers", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Memory memory = run.Allocate(1 << 20);
             const auto bytes = run.Pattern(1 << 20);
             run.Ok(device.Write(memory.data(), bytes.data(), bytes.size()));
             std::vector<uint8_t> found(bytes.size());
             bool seen = false;
             run.Ok(device.Read(stream.get(), found.data(), memory.data(), found.size()));
             run.Call(device, stream.get(), [&] { seen = found == bytes; });
             run.Ok(device.Await(stream.get()));
             run.Check(seen, "the copy was not done");
           });
  list.Add("order/callback_then_copy", "a copy takes what a callback before it has written",
           "RFC: a stream works in order", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Memory memory = run.Allocate(kStreamBytes);
             std::vector<uint8_t> source(kStreamBytes, 0);
             const auto bytes = run.Pattern(kStreamBytes);
             run.Delay(device, stream.get(), 10);
             run.Call(device, stream.get(), [&] { source = bytes; });
             run.Ok(device.Write(stream.get(), memory.data(), source.data(), kStreamBytes));
             run.Ok(device.Await(stream.get()));
             run.Expect(device, memory.data(), bytes, "the memory");
           });
  list.Add("order/there_and_back", "a value goes through a chain of a thousand copies",
           "RFC: a stream works in order", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Memory a = run.Allocate(64);
             const Memory b = run.Allocate(64);
             const auto bytes = run.Pattern(64);
             run.Ok(device.Write(stream.get(), a.data(), bytes.data(), 64));
             for (int i = 0; i < 500; ++i) {
               run.Ok(device.Copy(stream.get(), b.data(), a.data(), 64));
               run.Ok(device.Zero(stream.get(), a.data(), 64));
               run.Ok(device.Copy(stream.get(), a.data(), b.data(), 64));
             }
             run.Ok(device.Await(stream.get()));
             run.Expect(device, a.data(), bytes, "what came through");
           });
}

void AddAsynchrony(CaseList& list) {
  list.Add("starts_by_itself", "work is done though nobody waits for it",
           "core polls events and does not wait", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             std::atomic<bool> done{false};
             run.Call(device, stream.get(), [&] { done = true; });
             run.Check(Eventually([&] { return done.load(); }), "nothing happens");
             run.Ok(device.Await(stream.get()));
           });
  list.Add("enqueues_while_busy", "work can be put on a stream that is busy",
           "executors run ahead of the device", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Memory memory = run.Allocate(kStreamBytes);
             const auto bytes = run.Pattern(kStreamBytes);
             std::vector<uint8_t> found(kStreamBytes);
             Gate gate(run, device, stream.get());
             for (int i = 0; i < 200; ++i) {
               run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), kStreamBytes));
             }
             run.Ok(device.Read(stream.get(), found.data(), memory.data(), kStreamBytes));
             run.Check(found != bytes, "the copy did not wait for its turn");
             gate.Open();
             run.Ok(device.Await(stream.get()));
             run.ExpectEqual(found, bytes, "what was read");
           });
  list.Add("independent", "a stream that is held up does not hold up others",
           "core copies while it computes", [](Run& run) {
             Device& device = run.device();
             const Stream held = run.NewStream();
             const Stream free = run.NewStream();
             const Memory from = run.Allocate(kStreamBytes), to = run.Allocate(kStreamBytes);
             const auto bytes = run.Pattern(kStreamBytes);
             run.Ok(device.Write(from.data(), bytes.data(), kStreamBytes));
             Gate gate(run, device, held.get());
             // Copies to the device may wait for all that it has to do: see copies/constant.
             std::vector<uint8_t> found(kStreamBytes);
             run.Ok(device.Copy(free.get(), to.data(), from.data(), kStreamBytes));
             run.Ok(device.Read(free.get(), found.data(), to.data(), kStreamBytes));
             run.Ok(device.Await(free.get()));
             run.ExpectEqual(found, bytes, "what was copied");
           });
  list.Add("deep", "ten thousand things can be on a stream",
           "an executor does not count what it enqueues", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             std::atomic<int> count{0};
             for (int i = 0; i < 10000; ++i) run.Call(device, stream.get(), [&] { ++count; });
             run.Ok(device.Await(stream.get()));
             run.Check(count == 10000, count.load(), " of them have run");
           });
}

void AddStreamWaiting(CaseList& list) {
  list.Add("await/all_done", "after block_host_until_done all work of the stream is done",
           "core reads results then", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             for (int round = 0; round < 20; ++round) {
               std::atomic<int> done{0};
               for (int i = 0; i < 10; ++i) {
                 run.Call(device, stream.get(), [&] {
                   std::this_thread::sleep_for(std::chrono::microseconds(200));
                   ++done;
                 });
               }
               run.Ok(device.Await(stream.get()));
               run.Require(done == 10, done.load(), " of 10 were done");
             }
           });
  list.Add("await/idle", "waiting for a stream with nothing on it ends, with OK",
           "core waits at the end of each step", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             for (int i = 0; i < 100; ++i) run.Ok(device.Await(stream.get()));
             std::atomic<bool> done{false};
             run.Call(device, stream.get(), [&] { done = true; });
             run.Ok(device.Await(stream.get()));
             run.Check(done.load(), "and with something on it, it does not wait");
           });
  list.Add("await/by_threads", "several threads may wait for one stream",
           "each caller of tf.Session.run waits for itself", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             std::atomic<bool> done{false};
             run.Delay(device, stream.get(), 20);
             run.Call(device, stream.get(), [&] { done = true; });
             InThreads(8, [&](int) {
               run.Ok(device.Await(stream.get()));
               run.Check(done.load(), "a thread has not waited");
             });
           });
  list.Add("await/everything", "synchronize_all_activity waits for every stream",
           "core: Device::Sync", [](Run& run) {
             Device& device = run.device();
             std::vector<Stream> streams;
             std::atomic<int> done{0};
             for (int i = 0; i < 8; ++i) {
               streams.push_back(run.NewStream());
               run.Delay(device, streams.back().get(), 5 * (i % 4));
               run.Call(device, streams.back().get(), [&] { ++done; });
             }
             run.Ok(device.AwaitAll());
             run.Check(done == 8, done.load(), " of 8 streams were done");
           });
  list.Add("await/nothing", "synchronize_all_activity without any stream says OK",
           "core syncs devices that did nothing", [](Run& run) {
             run.Ok(run.device().AwaitAll());
             run.Allocate(64);
             run.Ok(run.device().AwaitAll());
           });
  list.Add("status/ok", "get_stream_status is OK before, during and after work",
           "core ends the process if a copy's stream is not OK", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             run.Ok(device.StreamStatus(stream.get()));
             std::atomic<bool> done{false};
             run.Delay(device, stream.get(), 10);
             run.Call(device, stream.get(), [&] { done = true; });
             run.Ok(device.StreamStatus(stream.get()));
             run.Ok(device.Await(stream.get()));
             run.Ok(device.StreamStatus(stream.get()));
             run.Check(done.load(), "the stream did nothing");
           });
}

void AddCallbacks(CaseList& list) {
  list.Add("callback/runs_once", "a callback runs, and once", "core: Stream::DoHostCallback",
           [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             std::atomic<int> count{0};
             run.Require(device.Call(stream.get(), [&](TF_Status*) { ++count; }),
                         "host_callback says no");
             run.Ok(device.Await(stream.get()));
             run.Ok(device.AwaitAll());
             run.Check(count == 1, "it ran ", count.load(), " times");
           });
  list.Add("callback/gets_status", "a callback gets a status that is OK, to set an error in",
           "core writes what its function returns into it", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             std::atomic<int> seen{0};
             run.Needs(device.Call(stream.get(),
                                   [&](TF_Status* status) {
                                     seen = status == nullptr ? 1 : status->ok() ? 2 : 3;
                                   }),
                       "host_callback refuses callbacks");
             run.Ok(device.Await(stream.get()));
             run.Check(seen == 2, seen == 0   ? "it was not called"
                                  : seen == 1 ? "it got none"
                                              : "it got one that is not OK");
           });
  list.Add("callback/may_block", "a callback that blocks holds up its stream only",
           "core's functions may take locks", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Stream other = run.NewStream();
             Gate gate(run, device, stream.get());
             std::atomic<bool> done{false};
             run.Call(device, other.get(), [&] { done = true; });
             run.Check(Eventually([&] { return done.load(); }), "the other stream waits");
             gate.Open();
             run.Ok(device.AwaitAll());
           });
  list.Add("callback/error_leaves_others", "an error of a callback leaves other streams alone",
           "errors belong to a stream", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Stream other = run.NewStream();
             run.Needs(device.Call(stream.get(),
                                   [](TF_Status* status) {
                                     status->Set(TF_INTERNAL, "said by the callback");
                                   }),
                       "host_callback refuses callbacks");
             (void)device.Await(stream.get());  // may say so
             const Memory memory = run.Allocate(kStreamBytes);
             const auto bytes = run.Pattern(kStreamBytes);
             run.Ok(device.Write(other.get(), memory.data(), bytes.data(), kStreamBytes));
             run.Ok(device.Await(other.get()));
             run.Expect(device, memory.data(), bytes, "the memory");
           });
  list.Add("callback/error_is_not_for_good", "a stream works on after an error of a callback",
           "programs handle exceptions and go on", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             run.Needs(device.Call(stream.get(),
                                   [](TF_Status* status) {
                                     status->Set(TF_INTERNAL, "said by the callback");
                                   }),
                       "host_callback refuses callbacks");
             (void)device.Await(stream.get());
             run.Ok(device.Await(stream.get()));  // told once
             run.Ok(device.StreamStatus(stream.get()));
             std::atomic<bool> done{false};
             run.Call(device, stream.get(), [&] { done = true; });
             run.Ok(device.Await(stream.get()));
             run.Check(done.load(), "nothing runs any more");
           });
}

}  // namespace

void AddStreamCases(CaseList& list) {
  list.Group("streams");
  AddLives(list);
  AddOrder(list);
  AddAsynchrony(list);
  AddStreamWaiting(list);
  AddCallbacks(list);
}

}  // namespace conformance
