// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/strided_copy.h"
#include "reference/strided_copy.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const StridedCopyPlan& plan) {
  const OnHostScope scope(stream, "strided_copy");
  stream.Enqueue(StridedCopiesCost(plan), [plan] {
    for (const StridedCopyPlan::Copy& copy : plan.copies) {
      const void* const from = copy.from == nullptr ? nullptr : OnDevice(copy.from);
      RunStridedCopy(copy.dims, plan.element_bytes, from, OnDevice(copy.to), &ThreadPool::Global());
    }
  });
  return Status();
}

}  // namespace pluggable::compute
