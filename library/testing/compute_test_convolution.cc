// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitives of convolutions and their gradients, term by term.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compute/convolution.h"
#include "compute_test_device.h"

namespace pluggable::tests::convolution_test {
namespace {

using compute::ConvolutionGeometry;

int64_t InputPixels(const ConvolutionGeometry& g) {
  return g.planes.size * g.rows.size * g.columns.size;
}
int64_t OutputPixels(const ConvolutionGeometry& g) {
  return g.planes.count * g.rows.count * g.columns.count;
}

WindowDim DrawDim(Draw& draw) {
  WindowDim dim;
  dim.size = draw.Between(1, 9);
  dim.window = draw.Between(1, 4);
  dim.dilation = draw.OneIn(4) ? 2 : 1;
  dim.stride = draw.OneIn(3) ? draw.Between(2, 3) : 1;
  dim.before = draw.OneIn(2) ? draw.Between(0, dim.window) : 0;
  const int64_t after = draw.OneIn(2) ? draw.Between(0, dim.window) : 0;
  const int64_t covered = (dim.window - 1) * dim.dilation + 1;
  const int64_t starts = dim.size + dim.before + after - covered;
  if (starts < 0) return DrawDim(draw);
  dim.count = starts / dim.stride + 1;
  return dim;
}

// A dimension of that size, under windows of two.
WindowDim Unpadded(int64_t size) {
  WindowDim dim;
  dim.size = size;
  dim.window = 2;
  dim.count = size - 1;
  return dim;
}

ConvolutionGeometry DrawGeometry(Draw& draw) {
  ConvolutionGeometry g;
  g.channels_first = draw.OneIn(3);
  g.batch = draw.Between(1, 3);
  g.is_depthwise = draw.OneIn(4);
  if (g.is_depthwise) {
    g.depth = g.groups = draw.Between(1, 20);
    g.output_depth = g.depth * draw.Between(1, 3);
  } else {
    g.groups = draw.OneIn(4) ? draw.Between(2, 3) : 1;
    g.depth = g.groups * draw.Size();
    g.output_depth = g.groups * draw.Size();
    if (draw.OneIn(4)) g.planes = DrawDim(draw);
  }
  g.rows = DrawDim(draw);
  g.columns = DrawDim(draw);
  if (!g.is_depthwise && draw.OneIn(10)) {  // many pixels for few elements of the filter
    g.depth = g.groups * draw.Between(1, 6);
    g.output_depth = g.groups * draw.Between(8, 12);
    g.rows = Unpadded(draw.Between(60, 90));
    g.columns = Unpadded(20);
  }
  g.filter_elements =
      g.planes.window * g.rows.window * g.columns.window * g.depth / g.groups * g.output_depth;
  return g;
}

std::string Described(const ConvolutionGeometry& g) {
  std::string text = g.channels_first ? "channels first" : "channels last";
  if (g.is_depthwise) text += ", depthwise";
  text += ", batch " + std::to_string(g.batch) + ", " + std::to_string(g.depth) + " to " +
          std::to_string(g.output_depth) + " channels in " + std::to_string(g.groups) + " groups";
  for (const WindowDim* dim : {&g.planes, &g.rows, &g.columns}) {
    text += ", " + std::to_string(dim->size) + " by windows of " + std::to_string(dim->window) +
            " (stride " + std::to_string(dim->stride) + ", dilation " +
            std::to_string(dim->dilation) + ", " + std::to_string(dim->before) + " before) to " +
            std::to_string(dim->count);
  }
  return text;
}

// Calls visit(element of the input, of the filter, of the output) for each term of the convolution.
template <typename Visit>
void ForEachTerm(const ConvolutionGeometry& g, Visit visit) {
  const int64_t depth = g.depth / g.groups;
  const int64_t group_outputs = g.output_depth / g.groups;
  const auto element = [&](int64_t n, int64_t pixel, int64_t channel, int64_t pixels,
                           int64_t channels) {
    return g.channels_first ? (n * channels + channel) * pixels + pixel
                            : (n * pixels + pixel) * channels + channel;
  };
  for (int64_t n = 0; n < g.batch; ++n) {
    for (int64_t out = 0; out < OutputPixels(g); ++out) {
      const int64_t x = out % g.columns.count;
      const int64_t y = out / g.columns.count % g.rows.count;
      const int64_t z = out / g.columns.count / g.rows.count;
      const int64_t window = g.planes.window * g.rows.window * g.columns.window;
      for (int64_t k = 0; k < window; ++k) {
        const int64_t column =
            x * g.columns.stride - g.columns.before + k % g.columns.window * g.columns.dilation;
        const int64_t row = y * g.rows.stride - g.rows.before +
                            k / g.columns.window % g.rows.window * g.rows.dilation;
        const int64_t plane = z * g.planes.stride - g.planes.before +
                              k / g.columns.window / g.rows.window * g.planes.dilation;
        if (column < 0 || column >= g.columns.size || row < 0 || row >= g.rows.size || plane < 0 ||
            plane >= g.planes.size) {
          continue;
        }
        const int64_t in = (plane * g.rows.size + row) * g.columns.size + column;
        for (int64_t o = 0; o < g.output_depth; ++o) {
          for (int64_t c = 0; c < depth; ++c) {
            visit(element(n, in, o / group_outputs * depth + c, InputPixels(g), g.depth),
                  (k * depth + c) * g.output_depth + o,
                  element(n, out, o, OutputPixels(g), g.output_depth));
          }
        }
      }
    }
  }
}

// A term of the convolution: an element each of input, filter and output.
enum Part { kInput, kFilter, kOutput };

template <typename T>
class ConvolutionTest : public ComputeTest {
 protected:
  // Input, filter and output in device memory.
  using Memory = OnTheDevice<T>[3];

  // Draws plans that compute `result` from the other two: each element is the sum of products over
  // all terms that contain it. enqueue(stream, geometry, memory) enqueues the plan.
  template <typename Enqueue>
  static void Check(uint64_t seed, Part result, Enqueue enqueue) {
    Draw draw(seed);
    for (int i = 0; i < Plans(40); ++i) Check(DrawGeometry(draw), draw, result, enqueue);
  }

  template <typename Enqueue>
  static void Check(const ConvolutionGeometry& g, Draw& draw, Part result, Enqueue enqueue) {
    const std::vector<T> values[3] = {
        Values<T>(draw, g.batch * InputPixels(g) * g.depth, -3, 3),
        Values<T>(draw, g.filter_elements, -3, 3),
        Values<T>(draw, g.batch * OutputPixels(g) * g.output_depth, -3, 3)};
    const Memory memory = {OnTheDevice<T>(values[kInput]), OnTheDevice<T>(values[kFilter]),
                           OnTheDevice<T>(values[kOutput])};
    const Part a = result == kInput ? kOutput : kInput;
    const Part b = result == kFilter ? kOutput : kFilter;
    Op op;
    op.Reads(memory[a]).Reads(memory[b]).Writes(memory[result]);
    ExpectDone(enqueue(op.stream(), g, memory));
    std::vector<ExpectedSum> sums(values[result].size());
    ForEachTerm(g, [&](int64_t in, int64_t weight, int64_t out) {
      const int64_t at[] = {in, weight, out};
      sums[at[result]].Add(static_cast<double>(values[a][at[a]]) *
                           static_cast<double>(values[b][at[b]]));
    });
    std::vector<Expected> expected;
    for (const ExpectedSum& sum : sums) expected.push_back(sum.Get<T>());
    ExpectAgreement(memory[result].Read(), expected, Described(g));
  }

  static Status Forward(const Stream& stream, const ConvolutionGeometry& g, const Memory& m) {
    return compute::Convolution(stream, {DataTypeToEnum<T>::value, g, m[kInput].data(),
                                         m[kFilter].data(), m[kOutput].data()});
  }
  static Status InputGradient(const Stream& stream, const ConvolutionGeometry& g, const Memory& m) {
    return compute::ConvolutionInputGradient(
        stream,
        {DataTypeToEnum<T>::value, g, m[kFilter].data(), m[kOutput].data(), m[kInput].data()});
  }
  static Status FilterGradient(const Stream& stream, const ConvolutionGeometry& g,
                               const Memory& m) {
    return compute::ConvolutionFilterGradient(
        stream,
        {DataTypeToEnum<T>::value, g, m[kInput].data(), m[kOutput].data(), m[kFilter].data()});
  }
};

using Types = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(ConvolutionTest, Types);

TYPED_TEST(ConvolutionTest, OfPlansDrawnAtRandom) {
  this->Check(4, kOutput, &TestFixture::Forward);
}

TYPED_TEST(ConvolutionTest, InputGradientsOfPlansDrawnAtRandom) {
  this->Check(5, kInput, &TestFixture::InputGradient);
}

TYPED_TEST(ConvolutionTest, FilterGradientsOfPlansDrawnAtRandom) {
  this->Check(6, kFilter, &TestFixture::FilterGradient);
}

// An odd number of pixels, which two blocks share.
TYPED_TEST(ConvolutionTest, FilterGradientsInUnequalShares) {
  Draw draw(9);
  ConvolutionGeometry g;
  g.batch = 1;
  g.depth = 3;
  g.output_depth = 8;
  g.rows = Unpadded(60);
  g.columns = Unpadded(20);
  g.filter_elements = g.rows.window * g.columns.window * g.depth * g.output_depth;
  this->Check(g, draw, kFilter, &TestFixture::FilterGradient);
}

// A tile has 64 pixels.
TYPED_TEST(ConvolutionTest, OfManyTiles) {
  Draw draw(7);
  ConvolutionGeometry g;
  g.batch = 4;
  g.depth = 9;
  g.output_depth = 9;
  g.columns.size = g.columns.count = 4 * SideOfManyTiles();
  g.rows = Unpadded(g.columns.size + 1);
  g.filter_elements = g.rows.window * g.depth * g.output_depth;
  this->Check(g, draw, kOutput, &TestFixture::Forward);
  this->Check(g, draw, kInput, &TestFixture::InputGradient);
}

// So many elements that gradients of half and bfloat16 may be computed for some images at a time.
TYPED_TEST(ConvolutionTest, GradientsOfLargeImages) {
  if (sizeof(TypeParam) != sizeof(half)) return;
  Draw draw(9);
  ConvolutionGeometry g;
  g.batch = 3;
  g.depth = g.output_depth = 2;
  g.rows = Unpadded(420);
  g.columns.size = g.columns.count = 420;
  g.filter_elements = g.rows.window * g.depth * g.output_depth;
  this->Check(g, draw, kInput, &TestFixture::InputGradient);
  this->Check(g, draw, kFilter, &TestFixture::FilterGradient);
}

// Images whose elements under a window are adjacent in different ways: long rows, rows of one
// pixel, parts of a pixel, a prime number of channels, few channels, windows that are wider than
// the image.
TYPED_TEST(ConvolutionTest, OfDeepImages) {
  struct Case {
    int64_t depth;
    int64_t groups;
    int64_t dilation;
    int64_t stride;
    int64_t size;
  };
  Draw draw(8);
  for (const Case& c : {Case{100, 1, 1, 1, 7},
                        {100, 1, 1, 2, 7},
                        {24, 2, 1, 1, 6},
                        {12, 1, 2, 1, 6},
                        {640, 1, 1, 1, 4},
                        {640, 2, 1, 1, 4},
                        {331, 1, 1, 1, 4},
                        {3, 1, 1, 1, 30},
                        {20, 1, 1, 1, 1}}) {
    ConvolutionGeometry g;
    g.batch = 2;
    g.depth = c.depth;
    g.groups = c.groups;
    g.output_depth = 16;
    for (WindowDim* dim : {&g.rows, &g.columns}) {
      dim->size = c.size;
      dim->window = 3;
      dim->dilation = c.dilation;
      dim->stride = c.stride;
      dim->before = c.dilation;
      dim->count = (c.size - 1) / c.stride + 1;
    }
    g.filter_elements = 9 * g.depth / g.groups * g.output_depth;
    this->Check(g, draw, kOutput, &TestFixture::Forward);
    std::swap(g.depth, g.output_depth);  // the gradient is a deep image
    if (c.stride == 1) this->Check(g, draw, kInput, &TestFixture::InputGradient);
  }
}

}  // namespace
}  // namespace pluggable::tests::convolution_test
