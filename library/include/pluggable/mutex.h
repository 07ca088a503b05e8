// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TensorFlow's names for the standard library's locks, for kernels that have state.

#ifndef PLUGGABLE_MUTEX_H_
#define PLUGGABLE_MUTEX_H_

#include <mutex>
#include <shared_mutex>

namespace pluggable {

// Protects state in host memory. State in device memory needs no other lock than the one that is
// held while its work is enqueued, since work runs in that order.
using mutex = std::shared_mutex;
using mutex_lock = std::unique_lock<mutex>;
using tf_shared_lock = std::shared_lock<mutex>;

}  // namespace pluggable

#endif  // PLUGGABLE_MUTEX_H_
