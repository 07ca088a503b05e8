// Events: recording, asking, waiting.

#include <atomic>
#include <thread>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr uint64_t kEventBytes = 4096;
constexpr char kPolls[] =
    "core polls events and ends the process at SE_EVENT_ERROR and SE_EVENT_UNKNOWN";

bool Completes(Device& device, const Event& event) {
  return Eventually([&] { return device.Query(event.get()) == SE_EVENT_COMPLETE; });
}

void AddStates(CaseList& list) {
  list.Add("create", "events are created, each another one", "core: EventMgr", [](Run& run) {
    std::vector<Event> events;
    for (int i = 0; i < 16; ++i) {
      events.push_back(run.NewEvent());
      for (size_t j = 0; j + 1 < events.size(); ++j) {
        run.Require(events[j].get() != events.back().get(), "the same handle twice");
      }
    }
  });
  list.Add("completes", "an event on an idle stream becomes complete", kPolls, [](Run& run) {
    Device& device = run.device();
    const Stream stream = run.NewStream();
    const Event event = run.NewEvent();
    run.Ok(device.Record(stream.get(), event.get()));
    run.Check(Completes(device, event), "it does not");
  });
  list.Add("pending", "an event behind work that is not done is pending", kPolls, [](Run& run) {
    Device& device = run.device();
    const Stream stream = run.NewStream();
    const Event event = run.NewEvent();
    Gate gate(run, device, stream.get());
    run.Ok(device.Record(stream.get(), event.get()));
    for (int i = 0; i < 1000; ++i) {
      run.Require(device.Query(event.get()) == SE_EVENT_PENDING, "its status is ",
                  int{device.Query(event.get())});
    }
    gate.Open();
    run.Check(Completes(device, event), "and it stays so");
  });
  list.Add("never_fails", "an event is pending, then complete, and nothing else", kPolls,
           [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             for (int round = 0; round < 20; ++round) {
               const Event event = run.NewEvent();
               run.Delay(device, stream.get(), 1);
               run.Ok(device.Record(stream.get(), event.get()));
               bool complete = false;
               const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
               while (std::chrono::steady_clock::now() < end) {
                 const SE_EventStatus status = device.Query(event.get());
                 run.Require(status == SE_EVENT_PENDING || status == SE_EVENT_COMPLETE, "status ",
                             int{status});
                 run.Require(!complete || status == SE_EVENT_COMPLETE,
                             "it was complete and is pending again");
                 complete = status == SE_EVENT_COMPLETE;
               }
               run.Require(complete || Completes(device, event), "it does not complete");
             }
           });
  list.Add("in_order", "events on one stream complete in their order", kPolls, [](Run& run) {
    Device& device = run.device();
    const Stream stream = run.NewStream();
    std::vector<Event> events;
    for (int i = 0; i < 20; ++i) {
      run.Delay(device, stream.get(), 1);
      events.push_back(run.NewEvent());
      run.Ok(device.Record(stream.get(), events.back().get()));
    }
    for (size_t last = events.size(); last > 0; --last) {
      run.Require(Completes(device, events[last - 1]), "one does not complete");
      for (size_t i = 0; i < last; ++i) {
        run.Require(device.Query(events[i].get()) == SE_EVENT_COMPLETE, "event ", i,
                    " is not complete though event ", last - 1, " is");
      }
    }
  });
  list.Add("covers_copies", "when an event is complete, copies before it are done",
           "core hands out the tensor then", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             for (const uint64_t size : {uint64_t{64}, uint64_t{100000}, uint64_t{8 << 20}}) {
               const Memory memory = run.Allocate(size);
               const auto bytes = run.Pattern(size);
               std::vector<uint8_t> found(size);
               const Event event = run.NewEvent();
               run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), size));
               run.Ok(device.Read(stream.get(), found.data(), memory.data(), size));
               run.Ok(device.Record(stream.get(), event.get()));
               run.Require(Completes(device, event), "it does not complete");
               run.ExpectEqual(found, bytes, "the copy");
             }
           });
}

void AddRecording(CaseList& list) {
  list.Add("record_again", "an event that is recorded again is about the later record",
           "core's EventMgr uses events again", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Event event = run.NewEvent();
             run.Ok(device.Record(stream.get(), event.get()));
             run.Require(Completes(device, event), "it does not complete");
             Gate gate(run, device, stream.get());
             run.Ok(device.Record(stream.get(), event.get()));
             run.Check(device.Query(event.get()) == SE_EVENT_PENDING,
                       "it is still complete, as it was recorded first");
             gate.Open();
             run.Check(Completes(device, event), "it does not complete again");
           });
  list.Add("record_again_while_pending", "recorded again while pending, it is about the later",
           "RFC: as CUDA's events", [](Run& run) {
             Device& device = run.device();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             const Event event = run.NewEvent();
             Gate gate(run, device, first.get());
             run.Ok(device.Record(first.get(), event.get()));
             run.Ok(device.Record(second.get(), event.get()));
             run.Check(Completes(device, event), "it waits for the first record");
             gate.Open();
             run.Ok(device.Await(first.get()));
             run.Check(device.Query(event.get()) == SE_EVENT_COMPLETE, "and is pending again");
           });
  list.Add("record_many_times", "an event can be recorded a thousand times",
           "core's EventMgr uses events again", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Event event = run.NewEvent();
             for (int i = 0; i < 1000; ++i) {
               run.Ok(device.Record(stream.get(), event.get()));
               if (i % 50 == 0) run.Require(Completes(device, event), "record ", i);
             }
             run.Ok(device.Await(stream.get()));
             run.Check(device.Query(event.get()) == SE_EVENT_COMPLETE, "it is not complete");
           });
  list.Add("pool", "a pool of events serves a thousand copies", "core: EventMgr", [](Run& run) {
    Device& device = run.device();
    const Stream stream = run.NewStream();
    std::vector<Event> pool;
    for (int i = 0; i < 8; ++i) pool.push_back(run.NewEvent());
    const Memory memory = run.Allocate(64);
    std::vector<uint8_t> found(64);
    for (size_t i = 0; i < 1000; ++i) {
      const Event& event = pool[i % pool.size()];
      const auto bytes = run.Pattern(64, static_cast<uint8_t>(i));
      run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), 64));
      run.Ok(device.Read(stream.get(), found.data(), memory.data(), 64));
      run.Ok(device.Record(stream.get(), event.get()));
      run.Require(Completes(device, event), "copy ", i, " does not end");
      run.ExpectEqual(found, bytes, "copy " + std::to_string(i));
    }
  });
  list.Add("many_alive", "a thousand events live at the same time", "core: EventMgr", [](Run& run) {
    Device& device = run.device();
    const Stream stream = run.NewStream();
    std::vector<Event> events;
    for (int i = 0; i < 1000; ++i) {
      events.push_back(run.NewEvent());
      run.Ok(device.Record(stream.get(), events.back().get()));
    }
    run.Ok(device.Await(stream.get()));
    for (const Event& event : events) {
      run.Require(device.Query(event.get()) == SE_EVENT_COMPLETE, "one is not complete");
    }
  });
  list.Add("outlives_stream", "an event can be asked after its stream was destroyed",
           "core's EventMgr and streams end on their own", [](Run& run) {
             Device& device = run.device();
             const Event event = run.NewEvent();
             {
               const Stream stream = run.NewStream();
               run.Delay(device, stream.get(), 2);
               run.Ok(device.Record(stream.get(), event.get()));
             }
             run.Check(Completes(device, event), "it does not complete");
             run.Ok(device.BlockOn(event.get()));
           });
}

void AddEventWaiting(CaseList& list) {
  list.Add("wait/holds", "a stream waits for an event of another", "core: Stream::WaitFor(Event)",
           [](Run& run) {
             Device& device = run.device();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             const Event event = run.NewEvent();
             std::atomic<bool> done{false}, early{true};
             run.Delay(device, first.get(), 20);
             run.Call(device, first.get(), [&] { done = true; });
             run.Ok(device.Record(first.get(), event.get()));
             run.Ok(device.WaitFor(second.get(), event.get()));
             run.Call(device, second.get(), [&] { early = !done; });
             run.Ok(device.Await(second.get()));
             run.Check(!early, "the stream did not wait");
             run.Ok(device.Await(first.get()));
           });
  list.Add("wait/does_not_block_host", "wait_for_event returns at once",
           "core enqueues the rest of the step", [](Run& run) {
             Device& device = run.device();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             const Event event = run.NewEvent();
             Gate gate(run, device, first.get());
             run.Ok(device.Record(first.get(), event.get()));
             run.Ok(device.WaitFor(second.get(), event.get()));
             std::atomic<bool> done{false};
             run.Call(device, second.get(), [&] { done = true; });
             std::this_thread::sleep_for(std::chrono::milliseconds(5));
             run.Check(!done, "the stream did not wait");
             gate.Open();
             run.Ok(device.Await(second.get()));
             run.Check(done.load(), "the stream did nothing");
           });
  list.Add("wait/complete", "waiting for an event that is complete holds nothing up",
           "core waits for events of the step before", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Event event = run.NewEvent();
             run.Ok(device.Record(stream.get(), event.get()));
             run.Require(Completes(device, event), "it does not complete");
             std::atomic<int> count{0};
             for (int i = 0; i < 100; ++i) {
               run.Ok(device.WaitFor(stream.get(), event.get()));
               run.Call(device, stream.get(), [&] { ++count; });
             }
             run.Ok(device.Await(stream.get()));
             run.Check(count == 100, count.load(), " of 100");
           });
  list.Add("wait/never_recorded", "waiting for an event that was never recorded ends",
           "RFC: as CUDA's events, which are complete until they are recorded", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Event event = run.NewEvent();
             run.Ok(device.WaitFor(stream.get(), event.get()));
             std::atomic<bool> done{false};
             run.Call(device, stream.get(), [&] { done = true; });
             run.Check(Eventually([&] { return done.load(); }), "the stream waits for ever");
           });
  list.Add("wait/is_for_that_record", "a wait is for the record of then, whatever comes later",
           "RFC: as CUDA's events", [](Run& run) {
             Device& device = run.device();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             const Stream third = run.NewStream();
             const Event event = run.NewEvent();
             Gate held(run, device, first.get());
             run.Ok(device.Record(first.get(), event.get()));
             Gate before(run, device, second.get());
             run.Ok(device.WaitFor(second.get(), event.get()));
             Gate gate(run, device, third.get());
             run.Ok(device.Record(third.get(), event.get()));
             held.Open();
             before.Open();
             run.Ok(device.Await(second.get()));  // or else this hangs
             run.Check(device.Query(event.get()) == SE_EVENT_PENDING, "the event is not pending");
           });
  list.AddEach("wait/by_streams", std::vector<int>{2, 8}, "that many streams wait for one event",
               "core: every copy stream waits for the compute stream", [](Run& run, int count) {
                 Device& device = run.device();
                 const Stream first = run.NewStream();
                 const Event event = run.NewEvent();
                 std::atomic<bool> done{false};
                 std::atomic<int> early{0}, late{0};
                 run.Delay(device, first.get(), 10);
                 run.Call(device, first.get(), [&] { done = true; });
                 run.Ok(device.Record(first.get(), event.get()));
                 std::vector<Stream> streams;
                 for (int i = 0; i < count; ++i) {
                   streams.push_back(run.NewStream());
                   run.Ok(device.WaitFor(streams.back().get(), event.get()));
                   run.Call(device, streams.back().get(), [&] { ++(done ? late : early); });
                 }
                 run.Ok(device.AwaitAll());
                 run.Check(early == 0, early.load(), " streams did not wait");
                 run.Check(late == count, late.load(), " of ", count, " streams went on");
               });
  list.Add("wait/event_is_gone", "an event may be destroyed while a stream still waits for it",
           "core: create_stream_dependency is made of one that lives for the call", [](Run& run) {
             Device& device = run.device();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             std::atomic<bool> done{false}, early{true};
             Gate gate(run, device, first.get());
             run.Call(device, first.get(), [&] { done = true; });
             {
               const Event event = run.NewEvent();
               run.Ok(device.Record(first.get(), event.get()));
               run.Ok(device.WaitFor(second.get(), event.get()));
             }
             run.Call(device, second.get(), [&] { early = !done; });
             gate.Open();
             run.Ok(device.AwaitAll());
             run.Check(!early, "the stream did not wait");
           });
  list.Add("block/waits", "block_host_for_event returns when the event is complete",
           "core waits so where block_host_until_done is not set", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Event event = run.NewEvent();
             for (int i = 0; i < 10; ++i) {
               std::atomic<bool> done{false};
               run.Delay(device, stream.get(), 3);
               run.Call(device, stream.get(), [&] { done = true; });
               run.Ok(device.Record(stream.get(), event.get()));
               run.Ok(device.BlockOn(event.get()));
               run.Require(done.load(), "it did not wait");
               run.Require(device.Query(event.get()) == SE_EVENT_COMPLETE, "it is not complete");
             }
           });
  list.Add("block/not_for_more", "block_host_for_event does not wait for what comes later",
           "core waits for one copy", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Event event = run.NewEvent();
             run.Ok(device.Record(stream.get(), event.get()));
             Gate gate(run, device, stream.get());
             run.Ok(device.BlockOn(event.get()));  // or else this hangs
           });
  list.Add("block/never_recorded", "block_host_for_event on one never recorded returns",
           "RFC: as CUDA's events", [](Run& run) {
             Device& device = run.device();
             const Event event = run.NewEvent();
             run.Ok(device.BlockOn(event.get()));
             const Stream stream = run.NewStream();
             run.Ok(device.Record(stream.get(), event.get()));
             run.Check(Completes(device, event), "it does not complete later");
           });
  list.Add("block/by_threads", "sixteen threads may wait for one event",
           "core's callers wait each for itself", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Event event = run.NewEvent();
             std::atomic<bool> done{false};
             run.Delay(device, stream.get(), 10);
             run.Call(device, stream.get(), [&] { done = true; });
             run.Ok(device.Record(stream.get(), event.get()));
             InThreads(16, [&](int) {
               run.Ok(device.BlockOn(event.get()));
               run.Check(done.load(), "a thread did not wait");
             });
           });
  list.Add("poll/by_another_thread", "a thread polls events while another enqueues",
           "core's EventMgr polls every 10 microseconds", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             std::vector<Event> events;
             for (int i = 0; i < 200; ++i) events.push_back(run.NewEvent());
             std::atomic<size_t> recorded{0};
             const Memory memory = run.Allocate(kEventBytes);
             const auto bytes = run.Pattern(kEventBytes);
             InThreads(2, [&](int who) {
               for (size_t i = 0; i < events.size(); ++i) {
                 if (who == 0) {
                   run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), kEventBytes));
                   run.Ok(device.Record(stream.get(), events[i].get()));
                   recorded = i + 1;
                 } else {
                   run.Require(Eventually([&] { return recorded > i; }), "no more is enqueued");
                   run.Require(Completes(device, events[i]), "event ", i, " does not complete");
                 }
               }
             });
           });
}

}  // namespace

void AddEventCases(CaseList& list) {
  list.Group("events");
  AddStates(list);
  AddRecording(list);
  AddEventWaiting(list);
}

}  // namespace conformance
