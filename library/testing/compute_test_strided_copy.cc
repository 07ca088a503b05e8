// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::StridedCopies, element by element.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compute/strided_copy.h"
#include "compute_test_device.h"

namespace pluggable::tests::strided_copy_test {
namespace {

using compute::StridedCopyPlan;
using Dim = StridedCopyPlan::Dim;

constexpr int64_t kElements = 5000;  // of the source, and of the target

// Dimensions with distinct targets, in any order, and any sources.
std::vector<Dim> DrawDims(Draw& draw) {
  std::vector<Dim> dims;
  int64_t to_step = draw.OneIn(3) ? draw.Between(2, 3) : 1;
  for (int64_t d = draw.Between(0, 4); d > 0; --d) {
    const int64_t size = draw.Between(2, draw.OneIn(4) ? 40 : 6);
    if (to_step * size > kElements / 4) break;
    dims.push_back({size, draw.Between(-7, 30), to_step});
    if (draw.OneIn(3)) dims.back().from_step = draw.OneOf<int64_t>({0, 1});
    to_step *= size * (draw.OneIn(3) ? 2 : 1);
  }
  for (size_t i = dims.size(); i > 1; --i) {
    std::swap(dims[i - 1], dims[static_cast<size_t>(draw.Between(0, static_cast<int64_t>(i) - 1))]);
  }
  return dims;
}

// The smallest and the largest offset of the steps.
std::pair<int64_t, int64_t> Extent(const std::vector<Dim>& dims, int64_t Dim::*step) {
  std::pair<int64_t, int64_t> extent(0, 0);
  for (const Dim& dim : dims) {
    const int64_t last = (dim.size - 1) * (dim.*step);
    (last < 0 ? extent.first : extent.second) += last;
  }
  return extent;
}

template <typename Element>
void Copy(const std::vector<Dim>& dims, const Element* from, Element* to, size_t d = 0) {
  if (d == dims.size()) {
    *to = from == nullptr ? Element{} : *from;
    return;
  }
  for (int64_t i = 0; i < dims[d].size; ++i) {
    Copy(dims, from == nullptr ? nullptr : from + i * dims[d].from_step, to + i * dims[d].to_step,
         d + 1);
  }
}

template <typename Element>
std::vector<Element> DifferentElements(int64_t count) {
  std::vector<Element> elements(static_cast<size_t>(count));
  for (size_t i = 0; i < elements.size(); ++i) {
    if constexpr (sizeof(Element) <= 8) {
      elements[i] = static_cast<Element>(i * 40503 + 1);
    } else {
      elements[i] = {i + 1, ~i};
    }
  }
  return elements;
}

template <typename Element>
class StridedCopyTest : public ComputeTest {};

using Elements = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t, std::array<uint64_t, 2>>;
TYPED_TEST_SUITE(StridedCopyTest, Elements);

TYPED_TEST(StridedCopyTest, OfPlansDrawnAtRandom) {
  using Element = TypeParam;
  const auto source = DifferentElements<Element>(kElements);
  const OnTheDevice<Element> from(source);
  Draw draw(2);
  for (int i = 0; i < Plans(80); ++i) {
    std::vector<Element> expected(kElements, source[0]);
    const OnTheDevice<Element> to(expected);
    StridedCopyPlan plan;
    plan.element_bytes = sizeof(Element);
    std::string described = "plan " + std::to_string(i) + ":";
    for (int64_t copies = draw.OneIn(3) ? draw.Between(2, 4) : 1; copies > 0; --copies) {
      std::vector<Dim> dims = DrawDims(draw);
      std::pair<int64_t, int64_t> read = Extent(dims, &Dim::from_step);
      while (read.second - read.first >= kElements) {
        for (Dim& dim : dims) dim.from_step /= 2;
        read = Extent(dims, &Dim::from_step);
      }
      const int64_t first = draw.Between(-read.first, kElements - 1 - read.second);
      const int64_t target = draw.Between(0, kElements - 1 - Extent(dims, &Dim::to_step).second);
      const bool is_zero = draw.OneIn(6);
      if (is_zero) {
        for (Dim& dim : dims) dim.from_step = 0;
      }
      Copy(dims, is_zero ? nullptr : source.data() + first, expected.data() + target);
      for (const Dim& dim : dims) {
        described += " " + std::to_string(dim.size) + "(" + std::to_string(dim.from_step) + ", " +
                     std::to_string(dim.to_step) + ")";
      }
      described += is_zero ? " of zeros;" : ";";
      plan.copies.push_back({std::move(dims),
                             is_zero ? nullptr : static_cast<const Element*>(from.data()) + first,
                             static_cast<Element*>(to.data()) + target});
    }
    typename TestFixture::Op op;
    op.Reads(from).Updates(to);
    this->ExpectDone(compute::StridedCopies(op.stream(), plan));
    const std::vector<Element> found = to.Read();
    const auto differs = std::mismatch(found.begin(), found.end(), expected.begin());
    EXPECT_EQ(differs.first - found.begin(), kElements) << described;
  }
}

// Several threads of a processor share them: a transposition, long rows, and short rows with gaps.
TYPED_TEST(StridedCopyTest, OfMoreThanOneThreadHas) {
  using Element = TypeParam;
  constexpr int64_t kMany = 15000;
  const auto source = DifferentElements<Element>(kMany);
  const OnTheDevice<Element> from(source);
  for (const std::vector<Dim>& dims : {std::vector<Dim>{{70, 1, 130}, {130, 70, 1}},
                                       {{3, 4800, 4700}, {4500, 1, 1}},
                                       {{4, 3000, 2900}, {13, 230, 220}, {101, 2, 1}},
                                       {{13, 230, 220}, {4, 3000, 2900}, {101, 1, 2}}}) {
    for (const bool is_zero : {false, true}) {
      std::vector<Element> expected(kMany, source[0]);
      const OnTheDevice<Element> to(expected);
      std::vector<Dim> own = dims;
      if (is_zero) {
        for (Dim& dim : own) dim.from_step = 0;
      }
      Copy(own, is_zero ? nullptr : source.data(), expected.data());
      StridedCopyPlan plan;
      plan.element_bytes = sizeof(Element);
      plan.copies.push_back({own, is_zero ? nullptr : from.data(), to.data()});
      typename TestFixture::Op op;
      op.Reads(from).Updates(to);
      this->ExpectDone(compute::StridedCopies(op.stream(), plan));
      EXPECT_TRUE(to.Read() == expected) << dims[0].size << (is_zero ? " of zeros" : "");
    }
  }
}

}  // namespace
}  // namespace pluggable::tests::strided_copy_test
