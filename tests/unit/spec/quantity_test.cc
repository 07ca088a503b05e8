#include "spec/quantity.h"

#include <gtest/gtest.h>

namespace plugingen::spec {
namespace {

TEST(SizeTest, ReadsBytesAndUnits) {
  EXPECT_EQ(ParseSize("0").value, 0u);
  EXPECT_EQ(ParseSize("4294967296").value, uint64_t{1} << 32);
  EXPECT_EQ(ParseSize("4GiB").value, uint64_t{4} << 30);
  EXPECT_EQ(ParseSize(" 512 MiB ").value, uint64_t{512} << 20);
  EXPECT_EQ(ParseSize("1.5GiB").value, uint64_t{3} << 29);
  EXPECT_EQ(ParseSize("2TB").value, 2'000'000'000'000u);
  EXPECT_EQ(ParseSize("3kB").value, 3000u);
  EXPECT_EQ(ParseSize("7B").value, 7u);
}

TEST(SizeTest, RefusesTheRest) {
  for (const char* text : {"",       "G",           "1G",      "1g",  "1gib",  "1 GIB", "-1",
                           "1.5",    "1.3KiB",      "0x10",    "010", "1_000", "1e3",   "4GiBs",
                           "4 Gi B", "99999999TiB", "1..2KiB", ".",   "GiB4",  "4GiB/s"}) {
    const Quantity quantity = ParseSize(text);
    EXPECT_FALSE(quantity.value) << text;
    EXPECT_FALSE(quantity.problem.empty()) << text;
  }
}

TEST(SizeTest, TellsWhatIsTooLargeFromWhatIsNoSize) {
  for (const char* text :
       {"18446744073709551616", "99999999TiB", "1PiB", "0.5EB", "99999999999999999999GiB"}) {
    EXPECT_TRUE(ParseSize(text).too_large) << text;
  }
  for (const char* text : {"0PiB", "1G", "4294967296", "0x10", "1Pib", "-99999999999999999999"}) {
    EXPECT_FALSE(ParseSize(text).too_large) << text;
  }
  EXPECT_EQ(ParseSize("0x10").problem, "is not a decimal number");
  EXPECT_EQ(ParseSize("0 bytes").problem, "has the unknown unit 'bytes'");
  EXPECT_EQ(ParseBandwidth("1PB/s").problem, "is too large");
}

TEST(BandwidthTest, IsASizePerSecond) {
  EXPECT_EQ(ParseBandwidth("25 GB/s").value, 25'000'000'000u);
  EXPECT_EQ(ParseBandwidth("1GiB/s").value, uint64_t{1} << 30);
  EXPECT_EQ(ParseBandwidth("1000").value, 1000u);
  for (const char* text : {"25 GB", "25 Gb/s", "fast", "/s", "GB/s", "-1", "25 GB/h"}) {
    EXPECT_FALSE(ParseBandwidth(text).value) << text;
  }
  EXPECT_EQ(ParseBandwidth("25 G/s").help,
            "write 25GiB/s (powers of 1024) or 25GB/s (powers of 1000)");
}

TEST(IntegerTest, IsDecimal) {
  EXPECT_EQ(ParseInteger("0"), 0);
  EXPECT_EQ(ParseInteger("-1"), -1);
  EXPECT_EQ(ParseInteger("+7"), 7);
  EXPECT_EQ(ParseInteger("9223372036854775807"), INT64_MAX);
  for (const char* text :
       {"", "-", "+", "9223372036854775808", "010", "0x1", "1.0", "1 ", " 1", "+-1", "1e1"}) {
    EXPECT_FALSE(ParseInteger(text)) << text;
  }
}

TEST(IntegerTest, IsAWholeNumberHoweverLong) {
  for (const char* text : {"0", "7", "-7", "+7", "99999999999999999999999999"}) {
    EXPECT_TRUE(IsWholeNumber(text)) << text;
  }
  for (const char* text : {"", "-", "010", "1.0", "1e3", "0x1", " 1"}) {
    EXPECT_FALSE(IsWholeNumber(text)) << text;
  }
}

TEST(NumberTest, IsFiniteAndDecimal) {
  EXPECT_EQ(ParseNumber("1.5"), 1.5);
  EXPECT_EQ(ParseNumber("-2e3"), -2000.0);
  EXPECT_EQ(ParseNumber(".5"), 0.5);
  EXPECT_EQ(ParseNumber("12"), 12.0);
  EXPECT_EQ(ParseNumber("1e-310"), 1e-310);
  for (const char* text : {"", ".", "nan", "inf", ".inf", "1e999", "0x1p3", "1.5x", "+-1"}) {
    EXPECT_FALSE(ParseNumber(text)) << text;
  }
}

}  // namespace
}  // namespace plugingen::spec
