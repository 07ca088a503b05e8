// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Controls how a thread treats subnormal numbers: those whose magnitude is below the smallest
// normal number.

#ifndef PLUGGABLE_SUBNORMALS_H_
#define PLUGGABLE_SUBNORMALS_H_

#include <cstdint>

namespace pluggable::internal {

// As long as the object lives, this thread treats subnormal operands as 0 and flushes subnormal
// results to 0. TensorFlow's threads do so, and a result must not depend on the thread that
// computes it.
class SubnormalsAreZero {
 public:
  SubnormalsAreZero() : outer_(Get()) {
    if ((outer_ & kZero) != kZero) Set(outer_ | kZero);
  }
  ~SubnormalsAreZero() {
    if ((outer_ & kZero) != kZero) Set(outer_);
  }
  SubnormalsAreZero(const SubnormalsAreZero&) = delete;
  SubnormalsAreZero& operator=(const SubnormalsAreZero&) = delete;

 private:
  // The processor's control register. On other processors, nothing changes.
#if defined(__x86_64__)
  using Register = uint32_t;
  static constexpr Register kZero = 0x8040;  // FTZ for results, DAZ for operands
  static Register Get() { return __builtin_ia32_stmxcsr(); }
  static void Set(Register value) { __builtin_ia32_ldmxcsr(value); }
#elif defined(__aarch64__)
  using Register = uint64_t;
  static constexpr Register kZero = Register{1} << 24;
  static Register Get() {
    Register value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void Set(Register value) { asm volatile("msr fpcr, %0" : : "r"(value)); }
#else
  using Register = uint32_t;
  static constexpr Register kZero = 0;
  static Register Get() { return 0; }
  static void Set(Register /*value*/) {}
#endif

  const Register outer_;
};

}  // namespace pluggable::internal

#endif  // PLUGGABLE_SUBNORMALS_H_
