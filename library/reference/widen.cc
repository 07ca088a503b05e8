// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/widen.h"

#include "reference/vectorized.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace pluggable {
namespace {

template <typename From, typename To>
void ConvertEach(const From* from, To* to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

#if defined(__x86_64__)
// Instructions that convert halves (F16C) came before AVX2, but are a separate feature, whose name
// __builtin_cpu_supports of clang does not know before version 17.
bool ConvertsHalves() {
  static const bool converts = [] {
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    return __builtin_cpu_supports("avx2") != 0 && __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 &&
           (ecx & bit_F16C) != 0;
  }();
  return converts;
}

// These instructions convert all elements, including the last ones, since they keep more of a NaN's
// bits than Eigen does.
[[gnu::target("avx2,f16c")]] void WidenHalves(const half* values, float* wide, int64_t count) {
  constexpr int64_t kLanes = 8;
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const __m128i bits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(values + i));
    _mm256_storeu_ps(wide + i, _mm256_cvtph_ps(bits));
  }
  for (; i < count; ++i) wide[i] = _cvtsh_ss(Eigen::numext::bit_cast<uint16_t>(values[i]));
}

[[gnu::target("avx2,f16c")]] void NarrowToHalves(const float* wide, half* values, int64_t count) {
  constexpr int64_t kLanes = 8;
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const __m128i bits = _mm256_cvtps_ph(_mm256_loadu_ps(wide + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(values + i), bits);
  }
  for (; i < count; ++i) {
    values[i] =
        Eigen::numext::bit_cast<half>(uint16_t{_cvtss_sh(wide[i], _MM_FROUND_TO_NEAREST_INT)});
  }
}
#endif

}  // namespace

void WidenRun(const half* values, float* wide, int64_t count) {
#if defined(__x86_64__)
  if (ConvertsHalves()) return WidenHalves(values, wide, count);
#endif
  ConvertEach(values, wide, count);
}

void NarrowRun(const float* wide, half* values, int64_t count) {
#if defined(__x86_64__)
  if (ConvertsHalves()) return NarrowToHalves(wide, values, count);
#endif
  ConvertEach(wide, values, count);
}

void WidenRun(const bfloat16* values, float* wide, int64_t count) {
  Vectorized([](const bfloat16* from, float* to, int64_t n) { ConvertEach(from, to, n); })(
      values, wide, count);
}

void NarrowRun(const float* wide, bfloat16* values, int64_t count) {
  Vectorized([](const float* from, bfloat16* to, int64_t n) { ConvertEach(from, to, n); })(
      wide, values, count);
}

}  // namespace pluggable
