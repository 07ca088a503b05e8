// What the profiler writes, and how much arithmetic it takes ops for.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "pluggable/wire.h"
#include "pluggable/wire_writer.h"
#include "profiler/flops.h"
#include "profiler/xspace.h"
#include "profiler_test_profile.h"

namespace pluggable::tests {
namespace {

using profiler::FlopsOf;
using profiler::TensorNote;

TEST(WireWriterTest, WritesWhatProtobufWould) {
  wire::Writer writer;
  writer.Varint(1, 300);
  writer.Varint(2, int64_t{-1});
  writer.Bytes(3, "ab");
  writer.Double(4, 1.0);
  writer.Fixed64(5, 2);
  writer.Message(16, [](wire::Writer& nested) { nested.Varint(1, 0); });
  const std::string expected(
      "\x08\xac\x02"
      "\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
      "\x1a\x02"
      "ab"
      "\x21\x00\x00\x00\x00\x00\x00\xf0\x3f"
      "\x29\x02\x00\x00\x00\x00\x00\x00\x00"
      "\x82\x01\x02\x08\x00",
      41);
  EXPECT_EQ(writer.message(), expected);
  EXPECT_EQ(writer.Take(), expected);
  EXPECT_TRUE(writer.message().empty());
}

TEST(WireWriterTest, LengthsOfNestedMessagesMayBeLong) {
  const std::string text(1000, 'x');
  wire::Writer writer;
  writer.Message(1, [&](wire::Writer& outer) {
    outer.Message(2, [&](wire::Writer& inner) { inner.Bytes(3, text); });
    outer.Varint(4, 5);
  });
  wire::Reader reader(writer.message());
  ASSERT_TRUE(reader.Next());
  wire::Reader outer(reader.bytes());
  EXPECT_FALSE(reader.Next());
  ASSERT_TRUE(outer.Next());
  EXPECT_EQ(outer.field(), 2);
  wire::Reader inner(outer.bytes());
  ASSERT_TRUE(inner.Next());
  EXPECT_EQ(inner.bytes(), text);
  ASSERT_TRUE(outer.Next());
  EXPECT_EQ(outer.number(), 5);
  EXPECT_TRUE(reader.ok() && outer.ok() && inner.ok());
}

TEST(XSpaceTest, NamesAreWrittenOnce) {
  profiler::XPlane plane(3, "/device:GPU:3");
  plane.AddLine(7, "Stream 7", 5000, [](profiler::XLine& line) {
    for (int64_t i = 0; i < 2; ++i) {
      line.AddEvent("Relu", 5000 + i, 10, [i](profiler::XStats& stats) {
        stats.Add("index", i);
        stats.Add("text", "the same");
      });
    }
  });
  const std::string serialized = plane.Take();
  EXPECT_EQ(serialized.find("the same"), serialized.rfind("the same"));
  const Plane read = ReadPlane(serialized);
  EXPECT_EQ(read.name, "/device:GPU:3");
  ASSERT_EQ(read.lines.size(), 1u);
  EXPECT_EQ(read.lines[0].id, 7);
  ASSERT_EQ(read.lines[0].events.size(), 2u);
  const Event& second = read.lines[0].events[1];
  EXPECT_EQ(second.name, "Relu");
  EXPECT_EQ(second.begin, 5001);
  EXPECT_EQ(second.duration, 10);
  EXPECT_EQ(second.numbers.at("index"), 1);
  EXPECT_EQ(second.texts.at("text"), "the same");
}

TensorNote Floats(const TensorShape& shape) { return {DT_FLOAT, true, shape}; }

TEST(FlopsTest, OfProducts) {
  EXPECT_EQ(FlopsOf("MatMul", {Floats({2, 3}), Floats({3, 5})}, {Floats({2, 5})}), 2 * 2 * 3 * 5);
  // With transpose_a.
  EXPECT_EQ(FlopsOf("MatMul", {Floats({3, 2}), Floats({3, 5})}, {Floats({2, 5})}), 2 * 2 * 3 * 5);
  EXPECT_EQ(FlopsOf("BatchMatMulV2", {Floats({7, 2, 3}), Floats({3, 5})}, {Floats({7, 2, 5})}),
            7 * 2 * 2 * 3 * 5);
  EXPECT_EQ(FlopsOf("MatMul", {Floats({0, 3}), Floats({3, 5})}, {Floats({0, 5})}), 0);
}

TEST(FlopsTest, OfConvolutions) {
  const TensorNote image = Floats({8, 28, 28, 3});
  const TensorNote filter = Floats({3, 3, 3, 16});
  const TensorNote result = Floats({8, 26, 26, 16});
  const TensorNote sizes = Floats({4});
  const int64_t flops = int64_t{2} * 8 * 26 * 26 * 16 * 3 * 3 * 3;
  EXPECT_EQ(FlopsOf("Conv2D", {image, filter}, {result}), flops);
  EXPECT_EQ(FlopsOf("Conv2DBackpropInput", {sizes, filter, result}, {image}), flops);
  EXPECT_EQ(FlopsOf("Conv2DBackpropFilter", {image, sizes, result}, {filter}), flops);
  const TensorNote depthwise = Floats({3, 3, 3, 2});
  const TensorNote deep = Floats({8, 26, 26, 6});
  EXPECT_EQ(FlopsOf("DepthwiseConv2dNative", {image, depthwise}, {deep}),
            int64_t{2} * 8 * 26 * 26 * 6 * 3 * 3);
}

TEST(FlopsTest, OfElementsAndOfWhatIsNotKnown) {
  EXPECT_EQ(FlopsOf("AddV2", {Floats({4, 5}), Floats({5})}, {Floats({4, 5})}), 20);
  EXPECT_EQ(FlopsOf("Sum", {Floats({4, 5}), Floats({1})}, {Floats({4})}), 20);
  EXPECT_EQ(FlopsOf("MyOp", {Floats({4})}, {Floats({4})}), -1);
  EXPECT_EQ(FlopsOf("AddV2", {Floats({4}), Floats({4})}, {TensorNote()}), -1);
  EXPECT_EQ(FlopsOf("MatMul", {}, {}), -1);
  EXPECT_EQ(profiler::BytesAccessedBy({Floats({4}), TensorNote()}, {Floats({4, 5})}), 16 + 80);
}

}  // namespace
}  // namespace pluggable::tests
