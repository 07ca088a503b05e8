// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Generators of calls of TensorFlow's array ops.

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <string>

#include "kernel_test_draw.h"

namespace pluggable::tests {
namespace {

size_t Index(int64_t axis, int64_t rank) {
  return static_cast<size_t>(axis < 0 ? axis + rank : axis);
}

void ExpandDims(Draw& draw) {
  const Dims shape = draw.Shape(0, 4);
  draw.Input("input", shape);
  draw.Input("dim", {}, {draw.random().Int(-Rank(shape) - 1, Rank(shape))});
}

void Reshape(Draw& draw) {
  const Dims shape = draw.Shape();
  Dims target = shape;
  std::vector<int64_t> order = Permutation(Rank(shape), draw.random());
  for (size_t i = 0; i < target.size(); ++i) target[i] = shape[static_cast<size_t>(order[i])];
  if (target.size() > 1 && draw.random().OneIn(2)) {
    target[1] *= target[0];
    target.erase(target.begin());
  }
  if (!target.empty() && draw.random().OneIn(2)) target[0] = -1;
  draw.Input("tensor", shape);
  draw.Input("shape", VectorOf(target), target);
}

void Squeeze(Draw& draw) {
  Dims shape = draw.Shape();
  std::vector<int64_t> ones;
  for (int64_t i = 0; i < Rank(shape); ++i) {
    if (draw.random().OneIn(2)) continue;
    shape[static_cast<size_t>(i)] = 1;
    ones.push_back(draw.random().OneIn(2) ? i : i - Rank(shape));
  }
  draw.SetInts("squeeze_dims", draw.random().OneIn(2) ? ones : std::vector<int64_t>{});
  draw.Input("input", shape);
}

void Transpose(Draw& draw) {
  const Dims shape = draw.Shape();
  const std::vector<int64_t> perm = Permutation(Rank(shape), draw.random());
  draw.Input("x", shape);
  draw.Input("perm", VectorOf(perm), perm);
}

void InvertPermutation(Draw& draw) {
  const std::vector<int64_t> perm = Permutation(draw.random().Int(0, 9), draw.random());
  draw.Input("x", VectorOf(perm), perm);
}

void Tile(Draw& draw) {
  const Dims shape = draw.Shape(0, 4);
  std::vector<int64_t> multiples;
  for (size_t i = 0; i < shape.size(); ++i)
    multiples.push_back(draw.random().Of<int64_t>({0, 1, 1, 1, 2, 3}));
  draw.Input("input", shape);
  draw.Input("multiples", VectorOf(multiples), multiples);
}

void BroadcastTo(Draw& draw) {
  const Dims shape = draw.Shape();
  draw.Input("input", draw.BroadcastableTo(shape));
  draw.Input("shape", VectorOf(shape), shape);
}

void Fill(Draw& draw) {
  const Dims shape = draw.Shape();
  draw.Input("dims", VectorOf(shape), shape);
  draw.Input("value", Dims{});
}

void Pad(Draw& draw) {
  const Dims shape = draw.Shape();
  const bool mirror = draw.HasAttr("mode");
  std::vector<int64_t> paddings;
  for (const int64_t dim : shape) {
    const int64_t most = mirror ? std::max<int64_t>(dim - 1, 0) : 3;
    for (int side = 0; side < 2; ++side)
      paddings.push_back(draw.random().Int(0, std::min<int64_t>(most, 3)));
  }
  draw.Input("input", shape);
  draw.Input("paddings", {Rank(shape), 2}, paddings);
  if (draw.HasInput("constant_values")) draw.Input("constant_values", Dims{});
}

void Slice(Draw& draw) {
  const Dims shape = draw.Shape();
  std::vector<int64_t> begin;
  std::vector<int64_t> size;
  for (const int64_t dim : shape) {
    begin.push_back(draw.random().Int(0, dim));
    size.push_back(draw.random().OneIn(4) ? -1 : draw.random().Int(0, dim - begin.back()));
  }
  draw.Input("input", shape);
  draw.Input("begin", VectorOf(begin), begin);
  draw.Input("size", VectorOf(size), size);
}

void StridedSlice(Draw& draw) {
  Random& random = draw.random();
  const Dims shape = draw.Shape(0, 4);
  const int64_t count = random.Int(0, Rank(shape) + 1);
  std::vector<int64_t> begin;
  std::vector<int64_t> end;
  std::vector<int64_t> strides;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t dim = i < Rank(shape) ? shape[static_cast<size_t>(i)] : 1;
    begin.push_back(random.Int(-dim - 1, dim + 1));
    end.push_back(random.Int(-dim - 1, dim + 1));
    strides.push_back(random.Of<int64_t>({1, 1, 1, 2, 3, -1, -2}));
  }
  const int64_t masks = (int64_t{1} << count) - 1;
  for (const char* mask : {"begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask"}) {
    draw.SetInt(mask, random.OneIn(2) ? 0 : random.Int(0, masks));
  }
  draw.SetInt("ellipsis_mask",
              count > 0 && random.OneIn(4) ? int64_t{1} << random.Int(0, count - 1) : 0);
  draw.Input("input", shape);
  draw.Input("begin", {count}, begin);
  draw.Input("end", {count}, end);
  draw.Input("strides", {count}, strides);
}

// The shape of the input of a StridedSlice whose slice has the gradient's shape. Entries are drawn
// dimension by dimension, so that the slice's shape is known.
void StridedSliceGrad(Draw& draw) {
  Random& random = draw.random();
  const Dims shape = draw.Shape(0, 4);
  Dims dy;
  std::vector<int64_t> begin;
  std::vector<int64_t> end;
  std::vector<int64_t> strides;
  std::map<std::string, int64_t> masks;
  bool has_ellipsis = false;
  size_t d = 0;
  while (d < shape.size() && (has_ellipsis || !random.OneIn(6))) {
    const int64_t bit = int64_t{1} << begin.size();
    const int64_t dim = shape[d];
    const int64_t kind = random.Int(0, 7);
    int64_t from = random.Int(0, std::max<int64_t>(dim - 1, 0));
    int64_t to = random.Int(from, dim);
    int64_t stride = 1;
    if (kind == 0) {
      masks["new_axis_mask"] |= bit;
      dy.push_back(1);
    } else if (kind == 1 && !has_ellipsis) {
      has_ellipsis = true;
      masks["ellipsis_mask"] |= bit;
      for (int64_t skip = random.Int(0, Rank(shape) - static_cast<int64_t>(d)); skip > 0; --skip)
        dy.push_back(shape[d++]);
    } else if (kind == 2 && dim > 0) {
      masks["shrink_axis_mask"] |= bit;
      ++d;
    } else {
      stride = random.Of<int64_t>({1, 1, 2, 3, -1, -2});
      if (stride < 0) to = random.Int(0, from);
      const bool whole = dim > 0 && random.OneIn(3);
      if (whole) {
        masks["begin_mask"] |= bit;
        masks["end_mask"] |= bit;
      }
      const int64_t length = whole ? dim : std::abs(to - from);
      dy.push_back((length + std::abs(stride) - 1) / std::abs(stride));
      ++d;
    }
    begin.push_back(from < dim && random.OneIn(3) ? from - dim : from);
    end.push_back(to);
    strides.push_back(stride);
  }
  dy.insert(dy.end(), shape.begin() + static_cast<int64_t>(d), shape.end());
  for (const char* mask :
       {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"})
    draw.SetInt(mask, masks[mask]);
  draw.Input("shape", VectorOf(shape), shape);
  draw.Input("begin", VectorOf(begin), begin);
  draw.Input("end", VectorOf(end), end);
  draw.Input("strides", VectorOf(strides), strides);
  draw.Input("dy", dy);
}

void Gather(Draw& draw) {
  Random& random = draw.random();
  const Dims shape = draw.Shape(1, 4);
  const bool has_axis = draw.HasInput("axis");
  const int64_t axis = has_axis ? draw.Axis(Rank(shape)) : 0;
  const int64_t dim = shape[Index(axis, Rank(shape))];
  Dims indices_shape = draw.Shape(0, 2);
  if (has_axis && random.OneIn(4)) {  // batch dimensions
    const int64_t batch = random.Int(0, static_cast<int64_t>(Index(axis, Rank(shape))));
    draw.SetInt("batch_dims", batch);
    indices_shape.assign(shape.begin(), shape.begin() + batch);
    indices_shape.push_back(random.Int(0, 4));
  } else {
    draw.SetInt("batch_dims", 0);
  }
  std::vector<int64_t> indices(static_cast<size_t>(NumElements(indices_shape)));
  for (int64_t& index : indices) index = random.Int(0, std::max<int64_t>(dim - 1, 0));
  draw.Input("params", shape);
  draw.Input("indices", indices_shape, indices);
  if (has_axis) draw.Input("axis", {}, {axis});
}

void Concat(Draw& draw) {
  Random& random = draw.random();
  const bool v2 = draw.HasInput("axis");
  const Dims shape = draw.Shape(1, 4);
  const int64_t axis = draw.Axis(Rank(shape));
  std::vector<Dims> shapes(static_cast<size_t>(random.Int(2, 5)), shape);
  for (Dims& dims : shapes) dims[Index(axis, Rank(shape))] = random.Int(0, 6);
  draw.InputList("values", shapes);
  draw.Input(v2 ? "axis" : "concat_dim", {}, {axis});
}

void Pack(Draw& draw) {
  const Dims shape = draw.Shape(0, 4);
  draw.SetInt("axis", draw.random().Int(-Rank(shape) - 1, Rank(shape)));
  draw.InputList("values", std::vector<Dims>(static_cast<size_t>(draw.random().Int(1, 5)), shape));
}

// Writes a row of its first input.
void ParallelConcatUpdate(Draw& draw) {
  Dims shape = draw.Shape(1, 4);
  shape[0] = std::max<int64_t>(shape[0], 1);
  draw.SetInt("loc", draw.random().Int(0, shape[0] - 1));
  draw.Input("value", shape);
  shape[0] = 1;
  draw.Input("update", shape);
}

void Unpack(Draw& draw) {
  const Dims shape = draw.Shape(1, 4);
  const int64_t axis = draw.Axis(Rank(shape));
  draw.SetInt("axis", axis);
  draw.SetInt("num", shape[Index(axis, Rank(shape))]);
  draw.Input("value", shape);
}

void Split(Draw& draw) {
  Dims shape = draw.Shape(1, 4);
  const int64_t axis = draw.Axis(Rank(shape));
  const int64_t parts = draw.random().Int(1, 4);
  shape[Index(axis, Rank(shape))] = parts * draw.random().Int(0, 3);
  draw.SetInt("num_split", parts);
  draw.Input("split_dim", {}, {axis});
  draw.Input("value", shape);
}

void SplitV(Draw& draw) {
  Dims shape = draw.Shape(1, 4);
  const int64_t axis = draw.Axis(Rank(shape));
  std::vector<int64_t> sizes;
  for (int64_t parts = draw.random().Int(1, 4); parts > 0; --parts)
    sizes.push_back(draw.random().Int(0, 4));
  shape[Index(axis, Rank(shape))] = std::accumulate(sizes.begin(), sizes.end(), int64_t{0});
  if (draw.random().OneIn(3)) sizes[0] = -1;
  draw.SetInt("num_split", static_cast<int64_t>(sizes.size()));
  draw.Input("value", shape);
  draw.Input("size_splits", VectorOf(sizes), sizes);
  draw.Input("split_dim", {}, {axis});
}

void ReverseV2(Draw& draw) {
  const Dims shape = draw.Shape();
  std::vector<int64_t> axes = Permutation(Rank(shape), draw.random());
  axes.resize(static_cast<size_t>(draw.random().Int(0, Rank(shape))));
  draw.Input("tensor", shape);
  draw.Input("axis", VectorOf(axes), axes);
}

// Select takes a condition of the whole shape, of its first dimension, or a scalar.
void Select(Draw& draw) {
  const Dims shape = draw.Shape();
  const int64_t kind = shape.empty() ? 0 : draw.random().Int(0, 2);
  draw.Input("condition", kind == 0 ? shape : kind == 1 ? Dims{} : Dims{shape[0]});
  draw.Input(draw.def().inputs[1].name, shape);
  draw.Input(draw.def().inputs[2].name, shape);
}

void OneHot(Draw& draw) {
  const Dims shape = draw.Shape(0, 3);
  draw.SetInt("axis", draw.random().Int(-1, Rank(shape)));
  draw.Input("indices", shape);
  draw.Input("depth", {}, {draw.random().OneIn(12) ? -1 : draw.random().Int(0, 6)});
  draw.Input("on_value", Dims{});
  draw.Input("off_value", Dims{});
}

void Range(Draw& draw) {
  const int64_t delta = draw.random().Of<int64_t>({1, 2, 3, -1, -2});
  const int64_t start = draw.random().Int(-10, 10);
  draw.Input("start", {}, {start});
  draw.Input("limit", {}, {start + delta * draw.random().Int(0, 40)});
  draw.Input("delta", {}, {delta});
}

void Bitcast(Draw& draw) { draw.Input("input", draw.Shape(1, 4)); }

Generator FindArrayGenerator(const std::string& op) {
  static const std::map<std::string, Generator, std::less<>> kGenerators = {
      {"Bitcast", Bitcast},
      {"BroadcastTo", BroadcastTo},
      {"Concat", Concat},
      {"ConcatV2", Concat},
      {"ExpandDims", ExpandDims},
      {"Fill", Fill},
      {"Gather", Gather},
      {"GatherV2", Gather},
      {"InvertPermutation", InvertPermutation},
      {"MirrorPad", Pad},
      {"OneHot", OneHot},
      {"Pack", Pack},
      {"Pad", Pad},
      {"PadV2", Pad},
      {"Range", Range},
      {"Reshape", Reshape},
      {"ReverseV2", ReverseV2},
      {"Select", Select},
      {"Slice", Slice},
      {"Split", Split},
      {"SplitV", SplitV},
      {"Squeeze", Squeeze},
      {"StridedSlice", StridedSlice},
      {"StridedSliceGrad", StridedSliceGrad},
      {"Tile", Tile},
      {"Transpose", Transpose},
      {"Unpack", Unpack},
      {"_ParallelConcatUpdate", ParallelConcatUpdate},
  };
  const auto found = kGenerators.find(op);
  return found == kGenerators.end() ? nullptr : found->second;
}

}  // namespace

const OpGroup kArrayOps = {FindArrayGenerator, nullptr};

}  // namespace pluggable::tests
