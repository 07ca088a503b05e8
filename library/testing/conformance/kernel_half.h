// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The suite's second half: every kernel that TensorFlow's registry has for the plugin's devices,
// in TensorFlow, against TensorFlow's own for the CPU.

#ifndef CONFORMANCE_KERNEL_HALF_H_
#define CONFORMANCE_KERNEL_HALF_H_

#include <deque>
#include <functional>
#include <string>

#include "case.h"
#include "isolate.h"
#include "options.h"

namespace conformance {

// What the cases of the second half are called begins with this.
inline constexpr char kKernelGroup[] = "tensorflow/";

class KernelHalf {
 public:
  // Needs `options` as long as it lives.
  explicit KernelHalf(const Options& options) : options_(options) {}

  // Tells of each case as it ends; the cases live as long as this.
  void Run(const std::function<void(Finished)>& tell);
  // "2.21.0"; empty if it has not loaded the plugin.
  const std::string& tensorflow() const { return tensorflow_; }

 private:
  const Options& options_;
  std::deque<Case> cases_;
  std::string tensorflow_;
};

}  // namespace conformance

#endif  // CONFORMANCE_KERNEL_HALF_H_
