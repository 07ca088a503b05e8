// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Gather, element by element.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compute/gather.h"
#include "compute_test_device.h"

namespace pluggable::tests::gather_test {
namespace {

template <typename Element>
class GatherTest : public ComputeTest {
 protected:
  template <typename Index>
  void OfPlansDrawnAtRandom() {
    Draw draw(9);
    for (int i = 0; i < Plans(40); ++i) {
      compute::GatherPlan plan;
      plan.element_bytes = sizeof(Element);
      plan.index_dtype = DataTypeToEnum<Index>::value;
      plan.batches = draw.OneIn(2) ? 1 : draw.Between(1, 4);
      plan.outer = draw.OneIn(2) ? 1 : draw.Between(1, 4);
      plan.limit = draw.Size();
      plan.picked = draw.Size();
      plan.slice = draw.Size();
      plan.indices_shape = TensorShape({plan.batches, plan.picked});
      std::vector<Index> indices;
      for (int64_t k = 0; k < plan.batches * plan.picked; ++k) {
        indices.push_back(static_cast<Index>(draw.Between(0, plan.limit - 1)));
      }
      std::vector<Element> params;
      for (int64_t k = 0; k < plan.batches * plan.outer * plan.limit * plan.slice; ++k) {
        params.push_back(static_cast<Element>(k * 40503 + 1));
      }
      std::vector<Element> expected;
      for (int64_t b = 0; b < plan.batches; ++b) {
        for (int64_t o = 0; o < plan.outer; ++o) {
          for (int64_t k = 0; k < plan.picked; ++k) {
            const int64_t index = indices[b * plan.picked + k];
            for (int64_t s = 0; s < plan.slice; ++s) {
              expected.push_back(
                  params[((b * plan.outer + o) * plan.limit + index) * plan.slice + s]);
            }
          }
        }
      }
      const OnTheDevice<Element> params_memory(params);
      const OnTheDevice<Index> indices_memory(indices);
      const OnTheDevice<Element> out_memory(std::vector<Element>(expected.size(), Element(77)));
      plan.params = params_memory.data();
      plan.indices = indices_memory.data();
      plan.out = out_memory.data();
      typename ComputeTest::Op op;
      op.Reads(params_memory).Reads(indices_memory).Writes(out_memory);
      ExpectDone(compute::Gather(op.stream(), plan));
      EXPECT_EQ(out_memory.Read(), expected)
          << "plan " << i << ": " << plan.batches << " batches, " << plan.outer << " x "
          << plan.limit << " slices of " << plan.slice << ", " << plan.picked << " picked";
    }
  }
};

using Elements = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(GatherTest, Elements);

TYPED_TEST(GatherTest, ByInt32) { this->template OfPlansDrawnAtRandom<int32_t>(); }
TYPED_TEST(GatherTest, ByInt64) { this->template OfPlansDrawnAtRandom<int64_t>(); }

}  // namespace
}  // namespace pluggable::tests::gather_test
