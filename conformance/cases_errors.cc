// An op whose work fails after Compute has returned, because of an index that only the device sees.
// Its output must not be used as a result, and nothing else may be affected.

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "case.h"
#include "failing_op.h"
#include "kernel_bench.h"

namespace conformance {
namespace {

constexpr char kWhyErrors[] =
    "a program that catches the exception of a bad batch goes on with its model";
constexpr uint64_t kRegionBytes = 1 << 20;
constexpr int kDelay = 30;  // milliseconds by which the device is behind the host

Scenario AddScenario(ValueSource& source) {
  Scenario scenario;
  scenario.attrs = {{"T", AttrValue::Of(TF_FLOAT)}};
  const Numbers x = source.Draw(TF_FLOAT, {1, 8}, -1, 1);
  scenario.inputs = {{"x", {x}}, {"y", {x}}};
  scenario.output_arg = "z";
  scenario.expected = {TF_FLOAT, {1, 8}, {}};
  for (const double value : x.values) scenario.expected.values.push_back(value + value);
  return scenario;
}

// A program on one stream, in which a gather's work fails while the host is ahead.
class Program {
 public:
  explicit Program(Run& run)
      : run_(run),
        device_(run.device()),
        source_(run.settings().seed),
        bad_(GatherScenario(source_, 7)),
        good_(GatherScenario(source_, 2)),
        sum_(AddScenario(source_)),
        allocator_(run, device_, kRegionBytes),
        stream_(run.NewStream()),
        reader_(run.NewStream()) {
    gather_def_ = FindKernel(run.plugin(), "GatherV2", bad_.attrs);
    add_def_ = FindKernel(run.plugin(), "AddV2", sum_.attrs);
    run.Needs(gather_def_ != nullptr && add_def_ != nullptr,
              "the plugin has no kernel of the op that could take this");
    run.Needs(BadIndicesFail(run, device_), "the device's gather does not fail for a bad index");
    gather_kernel_ = std::make_unique<Kernel>(*gather_def_, bad_.attrs);
    add_kernel_ = std::make_unique<Kernel>(*add_def_, sum_.attrs);
  }

  std::unique_ptr<Computation> NewGather(bool fails) { return New(*gather_def_, Gather(fails)); }
  std::unique_ptr<Computation> NewSum() { return New(*add_def_, sum_); }
  void Delay() { run_.Delay(device_, stream_.get(), kDelay); }
  void RunGather(Computation* gather) { gather_kernel_->Compute(&gather->context()); }
  void RunSum(Computation* sum) { add_kernel_->Compute(&sum->context()); }

  // Makes it the sum of another computation's output with itself.
  static void Connect(Computation* sum, Computation* from) {
    const TensorValue& value = *from->context().outputs[0];
    sum->context().inputs = {value, value};
  }

  // Makes the failing gather's Compute succeed, and its work fail. Create other computations before
  // this, so that the host stays ahead.
  void Fail(Computation* gather) {
    Delay();
    RunGather(gather);
    run_.Needs(gather->context().status.ok() && gather->context().outputs[0].has_value(),
               "the kernel checks indices before Compute returns");
  }

  // Fetches an output as an eager program does. It is a result unless it is NaN, as in fresh
  // memory.
  Result Fetch(Computation* computation, bool* is_result) {
    *is_result = false;
    if (!computation->context().status.ok()) {
      return ResultOf("the kernel", computation->context().status);
    }
    Result result = device_.AwaitAll();
    if (!result.ok()) return result;
    const TensorValue& value = *computation->context().outputs[0];
    std::vector<float> found(8);
    run_.Ok(device_.DependOn(reader_.get(), stream_.get()));
    result = device_.Read(reader_.get(), found.data(), value.buffer->data, value.Bytes());
    if (result.ok()) result = device_.Await(reader_.get());
    *is_result = result.ok() && found[0] == found[0];
    return result;
  }

  Run& run() { return run_; }
  Device& device() { return device_; }
  const Scenario& Gather(bool fails) const { return fails ? bad_ : good_; }

 private:
  std::unique_ptr<Computation> New(const KernelDef& def, const Scenario& scenario) {
    return std::make_unique<Computation>(run_, device_, &allocator_, def, scenario, stream_.get());
  }

  Run& run_;
  Device& device_;
  ValueSource source_;
  const Scenario bad_;
  const Scenario good_;
  const Scenario sum_;
  QuietAllocator allocator_;
  const Stream stream_;
  const Stream reader_;
  const KernelDef* gather_def_ = nullptr;
  const KernelDef* add_def_ = nullptr;
  std::unique_ptr<Kernel> gather_kernel_;
  std::unique_ptr<Kernel> add_kernel_;
};

// Waits for the device until no wait returns an error. One error may be left to a copy.
void HearErrors(Device& device) {
  for (int waits = 0; waits < 4; ++waits) (void)device.AwaitAll();
}

void OthersRun(Run& run) {
  Program program(run);
  const auto before = program.NewSum();
  const auto failed = program.NewGather(/*fails=*/true);
  const auto after = program.NewSum();
  const auto gathered = program.NewGather(/*fails=*/false);
  const auto dependent = program.NewSum();
  program.Delay();
  program.RunSum(before.get());
  program.Fail(failed.get());
  program.RunSum(after.get());
  program.RunGather(gathered.get());
  Program::Connect(dependent.get(), gathered.get());
  program.RunSum(dependent.get());
  HearErrors(program.device());
  before->ExpectOutput("the sum before the op that fails");
  after->ExpectOutput("the sum behind the op that fails");
  gathered->ExpectOutput("the gather behind the op that fails");
  bool is_result = false;
  run.Ok(program.Fetch(dependent.get(), &is_result));
  run.Check(is_result, "what depends on sound results was not computed");
}

void ReadersLearn(Run& run, int count, int fetches) {
  Program program(run);
  const auto failed = program.NewGather(/*fails=*/true);
  std::vector<std::unique_ptr<Computation>> sums;
  for (int i = 0; i < count; ++i) sums.push_back(program.NewSum());
  program.Fail(failed.get());
  Computation* last = failed.get();
  for (const auto& sum : sums) {
    Program::Connect(sum.get(), last);
    program.RunSum(sum.get());
    if (!sum->context().status.ok()) return;  // by then the op knew
    last = sum.get();
  }
  for (int i = 0; i < fetches; ++i) {
    bool is_result = false;
    const Result result = program.Fetch(last, &is_result);
    // Releases before 2.17 abort the process for the error of a copy, so the first wait must report
    // it.
    if (i > 0 && !run.plugin().release().ReportsCopyErrors()) {
      run.Check(!is_result, "what was not computed looks like a result");
      continue;
    }
    run.Check(!result.ok(), "fetch ", i + 1, " of what was not computed succeeds");
    if (!result.ok()) {
      run.Check(result.message.find("node") != std::string::npos,
                "the error does not name the op: ", result.Text());
    }
  }
}

void OtherThreadsLearn(Run& run) {
  run.Needs(run.plugin().release().ReportsCopyErrors(), "core then passes no error of a copy on");
  Program program(run);
  const auto failed = program.NewGather(/*fails=*/true);
  const auto sum = program.NewSum();
  program.Fail(failed.get());
  program.RunSum(sum.get());
  bool is_result = false;
  (void)program.Fetch(failed.get(), &is_result);
  std::thread([&] {
    const Result result = program.Fetch(failed.get(), &is_result);
    run.Check(!result.ok(), "another thread takes what was not computed for a result");
    const Result sound = program.Fetch(sum.get(), &is_result);
    run.Check(sound.ok() && is_result, "another thread's fetch of a sound result: ", sound.Text());
  }).join();
}

// Core waits for the device before it copies to another one, or when a session's step ends, on
// whichever thread that happens.
void OthersAreNotTold(Run& run) {
  run.Needs(run.plugin().release().ReportsCopyErrors(), "core then passes no error of a copy on");
  Program program(run);
  const auto failed = program.NewGather(/*fails=*/true);
  program.Fail(failed.get());
  std::thread([&] {
    for (int i = 0; i < 4; ++i) {
      const Result result = program.device().AwaitAll();
      run.Check(result.ok(), "a thread that fetches nothing is told: ", result.Text());
    }
  }).join();
  bool is_result = false;
  run.Check(!program.Fetch(failed.get(), &is_result).ok(), "whoever fetches is not told");
}

void MemoryIsSoundAgain(Run& run) {
  Program program(run);
  const auto failed = program.NewGather(/*fails=*/true);
  program.Fail(failed.get());
  const TensorValue& value = *failed->context().outputs[0];
  const std::vector<float> sevens(8, 7.0f);
  const Stream stream = run.NewStream();
  run.Ok(program.device().Write(stream.get(), value.buffer->data, sevens.data(), value.Bytes()));
  HearErrors(program.device());
  bool is_result = false;
  const Result result = program.Fetch(failed.get(), &is_result);
  run.Check(result.ok() && is_result,
            "a copy into the memory leaves it as it was: ", result.Text());
}

}  // namespace

void AddErrorCases(CaseList& list) {
  list.Group("errors");
  list.Add("others_run", "an op whose work fails leaves other ops alone", kWhyErrors, OthersRun);
  for (const int sums : {0, 1, 3}) {
    list.Add("readers_learn/" + std::to_string(sums),
             "whoever fetches what was not computed, through " + std::to_string(sums) +
                 " ops, gets the error, each time",
             "a number that was never computed is worse than an exception",
             [sums](Run& run) { ReadersLearn(run, sums, 3); });
  }
  list.Add("other_threads_learn", "so does another thread, and only for what was not computed",
           "errors belong to results, not to whoever asks first", OtherThreadsLearn);
  list.Add("others_are_not_told",
           "a thread that waits for the device gets no error of another's op",
           "a step that needs nothing of what failed would fail", OthersAreNotTold);
  list.Add("memory_is_sound_again", "memory that is written after an error holds a result",
           "TensorFlow's allocator gives it to the next tensor", MemoryIsSoundAgain);
}

}  // namespace conformance
