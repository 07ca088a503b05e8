// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Generators of calls of gathers and scatters by vectors of indices, and of ops whose outputs are
// indices.

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernel_test_draw.h"

namespace pluggable::tests {
namespace {

// Vectors of indices into the first dimensions of `shape`.
struct Vectors {
  Dims outer;
  int64_t depth;

  Vectors(Draw& draw, const Dims& shape, int64_t min_outer)
      : outer(draw.Shape(min_outer, 2)),
        depth(draw.random().Int(draw.random().OneIn(12) ? 0 : 1,
                                static_cast<int64_t>(shape.size()))) {
    while (NumElements(outer) > 500) *std::max_element(outer.begin(), outer.end()) = 20;
    if (draw.HasAttr("bad_indices_policy")) {
      draw.SetString("bad_indices_policy",
                     draw.random().Of<std::string>({"", "DEFAULT", "ERROR", "IGNORE"}));
    }
  }

  void DrawIndices(Draw& draw, const Dims& shape) const {
    Dims dims = outer;
    dims.push_back(depth);
    std::vector<int64_t> indices(static_cast<size_t>(NumElements(dims)));
    for (size_t i = 0; i < indices.size(); ++i) {
      const int64_t size = shape[i % static_cast<size_t>(depth)];
      indices[i] = draw.random().Int(0, std::max<int64_t>(size - 1, 0));
    }
    if (!indices.empty() && draw.random().OneIn(5))  // one index out of range
      indices[draw.random().Next() % indices.size()] = draw.random().Of<int64_t>({-1, 1000});
    draw.Input("indices", dims, indices);
  }

  // As many slices as there are vectors.
  Dims Slices(const Dims& shape) const {
    Dims dims = outer;
    dims.insert(dims.end(), shape.begin() + depth, shape.end());
    return dims;
  }
};

void GatherNd(Draw& draw) {
  const Dims shape = draw.Shape(1, 4);
  const Vectors vectors(draw, shape, 0);
  draw.Input("params", shape);
  vectors.DrawIndices(draw, shape);
}

void Updates(Draw& draw, const Dims& dims) {
  // With the largest numbers, overflow of a sum depends on its order. Comparisons of NaN with
  // numbers depend on the instructions.
  const bool compares =
      draw.def().name == "TensorScatterMax" || draw.def().name == "TensorScatterMin";
  if (draw.values() == Values::kSpecial)
    draw.SetValues(compares ? Values::kOrdinary : Values::kNonFinite);
  draw.Input("updates", dims);
}

void ScatterNd(Draw& draw) {
  const Dims shape = draw.Shape(1, 4);
  const Vectors vectors(draw, shape, 1);
  vectors.DrawIndices(draw, shape);
  Updates(draw, vectors.Slices(shape));
  draw.Input("shape", {static_cast<int64_t>(shape.size())}, shape);
}

void TensorScatter(Draw& draw) {
  const Dims shape = draw.Shape(1, 4);
  const Vectors vectors(draw, shape, 1);
  vectors.DrawIndices(draw, shape);
  Updates(draw, vectors.Slices(shape));
  draw.Input("tensor", shape);
}

// Rows of a tensor, some of them several times. Indices out of range wrap around.
void Inplace(Draw& draw) {
  Dims shape = draw.Shape(1, 4);
  draw.Input("x", shape);
  std::vector<int64_t> rows(static_cast<size_t>(draw.random().Int(0, 6)));
  for (int64_t& row : rows) row = draw.random().Int(-2 * shape[0] - 1, 2 * shape[0] + 1);
  shape[0] = static_cast<int64_t>(rows.size());
  draw.Input("i", {shape[0]}, rows);
  draw.Input("v", shape);
}

// Mostly numbers, many of which are zero.
void Where(Draw& draw) {
  const Dims shape = draw.random().OneIn(12) ? Dims() : draw.Shape(1, 5);
  if (draw.values() == Values::kSpecial || draw.TypeOf("input") == TF_BOOL) {
    draw.Input("input", shape);
  } else {
    draw.SmallIntegers("input", shape, draw.random().Int(-1, 0), draw.random().Int(0, 1));
  }
}

// Often equal numbers. NaN has no order.
void TopK(Draw& draw) {
  Random& random = draw.random();
  const Dims shape = draw.Shape(1, 4);
  draw.SetValues(Values::kOrdinary);
  if (random.OneIn(2)) {
    draw.Input("input", shape);
  } else {
    draw.SmallIntegers("input", shape, 0, 5);
  }
  int64_t k = random.OneIn(4) ? shape.back() : random.Int(0, shape.back());
  if (draw.Int("sorted") == 0) k = shape.back();
  draw.Input("k", {}, {random.OneIn(15) ? shape.back() + 1 : k});
}

// The CPU's in-place updates crash if the tensors are scalars. The order of its TopKV2 is undefined
// unless it is sorted or returns all elements.
bool CpuIndexOpIsNoReference(const OpCall& call) {
  if (call.op == "TopKV2") {
    const Dims& shape = call.inputs[0].tensors[0].dims;
    const HostTensor& k = call.inputs[1].tensors[0];
    const auto is_unsorted = [](const NamedAttr& attr) {
      return attr.name == "sorted" && attr.value.ints[0] == 0;
    };
    return !shape.empty() && k.dims.empty() && Integers(k)[0] != shape.back() &&
           std::any_of(call.attrs.begin(), call.attrs.end(), is_unsorted);
  }
  return call.op.rfind("Inplace", 0) == 0 && call.inputs[2].tensors[0].dims.empty();
}

Generator FindIndexGenerator(const std::string& op) {
  static const std::map<std::string, Generator, std::less<>> kGenerators = {
      {"GatherNd", GatherNd},
      {"InplaceAdd", Inplace},
      {"InplaceSub", Inplace},
      {"InplaceUpdate", Inplace},
      {"ScatterNd", ScatterNd},
      {"TensorScatterAdd", TensorScatter},
      {"TensorScatterMax", TensorScatter},
      {"TensorScatterMin", TensorScatter},
      {"TensorScatterSub", TensorScatter},
      {"TensorScatterUpdate", TensorScatter},
      {"TopKV2", TopK},
      {"Where", Where},
  };
  const auto found = kGenerators.find(op);
  return found == kGenerators.end() ? nullptr : found->second;
}

}  // namespace

const OpGroup kIndexOps = {FindIndexGenerator, CpuIndexOpIsNoReference};

}  // namespace pluggable::tests
