// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Diagonals, element by element.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "compute/diagonals.h"
#include "compute_test_device.h"

namespace pluggable::tests::diagonals_test {
namespace {

using compute::DiagonalBand;
using compute::DiagonalsPlan;
using Kind = DiagonalsPlan::Kind;

template <typename Element>
Element NumberedElement(size_t number) {
  if constexpr (sizeof(Element) <= 8) {
    return static_cast<Element>(number % 251 + 1);
  } else {
    return {number + 1, ~number};
  }
}

template <typename Element>
std::vector<Element> Numbered(int64_t count, size_t first) {
  std::vector<Element> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) values[i] = NumberedElement<Element>(first + i);
  return values;
}

DiagonalBand DrawBand(Draw& draw, Kind kind) {
  DiagonalBand band;
  band.rows = draw.Size();
  band.columns = draw.OneIn(8) ? draw.Between(200, 400) : draw.Size();
  // An op that unpacks may name diagonals outside of the matrix.
  const int64_t beyond = kind == Kind::kUnpack && draw.OneIn(4) ? 2 : 0;
  band.lower = draw.Between(1 - band.rows, band.columns - 1);
  band.upper = std::min(draw.Between(band.lower, band.columns - 1 + beyond), band.columns + 1);
  if (draw.OneIn(4)) band.lower = 1 - band.rows - beyond;
  // Without elements: everything is padding.
  if (kind == Kind::kUnpack && draw.OneIn(12)) band.lower = band.upper = band.columns;
  band.superdiagonals_left = draw.OneIn(2);
  band.subdiagonals_left = draw.OneIn(2);
  return band;
}

// The number in its packed row of the element that both numbers refer to, by a search that uses
// nothing but the alignment.
int64_t PositionOf(const DiagonalBand& band, int64_t row, int64_t column, int64_t longest) {
  const int64_t diagonal = column - row;
  int64_t before = 0;  // elements of the diagonal
  int64_t length = 0;
  for (int64_t r = 0; r < band.rows; ++r) {
    const int64_t c = r + diagonal;
    if (c < 0 || c >= band.columns) continue;
    if (r < row) ++before;
    ++length;
  }
  bool is_left = diagonal > 0 ? band.superdiagonals_left : band.subdiagonals_left;
  if (diagonal == 0) is_left = band.superdiagonals_left || band.subdiagonals_left;
  return is_left ? before : longest - length + before;
}

template <typename Element>
class DiagonalsTest : public ComputeTest {};

using Elements = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t, std::array<uint64_t, 2>>;
TYPED_TEST_SUITE(DiagonalsTest, Elements);

TYPED_TEST(DiagonalsTest, OfPlansDrawnAtRandom) {
  using Element = TypeParam;
  Draw draw(41);
  for (int i = 0; i < Plans(60); ++i) {
    DiagonalsPlan plan;
    plan.kind = draw.OneIn(3) ? Kind::kPack : Kind::kUnpack;
    plan.element_bytes = sizeof(Element);
    plan.matrices = draw.Between(1, 4);
    plan.band = DrawBand(draw, plan.kind);
    const DiagonalBand& band = plan.band;
    // The longest diagonal of the band has the most rows.
    int64_t longest = 0;
    for (int64_t d = band.lower; d <= band.upper; ++d) {
      int64_t length = 0;
      for (int64_t r = 0; r < band.rows; ++r) length += r + d >= 0 && r + d < band.columns ? 1 : 0;
      longest = std::max(longest, length);
    }
    ASSERT_EQ(std::max<int64_t>(band.MaxLength(), 0), longest);
    const int64_t packed_size = plan.matrices * band.count() * longest;
    const int64_t size = plan.matrices * band.rows * band.columns;
    const bool packs = plan.kind == Kind::kPack;
    const bool has_around = !packs && draw.OneIn(2);
    const bool in_place = has_around && draw.OneIn(2);
    const auto in = Numbered<Element>(packs ? size : packed_size, 0);
    const auto around = Numbered<Element>(size, 1000);
    const auto padding = NumberedElement<Element>(77777);
    if (!has_around) std::memcpy(plan.padding, &padding, sizeof(padding));
    std::vector<Element> expected(static_cast<size_t>(packs ? packed_size : size), padding);
    if (has_around) expected = around;
    for (int64_t at = 0; at < size; ++at) {
      const int64_t column = at % band.columns;
      const int64_t row = at / band.columns % band.rows;
      const int64_t matrix = at / band.columns / band.rows;
      if (column - row < band.lower || column - row > band.upper) continue;
      const int64_t line = matrix * band.count() + band.upper - (column - row);
      const auto packed =
          static_cast<size_t>(line * longest + PositionOf(band, row, column, longest));
      if (packs) {
        expected[packed] = in[static_cast<size_t>(at)];
      } else {
        expected[static_cast<size_t>(at)] = in[packed];
      }
    }
    const OnTheDevice<Element> input(in);
    const OnTheDevice<Element> others(has_around ? around : std::vector<Element>());
    const OnTheDevice<Element> elsewhere(
        in_place ? std::vector<Element>()
                 : std::vector<Element>(expected.size(), NumberedElement<Element>(9)));
    const OnTheDevice<Element>& out = in_place ? others : elsewhere;
    plan.in = input.data();
    plan.around = others.data();
    plan.out = out.data();
    typename TestFixture::Op op;
    op.Reads(input);
    if (in_place) {
      op.Updates(out);
    } else {
      op.Reads(others).Writes(out);
    }
    this->ExpectDone(compute::Diagonals(op.stream(), plan));
    EXPECT_TRUE(out.Read() == expected)
        << "plan " << i << ": "
        << (packs        ? "packs "
            : has_around ? "sets "
                         : "unpacks ")
        << plan.matrices << " matrices of " << band.rows << " x " << band.columns << ", "
        << band.lower << " to " << band.upper << (in_place ? ", in place" : "")
        << (band.superdiagonals_left ? ", LEFT_" : ", RIGHT_")
        << (band.subdiagonals_left ? "LEFT" : "RIGHT");
  }
}

}  // namespace
}  // namespace pluggable::tests::diagonals_test
