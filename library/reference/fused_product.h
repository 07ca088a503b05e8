// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Common parts of fused kernels, which continue where a matrix product or a convolution ends.

#ifndef PLUGGABLE_REFERENCE_FUSED_PRODUCT_H_
#define PLUGGABLE_REFERENCE_FUSED_PRODUCT_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "pluggable/op_kernel.h"

#include "reference/activation.h"
#include "reference/broadcast.h"
#include "reference/composition.h"
#include "reference/enqueue.h"
#include "reference/matmul.h"

namespace pluggable {

// A product and the tensors that are added to it.
struct FusedProduct {
  TensorShape shape;               // of the product, from here on
  int64_t columns = 1;             // of the product, seen as a matrix
  int64_t cost = 0;                // of the product, in nanoseconds on one core
  const Tensor* bias = nullptr;    // repeated along the product; null for none
  const Tensor* addend = nullptr;  // broadcasts with the product; null for none
  Activation activation = Activation::kNone;
};

// product(out, threads, finish) computes the product; the bias has `period` elements. All pointers
// are the device's. Only work on the stream may call it.
template <typename T, typename Product>
void RunFusedProduct(const Product& product, const Epilogue<T>& epilogue, int64_t total,
                     int64_t columns, int64_t period, T* out, ThreadPool* threads) {
  if (!epilogue.HasWork()) return product(out, threads, Finish<T>());
  if (epilogue.bias == nullptr || period == columns) {
    return product(
        out, threads,
        [&epilogue, columns](int64_t row, int64_t rows, int64_t column, int64_t width, T* part) {
          epilogue.Apply({row, rows, column, width, columns}, part, part);
        });
  }
  product(out, threads, Finish<T>());
  threads->ParallelFor(total / period, period, [&](int64_t begin, int64_t end) {
    T* const part = out + begin * period;
    epilogue.Apply({begin, end - begin, 0, period, period}, part, part);
  });
}

// The same as plans; plans(steps, value, &rest) enqueues those of the product. `rest` is a copy of
// `fused`, from which plans() removes the steps that it has enqueued as well.
template <typename Plans>
void ComposeFusedProduct(OpKernelContext* ctx, const FusedProduct& fused, const Tensor& output,
                         CompositionChoice* choice, const Plans& plans) {
  using Value = Composition::Value;
  Composition steps(ctx);
  const Value result = Composition::Of(output);
  // The addend may make the result larger.
  const Value product =
      result.shape == fused.shape ? result : steps.Allocate(result.dtype, fused.shape);
  FusedProduct rest = fused;
  plans(&steps, product, &rest);
  Value bias;
  Value addend;
  if (rest.bias != nullptr) bias = Composition::Of(*rest.bias);
  if (rest.addend != nullptr) addend = Composition::Of(*rest.addend);
  steps.AddAndActivate(product, rest.bias == nullptr ? nullptr : &bias,
                       rest.addend == nullptr ? nullptr : &addend, rest.activation, result);
  steps.Finish(choice);
}

// Output 0 = activation(product + bias + addend). `product` is as above, and applies OnDevice to
// its pointers; `plans` and `choice` are as in ComposeFusedProduct.
template <typename T, typename Product, typename Plans>
void EnqueueFusedProduct(OpKernelContext* ctx, const FusedProduct& fused, CompositionChoice* choice,
                         Product product, const Plans& plans) {
  Epilogue<T> epilogue;
  int64_t period = fused.columns;
  if (fused.bias != nullptr) {
    epilogue.bias = fused.bias->span<T>().data();
    period = fused.bias->NumElements();
  }
  epilogue.activation = fused.activation;
  const bool broadcasts = fused.addend != nullptr && fused.addend->shape() != fused.shape;
  Broadcast broadcast;
  if (broadcasts) {
    const TensorShape& addend = fused.addend->shape();
    OP_REQUIRES(ctx, broadcast.Init({&fused.shape, &addend}),
                errors::InvalidArgument("Incompatible shapes: ", fused.shape.DebugString(), " vs. ",
                                        addend.DebugString()));
  }
  if (fused.addend != nullptr) epilogue.addend = fused.addend->span<T>().data();
  Tensor* output = nullptr;
  OP_REQUIRES_OK(ctx,
                 ctx->allocate_output(0, broadcasts ? broadcast.shape() : fused.shape, &output));
  if (output->NumElements() == 0) return;
  if (choice->IsComposed(ctx)) return ComposeFusedProduct(ctx, fused, *output, choice, plans);
  const int64_t total = fused.shape.num_elements();
  if (!broadcasts) {
    EnqueueWork(ctx, fused.cost,
                [epilogue, total, columns = fused.columns, period, product = std::move(product),
                 output = output->span<T>()](ThreadPool* threads) {
                  Epilogue<T> here = epilogue;
                  if (here.bias != nullptr) here.bias = OnDevice(here.bias);
                  if (here.addend != nullptr) here.addend = OnDevice(here.addend);
                  RunFusedProduct<T>(product, here, total, columns, period, OnDevice(output.data()),
                                     threads);
                });
    return;
  }
  EnqueueWork(ctx, fused.cost,
              [epilogue, total, columns = fused.columns, period, product = std::move(product),
               broadcast = std::move(broadcast), output = output->span<T>()](ThreadPool* threads) {
                Epilogue<T> before;
                if (epilogue.bias != nullptr) before.bias = OnDevice(epilogue.bias);
                std::vector<T> sums(static_cast<size_t>(total));
                RunFusedProduct<T>(product, before, total, columns, period, sums.data(), threads);
                const T* const addend = OnDevice(epilogue.addend);
                T* const out = OnDevice(output.data());
                const auto size = static_cast<int64_t>(output.size());
                broadcast.ForEachRow(
                    0, size,
                    [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                        const Broadcast::Offsets& steps) {
                      const T* x = sums.data() + offsets[0];
                      const T* y = addend + offsets[1];
                      for (int64_t i = 0; i < count; ++i) {
                        out[first + i] = x[i * steps[0]] + y[i * steps[1]];
                      }
                    });
                Epilogue<T> after;
                after.activation = epilogue.activation;
                if (after.HasWork()) after.Apply({0, 1, 0, size, size}, out, out);
              });
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_FUSED_PRODUCT_H_
