// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Generators of calls of TensorFlow's ops on diagonals, of einsum and of decompositions.

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel_test_draw.h"

namespace pluggable::tests {
namespace {

// A band of diagonals of matrices, which are the last two dimensions of a shape.
struct Band {
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t lower = 0;
  int64_t upper = 0;

  Band(Random& random, const Dims& shape)
      : rows(shape[shape.size() - 2]),
        columns(shape.back()),
        lower(random.Int(-std::max<int64_t>(rows - 1, 0), std::max<int64_t>(columns - 1, 0))),
        upper(random.OneIn(3) ? lower : random.Int(lower, std::max<int64_t>(columns - 1, 0))) {}

  // The shape of a tensor that holds the diagonals of all matrices of that shape.
  Dims Packed(Dims shape) const {
    shape.resize(shape.size() - 2);
    if (lower < upper) shape.push_back(upper - lower + 1);
    shape.push_back(
        std::min(rows + std::min<int64_t>(upper, 0), columns - std::max<int64_t>(lower, 0)));
    return shape;
  }

  void DrawRange(Draw& draw) const {
    if (lower < upper) return draw.Input("k", {2}, {lower, upper});
    draw.Input("k", draw.random().OneIn(2) ? Dims{} : Dims{1}, {lower});
  }
};

void MatrixDiagPart(Draw& draw) {
  const Dims shape = draw.Shape(2, 4);
  const Band band(draw.random(), shape);
  draw.Input("input", shape);
  band.DrawRange(draw);
  draw.Input("padding_value", Dims{});
}

void MatrixDiag(Draw& draw) {
  Dims shape = draw.Shape(2, 4);
  // If the op must determine the size, the matrix is square, with the longer side.
  for (size_t d = shape.size() - 2; d < shape.size(); ++d)
    shape[d] = std::min<int64_t>(shape[d], 60);
  const Band band(draw.random(), shape);
  draw.Input("diagonal", band.Packed(shape));
  band.DrawRange(draw);
  draw.Input("num_rows", {}, {draw.random().OneIn(3) ? -1 : band.rows});
  draw.Input("num_cols", {}, {draw.random().OneIn(3) ? -1 : band.columns});
  draw.Input("padding_value", Dims{});
}

void MatrixSetDiag(Draw& draw) {
  const Dims shape = draw.Shape(2, 4);
  const Band band(draw.random(), shape);
  draw.Input("input", shape);
  draw.Input("diagonal", band.Packed(shape));
  band.DrawRange(draw);
}

void MatrixBandPart(Draw& draw) {
  const Dims shape = draw.Shape(2, 4);
  draw.Input("input", shape);
  draw.Input("num_lower", {}, {draw.random().Int(-1, shape[shape.size() - 2])});
  draw.Input("num_upper", {}, {draw.random().Int(-1, shape.back())});
}

Dims SmallShape(Draw& draw, int64_t min_rank, int64_t max_rank) {
  Dims shape = draw.Shape(min_rank, max_rank);
  while (NumElements(shape) > 60) *std::max_element(shape.begin(), shape.end()) = 2;
  return shape;
}

// The CPU rounds every step of a sum of half or bfloat16. Short sums of small integers are exact.
void Factors(Draw& draw, const std::string& arg, const Dims& shape) {
  const TF_DataType type = draw.TypeOf(arg);
  if (type != TF_HALF && type != TF_BFLOAT16) return draw.Input(arg, shape);
  std::vector<int64_t> values(static_cast<size_t>(NumElements(shape)));
  for (int64_t& value : values) value = draw.random().Int(-1, 1);
  draw.Input(arg, shape, values);
}

void Diag(Draw& draw) { draw.Input("diagonal", SmallShape(draw, 1, 3)); }

void DiagPart(Draw& draw) {
  Dims shape = SmallShape(draw, 0, 3);
  const Dims half = shape;
  shape.insert(shape.end(), half.begin(), half.end());
  draw.Input("input", shape);
}

// An equation of one or two operands: labels with sizes, some repeated in an operand, some in only
// one operand, in any order; sometimes an ellipsis.
void Einsum(Draw& draw) {
  if (draw.values() == Values::kSpecial) draw.SetValues(Values::kNonFinite);
  Random& random = draw.random();
  const std::string letters = "abcdefg";
  Dims sizes;
  for (size_t i = 0; i < letters.size(); ++i)
    sizes.push_back(random.OneIn(50) ? 0 : random.Int(1, 5));
  const bool broadcasts = random.OneIn(3);
  const Dims bcast = broadcasts ? SmallShape(draw, 0, 2) : Dims{};
  const int64_t operands = random.OneIn(4) ? 1 : 2;
  std::string equation;
  std::string used;
  for (int64_t i = 0; i < operands; ++i) {
    std::string labels;
    Dims shape;
    const int64_t rank = random.Int(0, 4);
    const int64_t ellipsis = broadcasts && !random.OneIn(4) ? random.Int(0, rank) : -1;
    for (int64_t d = 0; d <= rank; ++d) {
      if (d == ellipsis) {
        labels += "...";
        const Dims dims = i == 0 ? bcast : draw.BroadcastableTo(bcast);
        shape.insert(shape.end(), dims.begin(), dims.end());
      }
      if (d == rank) break;
      auto label = static_cast<size_t>(random.Int(0, static_cast<int64_t>(letters.size()) - 1));
      while (labels.find(letters[label]) != std::string::npos && !random.OneIn(6))
        label = (label + 1) % letters.size();
      labels += letters[label];
      shape.push_back(sizes[label]);
      if (used.find(letters[label]) == std::string::npos) used += letters[label];
    }
    equation += (i == 0 ? "" : ",") + labels;
    Factors(draw, "inputs", shape);
  }
  std::string output;
  for (size_t i = used.size(); i > 0; --i) {  // any of the labels, in any order
    std::swap(used[i - 1], used[static_cast<size_t>(random.Int(0, static_cast<int64_t>(i) - 1))]);
    if (!random.OneIn(3)) output += used[i - 1];
    if (random.OneIn(20)) output += used[i - 1];
  }
  if (broadcasts && !random.OneIn(20))
    output.insert(static_cast<size_t>(random.Int(0, static_cast<int64_t>(output.size()))), "...");
  draw.SetInt("N", operands);
  draw.SetString("equation",
                 random.OneIn(40) ? equation : equation + (random.OneIn(40) ? "," : "->") + output);
}

void Qr(Draw& draw) {
  draw.SetValues(Values::kOrdinary);
  Dims shape = SmallShape(draw, 0, 2);
  for (int i = 0; i < 2; ++i)
    shape.push_back(draw.random().OneIn(20) ? 0 : draw.random().Int(1, 12));
  draw.Input("input", shape);
}

// The CPU's kernel crashes for several diagonals in a tensor of one dimension.
bool CpuDiagIsNoReference(const OpCall& call) {
  return call.op == "MatrixDiagV3" && call.inputs[0].tensors[0].dims.size() < 2 &&
         NumElements(call.inputs[1].tensors[0].dims) == 2;
}

Generator FindMatrixGenerator(const std::string& op) {
  static const std::map<std::string, Generator, std::less<>> kGenerators = {
      {"Diag", Diag},
      {"DiagPart", DiagPart},
      {"Einsum", Einsum},
      {"MatrixBandPart", MatrixBandPart},
      {"MatrixDiagPartV3", MatrixDiagPart},
      {"MatrixDiagV3", MatrixDiag},
      {"MatrixSetDiagV3", MatrixSetDiag},
      {"Qr", Qr},
  };
  const auto found = kGenerators.find(op);
  return found == kGenerators.end() ? nullptr : found->second;
}

}  // namespace

const OpGroup kMatrixOps = {FindMatrixGenerator, CpuDiagIsNoReference};

}  // namespace pluggable::tests
