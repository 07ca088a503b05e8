// The parts of the API that ported kernels use besides the common headers: slices of tensors,
// broadcasting, windows, data formats.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "pluggable/bcast.h"
#include "pluggable/bounds_check.h"
#include "pluggable/kernel_shape_util.h"
#include "pluggable/matmul_bcast.h"
#include "pluggable/op_requires.h"
#include "pluggable/padding.h"
#include "pluggable/statusor.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_format.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/tensor_types.h"

namespace pluggable {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
using Sizes = std::vector<int64_t>;

Tensor Counting(const TensorShape& shape) {
  Tensor tensor(DT_FLOAT, shape);
  const Span<float> elements = tensor.span<float>();
  std::iota(elements.begin(), elements.end(), 0.0f);
  return tensor;
}

template <typename Map>
Sizes SizesOf(const Map& map) {
  const auto& sizes = map.dimensions();
  return Sizes(sizes.begin(), sizes.end());
}

TEST(FlatDimsTest, CollapseTheOtherDimensions) {
  Tensor t = Counting({2, 3, 4, 5});
  const Tensor& same = t;
  EXPECT_EQ(SizesOf(t.flat_inner_dims<float>()), (Sizes{24, 5}));
  EXPECT_EQ(SizesOf(same.flat_inner_dims<float, 3>()), (Sizes{6, 4, 5}));
  EXPECT_EQ(SizesOf(t.flat_inner_dims<float, 1>()), (Sizes{120}));
  EXPECT_EQ(SizesOf(t.flat_outer_dims<float>()), (Sizes{2, 60}));
  EXPECT_EQ(SizesOf(same.flat_outer_dims<float, 3>()), (Sizes{2, 3, 20}));
  EXPECT_EQ(SizesOf(t.flat_inner_outer_dims<float, 3>(1)), (Sizes{6, 4, 5}));
  EXPECT_EQ(SizesOf(same.flat_inner_outer_dims<float, 2>(1)), (Sizes{6, 20}));
  EXPECT_EQ((t.flat_inner_dims<float, 3>()(5, 3, 4)), 119);
}

TEST(FlatDimsTest, AddOnesWhereDimensionsAreMissing) {
  Tensor t = Counting({2, 3});
  EXPECT_EQ(SizesOf(t.flat_inner_dims<float, 4>()), (Sizes{1, 1, 2, 3}));
  EXPECT_EQ(SizesOf(t.flat_outer_dims<float, 4>()), (Sizes{2, 3, 1, 1}));
  EXPECT_EQ(SizesOf(t.flat_inner_outer_dims<float, 3>(-1)), (Sizes{1, 2, 3}));
  EXPECT_EQ(SizesOf(t.flat_inner_outer_dims<float, 3>(1)), (Sizes{6, 1, 1}));
  EXPECT_EQ(SizesOf(Counting({}).flat_outer_dims<float, 2>()), (Sizes{1, 1}));
}

TEST(BitCastTest, SeesTheSameBytes) {
  Tensor t = Counting({2, 3});
  EXPECT_EQ((t.bit_casted_tensor<int32_t, 2>()(0, 1)), 0x3f800000);
  const Tensor& same = t;
  EXPECT_EQ((same.bit_casted_shaped<uint8_t, 2>({3, 8})(0, 7)), 0x3f);
  t.bit_casted_shaped<int32_t, 1>({6})(5) = 0x40000000;
  EXPECT_EQ(t.unaligned_flat<float>()(5), 2);
  EXPECT_EQ((same.unaligned_shaped<float, 2>({3, 2})(2, 1)), 2);
}

TEST(SliceTest, SharesTheBuffer) {
  Tensor t = Counting({4, 3});
  Tensor rows = t.Slice(1, 3);
  EXPECT_EQ(rows.shape(), TensorShape({2, 3}));
  EXPECT_EQ(rows.TotalBytes(), 24u);
  EXPECT_EQ(rows.matrix<float>()(1, 2), 8);
  rows.matrix<float>()(0, 0) = -1;
  EXPECT_EQ(t.flat<float>()(3), -1);

  const Tensor row = rows.SubSlice(1);
  EXPECT_EQ(row.shape(), TensorShape({3}));
  EXPECT_EQ(row.span<float>()[0], 6);
  EXPECT_TRUE(row.IsSlice());
  EXPECT_FALSE(t.IsSlice());

  // A slice of a slice, with another shape, in another object.
  Tensor reshaped;
  ASSERT_TRUE(reshaped.CopyFrom(rows, TensorShape({3, 2})));
  Tensor moved = std::move(reshaped);
  EXPECT_EQ(moved.matrix<float>()(2, 1), 8);
  Tensor target;
  target = std::move(moved);
  EXPECT_EQ(target.SubSlice(2).span<float>()[0], 7);
  EXPECT_EQ(target.Slice(1, 1).NumElements(), 0);
  EXPECT_EQ(Counting({0, 3}).Slice(0, 0).shape(), TensorShape({0, 3}));
  EXPECT_FALSE(Tensor().IsSlice());
}

TEST(SliceTest, OutlivesTheWhole) {
  Tensor last;
  {
    const Tensor whole = Counting({1000, 100});
    last = whole.SubSlice(999);
  }
  EXPECT_EQ(last.span<float>()[99], 99999);
}

TEST(TensorShapeTest, Iterates) {
  int64_t product = 1;
  for (const TensorShapeDim dim : TensorShape({2, 3, 4})) product *= dim.size;
  EXPECT_EQ(product, 24);
  for (const auto dim : TensorShape()) FAIL() << dim.size;
}

TEST(TensorShapeTest, RefusedChangesChangeNothing) {
  TensorShape shape({2, 3});
  EXPECT_TRUE(shape.SetDimWithStatus(1, 5).ok());
  EXPECT_TRUE(shape.InsertDimWithStatus(2, 7).ok());
  EXPECT_EQ(shape, TensorShape({2, 5, 7}));
  EXPECT_EQ(shape.SetDimWithStatus(3, 1).message(), "Shape [2,5,7] has no dimension 3");
  EXPECT_EQ(shape.SetDimWithStatus(0, -1).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape.SetDimWithStatus(0, kMax).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape.InsertDimWithStatus(-1, 1).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape.InsertDimWithStatus(4, 1).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape.InsertDimWithStatus(0, kMax).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape.AppendShapeWithStatus({kMax}).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape.RemoveDimWithStatus(3).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape, TensorShape({2, 5, 7}));
  EXPECT_TRUE(shape.AppendShapeWithStatus({4}).ok());
  EXPECT_TRUE(shape.RemoveDimWithStatus(0).ok());
  EXPECT_EQ(shape, TensorShape({5, 7, 4}));
  TensorShape deep(Span<const int64_t>(Sizes(254, 1)));
  EXPECT_EQ(deep.InsertDimWithStatus(0, 1).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(deep.dims(), 254);
}

TEST(BoundsCheckTest, OneComparisonSeesBothEnds) {
  EXPECT_TRUE(FastBoundsCheck(0, 3));
  EXPECT_TRUE(FastBoundsCheck(2, int64_t{3}));
  EXPECT_FALSE(FastBoundsCheck(3, 3));
  EXPECT_FALSE(FastBoundsCheck(-1, 3));
  EXPECT_FALSE(FastBoundsCheck(int64_t{1} << 32, 3));
  EXPECT_FALSE(FastBoundsCheck(std::numeric_limits<int64_t>::min(), int32_t{3}));
  EXPECT_FALSE(FastBoundsCheck(0, 0));
  const int32_t index = 7;
  EXPECT_EQ(internal::SubtleMustCopy(index), 7);
}

// --- broadcasting ---

TEST(BCastTest, DimensionsThatAreBroadcastAlikeBecomeOne) {
  const BCast b({4, 1, 2, 3}, {5, 2, 3});
  ASSERT_TRUE(b.IsValid());
  EXPECT_TRUE(b.IsBroadcastingRequired());
  EXPECT_EQ(b.output_shape(), (Sizes{4, 5, 2, 3}));
  EXPECT_EQ(b.x_reshape(), (Sizes{4, 1, 6}));
  EXPECT_EQ(b.x_bcast(), (Sizes{1, 5, 1}));
  EXPECT_EQ(b.y_reshape(), (Sizes{1, 5, 6}));
  EXPECT_EQ(b.y_bcast(), (Sizes{4, 1, 1}));
  EXPECT_EQ(b.result_shape(), (Sizes{4, 5, 6}));
  EXPECT_EQ(b.grad_x_reduce_idx(), (Sizes{1}));
  EXPECT_EQ(b.grad_y_reduce_idx(), (Sizes{0}));
  EXPECT_EQ(b.output_batch_size(), 120);
  EXPECT_TRUE(b.x_batch_indices().empty());
}

TEST(BCastTest, EqualShapesNeedNone) {
  const BCast b({2, 1, 3}, {2, 1, 3}, true, true);
  EXPECT_TRUE(b.IsValid());
  EXPECT_FALSE(b.IsBroadcastingRequired());
  EXPECT_EQ(b.result_shape(), (Sizes{6}));
  EXPECT_EQ(b.x_reshape(), (Sizes{6}));
  EXPECT_EQ(b.y_bcast(), (Sizes{1}));
  EXPECT_EQ(b.output_shape(), (Sizes{2, 1, 3}));
  EXPECT_TRUE(b.grad_x_reduce_idx().empty());
  EXPECT_TRUE(b.x_batch_indices().empty());
}

TEST(BCastTest, KeepsAllDimensionsIfAsked) {
  const BCast b({2, 1, 3}, {3}, false);
  EXPECT_EQ(b.x_reshape(), (Sizes{2, 1, 3}));
  EXPECT_EQ(b.x_bcast(), (Sizes{1, 1, 1}));
  EXPECT_EQ(b.y_reshape(), (Sizes{1, 1, 3}));
  EXPECT_EQ(b.y_bcast(), (Sizes{2, 1, 1}));
  EXPECT_EQ(b.result_shape(), (Sizes{2, 1, 3}));
  EXPECT_EQ(b.grad_x_reduce_idx(), (Sizes{1}));
  EXPECT_EQ(b.grad_y_reduce_idx(), (Sizes{0, 1}));
}

TEST(BCastTest, EmptyTensorsAndScalars) {
  const BCast empty({0, 1}, {3});
  ASSERT_TRUE(empty.IsValid());
  EXPECT_EQ(empty.output_shape(), (Sizes{0, 3}));
  EXPECT_EQ(empty.output_batch_size(), 0);
  const BCast none({1, 2}, {0, 1}, true, true);
  ASSERT_TRUE(none.IsValid());
  EXPECT_EQ(none.x_bcast(), (Sizes{0, 1}));
  EXPECT_TRUE(none.x_batch_indices().empty());
  const BCast scalars({}, {1, 1});
  ASSERT_TRUE(scalars.IsValid());
  EXPECT_EQ(scalars.output_shape(), (Sizes{1, 1}));
  EXPECT_EQ(scalars.result_shape(), (Sizes{1}));
  EXPECT_EQ(scalars.grad_y_reduce_idx(), (Sizes{0, 1}));
}

TEST(BCastTest, RefusesWhatDoesNotFit) {
  EXPECT_FALSE(BCast({2, 3}, {2}).IsValid());
  EXPECT_FALSE(BCast({0}, {2}).IsValid());
  EXPECT_FALSE(BCast({int64_t{1} << 40, 1}, {1, int64_t{1} << 40}).IsValid());
}

// For every pair of shapes of up to three dimensions, element i of the output comes from the
// elements that numpy's rule selects, both by the indices and by reshaping and repeating.
TEST(BCastTest, IndicesAreThoseOfTheRule) {
  std::vector<Sizes> shapes = {{}};
  for (size_t i = 0; i < 40; ++i) {
    for (const int64_t size : {1, 2, 3}) {
      shapes.push_back(shapes[i]);
      shapes.back().push_back(size);
      if (shapes.back().size() > 3) shapes.pop_back();
    }
  }
  int checked = 0;
  for (const Sizes& x : shapes) {
    for (const Sizes& y : shapes) {
      const BCast b(x, y, true, true);
      const BCast wide(x, y, false, true);
      ASSERT_EQ(b.IsValid(), wide.IsValid());
      if (!b.IsValid() || !b.IsBroadcastingRequired()) continue;
      EXPECT_EQ(b.x_batch_indices(), wide.x_batch_indices());
      const TensorShape output = BCast::ToShape(b.output_shape());
      ASSERT_EQ(b.x_batch_indices().size(), static_cast<size_t>(output.num_elements()));
      for (int64_t i = 0; i < output.num_elements(); ++i) {
        int64_t rest = i, index = 0, stride = 1;
        for (int d = 0; d < output.dims(); ++d) {  // from the last
          const int64_t at = rest % output.dim_size(output.dims() - 1 - d);
          rest /= output.dim_size(output.dims() - 1 - d);
          if (d >= static_cast<int>(y.size())) continue;
          const int64_t size = y[y.size() - 1 - static_cast<size_t>(d)];
          index += (size == 1 ? 0 : at) * stride;
          stride *= size;
        }
        ASSERT_EQ(b.y_batch_indices()[static_cast<size_t>(i)], index);
      }
      for (size_t d = 0; d < b.result_shape().size(); ++d) {
        EXPECT_EQ(b.x_reshape()[d] * b.x_bcast()[d], b.result_shape()[d]);
        EXPECT_EQ(b.y_reshape()[d] * b.y_bcast()[d], b.result_shape()[d]);
      }
      ++checked;
    }
  }
  EXPECT_GT(checked, 400);
}

TEST(BCastTest, ConvertsShapes) {
  EXPECT_EQ(BCast::FromShape(TensorShape({2, 3})), (Sizes{2, 3}));
  EXPECT_EQ(BCast::ToShape({2, 3}), TensorShape({2, 3}));
  Tensor row = Counting({1, 3});
  Tensor column = Counting({2, 1});
  const BCast b(BCast::FromShape(row.shape()), BCast::FromShape(column.shape()));
  Tensor sum(DT_FLOAT, BCast::ToShape(b.output_shape()));
  sum.shaped<float, 2>(b.result_shape()) =
      row.shaped<float, 2>(b.x_reshape()).broadcast(BCast::ToIndexArray<2>(b.x_bcast())) +
      column.shaped<float, 2>(b.y_reshape()).broadcast(BCast::ToIndexArray<2>(b.y_bcast()));
  EXPECT_EQ(sum.matrix<float>()(1, 2), 3);
}

TEST(MatMulBCastTest, BroadcastsTheBatch) {
  const MatMulBCast b({2, 1, 4, 5}, {3, 5, 6});
  ASSERT_TRUE(b.IsValid());
  EXPECT_TRUE(b.IsBroadcastingRequired());
  EXPECT_EQ(b.output_batch_shape(), TensorShape({2, 3}));
  EXPECT_EQ(b.output_batch_size(), 6);
  EXPECT_EQ(b.x_batch_size(), 2);
  EXPECT_EQ(b.y_batch_size(), 3);
  EXPECT_EQ(b.x_batch_indices(), (Sizes{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(b.y_batch_indices(), (Sizes{0, 1, 2, 0, 1, 2}));
}

TEST(MatMulBCastTest, WhatNeedsNone) {
  const MatMulBCast matrices({4, 5}, {5, 6});
  EXPECT_TRUE(matrices.IsValid());
  EXPECT_FALSE(matrices.IsBroadcastingRequired());
  EXPECT_EQ(matrices.output_batch_shape(), TensorShape());
  EXPECT_EQ(matrices.output_batch_size(), 1);
  const MatMulBCast leading({1, 3, 4, 5}, {3, 5, 6});
  EXPECT_TRUE(leading.IsValid());
  EXPECT_FALSE(leading.IsBroadcastingRequired());
  EXPECT_EQ(leading.output_batch_shape(), TensorShape({1, 3}));
  EXPECT_TRUE(leading.x_batch_indices().empty());
  EXPECT_FALSE(MatMulBCast({2, 4, 5}, {3, 5, 6}).IsValid());
  EXPECT_FALSE(MatMulBCast({5}, {5, 6}).IsValid());
}

// --- windows ---

struct Windows {
  int64_t count = -7;
  int64_t before = 0;
  int64_t after = 0;
  Status status;
};

Windows Count(int64_t input, int64_t filter, int64_t dilation, int64_t stride, Padding padding,
              int64_t before = 0, int64_t after = 0) {
  Windows w;
  w.before = before;
  w.after = after;
  w.status = GetWindowedOutputSizeVerbose(input, filter, dilation, stride, padding, &w.count,
                                          &w.before, &w.after);
  return w;
}

// Counts the positions of windows one by one.
TEST(WindowTest, AsManyAsFit) {
  for (int64_t input = 0; input < 9; ++input) {
    for (int64_t filter = 1; filter < 5; ++filter) {
      for (int64_t dilation = 1; dilation < 3; ++dilation) {
        for (int64_t stride = 1; stride < 4; ++stride) {
          const int64_t window = (filter - 1) * dilation + 1;
          int64_t valid = 0;
          while (valid * stride + window <= input) ++valid;
          const Windows v = Count(input, filter, dilation, stride, VALID);
          if (v.status.ok()) {
            EXPECT_EQ(v.count, valid);
            EXPECT_EQ(v.before + v.after, 0);
          } else {
            EXPECT_LE(input + stride, window);
          }

          const Windows same = Count(input, filter, dilation, stride, SAME);
          ASSERT_TRUE(same.status.ok());
          EXPECT_EQ(same.count, (input + stride - 1) / stride);
          EXPECT_GE(same.after, same.before);
          EXPECT_LE(same.after, same.before + 1);
          const int64_t needed = (same.count - 1) * stride + window - input;
          EXPECT_EQ(same.before + same.after, std::max<int64_t>(needed, 0));

          const Windows padded = Count(input, filter, dilation, stride, EXPLICIT, 2, 3);
          const Windows larger = Count(input + 5, filter, dilation, stride, VALID);
          EXPECT_EQ(padded.status.ok(), larger.status.ok());
          EXPECT_EQ(padded.count, larger.count);
          EXPECT_EQ(padded.before, 2);
          EXPECT_EQ(padded.after, 3);
        }
      }
    }
  }
}

TEST(WindowTest, RefusesWhatMakesNoSense) {
  EXPECT_EQ(Count(5, 2, 1, 0, SAME).status.message(), "Stride must be > 0, but got 0");
  EXPECT_EQ(Count(5, 2, 0, 1, SAME).status.code(), TF_INVALID_ARGUMENT);
  EXPECT_NE(Count(2, 5, 1, 1, VALID).status.message().find("would be negative: -2"),
            std::string::npos);
  EXPECT_EQ(Count(5, kMax, 2, 1, VALID).status.code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(Count(5, 2, 1, 1, EXPLICIT, kMax, kMax).status.code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(Count(kMax, 2, 1, kMax, SAME).status.code(), TF_INVALID_ARGUMENT);
  int64_t count = 0, padding = 0;
  EXPECT_TRUE(GetWindowedOutputSize(7, 3, 2, SAME, &count, &padding).ok());
  EXPECT_EQ(count, 4);
  EXPECT_EQ(padding, 1);
  EXPECT_EQ(GetWindowedOutputSize(7, 3, 1, 2, EXPLICIT, &count, &padding).code(), TF_INTERNAL);
}

TEST(PaddingTest, ReadsAndChecks) {
  Padding padding = VALID;
  EXPECT_TRUE(GetPaddingFromString("EXPLICIT", &padding).ok());
  EXPECT_EQ(padding, EXPLICIT);
  EXPECT_EQ(GetPaddingFromString("same", &padding).message(),
            "same is not an allowed padding type");
  EXPECT_TRUE(CheckValidPadding(SAME, {}, 4, FORMAT_NHWC).ok());
  EXPECT_FALSE(CheckValidPadding(SAME, Sizes(8), 4, FORMAT_NHWC).ok());
  EXPECT_FALSE(CheckValidPadding(EXPLICIT, Sizes(6), 4, FORMAT_NHWC).ok());
  EXPECT_TRUE(CheckValidPadding(EXPLICIT, {0, 0, 1, 2, 3, 4, 0, 0}, 4, FORMAT_NHWC).ok());
  EXPECT_FALSE(CheckValidPadding(EXPLICIT, {0, 0, 1, 2, 3, 4, 0, 0}, 4, FORMAT_NCHW).ok());
  EXPECT_FALSE(CheckValidPadding(EXPLICIT, {0, 0, -1, 2, 3, 4, 0, 0}, 4, FORMAT_NHWC).ok());
  int64_t before = 0, after = 0;
  GetExplicitPaddingForDim({0, 0, 1, 2, 3, 4, 0, 0}, FORMAT_NHWC, 'W', &before, &after);
  EXPECT_EQ(before, 3);
  EXPECT_EQ(after, 4);
}

// --- data formats ---

TEST(TensorFormatTest, FindsDimensionsByTheirLetters) {
  const std::pair<const char*, TensorFormat> formats[] = {
      {"NHWC", FORMAT_NHWC}, {"NCHW", FORMAT_NCHW}, {"HWNC", FORMAT_HWNC}, {"HWCN", FORMAT_HWCN}};
  for (const auto& [name, format] : formats) {
    TensorFormat read = FORMAT_NHWC;
    ASSERT_TRUE(FormatFromString(name, &read));
    EXPECT_EQ(read, format);
    EXPECT_EQ(ToString(format), name);
    const std::string letters = name;
    for (const char letter : letters) {
      EXPECT_EQ(GetTensorDimIndex(format, letter), static_cast<int>(letters.find(letter))) << name;
    }
    EXPECT_EQ(GetTensorDimIndex(format, '1'), GetTensorDimIndex(format, 'W'));
    EXPECT_EQ(GetTensorDimIndex<1>(format, '0'), GetTensorSpatialDimIndex(3, format, 0));
    const TensorShape shape = ShapeFromFormat(format, 2, {3, 4, 5}, 6);
    EXPECT_EQ(GetTensorDim(shape, format, 'N'), 2);
    EXPECT_EQ(GetTensorDim(shape, format, '0'), 3);
    EXPECT_EQ(GetTensorDim(shape, format, 'H'), 4);
    EXPECT_EQ(GetTensorDim(Counting(shape), format, 'W'), 5);
    EXPECT_EQ(GetTensorDim(shape, format, 'C'), 6);
    EXPECT_EQ(ShapeFromFormat(FORMAT_NHWC, shape, format), TensorShape({2, 3, 4, 5, 6}));
  }
  TensorFormat format = FORMAT_NHWC;
  EXPECT_TRUE(FormatFromString("NCDHW", &format));
  EXPECT_EQ(format, FORMAT_NCHW);
  EXPECT_FALSE(FormatFromString("NCHW_VECT_C", &format));
  EXPECT_EQ(GetTensorDim(std::vector<int32_t>{1, 7, 8, 1}, FORMAT_NHWC, 'H'), 7);
  TensorShape shape;
  EXPECT_FALSE(ShapeFromFormatWithStatus(FORMAT_NHWC, 1, -1, 2, 3, &shape).ok());
  EXPECT_TRUE(ShapeFromFormatWithStatus(FORMAT_NCHW, 1, 4, 2, 3, &shape).ok());
  EXPECT_EQ(shape, TensorShape({1, 3, 4, 2}));
}

TEST(TensorFormatTest, FindsDimensionsOfFilters) {
  for (const char* name : {"HWIO", "OIHW", "OHWI"}) {
    FilterTensorFormat format = FORMAT_HWIO;
    ASSERT_TRUE(FilterFormatFromString(name, &format));
    EXPECT_EQ(ToString(format), name);
    const std::string letters = name;
    for (const char letter : letters) {
      EXPECT_EQ(GetFilterDimIndex<2>(format, letter), static_cast<int>(letters.find(letter)))
          << name;
    }
  }
  EXPECT_EQ(GetFilterDim(TensorShape({2, 3, 4, 5, 6}), FORMAT_HWIO, '0'), 2);
  EXPECT_EQ(GetFilterDim(Counting({2, 3, 4, 5, 6}), FORMAT_HWIO, 'O'), 6);
}

// --- errors ---

StatusOr<std::string> Text(bool good) {
  if (!good) return errors::NotFound("no text");
  return std::string("text");
}

TEST(StatusOrTest, HoldsOneOfTheTwo) {
  StatusOr<std::string> good = Text(true);
  ASSERT_TRUE(good.ok());
  EXPECT_TRUE(good.status().ok());
  EXPECT_EQ(*good, "text");
  EXPECT_EQ(good->size(), 4u);
  EXPECT_EQ(std::move(good).value(), "text");
  const StatusOr<std::string> bad = Text(false);
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(bad.status().code(), TF_NOT_FOUND);
  EXPECT_EQ(bad.value_or("none"), "none");
}

// A context with the members that the macros use.
struct Context {
  void CtxFailure(const char*, int, const Status& failure) { status = failure; }
  Status status;
};

void TakeTwo(Context* ctx, bool first, bool second, std::string* joined) {
  OP_REQUIRES_VALUE(const std::string a, ctx, Text(first));
  std::string b;
  OP_REQUIRES_VALUE(b, ctx, Text(second));
  *joined = a + b;
}

int CountLetters(Context* ctx, bool good) {
  OP_REQUIRES_OK_RETURN(ctx, -1, Text(good).status());
  return 4;
}

TEST(OpRequiresTest, ValuesAndResults) {
  Context good;
  std::string joined;
  TakeTwo(&good, true, true, &joined);
  EXPECT_TRUE(good.status.ok());
  EXPECT_EQ(joined, "texttext");
  for (const bool first : {true, false}) {
    Context bad;
    joined.clear();
    TakeTwo(&bad, first, false, &joined);
    EXPECT_EQ(bad.status.message(), "no text");
    EXPECT_EQ(joined, "");
  }
  EXPECT_EQ(CountLetters(&good, true), 4);
  EXPECT_EQ(CountLetters(&good, false), -1);
  EXPECT_EQ(good.status.code(), TF_NOT_FOUND);
}

}  // namespace
}  // namespace pluggable
