// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Nonzero, element by element.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "compute/nonzero.h"
#include "compute_test_device.h"
#include "reference/nonzero.h"

namespace pluggable::tests::nonzero_test {
namespace {

using compute::NonzeroPlan;

template <typename T>
class NonzeroTest : public ComputeTest {};

using Types = testing::Types<float, double, bfloat16, int64_t, bool, int8_t, uint8_t>;
TYPED_TEST_SUITE(NonzeroTest, Types);

TYPED_TEST(NonzeroTest, OfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(37);
  for (int i = 0; i < Plans(40); ++i) {
    NonzeroPlan plan;
    plan.dtype = DataTypeToEnum<T>::value;
    plan.loop = RunNonzero<T>;
    const int64_t rank = draw.Between(1, draw.OneIn(6) ? 8 : 4);
    for (int64_t d = 0; d < rank; ++d) plan.dims.push_back(draw.Between(1, 5));
    // Several blocks, of which the last may be whole.
    if (draw.OneIn(4)) plan.dims.back() = draw.OneOf<int64_t>({1000, 4096, 30000});
    for (size_t d = 0; plan.elements() > 80000; ++d) plan.dims[d] = 1;
    // Nearly none, nearly all, or runs of them.
    const int64_t run = draw.OneIn(3) ? draw.Between(2, 6000) : 1;
    const int64_t kind = draw.Between(0, 3);
    const auto size = static_cast<size_t>(plan.elements());
    std::vector<T> values;
    std::vector<int64_t> starts = {0};
    std::vector<int64_t> positions;
    std::vector<int64_t> index(plan.dims.size(), 0);
    int64_t found = 0;
    bool is_true = false;
    for (size_t at = 0; at < size; ++at) {
      if (static_cast<int64_t>(at) % run == 0) {
        is_true = kind == 0 ? false : kind == 1 || draw.OneIn(kind == 2 ? 2 : 50);
      }
      double value = is_true ? draw.OneOf<double>({1, -1, 100, std::nan("")}) : 0.0;
      if (std::is_integral_v<T> && is_true) value = draw.OneOf<double>({1, 2, 100});
      if (!std::is_integral_v<T> && !is_true && draw.OneIn(2)) value = -0.0;
      values.push_back(static_cast<T>(value));
      if (is_true) {
        ++found;
        positions.insert(positions.end(), index.begin(), index.end());
      }
      if ((at + 1) % NonzeroPlan::kBlock == 0 || at + 1 == size) starts.push_back(found);
      for (size_t d = index.size(); d-- > 0;) {
        if (++index[d] < plan.dims[d]) break;
        index[d] = 0;
      }
    }
    const OnTheDevice<T> x(values);
    const OnTheDevice<int64_t> starts_memory(std::vector<int64_t>(starts.size(), -7));
    const OnTheDevice<int64_t> positions_memory(std::vector<int64_t>(positions.size(), -7));
    plan.x = x.data();
    plan.starts = static_cast<int64_t*>(starts_memory.data());
    const std::string described = "plan " + std::to_string(i) + ": " + std::to_string(found) +
                                  " of " + std::to_string(size) + " elements, " +
                                  std::to_string(rank) + " dimensions";
    typename TestFixture::Op counting;
    counting.Reads(x).Writes(starts_memory);
    this->ExpectDone(compute::Nonzero(counting.stream(), plan));
    EXPECT_EQ(starts_memory.Read(), starts) << described;
    if (found == 0) continue;
    plan.step = NonzeroPlan::Step::kPositions;
    plan.positions = static_cast<int64_t*>(positions_memory.data());
    typename TestFixture::Op writing;
    writing.Reads(x).Reads(starts_memory).Writes(positions_memory);
    this->ExpectDone(compute::Nonzero(writing.stream(), plan));
    EXPECT_TRUE(positions_memory.Read() == positions) << described;
  }
}

}  // namespace
}  // namespace pluggable::tests::nonzero_test
