// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// How reference kernels run their loops.

#ifndef PLUGGABLE_REFERENCE_ENQUEUE_H_
#define PLUGGABLE_REFERENCE_ENQUEUE_H_

#include <cstdint>
#include <type_traits>
#include <utility>

#include "pluggable/op_kernel.h"
#include "pluggable/stream.h"
#include "pluggable/subnormals.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// Runs work(threads): on the stream, or at once if output 0 is in host memory, since TensorFlow
// reads that as soon as Compute returns. The work may return a Status. `cost` is in nanoseconds on
// one core.
template <typename Work>
void EnqueueWork(OpKernelContext* ctx, int64_t cost, Work work) {
  ThreadPool* threads = &ctx->stream().thread_pool();
  // An op that updates a variable has no output.
  if (ctx->num_outputs() == 0 || !ctx->output_is_host(0)) {
    ctx->stream().Enqueue(cost,
                          [work = std::move(work), threads]() mutable { return work(threads); });
    return;
  }
  const internal::SubnormalsAreZero as_in_work;
  if constexpr (std::is_void_v<std::invoke_result_t<Work&, ThreadPool*>>) {
    work(threads);
  } else {
    ctx->SetStatus(work(threads));
  }
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_ENQUEUE_H_
