// Timers, which TensorFlow requires until 2.13.

#include <unistd.h>

#include <chrono>
#include <thread>

#include "case.h"
#include "run.h"
#include "time_limit.h"

namespace conformance {
namespace {

constexpr uint64_t kMillisecond = 1000000;
constexpr char kWhyTimers[] = "RFC: a timer tells the device's time between two places of a stream";

// A timer, destroyed at the end.
class Timer {
 public:
  Timer(Run& run, Device& device) : run_(run), device_(device) {
    run.Needs(device.has_timers(), "the plugin has no timers");
    TF_Status status;
    device.executor().create_timer(device.sp(), &handle_, &status);
    run.Ok(ResultOf("create_timer", status));
    run.Require(handle_ != nullptr, "create_timer said OK and gave no timer");
  }
  ~Timer() { device_.executor().destroy_timer(device_.sp(), handle_); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  void Start(const Stream& stream) {
    TF_Status status;
    device_.executor().start_timer(device_.sp(), stream.get(), handle_, &status);
    run_.Ok(ResultOf("start_timer", status));
  }
  void Stop(const Stream& stream) {
    TF_Status status;
    device_.executor().stop_timer(device_.sp(), stream.get(), handle_, &status);
    run_.Ok(ResultOf("stop_timer", status));
  }
  uint64_t Nanoseconds() const { return device_.timer_fns().nanoseconds(handle_); }

 private:
  Run& run_;
  Device& device_;
  SP_Timer handle_ = nullptr;
};

// Checks that a timer's time is positive and below the limit. On a busy machine short work may take
// long, so it is measured again then; a timer that is wrong is wrong each time.
template <typename Measure>
void CheckShort(Run& run, uint64_t limit, const Measure& measure) {
  constexpr std::chrono::milliseconds kLongest{500};
  TimeLimit time(getpid(), kLongest);
  uint64_t nanoseconds = measure();
  while (nanoseconds >= limit && !time.IsOver()) nanoseconds = measure();
  run.Check(nanoseconds > 0, "it says nothing");
  run.Check(nanoseconds < limit, "it says ", nanoseconds, " ns");
}

}  // namespace

void AddTimerCases(CaseList& list) {
  list.Group("timers");
  list.AddEach(
      "measures", std::vector<int>{2, 10, 40},
      "a timer around work that takes that many milliseconds says so", kWhyTimers,
      [](Run& run, int milliseconds) {
        Device& device = run.device();
        Timer timer(run, device);
        const Stream stream = run.NewStream();
        const auto start = std::chrono::steady_clock::now();
        timer.Start(stream);
        run.Delay(device, stream.get(), milliseconds);
        timer.Stop(stream);
        run.Ok(device.Await(stream.get()));
        const auto passed = std::chrono::steady_clock::now() - start;
        const auto expected = static_cast<uint64_t>(milliseconds) * kMillisecond;
        run.Check(timer.Nanoseconds() >= expected * 9 / 10, "it says ", timer.Nanoseconds(), " ns");
        const std::chrono::nanoseconds told(timer.Nanoseconds());
        run.Check(told < passed + std::chrono::seconds(5), "it says ", told.count(), " ns");
      });
  list.Add("leaves_out_before", "work before the start does not count", kWhyTimers, [](Run& run) {
    Device& device = run.device();
    Timer timer(run, device);
    const Stream stream = run.NewStream();
    CheckShort(run, 45 * kMillisecond, [&] {
      run.Delay(device, stream.get(), 50);
      timer.Start(stream);
      run.Delay(device, stream.get(), 2);
      timer.Stop(stream);
      run.Ok(device.Await(stream.get()));
      return timer.Nanoseconds();
    });
  });
  list.Add("leaves_out_after", "work after the stop does not count", kWhyTimers, [](Run& run) {
    Device& device = run.device();
    Timer timer(run, device);
    const Stream stream = run.NewStream();
    CheckShort(run, 45 * kMillisecond, [&] {
      timer.Start(stream);
      run.Delay(device, stream.get(), 2);
      timer.Stop(stream);
      run.Delay(device, stream.get(), 50);
      run.Ok(device.Await(stream.get()));
      return timer.Nanoseconds();
    });
  });
  list.Add("again", "a timer can be used again, and tells the later time", kWhyTimers,
           [](Run& run) {
             Device& device = run.device();
             Timer timer(run, device);
             const Stream stream = run.NewStream();
             CheckShort(run, 25 * kMillisecond, [&] {
               for (const int milliseconds : {30, 2}) {
                 timer.Start(stream);
                 run.Delay(device, stream.get(), milliseconds);
                 timer.Stop(stream);
                 run.Ok(device.Await(stream.get()));
               }
               return timer.Nanoseconds();
             });
             run.Check(timer.Nanoseconds() >= kMillisecond, "it says ", timer.Nanoseconds(), " ns");
           });
  list.Add("nested", "a timer around another tells more", kWhyTimers, [](Run& run) {
    Device& device = run.device();
    Timer outer(run, device), inner(run, device);
    const Stream stream = run.NewStream();
    outer.Start(stream);
    run.Delay(device, stream.get(), 3);
    inner.Start(stream);
    run.Delay(device, stream.get(), 3);
    inner.Stop(stream);
    run.Delay(device, stream.get(), 3);
    outer.Stop(stream);
    run.Ok(device.Await(stream.get()));
    run.Check(outer.Nanoseconds() > inner.Nanoseconds(), outer.Nanoseconds(), " ns around ",
              inner.Nanoseconds(), " ns");
    run.Check(inner.Nanoseconds() > 0, "the inner one says nothing");
  });
  list.Add("many", "a hundred timers at once", kWhyTimers, [](Run& run) {
    Device& device = run.device();
    const Stream stream = run.NewStream();
    std::vector<std::unique_ptr<Timer>> timers;
    for (int i = 0; i < 100; ++i) {
      timers.push_back(std::make_unique<Timer>(run, device));
      timers.back()->Start(stream);
    }
    run.Delay(device, stream.get(), 2);
    for (const auto& timer : timers) timer->Stop(stream);
    run.Ok(device.Await(stream.get()));
    for (const auto& timer : timers) {
      run.Check(timer->Nanoseconds() >= kMillisecond, "one says ", timer->Nanoseconds(), " ns");
    }
  });
  list.Add("does_not_block", "start_timer and stop_timer do not wait for the stream", kWhyTimers,
           [](Run& run) {
             Device& device = run.device();
             Timer timer(run, device);
             const Stream stream = run.NewStream();
             Gate gate(run, device, stream.get());
             timer.Start(stream);  // or else these hang
             timer.Stop(stream);
             gate.Open();
             run.Ok(device.Await(stream.get()));
           });
}

}  // namespace conformance
