// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of Qr.

#ifndef PLUGGABLE_COMPUTE_QR_H_
#define PLUGGABLE_COMPUTE_QR_H_

#include <algorithm>
#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"
#include "pluggable/types.h"

namespace pluggable::compute {

// in[m] = q[m] r[m], where the columns of q[m] are orthonormal and r[m] is 0 below its main
// diagonal. All are dense: in is [matrices, rows, columns], q [matrices, rows, inner], r [matrices,
// inner, columns]. The inner size is that of the smaller side, or `rows` if is_full.
//
// The signs are those of Householder's reflections one after the other, as LAPACK's geqrf and orgqr
// have them: column k of what is left becomes (-s |x|, 0, ..), where x is the column from its
// diagonal element on and s the sign of that, or stays as it is if all below that element is 0.
struct QrPlan {
  // Computes all of both results on the host.
  using Loop = void (*)(const QrPlan& plan, ThreadPool* threads);

  // The columns of q and the rows of r.
  int64_t inner() const { return is_full ? rows : std::min(rows, columns); }

  DataType dtype = DT_INVALID;  // float or double
  int64_t matrices = 1;         // at least 1
  int64_t rows = 0;
  int64_t columns = 0;
  bool is_full = false;
  const void* in = nullptr;
  void* q = nullptr;  // one of them may be empty; they overlap nothing
  void* r = nullptr;
  Loop loop = nullptr;
};

// Puts the work on the stream. Fails if it cannot be enqueued.
Status Qr(const Stream& stream, const QrPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const QrPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_QR_H_
