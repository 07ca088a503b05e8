// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::OneHot, element by element.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "compute/one_hot.h"
#include "compute_test_device.h"

namespace pluggable::tests::one_hot_test {
namespace {

template <typename Element>
class OneHotTest : public ComputeTest {
 protected:
  template <typename Index>
  void OfPlansDrawnAtRandom() {
    Draw draw(18);
    for (int i = 0; i < Plans(40); ++i) {
      compute::OneHotPlan plan;
      plan.element_bytes = sizeof(Element);
      plan.index_dtype = DataTypeToEnum<Index>::value;
      plan.outer = draw.Size();
      plan.depth = draw.Size();
      plan.inner = draw.OneIn(2) ? 1 : draw.Size();
      if (draw.OneIn(4)) {  // more elements than a thread fills on processors
        plan.outer = draw.Between(1, 9);
        plan.depth = draw.Between(1000, 2200);
        plan.inner = draw.OneIn(3) ? 1 : draw.Between(2, 9);
      }
      std::vector<Index> indices;
      for (int64_t k = 0; k < plan.outer * plan.inner; ++k) {
        indices.push_back(static_cast<Index>(draw.Between(-2, plan.depth + 1)));  // some are bad
      }
      std::vector<Element> expected;
      for (int64_t o = 0; o < plan.outer; ++o) {
        for (int64_t d = 0; d < plan.depth; ++d) {
          for (int64_t k = 0; k < plan.inner; ++k) {
            const auto index = static_cast<int64_t>(indices[o * plan.inner + k]);
            expected.push_back(index == d ? Element(201) : Element(14));
          }
        }
      }
      const OnTheDevice<Index> indices_memory(indices);
      const OnTheDevice<Element> on(std::vector<Element>{Element(201)});
      const OnTheDevice<Element> off(std::vector<Element>{Element(14)});
      const OnTheDevice<Element> out(std::vector<Element>(expected.size(), Element(77)));
      plan.indices = indices_memory.data();
      plan.on = on.data();
      plan.off = off.data();
      plan.out = out.data();
      typename ComputeTest::Op op;
      op.Reads(indices_memory).Reads(on).Reads(off).Writes(out);
      ExpectDone(compute::OneHot(op.stream(), plan));
      EXPECT_EQ(out.Read(), expected)
          << "plan " << i << ": [" << plan.outer << ", " << plan.depth << ", " << plan.inner << "]";
    }
  }
};

using Elements = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(OneHotTest, Elements);

TYPED_TEST(OneHotTest, ByInt8) { this->template OfPlansDrawnAtRandom<int8_t>(); }
TYPED_TEST(OneHotTest, ByUint8) { this->template OfPlansDrawnAtRandom<uint8_t>(); }
TYPED_TEST(OneHotTest, ByInt32) { this->template OfPlansDrawnAtRandom<int32_t>(); }
TYPED_TEST(OneHotTest, ByInt64) { this->template OfPlansDrawnAtRandom<int64_t>(); }

}  // namespace
}  // namespace pluggable::tests::one_hot_test
