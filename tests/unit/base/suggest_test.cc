#include "base/suggest.h"

#include <gtest/gtest.h>

#include <string>

namespace plugingen::base {
namespace {

TEST(EditDistanceTest, CountsSlips) {
  EXPECT_EQ(EditDistance("float", "float", 5), 0u);
  EXPECT_EQ(EditDistance("flaot", "float", 5), 1u) << "two neighbours swapped";
  EXPECT_EQ(EditDistance("kitten", "sitting", 5), 3u);
  EXPECT_EQ(EditDistance("", "abc", 5), 3u);
  EXPECT_EQ(EditDistance("abcdef", "uvwxyz", 2), 3u) << "stops above the limit";
}

TEST(NearestNameTest, FindsWhatWasMeant) {
  EXPECT_EQ(NearestName("relu", {"Elu", "Relu", "Relu6"}), "Relu");
  EXPECT_EQ(NearestName("flaot32", {"float", "float32", "half"}), "float32");
  EXPECT_EQ(NearestName("async", {"synchronous", "asynchronous"}), "asynchronous");
  EXPECT_EQ(NearestName("T", {"T", "U"}), "T");
}

TEST(NearestNameTest, DoesNotGuessWildly) {
  EXPECT_EQ(NearestName("colour", {"type", "count", "memory"}), "");
  EXPECT_EQ(NearestName("", {"a"}), "");
  EXPECT_EQ(NearestName("x", {}), "");
  EXPECT_EQ(NearestName("7", {"A", "x"}), "") << "no letter in common";
  EXPECT_EQ(NearestName("U", {"T"}), "T") << "the only one that there is";
  EXPECT_EQ(NearestName(std::string(100000, 'x'), {"x"}), "");
}

TEST(NearestNameTest, TakesTheFirstOfEquals) {
  EXPECT_EQ(NearestName("cat", {"bat", "hat"}), "bat");
  EXPECT_EQ(NearestName("cat", {"hat", "bat"}), "hat");
}

TEST(MeantWordTest, ReadsWhatDidYouMeanWrites) {
  for (const std::string word : {"Relu", "a b", "x"}) EXPECT_EQ(MeantWord(DidYouMean(word)), word);
  EXPECT_EQ(MeantWord(DidYouMean(std::string(100, 'x'))), "") << "it is cut";
  EXPECT_EQ(MeantWord(DidYouMean("a\u200B")), "") << "it is escaped";
  for (const char* help : {"", "did you mean ", "did you mean 'a' or 'b'?", "write 'a'"}) {
    EXPECT_EQ(MeantWord(help), "") << help;
  }
}

}  // namespace
}  // namespace plugingen::base
