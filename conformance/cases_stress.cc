// Everything at once: threads, devices, kernels, copies, errors, full memory. With --for, cases are
// repeated for that long, each time with another seed.

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "case.h"
#include "stress.h"

namespace conformance {
namespace {

constexpr char kWhyStress[] = "programs of many threads run for weeks";
constexpr std::chrono::seconds kSilence{10};
// With more devices, each would be used less.
constexpr int kMaxDevices = 3;

// Prints what each thread does if none of them has made progress for a while.
class Watch {
 public:
  explicit Watch(const std::vector<std::unique_ptr<StressThread>>& threads)
      : threads_(threads), watcher_([this] { Look(); }) {}
  ~Watch() {
    over_ = true;
    watcher_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  int64_t Steps() const {
    int64_t steps = 0;
    for (const auto& thread : threads_) steps += thread->steps();
    return steps;
  }

  void Look() const {
    for (;;) {
      const int64_t before = Steps();
      const bool goes_on = Eventually([&] { return over_ || Steps() != before; }, kSilence);
      if (over_) return;
      if (goes_on) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        continue;
      }
      for (size_t i = 0; i < threads_.size(); ++i) {
        std::fprintf(stderr, "thread %zu, after %lld steps: %s\n", i,
                     static_cast<long long>(threads_[i]->steps()), threads_[i]->doing());
      }
    }
  }

  const std::vector<std::unique_ptr<StressThread>>& threads_;
  std::atomic<bool> over_{false};
  std::thread watcher_;
};

std::string Text(const StressFigures& figures) {
  std::string text;
  const auto add = [&text](const std::atomic<int64_t>& count, const char* what) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  };
  add(figures.computations, "computations");
  add(figures.copies, "copies");
  add(figures.results, "results right");
  add(figures.failures, "failures provoked");
  add(figures.reported_by_ops, "reported by ops");
  add(figures.reported_by_copies, "reported by copies");
  add(figures.refusals, "allocations refused");
  return text;
}

void AddStress(CaseList& list, const char* name, const char* what, bool errors, bool full_memory) {
  StressPlan plan;
  plan.errors = errors;
  plan.full_memory = full_memory;
  list.AddEach(name, std::vector<int>{2, 8},
               std::string("drawn programs on all devices leave what a model says, ") + what,
               kWhyStress, [plan](Run& run, int threads) {
                 StressPlan mine = plan;
                 mine.threads = threads;
                 RunStress(run, mine);
               });
}

}  // namespace

void RunStress(Run& run, const StressPlan& plan) {
  StressScene scene;
  scene.plan = plan;
  const int devices = std::min(run.device_count(), kMaxDevices);
  run.Needs(devices > 0, "the plugin lists no device");
  for (int i = 0; i < devices; ++i) {
    scene.devices.push_back(std::make_unique<StressDevice>(run, run.device(i), plan.full_memory));
  }
  std::vector<std::unique_ptr<StressThread>> threads;
  for (int i = 0; i < plan.threads; ++i) {
    threads.push_back(std::make_unique<StressThread>(run, scene, i));
  }
  {
    const Watch watch(threads);
    InThreads(plan.threads, [&](int who) { threads[static_cast<size_t>(who)]->Work(); });
  }
  run.Remark(Text(scene.figures));
}

void AddStressCases(CaseList& list) {
  list.Group("stress");
  AddStress(list, "sound", "if nothing fails", /*errors=*/false, /*full_memory=*/false);
  AddStress(list, "errors", "and an error reaches those who depend on it and nobody else",
            /*errors=*/true, /*full_memory=*/false);
  AddStress(list, "full_memory", "with less memory than they want", /*errors=*/false,
            /*full_memory=*/true);
  AddStress(list, "all", "with errors and with less memory than they want", /*errors=*/true,
            /*full_memory=*/true);
}

}  // namespace conformance
