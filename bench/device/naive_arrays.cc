// Primitives of tensors in general beside naive kernels (naive.cc).

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "compute/arg_reduce.h"
#include "compute/elementwise.h"
#include "compute/gather.h"
#include "compute/gather_nd.h"
#include "compute/matrix_product.h"
#include "compute/one_hot.h"
#include "compute/random.h"
#include "compute/reduce.h"
#include "compute/scan.h"
#include "compute/scatter.h"
#include "compute/strided_copy.h"
#include "compute/training_update.h"
#include "naive.h"

namespace pluggable::tests {
namespace {

constexpr int kRows = 1024;
constexpr int kColumns = 1000;

void MeasureElementwise() {
  constexpr int64_t kSize = 1 << 20;
  const Floats x(kSize), y(kSize), out(kSize), naive(kSize);
  const Stream stream = StreamOf({&x, &y, &out, &naive});
  compute::ElementwisePlan plan;
  plan.formula = compute::Formula::kAdd;
  plan.num_inputs = 2;
  plan.inputs[0] = {DT_FLOAT, x.data()};
  plan.inputs[1] = {DT_FLOAT, y.data()};
  plan.out_dtype = DT_FLOAT;
  plan.out = out.data();
  plan.size = kSize;
  Measure(
      "elementwise", [&] { return compute::Elementwise(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_add", kSize, x.floats(), y.floats(), naive.floats(),
                           kSize);
      },
      {out.data(), naive.data(), kSize});
}

void MeasureTranspose() {
  const Floats x(kRows * kColumns), out(kRows * kColumns), naive(kRows * kColumns);
  const Stream stream = StreamOf({&x, &out, &naive});
  compute::StridedCopyPlan plan;
  plan.element_bytes = 4;
  plan.copies.push_back({{{kColumns, 1, kRows}, {kRows, kColumns, 1}}, x.data(), out.data()});
  Measure(
      "strided_copy", [&] { return compute::StridedCopies(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_transpose", kRows * kColumns, x.floats(), naive.floats(),
                           kRows, kColumns);
      },
      {out.data(), naive.data(), kRows * kColumns});
}

void MeasureReduce(const char* name, bool of_rows) {
  const int kept = of_rows ? kRows : kColumns;
  const int folded = of_rows ? kColumns : kRows;
  const Floats x(kRows * kColumns), out(kept), naive(kept);
  const Stream stream = StreamOf({&x, &out, &naive});
  compute::ReducePlan plan;
  plan.dtype = DT_FLOAT;
  plan.in = x.data();
  plan.out = out.data();
  const compute::ReducePlan::Dim row_dim = {kRows, kColumns};
  const compute::ReducePlan::Dim column_dim = {kColumns, 1};
  (of_rows ? plan.kept : plan.folded) = {row_dim};
  (of_rows ? plan.folded : plan.kept) = {column_dim};
  plan.kept_elements = kept;
  plan.folded_elements = folded;
  const int kept_step = of_rows ? kColumns : 1;
  const int folded_step = of_rows ? 1 : kColumns;
  Measure(
      name, [&] { return compute::Reduce(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_sum", kept, x.floats(), naive.floats(), kept, folded,
                           kept_step, folded_step);
      },
      {out.data(), naive.data(), kept});
}

void MeasureArgMax() {
  const Floats x(kRows * kColumns);
  const Indices out(kRows, 1), naive(kRows, 1);
  const Stream stream = StreamOf({&x, &out, &naive});
  compute::ArgReducePlan plan;
  plan.dtype = DT_FLOAT;
  plan.out_dtype = DT_INT32;
  plan.outer = kRows;
  plan.length = kColumns;
  plan.in = x.data();
  plan.out = out.data();
  Measure(
      "arg_reduce", [&] { return compute::ArgReduce(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_arg_max", kRows, x.floats(), naive.ints(), kRows,
                           kColumns);
      },
      {out.data(), naive.data(), kRows, /*are_floats=*/false});
}

void MeasureScan() {
  const Floats x(kRows * kColumns), out(kRows * kColumns), naive(kRows * kColumns);
  const Stream stream = StreamOf({&x, &out, &naive});
  compute::ScanPlan plan;
  plan.kind = compute::ScanPlan::Kind::kSum;
  plan.dtype = DT_FLOAT;
  plan.outer = kRows;
  plan.length = kColumns;
  plan.x = x.data();
  plan.out = out.data();
  Measure(
      "scan", [&] { return compute::Scan(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_scan", kRows, x.floats(), naive.floats(), kRows,
                           kColumns);
      },
      {out.data(), naive.data(), kRows * kColumns});
}

void MeasureGather() {
  constexpr int kLimit = 1000, kCount = 4096, kSlice = 256;
  const Floats x(kLimit * kSlice), out(kCount * kSlice), naive(kCount * kSlice);
  const Indices indices(kCount, kLimit);
  const Stream stream = StreamOf({&x, &indices, &out, &naive});
  compute::GatherPlan plan;
  plan.element_bytes = 4;
  plan.index_dtype = DT_INT32;
  plan.limit = kLimit;
  plan.picked = kCount;
  plan.slice = kSlice;
  plan.params = x.data();
  plan.indices = indices.data();
  plan.out = out.data();
  Measure(
      "gather", [&] { return compute::Gather(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_gather", kCount * kSlice, x.floats(), indices.ints(),
                           naive.floats(), kCount, kSlice);
      },
      {out.data(), naive.data(), kCount * kSlice});
}

void MeasureGatherNd() {
  constexpr int kSide = 32, kCount = 4096, kSlice = 256;
  const Floats x(kSide * kSide * kSlice), out(kCount * kSlice), naive(kCount * kSlice);
  const Indices indices(2 * kCount, kSide);
  const Stream stream = StreamOf({&x, &indices, &out, &naive});
  compute::GatherNdPlan plan;
  plan.element_bytes = 4;
  plan.index_dtype = DT_INT32;
  plan.count = kCount;
  plan.depth = 2;
  plan.slice = kSlice;
  plan.shape = TensorShape({kSide, kSide, kSlice});
  plan.indices_shape = TensorShape({kCount, 2});
  plan.params = x.data();
  plan.indices = indices.data();
  plan.out = out.data();
  Measure(
      "gather_nd", [&] { return compute::GatherNd(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_gather_nd", kCount * kSlice, x.floats(), indices.ints(),
                           naive.floats(), kCount, kSide, kSlice);
      },
      {out.data(), naive.data(), kCount * kSlice});
}

void MeasureScatter() {
  constexpr int kRows = 1000, kCount = 4096, kSlice = 256;
  const Floats updates(kCount * kSlice), out(kRows * kSlice), naive(kRows * kSlice);
  const Indices indices(kCount, kRows);
  const std::vector<float> before = out.Read();
  ComputeDevice::Get()->Write(naive.data(), before.data(), naive.bytes());
  const Stream stream = StreamOf({&updates, &indices, &out, &naive});
  compute::ScatterPlan plan;
  plan.operation = compute::ScatterOperation::kAdd;
  plan.dtype = DT_FLOAT;
  plan.rows = kRows;
  plan.slice = kSlice;
  plan.out = out.data();
  plan.index_dtype = DT_INT32;
  plan.count = kCount;
  plan.indices = indices.data();
  plan.indices_shape = TensorShape({kCount});
  plan.shape = TensorShape({kRows, kSlice});
  plan.updates = updates.data();
  Measure(
      "scatter", [&] { return compute::Scatter(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_scatter", kSlice, naive.floats(), indices.ints(),
                           updates.floats(), kCount, kSlice);
      },
      {out.data(), naive.data(), kRows * kSlice});
}

void MeasureOneHot() {
  const Indices indices(kRows, kColumns);
  const Floats values(2), out(kRows * kColumns), naive(kRows * kColumns);
  const std::array<float, 2> on_and_off = {1, 0};
  ComputeDevice::Get()->Write(values.data(), on_and_off.data(), values.bytes());
  const Stream stream = StreamOf({&indices, &values, &out, &naive});
  compute::OneHotPlan plan;
  plan.element_bytes = 4;
  plan.index_dtype = DT_INT32;
  plan.outer = kRows;
  plan.depth = kColumns;
  plan.indices = indices.data();
  plan.on = values.floats();
  plan.off = values.floats() + 1;
  plan.out = out.data();
  Measure(
      "one_hot", [&] { return compute::OneHot(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_one_hot", kRows * kColumns, indices.ints(),
                           naive.floats(), kRows, kColumns);
      },
      {out.data(), naive.data(), kRows * kColumns});
}

void MeasureProduct() {
  constexpr int kSide = 256;
  const Floats a(kSide * kSide), b(kSide * kSide), out(kSide * kSide), naive(kSide * kSide);
  const Stream stream = StreamOf({&a, &b, &out, &naive});
  compute::MatrixProductPlan plan;
  plan.dtype = DT_FLOAT;
  plan.rows = plan.columns = plan.depth = kSide;
  plan.a = a.data();
  plan.b = b.data();
  plan.c = out.data();
  Measure(
      "matrix_product", [&] { return compute::MatrixProduct(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_product", kSide * kSide, a.floats(), b.floats(),
                           naive.floats(), kSide, kSide, kSide);
      },
      {out.data(), naive.data(), kSide * kSide});
}

void MeasureRandom() {
  constexpr int kSize = 1 << 20;
  constexpr uint64_t kKey = 0x123456789abcdef, kCounter = 77;
  const Floats out(kSize), naive(kSize);
  const Stream stream = StreamOf({&out, &naive});
  compute::RandomPlan plan;
  plan.dtype = DT_FLOAT;
  plan.size = kSize;
  plan.out = out.data();
  plan.key = kKey;
  plan.counter[0] = kCounter;
  Measure(
      "random", [&] { return compute::Random(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_random", kSize / 4, naive.floats(), kKey, kCounter,
                           kSize);
      },
      {out.data(), naive.data(), kSize});
}

void MeasureTrainingUpdate() {
  constexpr int64_t kSize = 1 << 20;
  const Floats var(kSize), accum(kSize), naive_var(kSize), naive_accum(kSize), gradient(kSize),
      scalars(2);
  for (const auto& [from, to] : {std::pair(&var, &naive_var), std::pair(&accum, &naive_accum)}) {
    const std::vector<float> values = from->Read();
    ComputeDevice::Get()->Write(to->data(), values.data(), to->bytes());
  }
  const std::array<float, 2> rate_and_momentum = {0.01F, 0.9F};
  ComputeDevice::Get()->Write(scalars.data(), rate_and_momentum.data(), scalars.bytes());
  const Stream stream = StreamOf({&var, &accum, &naive_var, &naive_accum, &gradient, &scalars});
  compute::TrainingUpdatePlan plan;
  plan.rule = compute::TrainingRule::kMomentum;
  plan.dtype = DT_FLOAT;
  plan.num_variables = plan.num_scalars = 2;
  plan.variables[0] = var.data();
  plan.variables[1] = accum.data();
  plan.scalars[0] = scalars.floats();
  plan.scalars[1] = scalars.floats() + 1;
  plan.size = kSize;
  plan.gradient = gradient.data();
  Measure(
      "training_update", [&] { return compute::TrainingUpdate(stream, plan); },
      [&] {
        return LaunchNaive(stream, "naive_momentum", kSize, naive_var.floats(),
                           naive_accum.floats(), gradient.floats(), scalars.floats(), kSize);
      },
      {var.data(), naive_var.data(), kSize});
}

}  // namespace

void MeasureArrays() {
  MeasureElementwise();
  MeasureTranspose();
  MeasureReduce("reduce_of_rows", true);
  MeasureReduce("reduce_of_columns", false);
  MeasureArgMax();
  MeasureScan();
  MeasureGather();
  MeasureGatherNd();
  MeasureScatter();
  MeasureOneHot();
  MeasureProduct();
  MeasureRandom();
  MeasureTrainingUpdate();
}

}  // namespace pluggable::tests
