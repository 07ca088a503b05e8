// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Selects between two tensors, element by element.

#ifndef PLUGGABLE_REFERENCE_SELECT_H_
#define PLUGGABLE_REFERENCE_SELECT_H_

#include <algorithm>
#include <cstdint>
#include <utility>

#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"

namespace pluggable {

// One run of z = c ? x : y, where each input may be a single element.
template <typename T>
void SelectRow(const bool* c, int64_t c_step, const T* x, int64_t x_step, const T* y,
               int64_t y_step, T* z, int64_t count) {
  if (c_step == 1 && x_step == 1 && y_step == 1) {
    const auto* conditions = reinterpret_cast<const unsigned char*>(c);  // bools are not vectorized
    for (int64_t i = 0; i < count; ++i) {
      const T if_true = x[i];
      const T if_false = y[i];
      z[i] = conditions[i] != 0 ? if_true : if_false;
    }
  } else if (c_step == 0 && x_step == 1 && y_step == 1) {
    std::copy_n(*c ? x : y, count, z);
  } else {
    for (int64_t i = 0; i < count; ++i) z[i] = c[i * c_step] ? x[i * x_step] : y[i * y_step];
  }
}

// The loop of a plan.
template <typename T>
void SelectLoop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
  const bool* const c = OnDevice(static_cast<const bool*>(plan.inputs[0].data));
  const T* const x = OnDevice(static_cast<const T*>(plan.inputs[1].data));
  const T* const y = OnDevice(static_cast<const T*>(plan.inputs[2].data));
  T* const z = OnDevice(static_cast<T*>(plan.out));
  Vectorized([&plan, c, x, y, z](int64_t first, int64_t last) {
    plan.broadcast.ForEachRow(first, last,
                              [=](int64_t out, int64_t count, const Broadcast::Offsets& offsets,
                                  const Broadcast::Offsets& steps) {
                                SelectRow(c + offsets[0], steps[0], x + offsets[1], steps[1],
                                          y + offsets[2], steps[2], z + out, count);
                              });
  })(begin, end);
}

// Output 0 = input 0 ? input 1 : input 2, where `broadcast` is that of the three inputs.
template <typename T>
void EnqueueSelect(OpKernelContext* ctx, Broadcast broadcast) {
  Tensor* output = nullptr;
  OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({1, 2}, 0, broadcast.shape(), &output));
  if (output->NumElements() == 0) return;
  const Tensor condition = ctx->input(0);
  const Tensor t = ctx->input(1);
  const Tensor e = ctx->input(2);
  compute::ElementwisePlan plan =
      PlanElementwise(compute::Formula::kSelect, {&condition, &t, &e}, output);
  plan.broadcast = std::move(broadcast);
  plan.loop = &SelectLoop<T>;
  OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SELECT_H_
