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

// How elements are made of blocks of random bits. A block has four words w[0] to w[3] of 32 bits.
// Elements of 8 bytes form groups of two, other elements groups of four. Group g is made of block
// g, and element i of the group of the words in the distribution's formula. The last group may be
// used only in part.
enum class Distribution : uint8_t {
  // Real numbers of [0, 1). float: (w[i] & 0x7fffff) / 2^23. half: (w[i] & 0x3ff) / 2^10. bfloat16:
  // (w[i] & 0x7f) / 2^7. double: ((w[2 i] & 0xfffff) * 2^32 + w[2 i + 1]) / 2^52.
  kUniform,
  // All integers of a type. 4 bytes: w[i]. 8 bytes: w[2 i + 1] * 2^32 + w[2 i].
  kFullInt,
  // low + bits % (high - low), where bits is an element of kFullInt. The computation uses the
  // unsigned type of the same size, and wraps around.
  kUniformInt,
  // Normal numbers of mean 0 and variance 1, computed in pairs: sin(a) * r and cos(a) * r, where r
  // = sqrt(-2 log(max(u, 1e-7))) and a = 2 pi v, with numbers u and v of kUniform. double: u is
  // made of w[0] and w[1], v of w[2] and w[3]. Other types are computed in float and rounded once:
  // the first two elements use u of w[0] and v of w[1], the others u of w[2] and v of w[3]; a is
  // computed in double and rounded to float.
  kNormal,
  // The numbers of kNormal whose magnitude is less than 2 before they are rounded. A group of n
  // elements reads the blocks from 64 * n * g on, in order, until it has n such numbers.
  kTruncatedNormal,
};

// Block b is Philox 4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers:
// as easy as 1, 2, 3", 2011). Its inputs are the key, and the sum of the counter and b, a number of
// 128 bits. Keys, counters and blocks start with the low word. reference/random_philox.h is a short
// implementation.
struct RandomPlan {
  // Computes all elements on the host.
  using Loop = void (*)(const RandomPlan& plan, ThreadPool* threads);

  Distribution distribution = Distribution::kUniform;
  DataType dtype = DT_INVALID;  // float, double, half or bfloat16; integers of 4 or 8 bytes if
                                // kFullInt; int32 or int64 if kUniformInt
  int64_t low = 0;              // for kUniformInt
  int64_t high = 0;             // for kUniformInt; more than `low`
  int64_t size = 0;             // elements; at least 1
  void* out = nullptr;

  // The key and the counter, low word first. If the pointers are not null, they are in device
  // memory instead, and are read when the work runs.
  uint64_t key = 0;
  uint64_t counter[2] = {};
  const uint64_t* key_memory = nullptr;
  const uint64_t* counter_memory = nullptr;  // two words
  // Null, or counter_memory. The counter plus 256 * size is stored here after the elements are
  // computed.
  uint64_t* next_counter = nullptr;

  Loop loop = nullptr;
  int64_t cost = 1;  // of an element, in nanoseconds on one core of the host
};

// Enqueues the work on the stream. Fails if that is not possible.
Status Random(const Stream& stream, const RandomPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const RandomPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_RANDOM_H_
