// Streams that wait for each other.

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr uint64_t kWrittenBytes = 4096;
constexpr char kWhyDependencies[] = "core orders its copy streams with the compute stream by it";

// Marks of a run: which work was done when.
class Trace {
 public:
  void Mark(int what) {
    std::lock_guard<std::mutex> lock(mutex_);
    order_.push_back(what);
  }
  // The place of a mark, -1 if it is not there.
  int PlaceOf(int what) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = std::find(order_.begin(), order_.end(), what);
    return found == order_.end() ? -1 : static_cast<int>(found - order_.begin());
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> order_;
};

void Mark(Run& run, const std::shared_ptr<Trace>& trace, const Stream& stream, int what) {
  run.Call(run.device(), stream.get(), [trace, what] { trace->Mark(what); });
}

void RequireOrder(Run& run, const Trace& trace, int first, int second) {
  run.Require(trace.PlaceOf(first) >= 0, "work ", first, " was not done");
  run.Require(trace.PlaceOf(second) >= 0, "work ", second, " was not done");
  run.Require(trace.PlaceOf(first) < trace.PlaceOf(second), "work ", second,
              " did not wait for work ", first);
}

void AddPairs(CaseList& list) {
  list.Add("waits", "a stream that depends on another waits for what is on that one",
           kWhyDependencies, [](Run& run) {
             Device& device = run.device();
             const auto trace = std::make_shared<Trace>();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             for (int round = 0; round < 10; ++round) {
               run.Delay(device, first.get(), 3);
               Mark(run, trace, first, 2 * round);
               run.Ok(device.DependOn(second.get(), first.get()));
               Mark(run, trace, second, 2 * round + 1);
             }
             run.Ok(device.AwaitAll());
             for (int round = 0; round < 10; ++round) {
               RequireOrder(run, *trace, 2 * round, 2 * round + 1);
             }
           });
  list.Add("data", "a copy on a dependent stream sees what the other stream has written",
           kWhyDependencies, [](Run& run) {
             Device& device = run.device();
             const Stream compute = run.NewStream();
             const Stream to_host = run.NewStream();
             constexpr uint64_t kSize = 4 << 20;
             const Memory memory = run.Allocate(kSize);
             const auto bytes = run.Pattern(kSize);
             std::vector<uint8_t> found(kSize);
             run.Ok(device.Write(compute.get(), memory.data(), bytes.data(), kSize));
             run.Ok(device.DependOn(to_host.get(), compute.get()));
             run.Ok(device.Read(to_host.get(), found.data(), memory.data(), kSize));
             run.Ok(device.Await(to_host.get()));
             run.ExpectEqual(found, bytes, "what was read");
           });
  list.Add("data_after_delay", "a dependent stream waits for work that takes its time",
           kWhyDependencies, [](Run& run) {
             Device& device = run.device();
             const Stream compute = run.NewStream();
             const Stream to_host = run.NewStream();
             const Memory memory = run.Allocate(kWrittenBytes);
             const auto bytes = run.Pattern(kWrittenBytes);
             std::vector<uint8_t> found(kWrittenBytes);
             run.Delay(device, compute.get(), 20);
             run.Ok(device.Write(compute.get(), memory.data(), bytes.data(), kWrittenBytes));
             run.Ok(device.DependOn(to_host.get(), compute.get()));
             run.Ok(device.Read(to_host.get(), found.data(), memory.data(), kWrittenBytes));
             run.Ok(device.Await(to_host.get()));
             run.ExpectEqual(found, bytes, "what was read");
           });
  list.Add("on_idle", "depending on a stream with nothing on it holds nothing up", kWhyDependencies,
           [](Run& run) {
             Device& device = run.device();
             const auto trace = std::make_shared<Trace>();
             const Stream idle = run.NewStream();
             const Stream stream = run.NewStream();
             for (int i = 0; i < 100; ++i) {
               run.Ok(device.DependOn(stream.get(), idle.get()));
               Mark(run, trace, stream, i);
             }
             run.Ok(device.Await(stream.get()));
             run.Check(trace->PlaceOf(99) == 99, "not all work was done");
           });
  list.Add("does_not_block_host", "create_stream_dependency does not wait", kWhyDependencies,
           [](Run& run) {
             Device& device = run.device();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             const auto trace = std::make_shared<Trace>();
             Gate gate(run, device, first.get());
             run.Ok(device.DependOn(second.get(), first.get()));  // or else this hangs
             Mark(run, trace, second, 1);
             run.Check(trace->PlaceOf(1) < 0, "the dependent stream did not wait");
             gate.Open();
             run.Ok(device.Await(second.get()));
             run.Check(trace->PlaceOf(1) == 0, "the dependent stream did nothing");
           });
  list.Add("only_so_far", "a dependency is on what is enqueued by then, and not on more",
           "core's copies would wait for the whole step", [](Run& run) {
             Device& device = run.device();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             const auto trace = std::make_shared<Trace>();
             Mark(run, trace, first, 1);
             run.Ok(device.DependOn(second.get(), first.get()));
             Gate gate(run, device, first.get());
             Mark(run, trace, second, 2);
             run.Ok(device.Await(second.get()));  // or else this hangs
             RequireOrder(run, *trace, 1, 2);
           });
  list.Add("not_backwards", "the stream that others depend on does not wait for them",
           kWhyDependencies, [](Run& run) {
             Device& device = run.device();
             const Stream first = run.NewStream();
             const Stream second = run.NewStream();
             const auto trace = std::make_shared<Trace>();
             Gate gate(run, device, second.get());
             run.Ok(device.DependOn(second.get(), first.get()));
             Mark(run, trace, first, 1);
             run.Ok(device.Await(first.get()));
             run.Check(trace->PlaceOf(1) == 0, "the first stream did nothing");
           });
  list.Add("other_is_gone",
           "the stream that one depends on may be destroyed before it is waited for",
           "streams end with their sessions", [](Run& run) {
             Device& device = run.device();
             const Stream second = run.NewStream();
             const auto trace = std::make_shared<Trace>();
             {
               const Stream first = run.NewStream();
               run.Delay(device, first.get(), 5);
               Mark(run, trace, first, 1);
               run.Ok(device.DependOn(second.get(), first.get()));
             }
             Mark(run, trace, second, 2);
             run.Ok(device.Await(second.get()));
             RequireOrder(run, *trace, 1, 2);
           });
}

void AddShapes(CaseList& list) {
  list.AddEach("chain", std::vector<int>{2, 4, 16}, "a chain of streams works one after the other",
               kWhyDependencies, [](Run& run, int length) {
                 Device& device = run.device();
                 const auto trace = std::make_shared<Trace>();
                 std::vector<Stream> streams;
                 for (int i = 0; i < length; ++i) {
                   streams.push_back(run.NewStream());
                   if (i == 0) run.Delay(device, streams[0].get(), 10);
                   if (i > 0) {
                     run.Ok(device.DependOn(streams[static_cast<size_t>(i)].get(),
                                            streams[static_cast<size_t>(i - 1)].get()));
                   }
                   Mark(run, trace, streams.back(), i);
                 }
                 run.Ok(device.AwaitAll());
                 for (int i = 1; i < length; ++i) RequireOrder(run, *trace, i - 1, i);
               });
  list.Add("diamond", "of a diamond the two sides wait for the top, and the end for both",
           kWhyDependencies, [](Run& run) {
             Device& device = run.device();
             for (int round = 0; round < 20; ++round) {
               const auto trace = std::make_shared<Trace>();
               const Stream top = run.NewStream(), left = run.NewStream();
               const Stream right = run.NewStream(), end = run.NewStream();
               run.Delay(device, top.get(), round % 3);
               Mark(run, trace, top, 0);
               run.Ok(device.DependOn(left.get(), top.get()));
               run.Ok(device.DependOn(right.get(), top.get()));
               run.Delay(device, left.get(), (round + 1) % 3);
               Mark(run, trace, left, 1);
               Mark(run, trace, right, 2);
               run.Ok(device.DependOn(end.get(), left.get()));
               run.Ok(device.DependOn(end.get(), right.get()));
               Mark(run, trace, end, 3);
               run.Ok(device.AwaitAll());
               RequireOrder(run, *trace, 0, 1);
               RequireOrder(run, *trace, 0, 2);
               RequireOrder(run, *trace, 1, 3);
               RequireOrder(run, *trace, 2, 3);
             }
           });
  list.AddEach("fan_in", std::vector<int>{3, 16}, "a stream may depend on that many others",
               kWhyDependencies, [](Run& run, int count) {
                 Device& device = run.device();
                 const auto trace = std::make_shared<Trace>();
                 std::vector<Stream> others;
                 const Stream end = run.NewStream();
                 for (int i = 0; i < count; ++i) {
                   others.push_back(run.NewStream());
                   run.Delay(device, others.back().get(), i % 4);
                   Mark(run, trace, others.back(), i);
                   run.Ok(device.DependOn(end.get(), others.back().get()));
                 }
                 Mark(run, trace, end, count);
                 run.Ok(device.AwaitAll());
                 for (int i = 0; i < count; ++i) RequireOrder(run, *trace, i, count);
               });
  list.AddEach("fan_out", std::vector<int>{3, 16}, "that many streams may depend on one",
               kWhyDependencies, [](Run& run, int count) {
                 Device& device = run.device();
                 const auto trace = std::make_shared<Trace>();
                 const Stream top = run.NewStream();
                 run.Delay(device, top.get(), 10);
                 Mark(run, trace, top, count);
                 std::vector<Stream> others;
                 for (int i = 0; i < count; ++i) {
                   others.push_back(run.NewStream());
                   run.Ok(device.DependOn(others.back().get(), top.get()));
                   Mark(run, trace, others.back(), i);
                 }
                 run.Ok(device.AwaitAll());
                 for (int i = 0; i < count; ++i) RequireOrder(run, *trace, count, i);
               });
  list.AddEach("drawn", std::vector<int>{1, 2, 3, 4, 5, 6},
               "streams with dependencies in any order work as these say", kWhyDependencies,
               [](Run& run, int salt) {
                 Device& device = run.device();
                 run.random().seed(run.settings().seed * 100 + static_cast<uint64_t>(salt));
                 const auto trace = std::make_shared<Trace>();
                 std::vector<Stream> streams;
                 for (int i = 0; i < 6; ++i) streams.push_back(run.NewStream());
                 std::vector<std::vector<int>> on(6);  // the marks on each stream
                 std::vector<std::pair<int, int>> edges;
                 for (int mark = 0; mark < 150; ++mark) {
                   const auto to = static_cast<size_t>(run.Draw(6));
                   const auto from = static_cast<size_t>(run.Draw(6));
                   if (to != from && run.Draw(2) == 0) {
                     run.Ok(device.DependOn(streams[to].get(), streams[from].get()));
                     if (!on[from].empty()) edges.emplace_back(on[from].back(), mark);
                   }
                   if (run.Draw(8) == 0) run.Delay(device, streams[to].get(), 1);
                   if (!on[to].empty()) edges.emplace_back(on[to].back(), mark);
                   Mark(run, trace, streams[to], mark);
                   on[to].push_back(mark);
                 }
                 run.Ok(device.AwaitAll());
                 for (const auto& [first, second] : edges) {
                   RequireOrder(run, *trace, first, second);
                 }
               });
  list.Add("core_copies", "core's way of a step: upload, compute, download on three streams",
           "PluggableDeviceUtil: the copy streams depend on the compute stream, and it on them",
           [](Run& run) {
             Device& device = run.device();
             const Stream compute = run.NewStream(), up = run.NewStream(), down = run.NewStream();
             constexpr uint64_t kSize = 300000;
             const Memory in = run.Allocate(kSize), out = run.Allocate(kSize);
             for (uint8_t step = 0; step < 10; ++step) {
               const auto bytes = run.Pattern(kSize, step);
               std::vector<uint8_t> found(kSize);
               run.Ok(device.DependOn(up.get(), compute.get()));
               run.Ok(device.Write(up.get(), in.data(), bytes.data(), kSize));
               run.Ok(device.DependOn(compute.get(), up.get()));
               run.Ok(device.Copy(compute.get(), out.data(), in.data(), kSize));
               run.Ok(device.DependOn(down.get(), compute.get()));
               run.Ok(device.Read(down.get(), found.data(), out.data(), kSize));
               const Event done = run.NewEvent();
               run.Ok(device.Record(down.get(), done.get()));
               run.Require(
                   Eventually([&] { return device.Query(done.get()) == SE_EVENT_COMPLETE; }),
                   "the step does not end");
               run.ExpectEqual(found, bytes, "step " + std::to_string(step));
             }
           });
}

}  // namespace

void AddDependencyCases(CaseList& list) {
  list.Group("dependencies");
  AddPairs(list);
  AddShapes(list);
}

}  // namespace conformance
