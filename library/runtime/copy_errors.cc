// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/copy_errors.h"

#include <cstdio>

#include "plugin/find_in_tensorflow.h"

namespace pluggable::runtime {

namespace {

// The first release that does. TensorFlow 2.12 to 2.16 check the stream after the copy, and abort
// the process ("PluggableDevice->CPU Memcpy failed").
constexpr int kFirstMajor = 2;
constexpr int kFirstMinor = 17;

}  // namespace

bool CopiesReportErrors() {
  static const bool report = [] {
    const auto version = FindInTensorFlow<const char*()>("TF_Version");
    int major = 0;
    int minor = 0;
    // NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion)
    return version != nullptr && std::sscanf(version(), "%d.%d", &major, &minor) == 2 &&
           (major > kFirstMajor || (major == kFirstMajor && minor >= kFirstMinor));
  }();
  return report;
}

}  // namespace pluggable::runtime
