// The SHA extensions of x86-64, which do four rounds by two instructions: a quarter of a run's time
// went into digests without them.

#include "base/sha256_blocks.h"

#ifdef __x86_64__

#include <cpuid.h>
#include <immintrin.h>

namespace plugingen::sha256 {
namespace {

constexpr unsigned kSse41 = 1U << 19;  // of ECX in leaf 1
constexpr unsigned kSha = 1U << 29;    // of EBX in leaf 7

}  // namespace

bool HasInstructions() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kSse41) == 0) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kSha) != 0;
}

__attribute__((target("sha,sse4.1,ssse3"))) void AddBlocksByInstructions(
    State& state, const unsigned char* blocks, size_t count) {
  const auto word = [&](size_t i) { return static_cast<int>(state[i]); };
  // The instructions want the eight words as two vectors, a b e f and c d g h.
  __m128i abef = _mm_set_epi32(word(0), word(1), word(4), word(5));
  __m128i cdgh = _mm_set_epi32(word(2), word(3), word(6), word(7));
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  for (; count > 0; --count, blocks += 64) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i w[4];  // the last 16 words of the schedule
    for (size_t i = 0; i < 16; ++i) {
      __m128i& next = w[i % 4];
      if (i < 4) {
        next = _mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks + 16 * i));
        next = _mm_shuffle_epi8(next, big_endian);
      } else {
        const __m128i last = w[(i + 3) % 4];
        next = _mm_sha256msg1_epu32(next, w[(i + 1) % 4]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(last, w[(i + 2) % 4], 4));
        next = _mm_sha256msg2_epu32(next, last);
      }
      const auto* round = reinterpret_cast<const __m128i*>(kRound.data() + 4 * i);
      const __m128i input = _mm_add_epi32(next, _mm_loadu_si128(round));
      // Two rounds move a b e f to where c d g h were.
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  alignas(16) std::array<uint32_t, 4> feba;
  alignas(16) std::array<uint32_t, 4> hgdc;
  _mm_store_si128(reinterpret_cast<__m128i*>(feba.data()), abef);
  _mm_store_si128(reinterpret_cast<__m128i*>(hgdc.data()), cdgh);
  state = {feba[3], feba[2], hgdc[3], hgdc[2], feba[1], feba[0], hgdc[1], hgdc[0]};
}

}  // namespace plugingen::sha256

#else

namespace plugingen::sha256 {

bool HasInstructions() { return false; }

void AddBlocksByInstructions(State& state, const unsigned char* blocks, size_t count) {
  AddBlocksPortably(state, blocks, count);
}

}  // namespace plugingen::sha256

#endif
