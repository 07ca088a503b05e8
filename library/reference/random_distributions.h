// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Converts random bits to numbers as TensorFlow's CPU kernels do: the same seeds must give the same
// numbers on every device.
//
// A distribution makes elements in groups: d(philox, g, out) writes the kGroup elements of group g.
// Groups depend only on the stream and their number. kKind is the distribution's name in a plan,
// and kCost is the cost of an element in nanoseconds.

#ifndef PLUGGABLE_REFERENCE_RANDOM_DISTRIBUTIONS_H_
#define PLUGGABLE_REFERENCE_RANDOM_DISTRIBUTIONS_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "compute/random.h"
#include "reference/compute_type.h"
#include "reference/random_philox.h"

namespace pluggable {

// A block of bits has a word of 32 bits for each element, or two words for elements of 64 bits.
template <typename T>
inline constexpr int kRandomGroup = sizeof(T) == 8 ? 2 : 4;

namespace internal {

// In [0, 1), with as many random bits as the type has after the binary point, so that it is exact.
inline float UnitFloat(uint32_t bits) { return static_cast<float>(bits & 0x7fffff) * 0x1p-23f; }

// TensorFlow's doubles use the high word first, but its 64-bit integers use the low word first.
inline double UnitDouble(uint32_t high, uint32_t low) {
  const uint64_t bits = uint64_t{high & 0xfffff} << 32 | low;
  return static_cast<double>(bits) * 0x1p-52;
}

inline uint64_t Word64(const Philox::Block& block, size_t i) {
  return uint64_t{block[2 * i + 1]} << 32 | block[2 * i];
}

// Keeps the logarithm finite. TensorFlow uses the same bound for double, so the magnitude never
// exceeds 5.7.
inline constexpr double kLeastUnit = 1.0e-7;
inline constexpr double kTwoPi = 6.283185307179586476925286766559;

// Two independent normal numbers from two uniform ones (Box and Muller, 1958).
inline void BoxMuller(uint32_t radius_bits, uint32_t angle_bits, float* normals) {
  const float u = std::max(UnitFloat(radius_bits), static_cast<float>(kLeastUnit));
  // The product is rounded once, to float, as in TensorFlow.
  const auto angle = static_cast<float>(kTwoPi * UnitFloat(angle_bits));
  const float radius = std::sqrt(-2.0f * std::log(u));
  normals[0] = std::sin(angle) * radius;
  normals[1] = std::cos(angle) * radius;
}

// The normal numbers that a block of bits makes, in the type of the computation.
inline void NormalsOf(const Philox::Block& block, float* normals) {
  BoxMuller(block[0], block[1], normals);
  BoxMuller(block[2], block[3], normals + 2);
}
inline void NormalsOf(const Philox::Block& block, double* normals) {
  const double u = std::max(UnitDouble(block[0], block[1]), kLeastUnit);
  const double angle = kTwoPi * UnitDouble(block[2], block[3]);
  const double radius = std::sqrt(-2.0 * std::log(u));
  normals[0] = std::sin(angle) * radius;
  normals[1] = std::cos(angle) * radius;
}

}  // namespace internal

// Real numbers in [0, 1).
template <typename T>
struct UniformReal {
  using Element = T;
  static constexpr auto kKind = compute::Distribution::kUniform;
  static constexpr int kGroup = kRandomGroup<T>;
  static constexpr int64_t kCost = 2;

  void operator()(const Philox& philox, uint64_t group, T* out) const {
    const Philox::Block block = philox.At(group);
    for (int i = 0; i < kGroup; ++i) {
      if constexpr (kGroup == 2) {
        const size_t word = size_t{2} * i;
        out[i] = internal::UnitDouble(block[word], block[word + 1]);
      } else if constexpr (kIsNarrowFloat<T>) {
        constexpr int kDigits = std::is_same_v<T, Eigen::half> ? 10 : 7;
        const uint32_t bits = block[i] & ((1u << kDigits) - 1);
        out[i] = static_cast<T>(static_cast<float>(bits) / static_cast<float>(1 << kDigits));
      } else {
        out[i] = internal::UnitFloat(block[i]);
      }
    }
  }
};

// All values of an integer type.
template <typename T>
struct UniformFullInt {
  using Element = T;
  static constexpr auto kKind = compute::Distribution::kFullInt;
  static constexpr int kGroup = kRandomGroup<T>;
  static constexpr int64_t kCost = 2;

  void operator()(const Philox& philox, uint64_t group, T* out) const {
    const Philox::Block block = philox.At(group);
    for (int i = 0; i < kGroup; ++i) {
      if constexpr (kGroup == 2) {
        out[i] = static_cast<T>(internal::Word64(block, i));
      } else {
        out[i] = static_cast<T>(block[i]);
      }
    }
  }
};

// Integers in [low, high). If the number of values is not a power of two, the first ones are
// slightly more likely, since TensorFlow takes remainders.
template <typename T>
class UniformInt {
 public:
  using Element = T;
  static constexpr auto kKind = compute::Distribution::kUniformInt;
  static constexpr int kGroup = kRandomGroup<T>;
  static constexpr int64_t kCost = 4;

  UniformInt() = default;
  // Needs low < high.
  UniformInt(T low, T high)
      : low_(static_cast<Unsigned>(low)),
        count_(static_cast<Unsigned>(high) - static_cast<Unsigned>(low)) {}

  T low() const { return static_cast<T>(low_); }
  T high() const { return static_cast<T>(low_ + count_); }

  void operator()(const Philox& philox, uint64_t group, T* out) const {
    Unsigned bits[kGroup];
    UniformFullInt<Unsigned>()(philox, group, bits);
    for (int i = 0; i < kGroup; ++i) out[i] = static_cast<T>(low_ + bits[i] % count_);
  }

 private:
  // Unsigned, so that the difference of the bounds fits and sums wrap around.
  using Unsigned = std::make_unsigned_t<T>;

  Unsigned low_ = 0;
  Unsigned count_ = 1;
};

// Normal numbers with mean 0 and variance 1.
template <typename T>
struct Normal {
  using Element = T;
  static constexpr auto kKind = compute::Distribution::kNormal;
  static constexpr int kGroup = kRandomGroup<T>;
  static constexpr int64_t kCost = 12;

  void operator()(const Philox& philox, uint64_t group, T* out) const {
    ComputeType<T> normals[kGroup];
    internal::NormalsOf(philox.At(group), normals);
    for (int i = 0; i < kGroup; ++i) out[i] = static_cast<T>(normals[i]);
  }
};

// Normal numbers of magnitude less than 2; others are drawn again. Each group has its own part of
// the stream, which is long enough. A 16-bit type may round a number up to 2.
template <typename T>
struct TruncatedNormal {
  using Element = T;
  static constexpr auto kKind = compute::Distribution::kTruncatedNormal;
  static constexpr int kGroup = kRandomGroup<T>;
  static constexpr int64_t kCost = 16;

  void operator()(const Philox& philox, uint64_t group, T* out) const {
    constexpr uint64_t kBlocksPerGroup = uint64_t{64} * kGroup;
    ComputeType<T> normals[kGroup];
    int made = 0;
    for (uint64_t block = group * kBlocksPerGroup;; ++block) {
      internal::NormalsOf(philox.At(block), normals);
      for (const ComputeType<T> normal : normals) {
        if (!(std::fabs(normal) < 2)) continue;
        out[made++] = static_cast<T>(normal);
        if (made == kGroup) return;
      }
    }
  }
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_RANDOM_DISTRIBUTIONS_H_
