// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Calls of random ops, and tests of what single calls cannot show.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernel_test_draw.h"
#include "kernel_test_op_def.h"
#include "kernel_test_values.h"

namespace pluggable::tests {
namespace {

// Generators of calls of random ops. Their results are deterministic: the same seeds give the same
// numbers as on the CPU.

void Shape(Draw& draw) {
  Dims shape = draw.Shape(0, 4);
  if (draw.random().OneIn(8)) shape = {draw.random().Int(1, 70000)};
  draw.Input("shape", {static_cast<int64_t>(shape.size())}, shape);
}

int64_t AnyWord(Random& random) { return static_cast<int64_t>(random.Next()); }

// A word of a counter, sometimes one from which the next blocks carry.
int64_t CounterWord(Random& random) {
  return random.OneIn(3) ? random.Of<int64_t>({0, 1, -1, -2, -5000, 0xffffffff, -4294967296})
                         : AnyWord(random);
}

// Sometimes as far apart as possible.
void Bounds(Draw& draw, const std::string& type) {
  Random& random = draw.random();
  const bool wide = draw.Int(type) == TF_INT64;
  const int64_t least = wide ? INT64_MIN : INT32_MIN;
  const int64_t most = wide ? INT64_MAX : INT32_MAX;
  int64_t low = random.Int(-20, 20);
  int64_t high = random.OneIn(12) ? low - random.Int(0, 2) : low + random.Int(1, 1000);
  if (random.OneIn(4)) low = least + random.Int(0, 2);
  if (random.OneIn(4)) high = most - random.Int(0, 2);
  draw.Input("minval", {}, {low});
  draw.Input("maxval", {}, {high});
}

void Stateless(Draw& draw) {
  Random& random = draw.random();
  // Philox; the device's choice, which is Philox; and algorithms that the CPU rejects: ThreeFry,
  // and invalid numbers. With these, an empty result may still succeed.
  const auto algorithm = random.Of<int64_t>({1, 1, 1, 1, 1, 1, 3, 3, 2, 0, 4});
  const bool is_philox = algorithm == 1 || algorithm == 3;
  draw.Input("alg", {}, {algorithm});
  if (!is_philox && random.OneIn(2)) {
    draw.Input("shape", {2}, {3, 0});
  } else {
    Shape(draw);
  }
  // The key and the counter may be equal, since they have different meanings.
  int64_t key = random.OneIn(4) ? 0 : AnyWord(random);
  const bool equal = random.OneIn(6);
  std::vector<int64_t> counter;
  for (int64_t i = random.OneIn(12) ? 3 : 2; i > 0; --i) {
    counter.push_back(equal ? key : CounterWord(random));
  }
  if (random.OneIn(8)) {
    // A block whose first uniform number is 0 as float, and less than 1e-7 as double, so that its
    // logarithm is bounded.
    key = 0;
    counter = {237756960 - random.Int(0, 3), 0};
  }
  draw.Input("key", {1}, {key});
  draw.Input("counter", {static_cast<int64_t>(counter.size())}, counter);
  if (draw.HasInput("minval")) Bounds(draw, "dtype");
}

// The number of seeds used so far: if both seeds are 0, each device chooses its own. A kernel
// continues in its stream, and TensorFlow keeps kernels for the seeds that it has seen. So both
// devices are at the same position only while they run the same calls.
int64_t& Seeds() {
  static int64_t seeds = 1;
  return seeds;
}

// Starts a new stream, or continues the last one.
void Seed(Draw& draw) {
  if (!draw.random().OneIn(3)) ++Seeds();
  const int64_t seeds = Seeds();
  draw.SetInt("seed", seeds % 4 == 0 ? 0 : seeds * -3000000019);
  draw.SetInt("seed2", seeds % 4 == 1 ? 0 : seeds * 7000000001);
}

void Stateful(Draw& draw) {
  Seed(draw);
  Shape(draw);
  if (draw.HasInput("minval")) Bounds(draw, "Tout");
}

// One long row, or several with so little work that the CPU uses a single thread: its results
// depend on the number of threads.
void Multinomial(Draw& draw) {
  Random& random = draw.random();
  Seed(draw);
  const bool long_row = random.OneIn(4);
  const Dims logits = {long_row ? 1 : random.Int(0, 4), random.Int(1, long_row ? 2000 : 7)};
  if (random.OneIn(3)) {
    draw.SmallIntegers("logits", logits, -3, 3);
  } else {
    draw.Input("logits", logits);
  }
  draw.Input("num_samples", {}, {random.Int(random.OneIn(20) ? -1 : 0, long_row ? 3000 : 8)});
}

void KeyCounter(Draw& draw) {
  Random& random = draw.random();
  const auto seed = [&random] { return random.OneIn(3) ? random.Int(-2, 2) : AnyWord(random); };
  draw.Input("seed", {2}, {seed(), seed()});
}

void Nothing(Draw&) {}

// An op with seeds, of that many elements; integers are of 0 .. 999.
OpCall VectorCall(const OpDef& def, const Types& types, int64_t elements, int64_t seed,
                  Random* random) {
  Draw draw(def, types, random);
  draw.SetInt("seed", seed);
  draw.SetInt("seed2", seed);
  draw.Input("shape", {1}, {elements});
  draw.Input("minval", {}, {0});
  draw.Input("maxval", {}, {1000});
  draw.SmallIntegers("logits", {1, 1000}, 0, 0);
  draw.Input("num_samples", {}, {elements});
  return draw.Finish();
}

bool ByElements(const HostTensor& a, const HostTensor& b) { return Reals(a) < Reals(b); }

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments MomentsOf(const HostTensor& tensor) {
  const std::vector<double> numbers = Reals(tensor);
  const auto count = static_cast<double>(numbers.size());
  Moments moments;
  for (const double x : numbers) moments.mean += x / count;
  for (const double x : numbers) {
    moments.variance += (x - moments.mean) * (x - moments.mean) / count;
  }
  return moments;
}

Moments ExpectedMoments(const std::string& op) {
  if (op == "RandomUniform") return {0.5, 1.0 / 12};
  if (op == "RandomUniformInt" || op == "Multinomial") return {499.5, 999999.0 / 12};
  if (op == "TruncatedNormal") return {0, 0.7737413};  // 1 - 4 phi(2) / (2 Phi(2) - 1)
  return {0, 1};
}

Generator FindRandomGenerator(const std::string& op) {
  static const std::map<std::string, Generator, std::less<>> kGenerators = {
      {"Multinomial", Multinomial},
      {"RandomStandardNormal", Stateful},
      {"RandomUniform", Stateful},
      {"RandomUniformInt", Stateful},
      {"StatelessRandomGetAlg", Nothing},
      {"StatelessRandomGetKeyCounter", KeyCounter},
      {"StatelessRandomNormalV2", Stateless},
      {"StatelessRandomUniformFullIntV2", Stateless},
      {"StatelessRandomUniformIntV2", Stateless},
      {"StatelessRandomUniformV2", Stateless},
      {"StatelessTruncatedNormalV2", Stateless},
      {"TruncatedNormal", Stateful},
  };
  const auto found = kGenerators.find(op);
  return found == kGenerators.end() ? nullptr : found->second;
}

int64_t MostUlps(const std::string& op) { return op.find("Normal") == std::string::npos ? 0 : 2; }

// Runs calls of an op with seeds in several threads: their results must be those of as many single
// calls on the CPU. Returns "" or the error.
std::string JudgeConcurrentCalls(const OpDef& def, const Types& types, const RunCall& on_device,
                                 const RunCall& on_cpu) {
  constexpr size_t kThreads = 4;
  constexpr size_t kCallsPerThread = 6;
  Random random(1);
  const OpCall call = VectorCall(def, types, 101, ++Seeds(), &random);
  std::vector<HostTensor> together(kThreads * kCallsPerThread);
  std::vector<HostTensor> one_by_one(together.size());
  const auto run_into = [&call](const RunCall& run, HostTensor* result) {
    Outcome outcome = run(call);
    if (outcome.code == TF_OK) *result = std::move(outcome.outputs[0]);
  };
  // TensorFlow creates the kernel in the first call. If first calls run concurrently, releases as
  // old as 2.12 create several kernels, each at the start of the stream, on the CPU as well.
  on_device(call);
  if (on_cpu(call).code != TF_OK) return "";  // it has no kernel for these types
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (size_t j = 0; j < kCallsPerThread; ++j) {
        run_into(on_device, &together[i * kCallsPerThread + j]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (HostTensor& result : one_by_one) run_into(on_cpu, &result);

  for (const std::vector<HostTensor>& results : {together, one_by_one}) {
    for (const HostTensor& result : results) {
      if (result.dims.empty()) return Describe(call) + " fails";
    }
  }
  std::sort(together.begin(), together.end(), ByElements);
  std::sort(one_by_one.begin(), one_by_one.end(), ByElements);
  for (size_t i = 0; i < together.size(); ++i) {
    const std::string difference = Difference(together[i], one_by_one[i], MostUlps(def.name));
    if (!difference.empty()) {
      return Describe(call) + " by several threads, result " + std::to_string(i) + ": " +
             difference;
    }
  }
  return "";
}

// Runs calls without seeds, which start anywhere: no two results may be equal, not even of two
// kernels, and the moments must be those of the distribution. Returns "" or the error.
std::string JudgeUnseededCalls(const OpDef& def, const Types& types, const RunCall& on_device) {
  constexpr int64_t kElements = 40000;
  constexpr double kStandardErrors = 6;  // once in 500 million runs
  Random random(1);
  const OpCall call = VectorCall(def, types, kElements, 0, &random);
  const Outcome first = on_device(call);
  const Outcome second = on_device(call);
  // Shared by all kernels, since two kernels must also start at different positions.
  static std::set<std::vector<char>> results;
  for (const Outcome& outcome : {first, second}) {
    if (outcome.code != TF_OK) return Describe(call) + " fails: " + outcome.message;
    if (!results.insert(outcome.outputs[0].bytes).second) {
      return Describe(call) + " gives numbers that there have been before";
    }
  }
  const Moments actual = MomentsOf(first.outputs[0]);
  const Moments expected = ExpectedMoments(def.name);
  // 16-bit types round, and uniform numbers of bfloat16 are the multiples of 1/128 below 1.
  const double rounding = 1.0 / 128;
  const double root = std::sqrt(static_cast<double>(kElements));
  const double mean_error = kStandardErrors * std::sqrt(expected.variance) / root + rounding;
  const double variance_error =
      expected.variance * (kStandardErrors * std::sqrt(2) / root + rounding);
  if (std::fabs(actual.mean - expected.mean) > mean_error) {
    return Describe(call) + " has mean " + std::to_string(actual.mean) + ", not " +
           std::to_string(expected.mean);
  }
  if (std::fabs(actual.variance - expected.variance) > variance_error) {
    return Describe(call) + " has variance " + std::to_string(actual.variance) + ", not " +
           std::to_string(expected.variance);
  }
  return "";
}

std::string JudgeSeeds(const OpDef& def, const Types& types, const RunCall& on_device,
                       const RunCall& on_cpu) {
  const std::string together = JudgeConcurrentCalls(def, types, on_device, on_cpu);
  return together.empty() ? JudgeUnseededCalls(def, types, on_device) : together;
}

constexpr RandomTests kRandomTests = {MostUlps, JudgeSeeds};

}  // namespace

const OpGroup kRandomOps = {FindRandomGenerator, nullptr, &kRandomTests};

}  // namespace pluggable::tests
