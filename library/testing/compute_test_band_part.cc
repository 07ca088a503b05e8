// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::BandPart, element by element.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compute/band_part.h"
#include "compute_test_device.h"

namespace pluggable::tests::band_part_test {
namespace {

template <typename Element>
class BandPartTest : public ComputeTest {};

using Elements = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t, std::array<uint64_t, 2>>;
TYPED_TEST_SUITE(BandPartTest, Elements);

TYPED_TEST(BandPartTest, OfPlansDrawnAtRandom) {
  using Element = TypeParam;
  Draw draw(31);
  for (int i = 0; i < Plans(40); ++i) {
    compute::BandPartPlan plan;
    plan.element_bytes = sizeof(Element);
    plan.matrices = draw.Between(1, 4);
    plan.rows = draw.Size();
    plan.columns = draw.OneIn(8) ? draw.Between(200, 400) : draw.Size();
    plan.lower = draw.OneIn(3) ? draw.OneOf<int64_t>({0, plan.rows}) : draw.Between(0, plan.rows);
    plan.upper =
        draw.OneIn(3) ? draw.OneOf<int64_t>({0, plan.columns}) : draw.Between(0, plan.columns);
    std::vector<Element> values(static_cast<size_t>(plan.matrices * plan.rows * plan.columns));
    std::vector<Element> expected = values;
    for (size_t at = 0; at < values.size(); ++at) {
      if constexpr (sizeof(Element) <= 8) {
        values[at] = static_cast<Element>(at % 251 + 1);
      } else {
        values[at] = {at + 1, ~at};
      }
      const auto row = static_cast<int64_t>(at) / plan.columns % plan.rows;
      const auto column = static_cast<int64_t>(at) % plan.columns;
      const bool is_kept = column >= row - plan.lower && column <= row + plan.upper;
      expected[at] = is_kept ? values[at] : Element{};
    }
    const OnTheDevice<Element> in(values);
    const bool in_place = draw.OneIn(3);
    const OnTheDevice<Element> elsewhere(in_place ? std::vector<Element>() : values);
    const OnTheDevice<Element>& out = in_place ? in : elsewhere;
    plan.in = in.data();
    plan.out = out.data();
    typename TestFixture::Op op;
    if (in_place) {
      op.Updates(in);
    } else {
      op.Reads(in).Writes(out);
    }
    this->ExpectDone(compute::BandPart(op.stream(), plan));
    EXPECT_TRUE(out.Read() == expected) << "plan " << i << ": " << plan.matrices << " matrices of "
                                        << plan.rows << " x " << plan.columns << ", -" << plan.lower
                                        << " to " << plan.upper << (in_place ? ", in place" : "");
  }
}

}  // namespace
}  // namespace pluggable::tests::band_part_test
