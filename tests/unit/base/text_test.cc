#include "base/text.h"

#include <gtest/gtest.h>

namespace plugingen::base {
namespace {

TEST(TextTest, ChangesTheCaseOfNames) {
  EXPECT_EQ(CamelCase("nova_npu"), "NovaNpu");
  EXPECT_EQ(CamelCase("npu2"), "Npu2");
  EXPECT_EQ(SnakeCase("BiasAddGrad"), "bias_add_grad");
  EXPECT_EQ(SnakeCase("MatMulV2"), "mat_mul_v2");
  EXPECT_EQ(SnakeCase("LRNGrad"), "lrn_grad");
  EXPECT_EQ(SnakeCase("Conv2D"), "conv2d");
  EXPECT_EQ(SnakeCase("Conv2DBackpropInput"), "conv2d_backprop_input");
  EXPECT_EQ(SnakeCase("BatchMatMulV2"), "batch_mat_mul_v2");
  EXPECT_EQ(SnakeCase("IFFT2D"), "ifft2d");
  EXPECT_EQ(SnakeCase("FFT"), "fft");
  EXPECT_EQ(SnakeCase("Relu6"), "relu6");
  EXPECT_EQ(SnakeCase("a-b"), "a_b");
  EXPECT_EQ(SnakeCase("Acme_Foo"), "acme__foo") << "as TensorFlow has it";
  EXPECT_EQ(SnakeCase("FusedBatchNormV3"), "fused_batch_norm_v3");
  EXPECT_EQ(SnakeCase("relu"), "relu");
}

TEST(TextTest, SplitsAndJoins) {
  EXPECT_EQ(Split("a,b,,c", ',').size(), 4u);
  EXPECT_EQ(Split("", ',').size(), 1u);
  EXPECT_EQ(Trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(Trim(" \n"), "");
  EXPECT_EQ(Join({"a", "b", "a"}, ", "), "a, b, a");
  EXPECT_EQ(JoinWithOr({"a", "b", "c"}), "a, b or c");
  EXPECT_EQ(JoinWithOr({"a"}), "a");
  EXPECT_EQ(ReplaceAll("a.b.c", ".", "::"), "a::b::c");
  EXPECT_EQ(ReplaceAll("abc", "", "x"), "abc");
}

TEST(TextTest, FindsBytesThatAreNotUtf8) {
  EXPECT_EQ(FindInvalidUtf8("a\xC3\xA4\xE6\x97\xA5\xF0\x9F\x98\x80"), std::string_view::npos);
  EXPECT_EQ(FindInvalidUtf8("ab\xFF"), 2u);
  EXPECT_EQ(FindInvalidUtf8("\xC0\xAF"), 0u) << "overlong";
  EXPECT_EQ(FindInvalidUtf8("a\xED\xA0\x80"), 1u) << "surrogate";
  EXPECT_EQ(FindInvalidUtf8("\xF4\x90\x80\x80"), 0u) << "past the last plane";
  EXPECT_EQ(FindInvalidUtf8("\xE6\x97"), 0u) << "cut off";
  EXPECT_EQ(FindInvalidUtf8("\xC3"
                            "A"),
            0u)
      << "no continuation";
}

TEST(TextTest, KnowsHowWideCharactersAre) {
  EXPECT_EQ(DisplayWidth('a'), 1);
  EXPECT_EQ(DisplayWidth(0xE4), 1);     // ä
  EXPECT_EQ(DisplayWidth(0x65E5), 2);   // 日
  EXPECT_EQ(DisplayWidth(0x1F600), 2);  // an emoji
  EXPECT_EQ(DisplayWidth(0x0301), 0);   // combining acute accent
}

TEST(TextTest, QuotesForMessages) {
  EXPECT_EQ(Quoted("a b"), "'a b'");
  EXPECT_EQ(Quoted("a\nb\tc\x1b\x7f"), "'a\\nb\\tc\\x1b\\x7f'");
  EXPECT_EQ(Quoted("\xFFz"), "'\\xffz'");
  EXPECT_EQ(Quoted("\xC3\xA4"), "'\xC3\xA4'");
  EXPECT_EQ(Quoted("\xC2\x9B"), "'\\xc2\\x9b'") << "a C1 control character, which terminals obey";
  EXPECT_EQ(Quoted(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
}

TEST(TextTest, QuotesWhatShowsNothingVisibly) {
  EXPECT_EQ(Quoted("a\u200Bb"), "'a\\u200bb'") << "a zero-width space";
  EXPECT_EQ(Quoted("a\u00A0b\u3000c"), "'a\\u00a0b\\u3000c'") << "blanks that are none to programs";
  EXPECT_EQ(Quoted("\uFEFFplugin"), "'\\ufeffplugin'") << "a byte order mark";
  EXPECT_EQ(Quoted("a\u202Eb"), "'a\\u202eb'") << "turns the order of what follows";
  EXPECT_EQ(Quoted("o\u0308"), "'o\u0308'") << "a combining mark shows";
}

TEST(TextTest, QuotesForShells) {
  EXPECT_EQ(ShellQuoted("my_npu-2/x.yaml"), "my_npu-2/x.yaml");
  EXPECT_EQ(ShellQuoted("gr\u00F6\u00DFe"), "gr\u00F6\u00DFe");
  EXPECT_EQ(ShellQuoted("a b"), "'a b'");
  EXPECT_EQ(ShellQuoted("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellQuoted("$x"), "'$x'");
  EXPECT_EQ(ShellQuoted("~x"), "'~x'");
  EXPECT_EQ(ShellQuoted(""), "''");
  EXPECT_EQ(ShellQuoted("-x"), "./-x") << "no option";
  EXPECT_EQ(ShellQuoted("-a b"), "'./-a b'");
  EXPECT_EQ(InShellQuotes("-x"), "'-x'");
  EXPECT_EQ(InShellQuotes("it's"), "'it'\\''s'");
}

TEST(TextTest, ShortensLongTexts) {
  EXPECT_EQ(Shortened("abc"), "abc");
  EXPECT_EQ(Shortened(std::string(61, '9')), std::string(60, '9') + "...");
}

TEST(TextTest, WritesSizes) {
  EXPECT_EQ(SizeText(0), "0 bytes");
  EXPECT_EQ(SizeText(1000), "1000 bytes");
  EXPECT_EQ(SizeText(uint64_t{4} << 30), "4 GiB");
  EXPECT_EQ(SizeText(1536), "1536 bytes");
  EXPECT_EQ(SizeText(uint64_t{3} << 50), "3072 TiB");
}

}  // namespace
}  // namespace plugingen::base
