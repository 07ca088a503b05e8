// The suite's second half: compares every kernel in TensorFlow's registry for the plugin's devices
// with TensorFlow's own CPU kernel, inside TensorFlow.

#ifndef CONFORMANCE_KERNEL_HALF_H_
#define CONFORMANCE_KERNEL_HALF_H_

#include <deque>
#include <functional>
#include <string>

#include "case.h"
#include "isolate.h"
#include "options.h"

namespace conformance {

// The prefix of the second half's cases.
inline constexpr char kKernelGroup[] = "tensorflow/";

class KernelHalf {
 public:
  // `options` must outlive this object.
  explicit KernelHalf(const Options& options) : options_(options) {}

  // Reports each case as it ends. The cases live as long as this object.
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
