#include "kernel_half.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "judge_process.h"

namespace conformance {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<std::string> WordsOf(const Options& options) {
  std::vector<std::string> words = {options.kernel_judge, options.run.plugin};
  words.insert(words.end(), options.run.libraries.begin(), options.run.libraries.end());
  return words;
}

// A kernel's case, once for each seed.
struct KernelTask {
  const Case* test;
  std::string kernel;
  uint64_t seed;
};

// What is still to be done, for the threads that do it.
class Agenda {
 public:
  Agenda(std::vector<KernelTask> tasks, std::function<void(Finished)> tell)
      : tasks_(std::move(tasks)), tell_(std::move(tell)) {}

  // Null when all is under way.
  const KernelTask* Next() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return next_ < tasks_.size() ? &tasks_[next_++] : nullptr;
  }
  void Tell(Finished finished) {
    const std::lock_guard<std::mutex> lock(mutex_);
    tell_(std::move(finished));
  }

 private:
  const std::vector<KernelTask> tasks_;
  const std::function<void(Finished)> tell_;
  std::mutex mutex_;
  size_t next_ = 0;
};

// One program of TensorFlow after the other: a new one where a kernel has ended it.
class Worker {
 public:
  Worker(const Options& options, std::unique_ptr<JudgeProcess> process)
      : options_(options), process_(std::move(process)) {}

  void Work(Agenda* agenda) {
    while (const KernelTask* const task = agenda->Next()) agenda->Tell(Judge(*task));
  }
  JudgeProcess* process() { return process_.get(); }

 private:
  Finished Judge(const KernelTask& task) {
    const auto start = Clock::now();
    Finished finished;
    finished.test = task.test;
    finished.seed = task.seed;
    if (process_ == nullptr || (!process_->is_ready() && not_again_.empty())) {
      process_ = std::make_unique<JudgeProcess>(WordsOf(options_));
      LoadedKernels loaded;
      const Verdict verdict = process_->Load(&loaded);
      if (verdict.outcome == Outcome::kFail) {
        not_again_ = "TensorFlow does not load the plugin another time: " + verdict.message;
      }
    }
    finished.verdict = not_again_.empty() ? process_->Ask(task.kernel, task.seed, options_.timeout)
                                          : Verdict{Outcome::kFail, not_again_};
    finished.seconds = SecondsSince(start);
    if (IsBad(finished.verdict.outcome)) finished.output = process_->Output();
    return finished;
  }

  const Options& options_;
  std::unique_ptr<JudgeProcess> process_;
  std::string not_again_;
};

}  // namespace

void KernelHalf::Run(const std::function<void(Finished)>& tell) {
  std::signal(SIGPIPE, SIG_IGN);  // the program may be gone when it is asked
  // TensorFlow says of each call that is meant to fail why it has, unless somebody wants to read
  // it.
  setenv("TF_CPP_MIN_LOG_LEVEL", "2", /*overwrite=*/0);
  const auto start = Clock::now();
  auto process = std::make_unique<JudgeProcess>(WordsOf(options_));
  LoadedKernels loaded;
  Finished finished;
  finished.seed = options_.run.seed;
  finished.verdict = process->Load(&loaded);
  finished.seconds = SecondsSince(start);
  tensorflow_ = loaded.tensorflow;
  if (finished.verdict.outcome == Outcome::kPass && !loaded.has_device) {
    finished.verdict = {Outcome::kUnsupported, "the plugin lists no device"};
  }
  if (IsBad(finished.verdict.outcome)) finished.output = process->Output();
  cases_.push_back({std::string(kKernelGroup) + "loads",
                    "TensorFlow loads the plugin and lists its devices",
                    "TF_LoadPluggableDeviceLibrary and TFE_ContextListDevices",
                    {}});
  finished.test = &cases_.back();
  // Without it there are no others, so it is told of even if nobody has asked.
  const bool loads = finished.verdict.outcome == Outcome::kPass;
  if (!loads || options_.Wants(finished.test->name)) tell(finished);
  if (!loads) return;

  std::vector<KernelTask> tasks;
  for (const std::string& kernel : loaded.names) {
    const std::string name = kKernelGroup + kernel;
    if (!options_.Wants(name)) continue;
    cases_.push_back({name,
                      kernel + " does what TensorFlow's kernel for the CPU does: values, shapes, "
                               "errors, and the same for the same call",
                      "models are moved between devices; TensorFlow " + tensorflow_ + " judges",
                      {}});
    for (int i = 0; i < options_.repeat; ++i) {
      tasks.push_back({&cases_.back(), kernel, options_.run.seed + static_cast<uint64_t>(i)});
    }
  }
  const size_t count =
      std::min(static_cast<size_t>(options_.jobs), std::max<size_t>(tasks.size(), 1));
  Agenda agenda(std::move(tasks), tell);
  Worker first(options_, std::move(process));
  {
    std::vector<std::thread> others;
    for (size_t i = 1; i < count; ++i) {
      others.emplace_back([this, &agenda] { Worker(options_, nullptr).Work(&agenda); });
    }
    first.Work(&agenda);
    for (std::thread& other : others) other.join();
  }

  const std::string name = std::string(kKernelGroup) + "ends";
  if (!options_.Wants(name) || !first.process()->is_ready()) return;
  cases_.push_back({name,
                    "a process that has used the plugin ends by itself",
                    "plugins stay loaded, and their static objects go when the process ends",
                    {}});
  const auto end = Clock::now();
  finished.test = &cases_.back();
  finished.verdict = first.process()->End();
  finished.seconds = SecondsSince(end);
  if (IsBad(finished.verdict.outcome)) finished.output = first.process()->Output();
  tell(finished);
}

}  // namespace conformance
