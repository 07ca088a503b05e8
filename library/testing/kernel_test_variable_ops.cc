// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Generators of calls of ops on variables. Each call gets new variables with the drawn values. They
// are not compared with the CPU here; kernel_fuzz calls them.

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernel_test_draw.h"

namespace pluggable::tests {
namespace {

bool IsVariable(const ArgDef& arg) { return arg.type == TF_RESOURCE; }

// Variables and inputs of their size have one shape; all other inputs are scalars.
void Train(Draw& draw) {
  const Dims shape = draw.Shape(0, 3);
  for (const ArgDef& arg : draw.def().inputs) {
    const bool is_full =
        IsVariable(arg) || arg.name == "grad" || arg.name == "delta" || arg.name == "value";
    draw.Input(arg.name, is_full ? shape : Dims());
  }
}

// Rows of a variable, some of them several times, sometimes one out of range.
void DrawRows(Draw& draw, const Dims& dims, int64_t rows) {
  std::vector<int64_t> indices(static_cast<size_t>(NumElements(dims)));
  for (int64_t& index : indices) index = draw.random().Int(0, std::max<int64_t>(rows - 1, 0));
  if (!indices.empty() && draw.random().OneIn(8)) indices.front() = rows;
  draw.Input("indices", dims, indices);
}

void TrainRows(Draw& draw) {
  const Dims shape = draw.Shape(1, 3);
  const Dims count = {draw.random().Int(0, 6)};
  Dims updates = shape;
  updates[0] = count[0];
  for (const ArgDef& arg : draw.def().inputs) {
    if (arg.name == "indices") {
      DrawRows(draw, count, shape[0]);
    } else if (arg.name == "grad") {
      draw.Input(arg.name, updates);
    } else {
      draw.Input(arg.name, IsVariable(arg) ? shape : Dims());
    }
  }
}

void GatherRows(Draw& draw) {
  const Dims shape = draw.Shape(1, 3);
  draw.Input("resource", shape);
  if (draw.HasAttr("batch_dims")) draw.SetInt("batch_dims", 0);
  DrawRows(draw, draw.Shape(0, 2), shape[0]);
}

void ScatterRows(Draw& draw) {
  const Dims shape = draw.Shape(1, 3);
  const Dims count = {draw.random().Int(0, 6)};
  draw.Input("resource", shape);
  DrawRows(draw, count, shape[0]);
  Dims updates = shape;
  updates[0] = count[0];
  draw.Input("updates", draw.random().OneIn(3) ? Dims() : updates);
}

// Vectors of indices into the variable's first dimensions.
void AtVectors(Draw& draw) {
  const Dims shape = draw.Shape(1, 4);
  const int64_t depth = draw.random().Int(1, Rank(shape));
  const int64_t count = draw.random().Int(0, 6);
  std::vector<int64_t> indices;
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t d = 0; d < depth; ++d) {
      const int64_t size = shape[static_cast<size_t>(d)];
      indices.push_back(draw.random().Int(0, std::max<int64_t>(size - 1, 0)));
    }
  }
  draw.Input(draw.def().inputs[0].name, shape);
  draw.Input("indices", {count, depth}, indices);
  Dims updates = {count};
  updates.insert(updates.end(), shape.begin() + depth, shape.end());
  draw.Input("updates", updates);
}

void AssignSlice(Draw& draw) {
  const Dims shape = draw.Shape(0, 4);
  std::vector<int64_t> begin;
  std::vector<int64_t> end;
  std::vector<int64_t> strides;
  Dims value;
  for (const int64_t dim : shape) {
    begin.push_back(draw.random().Int(0, dim));
    end.push_back(draw.random().Int(begin.back(), dim));
    strides.push_back(draw.random().Int(1, 3));
    value.push_back((end.back() - begin.back() + strides.back() - 1) / strides.back());
  }
  for (const char* mask :
       {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"}) {
    draw.SetInt(mask, draw.random().OneIn(4) ? draw.random().Int(0, 15) : 0);
  }
  draw.Input("ref", shape);
  draw.Input("begin", VectorOf(begin), begin);
  draw.Input("end", VectorOf(end), end);
  draw.Input("strides", VectorOf(strides), strides);
  draw.Input("value", value);
}

void CountUpTo(Draw& draw) {
  draw.Input("resource", {}, {draw.random().Int(0, 5)});
  draw.SetInt("limit", draw.random().Int(0, 5));
}

// A generator's state is a variable: a counter of two words, and a key. 1 is Philox, and so is 3,
// the device's choice.
void WithState(Draw& draw) {
  const Dims shape = draw.Shape(0, 3);
  draw.SmallIntegers("resource", {3}, -1, 9);
  for (const ArgDef& arg : draw.def().inputs) {
    if (arg.name == "algorithm" || arg.name == "alg") {
      draw.Input(arg.name, {}, {draw.random().Of<int64_t>({1, 1, 3})});
    } else if (arg.name == "delta") {
      draw.SmallIntegers(arg.name, {}, -3, 99);
    } else if (arg.name == "shape") {
      draw.Input(arg.name, VectorOf(shape), shape);
    } else if (arg.name == "minval" || arg.name == "maxval") {
      draw.Input(arg.name, {}, {arg.name == "minval" ? int64_t{0} : draw.random().Int(1, 9)});
    }
  }
}

Generator FindVariableGenerator(const std::string& op) {
  static const std::map<std::string_view, Generator> kFamilies = {
      {"AssignAddVariableOp", Train},
      {"AssignSubVariableOp", Train},
      {"ResourceApply", Train},
      {"ResourceCountUpTo", CountUpTo},
      {"ResourceGather", GatherRows},
      {"ResourceGatherNd", AtVectors},
      {"ResourceScatter", ScatterRows},
      {"ResourceScatterNd", AtVectors},
      {"ResourceSparseApply", TrainRows},
      {"ResourceStridedSliceAssign", AssignSlice},
      {"RngReadAndSkip", WithState},
      {"RngSkip", WithState},
      {"Stateful", WithState},
  };
  // Of the families whose name the op's begins with, the one with the longest name.
  Generator generator = nullptr;
  for (const auto& [family, each] : kFamilies) {
    if (op.compare(0, family.size(), family) == 0) generator = each;
  }
  return generator;
}

}  // namespace

const OpGroup kVariableOps = {FindVariableGenerator, nullptr};

}  // namespace pluggable::tests
