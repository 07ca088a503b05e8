// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Compares one kernel with TensorFlow's CPU kernel. kernel_test and the conformance suite evaluate
// the findings.

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

// A TensorFlow with a plugin. At most one in a process.
struct LoadedPlugin {
  explicit LoadedPlugin(const std::string& library)
      : eager(library), ops(ReadOpDefs()), kernels(RegisteredKernels(eager.device_type(), ops)) {}

  Eager eager;
  std::map<std::string, OpDef> ops;
  std::vector<KernelCase> kernels;
};

// What the calls of a kernel have reached.
struct Reached {
  bool value = false;  // a result that has elements
  bool empty = false;  // an input or a result without any
  bool error = false;
  bool slope = true;  // for gradients: it was compared with differences
};

struct Findings {
  // Failing calls, with reasons.
  std::vector<std::string> failures;
  // The reason why nothing is known of the kernel; empty if it was tested.
  std::string undecided;
  // The numbers of calls by result.
  int calls = 0;
  int agree = 0;
  int both_fail = 0;
  std::vector<std::string> refused;      // messages where the CPU succeeds
  std::vector<std::string> unjudged;     // reasons why the CPU is no reference
  std::vector<std::string> other_texts;  // error messages: the kernel's and the CPU's
  Reached reached;

  bool RefusesAll() const { return calls > 0 && static_cast<int>(refused.size()) == calls; }
  bool NoneSucceeds() const { return calls > 0 && both_fail == calls; }
};

// Draws this many calls of the kernel from the seed, and runs them on both devices.
Findings JudgeKernel(LoadedPlugin* plugin, const KernelCase& kernel, int calls, uint64_t seed);

// Starts this program again with TensorFlow's own CPU kernels. On newer processors, oneDNN's
// kernels replace them by default (TensorFlow decides that while it is loaded, before main). These
// round differently, and crash for arguments that TensorFlow's kernels reject. Returns if that is
// already so, or if it cannot be done.
void StartWithoutOneDnn(char** argv);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_JUDGE_H_
