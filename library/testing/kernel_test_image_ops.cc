// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Generators of calls of TensorFlow's ops on images, and on blocks of pixels.

#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernel_test_draw.h"

namespace pluggable::tests {
namespace {

Dims Images(Draw& draw) { return {draw.Small(3), draw.Small(9), draw.Small(9), draw.Small(5)}; }

void ResizeAttrs(Draw& draw) {
  if (draw.Int("half_pixel_centers") != 0 && !draw.random().OneIn(12))
    draw.SetInt("align_corners", 0);
}

void Resize(Draw& draw) {
  ResizeAttrs(draw);
  const Dims shape = Images(draw);
  draw.Input("images", shape);
  if (draw.random().OneIn(8)) return draw.Input("size", {2}, {shape[1], shape[2]});
  draw.Input("size", {2}, {draw.Small(20), draw.Small(20)});
}

void ResizeBilinearGrad(Draw& draw) {
  ResizeAttrs(draw);
  const Dims shape = Images(draw);
  draw.Input("grads", shape);
  draw.Input("original_image", {shape[0], draw.Small(12), draw.Small(12), shape[3]});
}

void ResizeNearestNeighborGrad(Draw& draw) {
  draw.Input("grads", Images(draw));
  draw.Input("size", {2}, {draw.Small(12), draw.Small(12)});
}

// Blocks of the dimensions after the first, and margins, one of which makes the blocks fit.
void SpaceToBatch(Draw& draw) {
  Random& random = draw.random();
  Dims shape = {draw.Small(4)};
  std::vector<int64_t> block;
  std::vector<int64_t> paddings;
  const int64_t count = random.OneIn(10) ? random.Int(0, 5) : random.Int(1, 3);
  for (int64_t d = 0; d < count; ++d) {
    shape.push_back(draw.Small(5));
    block.push_back(random.Int(1, 3));
    const int64_t before = random.OneIn(2) ? 0 : random.Int(0, 4);
    const int64_t size = shape.back() + before;
    const int64_t blocks = (size + block.back() - 1) / block.back() + (random.OneIn(3) ? 1 : 0);
    paddings.push_back(before);
    paddings.push_back(blocks * block.back() - size);
  }
  for (int64_t d = random.Int(0, 2); d > 0; --d) shape.push_back(draw.Small(4));
  draw.Input("input", shape);
  draw.Input("block_shape", {count}, block);
  draw.Input("paddings", {count, 2}, paddings);
}

void BatchToSpace(Draw& draw) {
  Random& random = draw.random();
  Dims shape = {draw.Small(3)};
  std::vector<int64_t> block;
  std::vector<int64_t> crops;
  const int64_t count = random.OneIn(10) ? random.Int(0, 5) : random.Int(1, 3);
  for (int64_t d = 0; d < count; ++d) {
    shape.push_back(draw.Small(5));
    block.push_back(random.Int(1, 3));
    shape[0] *= block.back();
    const int64_t most = shape.back() * block.back();
    crops.push_back(random.OneIn(2) ? 0 : random.Int(0, most));
    crops.push_back(random.OneIn(2) ? 0 : random.Int(0, most - crops.back()));
  }
  for (int64_t d = random.Int(0, 2); d > 0; --d) shape.push_back(draw.Small(4));
  draw.Input("input", shape);
  draw.Input("block_shape", {count}, block);
  draw.Input("crops", {count, 2}, crops);
}

template <bool kToDepth>
void SpaceToDepth(Draw& draw) {
  const int64_t block = draw.random().Int(2, 4);
  draw.SetInt("block_size", block);
  if (!draw.random().OneIn(12)) draw.SetString("data_format", "NHWC");
  const int64_t in_space = kToDepth ? block : 1;
  const int64_t in_depth = kToDepth ? 1 : block * block;
  draw.Input("input", {draw.Small(3), draw.Small(5) * in_space, draw.Small(5) * in_space,
                       draw.Small(5) * in_depth});
}

// A transform that rotates, scales and moves a little, sometimes with a perspective. With the
// largest numbers, coordinates would not fit into any integer type.
void ImageProjectiveTransform(Draw& draw) {
  Random& random = draw.random();
  draw.SetValues(Values::kPositive);
  draw.SetString("interpolation", random.Of<std::string>({"NEAREST", "BILINEAR"}));
  draw.SetString("fill_mode", random.Of<std::string>({"REFLECT", "WRAP", "CONSTANT", "NEAREST"}));
  const Dims images = Images(draw);
  const int64_t count = random.OneIn(2) ? images[0] : 1;
  draw.Input("images", images);
  HostTensor transforms = RandomTensor(TF_FLOAT, {count, 8}, Values::kOrdinary, &random);
  if (!random.OneIn(4)) {
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t j = 6; j < 8; ++j)
        std::memset(&transforms.bytes[static_cast<size_t>(4 * (8 * i + j))], 0, 4);
    }
  }
  draw.Input("transforms", transforms);
  draw.Input("output_shape", {2}, {draw.Small(9), draw.Small(9)});
  draw.Input("fill_value", {}, {random.Int(0, 9)});
}

Generator FindImageGenerator(const std::string& op) {
  static const std::map<std::string, Generator, std::less<>> kGenerators = {
      {"BatchToSpaceND", BatchToSpace},
      {"DepthToSpace", SpaceToDepth<false>},
      {"ImageProjectiveTransformV3", ImageProjectiveTransform},
      {"ResizeBilinear", Resize},
      {"ResizeBilinearGrad", ResizeBilinearGrad},
      {"ResizeNearestNeighbor", Resize},
      {"ResizeNearestNeighborGrad", ResizeNearestNeighborGrad},
      {"SpaceToBatchND", SpaceToBatch},
      {"SpaceToDepth", SpaceToDepth<true>},
  };
  const auto found = kGenerators.find(op);
  return found == kGenerators.end() ? nullptr : found->second;
}

}  // namespace

const OpGroup kImageOps = {FindImageGenerator, nullptr};

}  // namespace pluggable::tests
