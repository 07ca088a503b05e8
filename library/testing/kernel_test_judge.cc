// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "kernel_test_judge.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "kernel_test_draw.h"
#include "kernel_test_values.h"

namespace pluggable::tests {
namespace {

constexpr char kCpu[] = "/job:localhost/replica:0/task:0/device:CPU:0";

// The number of calls if the CPU has no kernel, since then only crashes are detected. Results that
// exceed the device's memory make TensorFlow wait ten seconds each.
constexpr int kCallsWithoutJudge = 5;

bool HasEmpty(const OpCall& call) {
  return std::any_of(call.inputs.begin(), call.inputs.end(), [](const InputArg& input) {
    return std::any_of(input.tensors.begin(), input.tensors.end(),
                       [](const HostTensor& tensor) { return NumElements(tensor.dims) == 0; });
  });
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// Removes the names of devices and nodes that TensorFlow adds to a kernel's message.
std::string KernelMessage(std::string message) {
  message = FirstLine(message);
  const size_t end = message.rfind("}} ");
  if (end != std::string::npos) message.erase(0, end + 3);
  const size_t node = message.find(" [Op:");
  return message.substr(0, node);
}

// The kernel's message without the op's name, which precedes the error of work since another op may
// report it, and without runs of spaces, which TensorFlow's texts contain.
std::string Words(const OpCall& call, const Outcome& outcome) {
  std::istringstream message(KernelMessage(outcome.message));
  std::string words;
  for (std::string word; message >> word;) {
    const bool is_name = words.empty() && word == call.op + ":";
    if (!is_name) words += words.empty() ? word : " " + word;
  }
  return words;
}

// Whether the device's message may differ from the CPU's.
bool MayDiffer(const std::string& said, const std::string& expected) {
  // If several indices are invalid, the message names one of them. On the CPU it depends on threads
  // which.
  for (const char* sign : {" does not index into ", " is not in [0, "}) {
    const size_t ours = said.find(sign);
    const size_t theirs = expected.find(sign);
    if (ours == std::string::npos || theirs == std::string::npos) continue;
    if (said.substr(ours) == expected.substr(theirs)) return true;
  }
  // By then, Einsum's message contains the shapes after its first steps.
  constexpr const char* kBroadcast = "Invalid broadcasting dimensions: ";
  return said.rfind(kBroadcast, 0) == 0 && expected.rfind(kBroadcast, 0) == 0;
}

template <size_t kCount>
bool HasAny(const Outcome& outcome, const char* const (&signs)[kCount]) {
  return std::any_of(std::begin(signs), std::end(signs), [&outcome](const char* sign) {
    return outcome.message.find(sign) != std::string::npos;
  });
}

// TensorFlow 2.22 refuses what older releases accept, and the device: an axis to reverse of a
// scalar, and an unknown algorithm for no random numbers at all.
bool IsRefusedByLaterReleases(const Outcome& cpu, const Outcome& device) {
  if (cpu.code != TF_INVALID_ARGUMENT || device.code != TF_OK) return false;
  const auto is_empty = [](const HostTensor& output) { return NumElements(output.dims) == 0; };
  return cpu.message.find("is out of valid range [0, -1") != std::string::npos ||
         (cpu.message.find("Unsupported algorithm id") != std::string::npos &&
          std::all_of(device.outputs.begin(), device.outputs.end(), is_empty));
}

// TensorFlow's message if the CPU has no kernel for these types.
bool HasNoKernel(const Outcome& outcome) {
  constexpr const char* kSigns[] = {"Could not find device for node",
                                    "Could not satisfy device specification",
                                    "No OpKernel was registered", "no kernel registered"};
  return HasAny(outcome, kSigns);
}

// The same if the kernel lacks a format, dilation or groups.
bool LacksAttributes(const Outcome& outcome) {
  constexpr const char* kSigns[] = {"only supports NHWC",
                                    "only support NHWC",
                                    "supports the NHWC tensor format",
                                    "only supports NDHWC",
                                    "only supports dilated rates of 1",
                                    "not yet support dilation rates",
                                    "not yet support dilation",
                                    "grouped convolutions are not supported on CPU",
                                    "doesn't match filter input depth",
                                    "filter_size does not have enough elements",
                                    "Op does not support bfloat16 inputs"};
  return HasAny(outcome, kSigns);
}

// Whether integers were divided by zero in an op that the CPU's kernels do not treat as a division
// (TruncateDiv, TruncateMod), so that they lack a message.
bool IsUnnamedDivision(const Outcome& outcome) {
  return outcome.code == TF_INTERNAL &&
         outcome.message.find("Unexpected error in binary operator") != std::string::npos;
}

// Whether work failed after Compute had returned: another wait in TensorFlow received the message,
// and this is TensorFlow's replacement.
bool FailedLate(const Outcome& outcome) {
  return outcome.code == TF_INTERNAL && outcome.message.find("SyncAll failed") != std::string::npos;
}

// Whether the device handled a bad index like kernels that cannot report errors, such as
// TensorFlow's own for GPUs: a gather writes zeros, a loss becomes NaN, an update is skipped
// (compute/gather.h, compute/gather_nd.h, compute/cross_entropy.h, compute/scatter.h). Also
// infinities of a division by zero.
bool IsMadeOfBadIndex(const OpCall& call, const Outcome& cpu, const Outcome& device) {
  if (cpu.code != TF_INVALID_ARGUMENT || device.code != TF_OK) return false;
  if (call.op.find("Scatter") != std::string::npos || call.op == "UnsortedSegmentSum") {
    constexpr const char* kSigns[] = {" is not in [0, ", " does not index into shape ",
                                      " is out of range [0, ", "updates must not contain 0"};
    return HasAny(cpu, kSigns);
  }
  if (device.outputs.empty()) return false;
  const HostTensor& result = device.outputs[0];
  if (call.op == "SparseSoftmaxCrossEntropyWithLogits") {
    const std::vector<double> losses = Reals(result);
    return std::any_of(losses.begin(), losses.end(), [](double loss) { return std::isnan(loss); });
  }
  const bool is_gather = call.op == "GatherV2" || call.op.find("GatherNd") != std::string::npos;
  constexpr const char* kGatherSigns[] = {" is not in [", " does not index into param shape "};
  return is_gather && HasAny(cpu, kGatherSigns) &&
         std::count(result.bytes.begin(), result.bytes.end(), '\0') > 0;
}

// Whether the attribute T is float.
bool IsOfFloat(const Types& types) {
  bool is_float = false;
  types.ForEach([&is_float](const TypeConstraint& constraint) {
    if (std::string(constraint.attr) == "T") is_float = constraint.type == TF_FLOAT;
  });
  return is_float;
}

// The tests of random ops if the op is one of them, or null.
const RandomTests* RandomTestsOf(const std::string& op) {
  for (const OpGroup& group : OpGroups()) {
    if (group.random != nullptr && group.find(op) != nullptr) return group.random;
  }
  return nullptr;
}

class KernelJudge {
 public:
  KernelJudge(LoadedPlugin* plugin, const KernelCase& kernel)
      : plugin_(plugin),
        kernel_(kernel),
        def_(plugin->ops.at(kernel.op)),
        random_(RandomTestsOf(kernel.op)) {}

  Findings Judge(int calls, uint64_t seed);

 private:
  RunCall OnDevice() const;
  // Compares one call.
  void JudgeCall(const OpCall& call);
  // A second call must return the first one's results, bit for bit.
  void JudgeAgain(const OpCall& call, const Outcome& first, int most_outputs);
  // Whether it is a stateful op whose kernels begin at the attributes seed and seed2.
  bool HasSeeds() const;
  // The distance in representable numbers that an element may have from the CPU's; -1: the usual
  // one.
  int64_t MostUlps() const;
  // Compares a gradient op with differences of its forward op; whether that was possible.
  bool JudgeSlopes(Random* random);
  void Fail(const std::string& why) { found_.failures.push_back(why); }
  std::string Undecided() const;

  LoadedPlugin* const plugin_;
  const KernelCase& kernel_;
  const OpDef& def_;
  const RandomTests* const random_;
  Findings found_;
  int without_cpu_kernel_ = 0;  // calls
};

RunCall KernelJudge::OnDevice() const {
  return [this](const OpCall& call) {
    OpCall labelled = call;
    labelled.label = kernel_.label;
    return plugin_->eager.Run(labelled, plugin_->eager.devices()[0], 1);
  };
}

void KernelJudge::JudgeCall(const OpCall& call) {
  Eager& eager = plugin_->eager;
  int most_outputs = 0;
  for (const ArgDef& output : def_.outputs) {
    most_outputs += output.number_attr.empty() && output.type_list_attr.empty() ? 1 : 64;
  }
  OpCall on_cpu = call;
  on_cpu.label.clear();  // TensorFlow's own kernels have none
  const Outcome device = eager.Run(call, eager.devices()[0], most_outputs);
  if (CpuIsNoReference(call)) {
    found_.unjudged.emplace_back("the CPU's kernel is not reliable here");
    return;
  }
  Outcome cpu = eager.Run(on_cpu, kCpu, most_outputs);
  if (IsUnnamedDivision(cpu)) {
    cpu.code = TF_INVALID_ARGUMENT;
    cpu.message = "Integer division by zero";
  }

  if (device.code == TF_UNIMPLEMENTED && cpu.code != TF_UNIMPLEMENTED) {
    found_.refused.push_back(KernelMessage(device.message));
    return;
  }
  if (HasNoKernel(cpu)) ++without_cpu_kernel_;
  if (cpu.code == TF_UNIMPLEMENTED || HasNoKernel(cpu) || LacksAttributes(cpu)) {
    found_.unjudged.push_back(KernelMessage(cpu.message));
    return;
  }
  if (IsRefusedByLaterReleases(cpu, device)) {
    found_.unjudged.emplace_back("releases differ in whether they accept this");
    return;
  }
  if (IsMadeOfBadIndex(call, cpu, device)) {
    ++found_.both_fail;
    found_.reached.error = true;
    return;
  }
  if (cpu.code != device.code && (cpu.code == TF_OK || !FailedLate(device))) {
    Fail(Describe(call) + "\n  CPU:    code " + std::to_string(cpu.code) + " " + cpu.message +
         "\n  device: code " + std::to_string(device.code) + " " + device.message);
    return;
  }
  if (cpu.code != TF_OK) {
    ++found_.both_fail;
    found_.reached.error = true;
    const std::string said = Words(call, device);
    const std::string expected = Words(call, cpu);
    if (said != expected && !MayDiffer(said, expected) && !FailedLate(device))
      found_.other_texts.push_back("\"" + said + "\", on the CPU \"" + expected + "\"");
    return;
  }
  if (device.outputs.size() != cpu.outputs.size()) {
    Fail(Describe(call) + ": " + std::to_string(device.outputs.size()) + " outputs, on the CPU " +
         std::to_string(cpu.outputs.size()));
    return;
  }
  if (!device.outputs.empty() && device.device != eager.devices()[0]) {
    Fail(Describe(call) + " ran on " + device.device);
    return;
  }
  for (size_t i = 0; i < ComparableOutputs(call, cpu.outputs.size()); ++i) {
    std::string difference = Difference(device.outputs[i], cpu.outputs[i], MostUlps());
    // A sum is -0 only if all terms are -0.
    if (difference.empty() && call.op == "AddN") {
      difference = SignDifference(device.outputs[i], cpu.outputs[i]);
    }
    if (difference.empty()) continue;
    Fail(Describe(call) + "\n  output " + std::to_string(i) + ": " + difference);
    return;
  }
  if (found_.agree++ % 4 == 0 && !HasSeeds()) JudgeAgain(call, device, most_outputs);
  const auto is_empty = [](const HostTensor& output) { return NumElements(output.dims) == 0; };
  const auto empty = std::count_if(cpu.outputs.begin(), cpu.outputs.end(), is_empty);
  if (empty > 0 || HasEmpty(call)) found_.reached.empty = true;
  if (empty < static_cast<int64_t>(cpu.outputs.size())) found_.reached.value = true;
}

void KernelJudge::JudgeAgain(const OpCall& call, const Outcome& first, int most_outputs) {
  const Outcome again = plugin_->eager.Run(call, plugin_->eager.devices()[0], most_outputs);
  for (size_t i = 0; i < ComparableOutputs(call, again.outputs.size()); ++i) {
    const std::string difference = Difference(again.outputs[i], first.outputs[i], /*ulps=*/0);
    if (difference.empty()) continue;
    Fail(Describe(call) + " for the second time\n  output " + std::to_string(i) + ": " +
         difference);
    return;
  }
}

bool KernelJudge::HasSeeds() const {
  return random_ != nullptr && def_.is_stateful && def_.FindAttr("seed2") != nullptr;
}

int64_t KernelJudge::MostUlps() const {
  if (random_ != nullptr) return random_->most_ulps(def_.name);
  return def_.name == "Cast" ? 0 : -1;
}

bool KernelJudge::JudgeSlopes(Random* random) {
  const auto group = std::find_if(OpGroups().begin(), OpGroups().end(), [&](const OpGroup& some) {
    return some.gradients != nullptr && !some.gradients->forward_of(def_.name).empty();
  });
  if (group == OpGroups().end()) return false;
  const std::string forward = group->gradients->forward_of(def_.name);
  const auto& kernels = plugin_->kernels;
  const auto row = std::find_if(kernels.begin(), kernels.end(), [&](const KernelCase& other) {
    return other.op == forward && IsOfFloat(other.types);
  });
  if (row == kernels.end()) return false;  // then the CPU is the only reference
  bool judged = false;
  for (int i = 0; i < 20; ++i) {
    const std::string wrong = group->gradients->judge(def_, plugin_->ops.at(forward), row->types,
                                                      OnDevice(), random, &judged);
    if (!wrong.empty()) Fail(wrong);
  }
  found_.reached.slope = judged;
  return judged;
}

std::string KernelJudge::Undecided() const {
  if (found_.calls == 0) return "no call was made";
  if (found_.RefusesAll()) return "refuses every call so far: " + found_.refused.front();
  if (found_.NoneSucceeds()) return "no call that this test knows to make succeeds";
  const std::string& sample =
      found_.unjudged.empty() ? found_.refused.front() : found_.unjudged.front();
  return "no call has a judge: " + sample;
}

Findings KernelJudge::Judge(int calls, uint64_t seed) {
  if (def_.is_stateful && random_ == nullptr) {
    found_.undecided = "a stateful op gives no two equal results";
    return found_;
  }
  Random random(seed);
  while (found_.calls < calls && found_.failures.size() < 3 &&
         without_cpu_kernel_ < kCallsWithoutJudge) {
    OpCall call = DrawCall(def_, kernel_.types, &random);
    call.label = kernel_.label;
    // The CPU's result of Multinomial depends on the number of its threads, which only the op's
    // generator controls.
    if (random.OneIn(6) && def_.name != "Multinomial") Corrupt(&call, &random);
    ++found_.calls;
    JudgeCall(call);
  }
  bool decided = found_.agree > 0;
  if (HasSeeds()) {
    const auto on_cpu = [this](const OpCall& call) { return plugin_->eager.Run(call, kCpu, 1); };
    const std::string wrong = random_->judge_seeds(def_, kernel_.types, OnDevice(), on_cpu);
    if (!wrong.empty()) Fail(wrong);
    decided = true;
  }
  if (IsOfFloat(kernel_.types) && JudgeSlopes(&random)) decided = true;
  if (!decided && found_.failures.empty()) found_.undecided = Undecided();
  return found_;
}

}  // namespace

Findings JudgeKernel(LoadedPlugin* plugin, const KernelCase& kernel, int calls, uint64_t seed) {
  return KernelJudge(plugin, kernel).Judge(calls, seed);
}

void StartWithoutOneDnn(char** argv) {
  if (std::getenv("TF_ENABLE_ONEDNN_OPTS") != nullptr) return;
  setenv("TF_ENABLE_ONEDNN_OPTS", "0", /*overwrite=*/1);
  execv("/proc/self/exe", argv);
}

}  // namespace pluggable::tests
