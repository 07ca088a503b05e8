// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Generators of calls of TensorFlow's elementwise and reduction ops.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pluggable/types.h"

#include "kernel_test_draw.h"
#include "kernel_test_values.h"

namespace pluggable::tests {
namespace {

// All inputs have one shape.
void SameShape(Draw& draw) {
  const Dims shape = draw.Shape();
  for (const ArgDef& arg : draw.def().inputs) {
    if (!draw.IsList(arg.name)) draw.Input(arg.name, shape);
  }
}

// A gradient and the point at which it is computed.
void FormulaGradient(Draw& draw) {
  draw.AvoidExtremes();
  SameShape(draw);
}

// For half and bfloat16, the output `at` is an integer in least .. most: elsewhere, the CPU's
// rounding of every step may leave nothing to compare.
void GradientAtIntegers(Draw& draw, const std::string& at, int64_t least, int64_t most) {
  if (!IsNarrow(draw.TypeOf(at))) return SameShape(draw);
  const Dims shape = draw.Shape();
  for (const ArgDef& arg : draw.def().inputs) {
    if (arg.name != at) draw.Input(arg.name, shape);
  }
  draw.SmallIntegers(at, shape, least, most);
}

// The CPU rounds outputs + 1.758, so avoid -1.758. Gradients for an output of NaN differ between
// releases (2.21, 2.22).
void SeluGrad(Draw& draw) {
  draw.SetValues(Values::kOrdinary);
  GradientAtIntegers(draw, "outputs", -1, 2);
}

// The CPU rounds y * y before it subtracts it from 1, so avoid 1 and -1.
void TanhGrad(Draw& draw) {
  draw.AvoidExtremes();
  GradientAtIntegers(draw, "y", -2, 2);
}

// Two inputs, of which the second broadcasts against the first.
void Broadcasting(Draw& draw) {
  const Dims shape = draw.Shape();
  draw.Input(draw.def().inputs[0].name, shape);
  draw.Input(draw.def().inputs[1].name, draw.BroadcastableTo(shape));
}

// TensorFlow's threads treat a subnormal quotient as 0. It stays 0 when it is rounded down, but any
// other negative number becomes -1.
void FloorDiv(Draw& draw) {
  if (IsFloating(draw.TypeOf("x"))) draw.AvoidExtremes();
  Broadcasting(draw);
}

// For half and bfloat16, the CPU rounds the logarithm before the product. Near the largest number,
// that decides about overflow.
void TimesLogarithm(Draw& draw) {
  if (IsNarrow(draw.TypeOf("x"))) draw.AvoidExtremes();
  Broadcasting(draw);
}

// Small integers, many of which are close enough.
void ApproximateEqual(Draw& draw) {
  const Dims shape = draw.Shape();
  draw.SmallIntegers("x", shape, -2, 2);
  draw.SmallIntegers("y", shape, -2, 2);
}

// For the largest and the smallest numbers, the CPU's incomplete functions are 0, 1 or NaN.
void Incomplete(Draw& draw) {
  draw.AvoidExtremes();
  if (draw.random().OneIn(2)) draw.SetValues(Values::kPositive);
  Broadcasting(draw);
}

// Numbers from `least` to a little more than 1.
HostTensor UnitNumbers(Draw& draw, const std::string& arg, const Dims& shape, double least) {
  constexpr double kStep = 1.0 / 64;
  std::vector<double> values(static_cast<size_t>(NumElements(shape)));
  for (double& value : values) {
    value = kStep * std::floor(draw.random().Real(least / kStep, 1.05 / kStep));
  }
  return RealTensor(draw.TypeOf(arg), shape, values);
}

void Erfinv(Draw& draw) { draw.Input("x", UnitNumbers(draw, "x", draw.Shape(), -1.05)); }

void Ndtri(Draw& draw) { draw.Input("x", UnitNumbers(draw, "x", draw.Shape(), -0.05)); }

// Tensors of one shape, and scalars.
void Betainc(Draw& draw) {
  draw.AvoidExtremes();
  if (draw.random().OneIn(2)) draw.SetValues(Values::kPositive);
  const Dims shape = draw.Shape();
  const auto shape_or_scalar = [&] { return draw.random().OneIn(4) ? Dims{} : shape; };
  draw.Input("a", shape_or_scalar());
  draw.Input("b", shape_or_scalar());
  draw.Input("x", UnitNumbers(draw, "x", shape_or_scalar(), -0.05));
}

// Zeta and Polygamma: the order, and the argument. Between the poles at negative numbers, the CPU
// accumulates the distance from them with rounding errors.
void OrderAndPlace(Draw& draw) {
  draw.SetValues(Values::kPositive);
  const Dims shape = draw.Shape();
  draw.SmallIntegers(draw.def().inputs[0].name, shape, -1, 6);
  draw.Input(draw.def().inputs[1].name, draw.BroadcastableTo(shape));
}

void AddN(Draw& draw) {
  draw.AvoidExtremes();
  if (IsFloating(draw.TypeOf("inputs")) && draw.random().OneIn(8)) {
    const Dims shape = draw.Shape(0, 2);
    const std::vector<double> zeros(static_cast<size_t>(NumElements(shape)), -0.0);
    const int64_t terms = draw.random().Int(1, 5);
    for (int64_t i = 0; i < terms; ++i) {
      draw.Input("inputs", RealTensor(draw.TypeOf("inputs"), shape, zeros));
    }
    return draw.SetInt("N", terms);
  }
  // The CPU rounds after every addition; two tensors need one.
  const int64_t most = IsNarrow(draw.TypeOf("inputs")) ? 2 : 5;
  draw.InputList("inputs",
                 std::vector<Dims>(static_cast<size_t>(draw.random().Int(1, most)), draw.Shape()));
}

// A floating-point number that an integer of up to 32 bits cannot hold: what the CPU's kernel makes
// of it in the middle of a long tensor is not what it makes of it at its end, as which a scalar
// counts. It is the device's result, but for uint32.
void Cast(Draw& draw) {
  const auto to = static_cast<TF_DataType>(draw.Int("DstT"));
  const bool is_unsigned = to == TF_UINT8 || to == TF_UINT16 || to == TF_UINT32;
  const bool is_narrow = DataTypeSize(to) <= 2 && !IsFloating(to) && to != TF_BOOL;
  if (!IsFloating(draw.TypeOf("x")) || (!is_narrow && !is_unsigned)) return SameShape(draw);
  if (is_narrow && draw.random().OneIn(2)) {
    draw.SetValues(Values::kSpecial);
    return draw.Input("x", Dims());
  }
  draw.SetValues(is_unsigned ? Values::kPositive : Values::kOrdinary);
  SameShape(draw);
}

// Axes of a tensor of that rank, as the op's input `arg`.
void ReductionAxes(Draw& draw, const std::string& arg, int64_t rank) {
  Random& random = draw.random();
  std::vector<int64_t> order = Permutation(rank, random);
  order.resize(static_cast<size_t>(random.Int(0, rank)));
  for (int64_t& axis : order) {
    if (random.OneIn(3)) axis -= rank;
  }
  const bool scalar = order.size() == 1 && random.OneIn(2);
  draw.Input(arg, scalar ? Dims{} : VectorOf(order), order);
}

// A reduction whose result does not depend on the order: All, Max.
void Reduction(Draw& draw) {
  const Dims shape = draw.Shape();
  draw.Input(draw.def().inputs[0].name, shape);
  ReductionAxes(draw, draw.def().inputs[1].name, Rank(shape));
}

// An input and one of its axes. The CPU's ArgMax treats minus infinity as the lowest finite number,
// and its ArgMin treats infinity as the largest.
void PlaceOfExtreme(Draw& draw) {
  draw.AvoidExtremes();
  const Dims shape = draw.Shape(1, 5);
  draw.Input(draw.def().inputs[0].name, shape);
  draw.Input(draw.def().inputs[1].name, {}, {draw.Axis(Rank(shape))});
}

// The CPU rounds every step of a sum of half or bfloat16. Short sums of small integers are exact
// nevertheless.
Dims SummandsShape(Draw& draw, const std::string& arg, int64_t max_rank) {
  Dims shape = draw.Shape(1, max_rank);
  if (IsNarrow(draw.TypeOf(arg))) {
    while (NumElements(shape) > 200) *std::max_element(shape.begin(), shape.end()) = 2;
  }
  return shape;
}

void Summands(Draw& draw, const std::string& arg, const Dims& shape) {
  if (!IsNarrow(draw.TypeOf(arg))) return draw.Input(arg, shape);
  draw.SmallIntegers(arg, shape, -1, 1);
}

// A reduction that rounds: Sum, Mean, Prod. With large numbers, overflow depends on the order.
void Fold(Draw& draw) {
  draw.AvoidExtremes();
  const std::string& arg = draw.def().inputs[0].name;
  const Dims shape = IsNarrow(draw.TypeOf(arg)) ? SummandsShape(draw, arg, 5) : draw.Shape();
  Summands(draw, arg, shape);
  ReductionAxes(draw, draw.def().inputs[1].name, Rank(shape));
}

void Cumsum(Draw& draw) {
  const Dims shape = SummandsShape(draw, "x", 5);
  Summands(draw, "x", shape);
  draw.Input("axis", {}, {draw.Axis(Rank(shape))});
}

// Products of few numbers, which never overflow.
void Cumprod(Draw& draw) {
  draw.AvoidExtremes();
  Cumsum(draw);
}

// A tensor, and bounds of its shape or scalars.
void ClipByValue(Draw& draw) {
  const Dims shape = draw.Shape();
  draw.Input("t", shape);
  draw.Input("clip_value_min", draw.random().OneIn(2) ? Dims{} : shape);
  draw.Input("clip_value_max", draw.random().OneIn(2) ? Dims{} : shape);
}

// For large and small numbers, the CPU's functions overflow or underflow internally.
void Moderate(Draw& draw) {
  draw.AvoidExtremes();
  SameShape(draw);
}

void UnsortedSegment(Draw& draw) {
  const Dims shape = SummandsShape(draw, "data", 4);
  const int64_t prefix = draw.random().Int(1, Rank(shape));
  const Dims ids_shape(shape.begin(), shape.begin() + prefix);
  const int64_t segments = draw.random().Int(1, 5);
  draw.SmallIntegers("segment_ids", ids_shape, -1, segments - 1);
  if (draw.def().name == "UnsortedSegmentSum") {
    Summands(draw, "data", shape);
  } else {
    draw.Input("data", shape);
  }
  draw.Input("num_segments", {}, {segments});
}

Generator FindMathGenerator(const std::string& op) {
  static const std::map<std::string, Generator, std::less<>> kGenerators = {
      {"AddN", AddN},
      {"All", Reduction},
      {"Any", Reduction},
      {"ApproximateEqual", ApproximateEqual},
      {"ArgMax", PlaceOfExtreme},
      {"ArgMin", PlaceOfExtreme},
      {"BesselI0", Moderate},
      {"BesselI0e", Moderate},
      {"BesselI1", Moderate},
      {"BesselI1e", Moderate},
      {"BesselJ0", Moderate},
      {"BesselJ1", Moderate},
      {"BesselK0", Moderate},
      {"BesselK0e", Moderate},
      {"BesselK1", Moderate},
      {"BesselK1e", Moderate},
      {"BesselY0", Moderate},
      {"BesselY1", Moderate},
      {"Betainc", Betainc},
      {"Cast", Cast},
      {"ClipByValue", ClipByValue},
      {"Cumprod", Cumprod},
      {"Cumsum", Cumsum},
      {"Dawsn", Moderate},
      {"EluGrad", FormulaGradient},
      {"Erfinv", Erfinv},
      {"EuclideanNorm", Fold},
      {"Expint", Moderate},
      {"FloorDiv", FloorDiv},
      {"FresnelCos", Moderate},
      {"FresnelSin", Moderate},
      {"Igamma", Incomplete},
      {"IgammaGradA", Incomplete},
      {"Igammac", Incomplete},
      {"InvGrad", FormulaGradient},
      {"LeakyReluGrad", FormulaGradient},
      {"Max", Reduction},
      {"Mean", Fold},
      {"Min", Reduction},
      {"Ndtri", Ndtri},
      {"Polygamma", OrderAndPlace},
      {"Prod", Fold},
      {"RandomGammaGrad", Incomplete},
      {"ReciprocalGrad", FormulaGradient},
      {"Relu6Grad", FormulaGradient},
      {"ReluGrad", FormulaGradient},
      {"RsqrtGrad", FormulaGradient},
      {"SeluGrad", SeluGrad},
      {"SigmoidGrad", FormulaGradient},
      {"SoftplusGrad", FormulaGradient},
      {"SoftsignGrad", FormulaGradient},
      {"Spence", Moderate},
      {"SqrtGrad", FormulaGradient},
      {"Sum", Fold},
      {"TanhGrad", TanhGrad},
      {"UnsortedSegmentMax", UnsortedSegment},
      {"UnsortedSegmentMin", UnsortedSegment},
      {"UnsortedSegmentProd", UnsortedSegment},
      {"UnsortedSegmentSum", UnsortedSegment},
      {"Xlog1py", TimesLogarithm},
      {"Xlogy", TimesLogarithm},
      {"Zeta", OrderAndPlace},
  };
  const auto found = kGenerators.find(op);
  return found == kGenerators.end() ? nullptr : found->second;
}

// For values beyond uint64, infinity and large numbers become 0 in 2.12, and 2^63 in later
// releases.
bool IsTooLargeForUint64(const OpCall& call) {
  const auto to = std::find_if(call.attrs.begin(), call.attrs.end(),
                               [](const auto& attr) { return attr.name == "DstT"; });
  if (to->value.ints[0] != TF_UINT64) return false;
  const std::vector<double> values = Reals(call.inputs[0].tensors[0]);
  return std::any_of(values.begin(), values.end(),
                     [](double value) { return value >= std::ldexp(1.0, 64); });
}

// For doubles whose square overflows, including infinity, the error function is NaN in 2.21.
bool HasSquareTooLarge(const OpCall& call) {
  const HostTensor& x = call.inputs[0].tensors[0];
  const std::vector<double> values = Reals(x);
  return x.dtype == TF_DOUBLE && std::any_of(values.begin(), values.end(), [](double value) {
           return std::isinf(value * value);
         });
}

bool CpuMathOpIsNoReference(const OpCall& call) {
  if (call.op == "Cast") return IsTooLargeForUint64(call);
  if (call.op == "Erf") return HasSquareTooLarge(call);
  // These sums have four correct digits in float, and eleven in double.
  if (call.op == "IgammaGradA" || call.op == "RandomGammaGrad") return true;
  if (call.op != "Erfinv") return false;
  // It rounds the distance from 1 and -1, so only three digits near them are correct.
  const HostTensor& x = call.inputs[0].tensors[0];
  const std::vector<double> values = Reals(x);
  return x.dtype == TF_FLOAT && std::any_of(values.begin(), values.end(), [](double value) {
           return std::fabs(value) > 0.99 && std::fabs(value) < 1;
         });
}

}  // namespace

const OpGroup kMathOps = {FindMathGenerator, CpuMathOpIsNoReference};

}  // namespace pluggable::tests
