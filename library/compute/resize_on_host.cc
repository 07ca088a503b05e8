// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/on_host.h"
#include "compute/resize.h"

namespace pluggable::compute {

namespace {

int64_t ElementsOf(const ResizeGeometry& g, int64_t rows, int64_t columns) {
  return g.images * rows * columns * g.channels;
}

}  // namespace

Status OnHost(const Stream& stream, const ResizePlan& plan) {
  const OnHostScope scope(stream, "resize");
  const ResizeGeometry& g = plan.geometry;
  const int64_t cost = g.method == ResizeMethod::kBilinear ? 3 : 1;  // nanoseconds for each element
  stream.Enqueue(cost * ElementsOf(g, g.resized_rows, g.resized_columns),
                 [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

Status OnHost(const Stream& stream, const ResizeGradientPlan& plan) {
  const OnHostScope scope(stream, "resize_gradient");
  const ResizeGeometry& g = plan.geometry;
  const int64_t cost = g.method == ResizeMethod::kBilinear ? 4 : 1;  // nanoseconds for each element
  stream.Enqueue(
      cost * ElementsOf(g, g.resized_rows, g.resized_columns) + ElementsOf(g, g.rows, g.columns),
      [plan] { plan.loop(plan, &ThreadPool::Global()); });
  return Status();
}

}  // namespace pluggable::compute
