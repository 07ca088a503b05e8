#include "base/wire_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace plugingen::base {
namespace {

std::string Bytes(std::initializer_list<int> bytes) {
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  return text;
}

// The error of reading all fields, "" when there is none.
std::string ErrorOf(const std::string& bytes, size_t* offset = nullptr) {
  WireReader reader(bytes);
  WireField field;
  while (reader.Next(field)) {
  }
  if (offset != nullptr) *offset = reader.error().offset;
  return reader.error().message;
}

TEST(WireReaderTest, ReadsEveryKindOfField) {
  const std::string bytes = Bytes({0x08, 0x96, 0x01,                             // 1: 150
                                   0x12, 0x02, 'h',  'i',                        // 2: "hi"
                                   0x1d, 1,    0,    0,    0x80,                 // 3: fixed32
                                   0x21, 2,    0,    0,    0,    0, 0, 0, 0x80,  // 4: fixed64
                                   0xf8, 0xff, 0xff, 0xff, 0x0f, 5});  // the last number there is
  WireReader reader(bytes);
  WireField field;
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.number, 1u);
  EXPECT_FALSE(field.is_bytes);
  EXPECT_EQ(field.value, 150u);
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.number, 2u);
  EXPECT_TRUE(field.is_bytes);
  EXPECT_EQ(field.bytes, "hi");
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.value, 0x80000001u);
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.value, 0x8000000000000002u);
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.number, (1u << 29) - 1);
  EXPECT_EQ(field.value, 5u);
  EXPECT_FALSE(reader.Next(field));
  EXPECT_EQ(reader.error().message, "");
}

TEST(WireReaderTest, NothingIsAMessage) { EXPECT_EQ(ErrorOf(""), ""); }

TEST(WireReaderTest, TellsWhatIsWrongAndWhere) {
  size_t offset = 0;
  EXPECT_EQ(ErrorOf(Bytes({0x12, 0x05, 'h', 'i'}), &offset), "a field is longer than its message");
  EXPECT_EQ(offset, 2u);
  EXPECT_EQ(ErrorOf(Bytes({0x08, 0x01, 0x08, 0x96}), &offset), "a number is cut off");
  EXPECT_EQ(offset, 3u);
  EXPECT_EQ(ErrorOf(Bytes({0x08, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1})),
            "a number has more than ten bytes");
  EXPECT_EQ(ErrorOf(Bytes({0x1d, 1, 2, 3})), "a number is cut off");
  EXPECT_EQ(ErrorOf(Bytes({0x00, 0x01})), "there is no such field");
  EXPECT_EQ(ErrorOf(Bytes({0x0b})), "no field is of this kind");
  EXPECT_EQ(ErrorOf(Bytes({0x12, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1})),
            "a field is longer than its message")
      << "a length near 2^64";
}

TEST(WireReaderTest, OffsetsAreThoseOfTheOutermostMessage) {
  const std::string bytes = Bytes({0x0a, 0x03, 0x12, 0x09, 'x'});
  WireReader outer(bytes);
  WireField field;
  ASSERT_TRUE(outer.Next(field));
  WireReader inner(field.bytes, bytes.data());
  EXPECT_FALSE(inner.Next(field));
  EXPECT_EQ(inner.error().offset, 4u);
}

}  // namespace
}  // namespace plugingen::base
