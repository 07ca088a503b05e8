// The C++ API's value types. Needs only libtensorflow_framework: no device, and no running
// TensorFlow.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <unsupported/Eigen/CXX11/Tensor>
#include <utility>
#include <vector>

#include "pluggable/make_kernel.h"
#include "pluggable/mutex.h"
#include "pluggable/node_def.h"
#include "pluggable/status.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/tensor_types.h"
#include "pluggable/tstring.h"
#include "pluggable/types.h"

namespace pluggable {
namespace {

TEST(StatusTest, OkIsCheapAndCopies) {
  const Status ok;
  EXPECT_TRUE(ok.ok());
  EXPECT_EQ(ok.code(), TF_OK);
  EXPECT_EQ(ok.message(), "");
  EXPECT_EQ(ok.ToString(), "OK");
  EXPECT_EQ(sizeof(Status), sizeof(void*));
  EXPECT_TRUE(Status(TF_OK, "ignored").ok());
  EXPECT_TRUE(OkStatus().ok());
}

TEST(StatusTest, ErrorsConcatenateTheirArguments) {
  const Status error = errors::InvalidArgument("axis ", 3, " of ", std::string("x"), ' ' == ' ',
                                               " exceeds ", 1.5f, " ", tstring("t"), int64_t{-7});
  EXPECT_EQ(error.code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(error.message(), "axis 3 of x1 exceeds 1.5 t-7");
  EXPECT_EQ(error.ToString(), "INVALID_ARGUMENT: axis 3 of x1 exceeds 1.5 t-7");
}

TEST(StatusTest, CopiesAreIndependentAndUpdateKeepsTheFirst) {
  Status first = errors::NotFound("a");
  Status copy = first;
  first = Status();
  EXPECT_EQ(copy.message(), "a");
  copy.Update(errors::Internal("b"));
  EXPECT_EQ(copy.code(), TF_NOT_FOUND);
  first.Update(errors::Internal("b"));
  EXPECT_EQ(first, errors::Internal("b"));
  EXPECT_NE(first, copy);
}

TEST(TfStatusTest, TakeLeavesOkBehind) {
  TfStatus status;
  EXPECT_TRUE(status.ToStatus().ok());
  status.Set(errors::Unavailable("later"));
  EXPECT_EQ(status.ToStatus(), errors::Unavailable("later"));
  EXPECT_EQ(status.Take(), errors::Unavailable("later"));
  EXPECT_TRUE(status.ok());
}

TEST(TypesTest, NamesAndSizesAreTensorFlows) {
  EXPECT_EQ(DataTypeString(DT_FLOAT), "float");
  EXPECT_EQ(DataTypeString(DT_HALF), "half");
  EXPECT_EQ(DataTypeString(DT_BFLOAT16), "bfloat16");
  EXPECT_EQ(DataTypeString(DT_RESOURCE), "resource");
  EXPECT_EQ(DataTypeString(static_cast<DataType>(31)), "int2");
  for (int type = DT_FLOAT; type <= DT_UINT64; ++type) {
    const auto dtype = static_cast<DataType>(type);
    if (dtype == DT_RESOURCE || dtype == DT_VARIANT || dtype == DT_STRING) continue;
    EXPECT_EQ(DataTypeSize(dtype), TF_DataTypeSize(dtype)) << DataTypeString(dtype);
  }
  EXPECT_EQ(DataTypeSize(DT_STRING), sizeof(tstring));
}

TEST(TypesTest, CppTypesRoundTrip) {
  static_assert(DataTypeToEnum<float>::value == DT_FLOAT);
  static_assert(DataTypeToEnum<const bool>::v() == DT_BOOL);
  static_assert(DataTypeToEnum<Eigen::half>::value == DT_HALF);
  static_assert(std::is_same_v<EnumToDataType<DT_INT64>::Type, int64_t>);
  static_assert(std::is_same_v<EnumToDataType<DT_STRING>::Type, tstring>);
  EXPECT_EQ(sizeof(EnumToDataType<DT_COMPLEX128>::Type), DataTypeSize(DT_COMPLEX128));
}

TEST(TensorShapeTest, EditsLikeAList) {
  TensorShape shape({2, 3});
  shape.AddDim(5);
  shape.InsertDim(0, 7);
  EXPECT_EQ(shape.DebugString(), "[7,2,3,5]");
  EXPECT_EQ(shape.num_elements(), 210);
  shape.RemoveDim(1);
  shape.set_dim(0, 1);
  EXPECT_EQ(shape, TensorShape({1, 3, 5}));
  shape.RemoveLastDims(2);
  EXPECT_EQ(shape, TensorShape({1}));
  shape.AppendShape(TensorShape({4, 0}));
  EXPECT_EQ(shape.num_elements(), 0);
  shape.Clear();
  EXPECT_EQ(shape.dims(), 0);
  EXPECT_EQ(shape.num_elements(), 1);
  EXPECT_EQ(shape.DebugString(), "[]");
}

TEST(TensorShapeTest, ManyDimensionsMoveToTheHeap) {
  TensorShape shape;
  for (int d = 0; d < 20; ++d) shape.AddDim(d + 1);
  shape.InsertDim(3, 100);
  TensorShape copy = shape;
  EXPECT_EQ(copy.dims(), 21);
  EXPECT_EQ(copy.dim_size(3), 100);
  EXPECT_EQ(copy.dim_size(20), 20);
  const TensorShape moved = std::move(copy);
  EXPECT_EQ(moved, shape);
  copy = TensorShape({1, 2});
  EXPECT_EQ(copy.DebugString(), "[1,2]");
  copy = shape;
  EXPECT_EQ(copy, shape);
  copy.RemoveDimRange(1, 21);
  EXPECT_EQ(copy, TensorShape({1}));
}

// Kernels compute such shapes from inputs before TensorFlow rejects the allocation.
TEST(TensorShapeTest, HoldsMoreDimensionsThanATensor) {
  TensorShape deep(Span<const int64_t>(std::vector<int64_t>(200, 1)));
  deep.AppendShape(deep);
  deep.InsertDim(0, 7);
  ASSERT_EQ(deep.dims(), 401);
  EXPECT_EQ(deep.num_elements(), 7);
  EXPECT_EQ(TensorShape(deep), deep);
  EXPECT_EQ(TensorShape::CheckSizes(deep.dim_sizes()).code(), TF_INVALID_ARGUMENT);
  deep.RemoveDimRange(1, 300);
  EXPECT_EQ(deep.dims(), 102);
  EXPECT_TRUE(TensorShape::CheckSizes(deep.dim_sizes()).ok());
}

TEST(TensorShapeTest, RefusesWhatNoTensorHas) {
  TensorShape shape;
  const std::vector<int64_t> negative = {2, -1};
  EXPECT_EQ(TensorShape::BuildTensorShape(negative, &shape).code(), TF_INVALID_ARGUMENT);
  const std::vector<int64_t> huge = {std::numeric_limits<int64_t>::max(), 2};
  EXPECT_EQ(TensorShape::BuildTensorShape(huge, &shape).code(), TF_INVALID_ARGUMENT);
  const std::vector<int64_t> deep(kMaxTensorDims + 1, 1);
  EXPECT_EQ(TensorShape::BuildTensorShape(deep, &shape).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape.dims(), 0);

  const std::vector<int32_t> good = {4, 0, 2};
  ASSERT_TRUE(TensorShapeUtils::MakeShape(good.data(), 3, &shape).ok());
  EXPECT_EQ(shape, TensorShape({4, 0, 2}));
  EXPECT_FALSE(TensorShapeUtils::MakeShape(negative.data(), 2, &shape).ok());
  EXPECT_EQ(shape, TensorShape({4, 0, 2}));
}

TEST(TensorShapeTest, RefusesSizesThatOverflowed) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  TensorShape shape({0});
  EXPECT_EQ(shape.AddDimWithStatus(CheckedInt(kMost) + kMost + 7).code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(shape, TensorShape({0}));
  EXPECT_TRUE(shape.AddDimWithStatus(CheckedInt(kMost) - 7).ok());
  const std::vector<CheckedInt> sizes = {CheckedInt(kMost) * 2, 0};
  EXPECT_FALSE(TensorShapeUtils::MakeShape(Span<const CheckedInt>(sizes), &shape).ok());
  const std::vector<int64_t> deep(100000, 1);
  EXPECT_EQ(TensorShapeUtils::MakeShape(Span<const int64_t>(deep), &shape).message(),
            "Too many dimensions");
}

TEST(CheckedIntTest, ComputesAsInt64sDo) {
  const CheckedInt a = -7;
  EXPECT_EQ(a + 3, -4);
  EXPECT_EQ(3 - a, 10);
  EXPECT_EQ(a * -2, 14);
  EXPECT_EQ(a / 2, -3);
  EXPECT_EQ(a % 2, -1);
  EXPECT_EQ(a % -1, 0);
  EXPECT_TRUE((a / -1).ok());
  EXPECT_EQ(FromTheFront(-1, 3), 2);
  EXPECT_EQ(errors::Internal(a).message(), "-7");
}

TEST(CheckedIntTest, StaysBeyondWhatItPassed) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  const CheckedInt above = CheckedInt(kMost) + 1;
  const CheckedInt below = CheckedInt(kLeast) - 1;
  for (const CheckedInt value :
       {above, above - 1, above * 2, above / 2, 5 - below, below * -1, CheckedInt(kMost) * 2,
        CheckedInt(kLeast) / -1, CheckedInt(0) - kLeast, CheckedInt(kLeast) * kLeast}) {
    EXPECT_FALSE(value.ok());
    EXPECT_EQ(value.value(), kMost);
    EXPECT_GT(value, 0);
    EXPECT_NE(value, kMost);
  }
  for (const CheckedInt value : {below, below + 1, above * -2, 0 - above, CheckedInt(kMost) * -2}) {
    EXPECT_FALSE(value.ok());
    EXPECT_LT(value, 0);
  }
  EXPECT_FALSE((CheckedInt(1) / 0).ok());
  EXPECT_FALSE((CheckedInt(1) % 0).ok());
}

TEST(TensorShapeTest, Utilities) {
  const TensorShape shape({2, 3, 3});
  EXPECT_TRUE(TensorShapeUtils::IsScalar(TensorShape()));
  EXPECT_TRUE(TensorShapeUtils::IsMatrixOrHigher(shape));
  EXPECT_FALSE(TensorShapeUtils::IsMatrix(shape));
  EXPECT_TRUE(TensorShapeUtils::IsSquareMatrix(TensorShape({3, 3})));
  EXPECT_TRUE(TensorShapeUtils::StartsWith(shape, TensorShape({2, 3})));
  EXPECT_TRUE(TensorShapeUtils::EndsWith(shape, TensorShape({3, 3})));
  EXPECT_FALSE(TensorShapeUtils::EndsWith(TensorShape({3}), shape));
  EXPECT_EQ(MultiplyWithoutOverflow(int64_t{1} << 62, 2), -1);
  EXPECT_EQ(MultiplyWithoutOverflow(1 << 20, 1 << 20), int64_t{1} << 40);
}

TEST(PartialTensorShapeTest, KnowsWhatItDoesNotKnow) {
  const PartialTensorShape unknown;
  EXPECT_EQ(unknown.dims(), -1);
  EXPECT_EQ(unknown.DebugString(), "<unknown>");
  const PartialTensorShape partial({2, -1});
  EXPECT_EQ(partial.DebugString(), "[2,?]");
  EXPECT_EQ(partial.num_elements(), -1);
  EXPECT_TRUE(partial.IsCompatibleWith(TensorShape({2, 9})));
  EXPECT_FALSE(partial.IsCompatibleWith(TensorShape({3, 9})));
  EXPECT_FALSE(partial.IsCompatibleWith(TensorShape({2})));
  EXPECT_TRUE(unknown.IsCompatibleWith(partial));
  TensorShape full;
  EXPECT_FALSE(partial.AsTensorShape(&full));
  EXPECT_TRUE(PartialTensorShape({2, 4}).AsTensorShape(&full));
  EXPECT_EQ(full, TensorShape({2, 4}));
  EXPECT_NE(unknown, PartialTensorShape(std::initializer_list<int64_t>{}));
}

TEST(TensorTest, OwnsAndMoves) {
  Tensor a(DT_FLOAT, TensorShape({2, 3}));
  for (float& x : a.span<float>()) x = 1.5f;
  EXPECT_EQ(a.TotalBytes(), 24u);
  EXPECT_EQ(a.DebugString(), "Tensor<type: float shape: [2,3]>");
  void* const data = a.data();
  Tensor b = std::move(a);
  EXPECT_FALSE(a.IsInitialized());
  EXPECT_EQ(a.NumElements(), 0);
  EXPECT_EQ(b.data(), data);
  EXPECT_EQ(std::as_const(b).span<float>()[5], 1.5f);
  b = Tensor(DT_INT32, TensorShape());
  b.scalar<int32_t>()() = 7;
  EXPECT_EQ(std::as_const(b).scalar<int32_t>()(), 7);
}

TEST(TensorTest, NothingIsSafe) {
  const Tensor none(nullptr);
  EXPECT_FALSE(none.IsInitialized());
  EXPECT_EQ(none.NumElements(), 0);
  EXPECT_EQ(none.data(), nullptr);
  EXPECT_TRUE(none.span<float>().empty());
  const Tensor empty(DT_DOUBLE, TensorShape({3, 0}));
  EXPECT_EQ(empty.TotalBytes(), 0u);
  EXPECT_TRUE(empty.span<double>().empty());
  Tensor alias;
  EXPECT_FALSE(alias.CopyFrom(none, TensorShape({0})));
}

TEST(TensorTest, SharesItsBufferUnderAnotherShape) {
  Tensor a(DT_INT64, TensorShape({2, 3}));
  Tensor b;
  EXPECT_FALSE(b.CopyFrom(a, TensorShape({4})));
  ASSERT_TRUE(b.CopyFrom(a, TensorShape({3, 2})));
  EXPECT_EQ(b.data(), a.data());
  EXPECT_EQ(b.shape(), TensorShape({3, 2}));
  a = Tensor();
  b.span<int64_t>()[5] = 42;  // the buffer lives on
  EXPECT_EQ(b.span<int64_t>()[5], 42);
}

TEST(TensorTest, HoldsStringsOfAnyLength) {
  Tensor strings(DT_STRING, TensorShape({3}));
  const std::string long_text(1000, 'x');
  strings.span<tstring>()[0] = "short";
  strings.span<tstring>()[1] = long_text;
  const Tensor& view = strings;
  EXPECT_EQ(view.span<tstring>()[0], "short");
  EXPECT_EQ(view.span<tstring>()[1].as_string(), long_text);
  EXPECT_TRUE(view.span<tstring>()[2].empty());
}

TEST(TensorTest, EigenMapsSeeTheSameElements) {
  Tensor t(DT_FLOAT, TensorShape({2, 3, 4}));
  for (int i = 0; i < 24; ++i) t.span<float>()[static_cast<size_t>(i)] = static_cast<float>(i);
  EXPECT_EQ(t.flat<float>()(23), 23.0f);
  EXPECT_EQ((t.tensor<float, 3>()(1, 2, 3)), 23.0f);
  EXPECT_EQ(t.flat_inner_dims<float>().dimension(0), 6);
  EXPECT_EQ(t.flat_outer_dims<float>()(1, 0), 12.0f);
  const std::vector<int64_t> sizes = {4, 6};
  EXPECT_EQ((t.shaped<float, 2>(sizes)(3, 5)), 23.0f);
  const Tensor scalar(DT_FLOAT, TensorShape());
  EXPECT_EQ(scalar.flat_inner_dims<float>().size(), 1);
  EXPECT_EQ((t.shape().AsEigenDSizesWithPadding<4>()[3]), 1);
}

TEST(TensorTest, ListsOfSizesShapeEigenMaps) {
  Tensor tensor(DT_INT32, {4, 3});
  const int64_t rows = 2;
  tensor.shaped<int32_t, 2>({rows, 6})(1, 0) = 5;
  EXPECT_EQ(tensor.span<int32_t>()[6], 5);
}

TEST(MutexTest, LocksAsTensorFlowsDoes) {
  mutex m;
  {
    const mutex_lock lock(m);
    EXPECT_FALSE(m.try_lock_shared());
  }
  const tf_shared_lock one(m);
  const tf_shared_lock another(m);
  EXPECT_FALSE(m.try_lock());
}

TEST(TStringTest, CopiesMovesAndViews) {
  const std::string long_text(100, 'y');
  tstring a(long_text);
  tstring b = a;
  EXPECT_EQ(a, b);
  const tstring c = std::move(a);
  EXPECT_EQ(c.view(), long_text);
  b.append("!");
  EXPECT_EQ(b.size(), 101u);
  EXPECT_NE(b, c);
  b.assign_as_view(long_text);
  EXPECT_EQ(b.data(), long_text.data());
  b.mdata()[0] = 'z';  // it is no longer a view
  EXPECT_EQ(long_text[0], 'y');
  b.clear();
  EXPECT_TRUE(b.empty());
  EXPECT_LT(tstring("a"), tstring("b"));
}

// Shapes and functions of attributes, which the C API passes in protobuf's wire format.
TEST(AttrTest, ParsesShapes) {
  // shape { dim { size: 2 } dim { size: -1 name: "n" } }
  const std::string partial(
      "\x3a\x14\x12\x02\x08\x02\x12\x0e\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x12\x01n", 22);
  PartialTensorShape shape;
  ASSERT_TRUE(internal::ParseAttrValue(partial, &shape));
  EXPECT_EQ(shape, PartialTensorShape({2, -1}));
  TensorShape full;
  EXPECT_FALSE(internal::ParseAttrValue(partial, &full));
  const std::string unknown_rank("\x3a\x02\x18\x01", 4);
  ASSERT_TRUE(internal::ParseAttrValue(unknown_rank, &shape));
  EXPECT_TRUE(shape.unknown_rank());
  const std::string scalar("\x3a\x00", 2);
  ASSERT_TRUE(internal::ParseAttrValue(scalar, &full));
  EXPECT_EQ(full.dims(), 0);
  // list { shape { dim { size: 3 } } shape {} }
  const std::string list("\x0a\x08\x3a\x04\x12\x02\x08\x03\x3a\x00", 10);
  std::vector<TensorShape> shapes;
  ASSERT_TRUE(internal::ParseAttrValue(list, &shapes));
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes[0], TensorShape({3}));
}

TEST(AttrTest, ParsesFunctions) {
  // func { name: "f" }
  const std::string function(
      "\x52\x03\x0a\x01"
      "f",
      5);
  NameAttrList value;
  ASSERT_TRUE(internal::ParseAttrValue(function, &value));
  EXPECT_EQ(value.name, "f");
  EXPECT_EQ(value.serialized.size(), 3u);
  PartialTensorShape shape;
  EXPECT_FALSE(internal::ParseAttrValue(function, &shape));
}

TEST(WireTest, StopsAtMalformedBytes) {
  const std::string bytes[] = {std::string("\x3a\x7f", 2), std::string("\xff", 1),
                               std::string("\x0d\x01", 2), std::string("\x0b\x00", 2),
                               std::string(11, '\xff')};
  for (const std::string& message : bytes) {
    wire::Reader reader(message);
    EXPECT_FALSE(reader.Next());
    EXPECT_FALSE(reader.ok());
    EXPECT_FALSE(reader.Next());
  }
}

TEST(StatusTest, ExceptionsBecomeErrors) {
  const auto status_of = [](auto thrown) {
    try {
      throw thrown;
    } catch (...) {
      return StatusOfException();
    }
  };
  EXPECT_EQ(status_of(std::bad_alloc()).code(), TF_RESOURCE_EXHAUSTED);
  EXPECT_EQ(status_of(std::runtime_error("broken")), errors::Internal("broken"));
  EXPECT_EQ(status_of(7).code(), TF_INTERNAL);
}

TEST(StatusTest, ErrorsNameTheirOp) {
  EXPECT_EQ(WithOpName("node", errors::Internal("broken")), errors::Internal("node: broken"));
  EXPECT_TRUE(WithOpName("node", Status()).ok());
}

// TensorFlow does this after a constructor has failed.
TEST(MakeKernelTest, NoKernelCanBeDestroyed) { internal::DestroyKernel(nullptr); }

}  // namespace
}  // namespace pluggable
