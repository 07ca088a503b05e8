// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The source of random bits: Philox 4x32 with ten rounds, after Salmon, Moraes, Dror and Shaw,
// "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).

#ifndef PLUGGABLE_REFERENCE_RANDOM_PHILOX_H_
#define PLUGGABLE_REFERENCE_RANDOM_PHILOX_H_

#include <array>
#include <cstdint>

namespace pluggable {

// A stream of blocks. Each block depends only on the key and its position, so threads may compute
// any part of the stream in any order.
class Philox {
 public:
  using Block = std::array<uint32_t, 4>;

  Philox() = default;
  // The counter is a number of 128 bits, given as two halves.
  Philox(uint64_t key, uint64_t counter_low, uint64_t counter_high)
      : key_(key), low_(counter_low), high_(counter_high) {}

  // The block at this distance from the current one.
  Block At(uint64_t index) const {
    const uint64_t low = low_ + index;
    const uint64_t high = high_ + (low < index ? 1 : 0);
    Block x = {Low(low), High(low), Low(high), High(high)};
    uint32_t key0 = Low(key_);
    uint32_t key1 = High(key_);
    for (int round = 0; round < kRounds; ++round) {
      const uint64_t product0 = uint64_t{kMultiplier0} * x[0];
      const uint64_t product1 = uint64_t{kMultiplier1} * x[2];
      x = {High(product1) ^ x[1] ^ key0, Low(product1), High(product0) ^ x[3] ^ key1,
           Low(product0)};
      key0 += kGoldenRatio;
      key1 += kRootOfThree;
    }
    return x;
  }

  // Advances the stream by this many blocks. TensorFlow adds by words of 32 bits, and loses a carry
  // into an upper word of ones. So a negative number of blocks goes back.
  void Skip(uint64_t blocks) {
    const uint32_t lower = Low(low_) + Low(blocks);
    const uint32_t step = High(blocks) + (lower < Low(blocks) ? 1 : 0);
    const uint32_t upper = High(low_) + step;
    low_ = uint64_t{upper} << 32 | lower;
    if (upper < step) ++high_;
  }

  uint64_t key() const { return key_; }
  uint64_t counter_low() const { return low_; }
  uint64_t counter_high() const { return high_; }

 private:
  static constexpr int kRounds = 10;
  // The paper's constants: multipliers that mix well, and odd steps of the key.
  static constexpr uint32_t kMultiplier0 = 0xd2511f53;
  static constexpr uint32_t kMultiplier1 = 0xcd9e8d57;
  static constexpr uint32_t kGoldenRatio = 0x9e3779b9;
  static constexpr uint32_t kRootOfThree = 0xbb67ae85;

  static constexpr uint32_t Low(uint64_t x) { return static_cast<uint32_t>(x); }
  static constexpr uint32_t High(uint64_t x) { return static_cast<uint32_t>(x >> 32); }

  uint64_t key_ = 0;
  uint64_t low_ = 0;
  uint64_t high_ = 0;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RANDOM_PHILOX_H_
