// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of ops that fill a tensor with random numbers.

#ifndef PLUGGABLE_COMPUTE_RANDOM_H_
#define PLUGGABLE_COMPUTE_RANDOM_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// What becomes of blocks of random bits. A block has four words w[0] to w[3] of 32 bits. Elements
// of 8 bytes come in groups of two, others in groups of four. Group g is made of block g, element i
// of the group of the words that a distribution names. The last group may not be needed as a whole.
enum class Distribution : uint8_t {
  // Real numbers of [0, 1). float: (w[i] & 0x7fffff) / 2^23. half: (w[i] & 0x3ff) / 2^10. bfloat16:
  // (w[i] & 0x7f) / 2^7. double: ((w[2 i] & 0xfffff) * 2^32 + w[2 i + 1]) / 2^52.
  kUniform,
  // All integers of a type. 4 bytes: w[i]. 8 bytes: w[2 i + 1] * 2^32 + w[2 i].
  kFullInt,
  // low + bits % (high - low), where the bits are those of kFullInt, and all of it is computed in
  // the unsigned type of the same size, and wraps around.
  kUniformInt,
  // Normal numbers of mean 0 and variance 1, two by two: sin(a) * r and cos(a) * r, where
  // r = sqrt(-2 log(max(u, 1e-7))) and a = 2 pi v, with uniform numbers u and v. double: u is of
  // w[0] and w[1], v of w[2] and w[3]. Others are computed in float and rounded once: u of w[0] and
  // v of w[1] make the first two elements, u of w[2] and v of w[3] the others; a is the product in
  // double, rounded to float.
  kNormal,
  // Those normal numbers that are nearer to 0 than 2 before they are rounded. Group g goes through
  // the blocks from 64 * n * g on, in order, where n is the number of its elements, until it has n.
  kTruncatedNormal,
};

// Block b is Philox 4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers:
// as easy as 1, 2, 3", 2011) of the key, and of the counter plus b. The counter is a number of 128
// bits. Words begin with the low one, in all three. reference/random_philox.h is short.
struct RandomPlan {
  // Makes all elements on the host.
  using Loop = void (*)(const RandomPlan& plan, ThreadPool* threads);

  Distribution distribution = Distribution::kUniform;
  DataType dtype = DT_INVALID;  // float, double, half or bfloat16; integers of 4 or 8 bytes if
                                // kFullInt; int32 or int64 if kUniformInt
  int64_t low = 0;              // of kUniformInt
  int64_t high = 0;             // of kUniformInt, more than `low`
  int64_t size = 0;             // elements; at least 1
  void* out = nullptr;

  // The key and the counter, low word first. They are numbers, or where the pointers are not null
  // they are in the device's memory, to be read when the work runs.
  uint64_t key = 0;
  uint64_t counter[2] = {};
  const uint64_t* key_memory = nullptr;
  const uint64_t* counter_memory = nullptr;  // two words
  // Null, or counter_memory: where the counter plus 256 * size goes, once the elements are made.
  uint64_t* next_counter = nullptr;

  Loop loop = nullptr;
  int64_t cost = 1;  // of an element, in nanoseconds on one core of the host
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Random(const Stream& stream, const RandomPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const RandomPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_RANDOM_H_
