// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Loops that use the widest vectors the processor has.

#ifndef PLUGGABLE_REFERENCE_VECTORIZED_H_
#define PLUGGABLE_REFERENCE_VECTORIZED_H_

#include <utility>

namespace pluggable {

// A function that is compiled twice: for every x86-64 processor, and for those with AVX2, whose
// vectors are twice as large. Each call selects one. Functions that it calls are inlined as far as
// possible. Products and sums are not fused, so both give the same result.
template <typename F>
class Vectorized {
 public:
  explicit Vectorized(F f) : f_(std::move(f)) {}

  template <typename... Args>
  void operator()(Args... args) const {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return CallWithAvx2(args...);
#endif
    f_(args...);
  }

 private:
#if defined(__x86_64__)
  template <typename... Args>
  [[gnu::target("avx2"), gnu::flatten]] void CallWithAvx2(Args... args) const {
    f_(args...);
  }
#endif

  F f_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_VECTORIZED_H_
