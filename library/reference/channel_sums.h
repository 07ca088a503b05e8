// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sums of products for each channel, the core of depthwise convolutions and their gradients.

#ifndef PLUGGABLE_REFERENCE_CHANNEL_SUMS_H_
#define PLUGGABLE_REFERENCE_CHANNEL_SUMS_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "reference/compute_type.h"

namespace pluggable {

// Two rows with the same number of channels.
template <typename T>
struct ChannelRows {
  const T* x;
  const T* y;
};

namespace internal {

// The channels that are summed at a time: as many vectors as fit into registers.
template <typename C, int kVectors>
struct ChannelBlock {
  static constexpr int kVectorBytes = 32;
  static constexpr int kWidth = kVectorBytes / sizeof(C);
  static constexpr int kChannels = kVectors * kWidth;
  typedef C Vector __attribute__((vector_size(kVectorBytes)));
  // The same for memory with the alignment of C.
  typedef C Memory __attribute__((vector_size(kVectorBytes), aligned(sizeof(C)), may_alias));

  static void Add(const std::vector<ChannelRows<C>>& rows, int64_t first, C* sums) {
    Vector vectors[kVectors];
    Memory* const memory = reinterpret_cast<Memory*>(sums + first);
#pragma GCC unroll 8
    for (int i = 0; i < kVectors; ++i) vectors[i] = memory[i];
    for (const ChannelRows<C>& row : rows) {
      const Memory* const x = reinterpret_cast<const Memory*>(row.x + first);
      const Memory* const y = reinterpret_cast<const Memory*>(row.y + first);
#pragma GCC unroll 8
      for (int i = 0; i < kVectors; ++i) vectors[i] += x[i] * y[i];
    }
#pragma GCC unroll 8
    for (int i = 0; i < kVectors; ++i) memory[i] = vectors[i];
  }
};

// Processes as many blocks as there are from *first on.
template <typename C, int kVectors>
void AddBlocks(const std::vector<ChannelRows<C>>& rows, int64_t channels, int64_t* first, C* sums) {
  using Block = ChannelBlock<C, kVectors>;
  for (; *first + Block::kChannels <= channels; *first += Block::kChannels) {
    Block::Add(rows, *first, sums);
  }
}

}  // namespace internal

// Adds x[c] * y[c] of all rows to sums[c], in their order.
template <typename T>
void AddChannelProducts(const std::vector<ChannelRows<T>>& rows, int64_t channels,
                        ComputeType<T>* sums) {
  using C = ComputeType<T>;
  int64_t first = 0;
  if constexpr (std::is_same_v<T, C>) {
    internal::AddBlocks<C, 8>(rows, channels, &first, sums);
    internal::AddBlocks<C, 4>(rows, channels, &first, sums);
    internal::AddBlocks<C, 1>(rows, channels, &first, sums);
  }
  for (const ChannelRows<T>& row : rows) {
    for (int64_t c = first; c < channels; ++c) {
      sums[c] += static_cast<C>(row.x[c]) * static_cast<C>(row.y[c]);
    }
  }
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_CHANNEL_SUMS_H_
