#include "model/names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "base/text.h"
#include "catalog/catalog.h"

namespace plugingen::model {
namespace {

TEST(NamesTest, FilesAreNamedAsTensorFlowNamesItsOwn) {
  EXPECT_EQ(FileStem("Relu"), "relu");
  EXPECT_EQ(FileStem("BiasAdd"), "bias_add");
  EXPECT_EQ(FileStem("Conv2D"), "conv2d");
  EXPECT_EQ(FileStem("Conv2DBackpropInput"), "conv2d_backprop_input");
  EXPECT_EQ(FileStem("BatchMatMulV2"), "batch_mat_mul_v2");
  EXPECT_EQ(FileStem("FusedBatchNormV3"), "fused_batch_norm_v3");
  EXPECT_EQ(FileStem("LRNGrad"), "lrn_grad");
  EXPECT_EQ(FileStem("FFT"), "fft");
  EXPECT_EQ(FileStem("IFFT2D"), "ifft2d");
  EXPECT_EQ(FileStem("Relu6"), "relu6");
}

TEST(NamesTest, NoTwoOpsShareAFile) {
  std::map<std::string, std::string_view> ops;
  for (const std::string_view op : catalog::Catalog::BuiltIn().names()) {
    const std::string stem = FileStem(op);
    EXPECT_TRUE(std::all_of(stem.begin(), stem.end(), [](char c) {
      return base::IsLower(c) || base::IsDigit(c) || c == '_';
    })) << stem;
    const auto [known, is_new] = ops.emplace(stem, op);
    EXPECT_TRUE(is_new) << op << " and " << known->second << " are both " << stem;
    // A stub beside a real kernel gets a file of its own, which must not be another op's.
    EXPECT_FALSE(stem.ends_with("_stub")) << op;
  }
}

TEST(NamesTest, TypesOfKernels) {
  EXPECT_EQ(CppType("float"), "float");
  EXPECT_EQ(CppType("half"), "Eigen::half");
  EXPECT_EQ(CppType("int64"), "int64_t");
  EXPECT_EQ(CppType("complex128"), "std::complex<double>");
  EXPECT_EQ(CppType("string"), "tstring");
  for (const char* dtype : {"resource", "variant", "qint8", "float8_e5m2", "int4", ""}) {
    EXPECT_EQ(CppType(dtype), "") << dtype;
  }
  EXPECT_EQ(TfEnum("bfloat16"), "TF_BFLOAT16");
  EXPECT_EQ(TfEnum("complex64"), "TF_COMPLEX64");
}

TEST(NamesTest, TypesAreOrderedAsTensorFlowNumbersThem) {
  // TF_FLOAT = 1, TF_DOUBLE = 2, TF_INT32 = 3, ..., TF_HALF = 19, TF_UINT64 = 23.
  const std::string_view order[] = {
      "float", "double", "int32",    "uint8",  "int16",      "int8", "string", "complex64",
      "int64", "bool",   "bfloat16", "uint16", "complex128", "half", "uint32", "uint64"};
  for (size_t i = 1; i < std::size(order); ++i) {
    EXPECT_LT(DtypeOrder(order[i - 1]), DtypeOrder(order[i])) << order[i];
  }
}

}  // namespace
}  // namespace plugingen::model
