// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Calls every kernel with meaningless arguments. A kernel may reject them or compute something; it
// must not access memory that is not its own, and must not end the process.
//
//   kernel_fuzz PLUGIN [CALLS [SEED [NAME...]]]
//
// makes CALLS calls (40) of each kernel whose name begins with one of the NAMEs, drawn from the
// seed (1). It finds most in a build with -D<NAME>_SANITIZE=address,undefined. When the process
// ends, it reports the current call, which can be repeated with the same seed.

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernel_fuzz_extremes.h"
#include "kernel_test_draw.h"
#include "kernel_test_judge.h"

namespace pluggable::tests {
namespace {

constexpr unsigned kMaxSeconds = 120;  // a call may take, with sanitizers on a busy machine

// The current call, for handlers that run when the process ends.
std::string& CallUnderWay() {
  static auto* const text = new std::string;
  return *text;
}

void TellTheCall(int signal) {
  const std::string& call = CallUnderWay();
  const char* const why = signal == SIGALRM ? "\nkernel_fuzz: does not end: " : "\nkernel_fuzz: ";
  // An error here cannot be handled.
  if (write(STDERR_FILENO, why, std::strlen(why)) < 0 ||
      write(STDERR_FILENO, call.data(), call.size()) < 0 || write(STDERR_FILENO, "\n", 1) < 0) {
    _exit(3);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// Whether no sanitizer handles the signal; a sanitizer reports more, and then aborts.
bool IsFree(int signal) {
  struct sigaction present {};
  return sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_DFL;
}

// Error codes that users can act on. INTERNAL may be an error of enqueued work, for which
// TensorFlow shows no other code.
bool IsUseful(TF_Code code) {
  constexpr TF_Code kUseful[] = {TF_OK,
                                 TF_INVALID_ARGUMENT,
                                 TF_OUT_OF_RANGE,
                                 TF_UNIMPLEMENTED,
                                 TF_RESOURCE_EXHAUSTED,
                                 TF_INTERNAL,
                                 TF_NOT_FOUND,
                                 TF_FAILED_PRECONDITION};
  return std::find(std::begin(kUseful), std::end(kUseful), code) != std::end(kUseful);
}

class Fuzzer {
 public:
  explicit Fuzzer(const std::string& library) : plugin_(library) {}

  const std::string& error() const { return plugin_.eager.error(); }
  int Run(int calls, uint64_t seed, const std::vector<std::string>& names);

 private:
  void RunKernel(const KernelCase& kernel, int calls, uint64_t seed);

  LoadedPlugin plugin_;
  std::map<TF_Code, int> codes_;
  int failures_ = 0;
};

void Fuzzer::RunKernel(const KernelCase& kernel, int calls, uint64_t seed) {
  const OpDef& def = plugin_.ops.at(kernel.op);
  Random random(seed);
  bool is_reached = false;
  std::string refusal;
  for (int i = 0; i < calls; ++i) {
    OpCall call = DrawCall(def, kernel.types, &random);
    call.label = kernel.label;
    if (random.OneIn(8)) Corrupt(&call, &random);
    MakeExtreme(def, &call, &random);
    CallUnderWay() = Describe(call);
    alarm(kMaxSeconds);
    const Outcome outcome = plugin_.eager.Run(call, plugin_.eager.devices()[0], 64);
    ++codes_[outcome.code];
    is_reached = is_reached || outcome.code == TF_OK;
    if (refusal.empty()) refusal = outcome.message;
    if (IsUseful(outcome.code)) continue;
    ++failures_;
    std::printf("%s\n  code %d %s\n", CallUnderWay().c_str(), outcome.code,
                outcome.message.c_str());
  }
  alarm(0);
  // Then the code after the kernel's checks was never reached.
  if (!is_reached) std::printf("%s refuses all: %s\n", NameOf(kernel).c_str(), refusal.c_str());
}

int Fuzzer::Run(int calls, uint64_t seed, const std::vector<std::string>& names) {
  int reached = 0;
  std::set<std::string> left_out;
  for (const KernelCase& kernel : plugin_.kernels) {
    const std::string name = NameOf(kernel);
    const bool is_wanted =
        names.empty() || std::any_of(names.begin(), names.end(), [&name](const std::string& each) {
          return name.compare(0, each.size(), each) == 0;
        });
    if (!is_wanted) continue;
    // A stateful op's definition does not show its other requirements.
    if (plugin_.ops.at(kernel.op).is_stateful && FindGenerator(kernel.op) == nullptr) {
      left_out.insert(kernel.op);
      continue;
    }
    RunKernel(kernel, calls, seed);
    ++reached;
  }
  for (const std::string& op : left_out) std::printf("Not called: %s\n", op.c_str());
  std::printf("%d kernels, %zu ops left out;", reached, left_out.size());
  for (const auto& [code, count] : codes_) std::printf(" %d of code %d,", count, code);
  std::printf(" %d failures\n", failures_);
  return reached > 0 && failures_ == 0 ? 0 : 1;
}

}  // namespace
}  // namespace pluggable::tests

int main(int argc, char** argv) {
  using namespace pluggable::tests;
  if (argc < 2) {
    std::fputs("usage: kernel_fuzz PLUGIN [CALLS [SEED [NAME...]]]\n", stderr);
    return 64;
  }
  StartWithoutOneDnn(argv);
  for (const int signal : {SIGABRT, SIGALRM, SIGFPE, SIGSEGV, SIGBUS}) {
    if (IsFree(signal)) std::signal(signal, TellTheCall);
  }
  Fuzzer fuzzer(argv[1]);
  if (!fuzzer.error().empty()) {
    std::fprintf(stderr, "TensorFlow does not load the plugin: %s\n", fuzzer.error().c_str());
    return 1;
  }
  return fuzzer.Run(argc > 2 ? std::atoi(argv[2]) : 40,
                    argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1,
                    std::vector<std::string>(argv + std::min(argc, 4), argv + argc));
}
