// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::GatherNd, element by element.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compute/gather_nd.h"
#include "compute_test_device.h"

namespace pluggable::tests::gather_nd_test {
namespace {

template <typename Element>
class GatherNdTest : public ComputeTest {
 protected:
  template <typename Index>
  void OfPlansDrawnAtRandom() {
    Draw draw(19);
    for (int i = 0; i < Plans(40); ++i) {
      compute::GatherNdPlan plan;
      plan.element_bytes = sizeof(Element);
      plan.index_dtype = DataTypeToEnum<Index>::value;
      plan.count = draw.Size();
      plan.depth = static_cast<int>(draw.OneIn(20) ? 0 : draw.Between(1, 4));
      plan.slice = draw.OneIn(10) ? 3000 : draw.Size();
      plan.skips_bad = true;
      std::vector<int64_t> sizes;
      int64_t rows = 1;
      for (int d = 0; d < plan.depth; ++d) {
        sizes.push_back(draw.Between(1, 5));
        rows *= sizes.back();
      }
      sizes.push_back(plan.slice);
      plan.shape = TensorShape(Span<const int64_t>(sizes));
      plan.indices_shape = TensorShape({plan.count, plan.depth});
      std::vector<Element> params;
      for (int64_t k = 0; k < rows * plan.slice; ++k) {
        params.push_back(static_cast<Element>(k * 40503 + 1));
      }
      std::vector<Index> indices;
      std::vector<Element> expected;
      for (int64_t k = 0; k < plan.count; ++k) {
        int64_t row = 0;
        bool is_bad = false;
        for (int d = 0; d < plan.depth; ++d) {
          const int64_t size = sizes[static_cast<size_t>(d)];
          const int64_t index =
              draw.OneIn(20) ? draw.OneOf<int64_t>({-1, size}) : draw.Between(0, size - 1);
          is_bad = is_bad || index < 0 || index >= size;
          row = row * size + index;
          indices.push_back(static_cast<Index>(index));
        }
        for (int64_t s = 0; s < plan.slice; ++s) {
          expected.push_back(is_bad ? Element(0)
                                    : params[static_cast<size_t>(row * plan.slice + s)]);
        }
      }
      const OnTheDevice<Element> params_memory(params);
      const OnTheDevice<Index> indices_memory(indices);
      const OnTheDevice<Element> out(std::vector<Element>(expected.size(), Element(77)));
      plan.params = params_memory.data();
      plan.indices = indices_memory.data();
      plan.out = out.data();
      typename ComputeTest::Op op;
      op.Reads(params_memory).Reads(indices_memory).Writes(out);
      ExpectDone(compute::GatherNd(op.stream(), plan));
      EXPECT_EQ(out.Read(), expected) << "plan " << i << ": " << plan.count << " vectors of "
                                      << plan.depth << " into " << plan.shape.DebugString();
    }
  }
};

using Elements = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(GatherNdTest, Elements);

TYPED_TEST(GatherNdTest, ByInt32) { this->template OfPlansDrawnAtRandom<int32_t>(); }
TYPED_TEST(GatherNdTest, ByInt64) { this->template OfPlansDrawnAtRandom<int64_t>(); }

}  // namespace
}  // namespace pluggable::tests::gather_nd_test
