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

}  // namespace
}  // namespace plugingen::model
