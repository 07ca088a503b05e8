// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Devices whose memory the host cannot access.

#ifndef PLUGGABLE_TESTS_COPY_ONLY_H_
#define PLUGGABLE_TESTS_COPY_ONLY_H_

#include <cstdlib>

#include "plugin/names.h"

namespace pluggable::tests {

// Devices of the reference driver that are opened while this exists are such devices.
class CopyOnlyDevices {
 public:
  CopyOnlyDevices() : is_set_(std::getenv(names::kCopyOnly) != nullptr) {
    setenv(names::kCopyOnly, "1", /*replace=*/1);
  }
  ~CopyOnlyDevices() {
    if (!is_set_) unsetenv(names::kCopyOnly);
  }
  CopyOnlyDevices(const CopyOnlyDevices&) = delete;
  CopyOnlyDevices& operator=(const CopyOnlyDevices&) = delete;

 private:
  const bool is_set_;
};

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_COPY_ONLY_H_
