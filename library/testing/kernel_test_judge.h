// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// One kernel against TensorFlow's own for the CPU: what a test of it, and the conformance suite,
// make of it is theirs.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_JUDGE_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_JUDGE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "eager.h"
#include "kernel_test_op_def.h"
#include "kernel_test_registry.h"

namespace pluggable::tests {

constexpr int kDefaultCalls = 60;

// A TensorFlow with a plugin in it. At most one in a process.
struct LoadedPlugin {
  explicit LoadedPlugin(const std::string& library)
      : eager(library), ops(ReadOpDefs()), kernels(RegisteredKernels(eager.device_type(), ops)) {}

  Eager eager;
  std::map<std::string, OpDef> ops;
  std::vector<KernelCase> kernels;
};

// What the calls of one kernel came to.
struct Reached {
  bool value = false;  // a result that has elements
  bool empty = false;  // an input or a result without any
  bool error = false;
  bool slope = true;  // of a gradient, where there is one to judge
};

struct Findings {
  // Calls, and why the kernel is wrong there.
  std::vector<std::string> failures;
  // Why nothing can be said of the kernel; empty if something can.
  std::string undecided;
  // How many calls went one way or another.
  int calls = 0;
  int agree = 0;
  int both_fail = 0;
  std::vector<std::string> refused;      // what the kernel said to what the CPU can do
  std::vector<std::string> unjudged;     // why the CPU is no judge
  std::vector<std::string> other_texts;  // of errors: the kernel's and the CPU's
  Reached reached;

  bool RefusesAll() const { return calls > 0 && static_cast<int>(refused.size()) == calls; }
  bool NoneSucceeds() const { return calls > 0 && both_fail == calls; }
};

// Draws as many calls of the kernel from the seed and runs them on both devices.
Findings JudgeKernel(LoadedPlugin* plugin, const KernelCase& kernel, int calls, uint64_t seed);

// Starts this program again with TensorFlow's own kernels on the CPU. On newer processors oneDNN's
// take their place by default (as TensorFlow decides while it is loaded, before main), which round
// otherwise and end the process over arguments that TensorFlow's refuse. Returns if that is so
// already, or if it cannot.
void StartWithoutOneDnn(char** argv);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_JUDGE_H_
