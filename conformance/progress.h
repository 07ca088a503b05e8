// The current action of a case, for the message if it crashes or hangs. The memory is shared with
// the process that watches the case.

#ifndef CONFORMANCE_PROGRESS_H_
#define CONFORMANCE_PROGRESS_H_

#include <atomic>

namespace conformance {

class Progress {
 public:
  std::atomic<const char*> doing{""};
  std::atomic<int> signal{0};
  std::atomic<const char*> wrote_behind{nullptr};

  // Of this process. `what` must be a literal: the watching process reads it by its address.
  static void Doing(const char* what) { Current()->doing.store(what, std::memory_order_relaxed); }
  static void Use(Progress* progress) { Holder() = progress; }
  static Progress* Current() { return Holder(); }

 private:
  static Progress*& Holder() {
    static Progress own;
    static Progress* current = &own;
    return current;
  }
};

}  // namespace conformance

#endif  // CONFORMANCE_PROGRESS_H_
