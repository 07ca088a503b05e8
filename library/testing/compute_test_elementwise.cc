// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Elementwise, formula by formula, compared with the C library's functions
// in double.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "pluggable/tensor_shape.h"

#include "compute/elementwise.h"
#include "compute_test_device.h"
#include "reference/cast.h"
#include "reference/elementwise.h"
#include "reference/formula.h"
#include "reference/widen.h"

namespace pluggable::tests::elementwise_test {
namespace {

using compute::ElementwisePlan;
using compute::Formula;

// The expected value of an element in double, and the allowed error in rounding errors of the
// result. Functions of one input ignore y.
struct Judge {
  const char* name;
  Formula formula;
  int inputs;
  double (*value)(double x, double y);
  double roundings;
  double least = -4;  // of the inputs
  double most = 4;
};

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

const Judge kJudges[] = {
    {"Abs", Formula::kAbs, 1, [](double x, double) { return std::fabs(x); }, 1},
    {"Add", Formula::kAdd, 2, [](double x, double y) { return x + y; }, 1},
    {"Ceil", Formula::kCeil, 1, [](double x, double) { return std::ceil(x); }, 1},
    {"Div", Formula::kDiv, 2, [](double x, double y) { return x / y; }, 4},
    {"DivNoNan", Formula::kDivNoNan, 2, [](double x, double y) { return y == 0 ? 0 : x / y; }, 4},
    {"Elu", Formula::kElu, 1, [](double x, double) { return x < 0 ? std::expm1(x) : x; }, 16},
    {"Erf", Formula::kErf, 1, [](double x, double) { return std::erf(x); }, 32},
    {"Erfc", Formula::kErfc, 1, [](double x, double) { return std::erfc(x); }, 32},
    {"Exp", Formula::kExp, 1, [](double x, double) { return std::exp(x); }, 16},
    {"Expm1", Formula::kExpm1, 1, [](double x, double) { return std::expm1(x); }, 16},
    {"Floor", Formula::kFloor, 1, [](double x, double) { return std::floor(x); }, 1},
    {"Log", Formula::kLog, 1, [](double x, double) { return std::log(x); }, 16, 0.25, 60},
    {"Log1p", Formula::kLog1p, 1, [](double x, double) { return std::log1p(x); }, 16, -0.75, 60},
    {"Maximum", Formula::kMaximum, 2,
     [](double x, double y) { return std::isnan(x) || std::isnan(y) ? x + y : std::fmax(x, y); },
     1},
    {"Minimum", Formula::kMinimum, 2,
     [](double x, double y) { return std::isnan(x) || std::isnan(y) ? x + y : std::fmin(x, y); },
     1},
    {"Mul", Formula::kMul, 2, [](double x, double y) { return x * y; }, 1},
    {"Neg", Formula::kNeg, 1, [](double x, double) { return -x; }, 1},
    {"OnesLike", Formula::kOnesLike, 1, [](double, double) { return 1.0; }, 0},
    {"Pow", Formula::kPow, 2, [](double x, double y) { return std::pow(x, y); }, 16},
    {"Reciprocal", Formula::kReciprocal, 1, [](double x, double) { return 1 / x; }, 4},
    {"Relu", Formula::kRelu, 1, [](double x, double) { return x < 0 ? 0 : x; }, 1},
    {"Relu6", Formula::kRelu6, 1, [](double x, double) { return x < 0   ? 0
                                                                : x > 6 ? 6
                                                                        : x; }, 1, -9,
     9},
    {"ReluGrad", Formula::kReluGrad, 2, [](double x, double y) { return x * (y > 0 ? 1 : 0); }, 1},
    {"Rint", Formula::kRint, 1, [](double x, double) { return std::nearbyint(x); }, 1},
    {"Rsqrt", Formula::kRsqrt, 1, [](double x, double) { return 1 / std::sqrt(x); }, 16, 0.25, 60},
    {"Sigmoid", Formula::kSigmoid, 1, [](double x, double) { return Sigmoid(x); }, 16},
    {"SigmoidGrad", Formula::kSigmoidGrad, 2, [](double x, double y) { return y * ((1 - x) * x); },
     16},
    {"Sign", Formula::kSign, 1, [](double x, double) { return x > 0   ? 1.0
                                                              : x < 0 ? -1.0
                                                                      : x; }, 1},
    {"Softplus", Formula::kSoftplus, 1,
     [](double x, double) { return (x < 0 ? 0 : x) + std::log1p(std::exp(-std::fabs(x))); }, 32},
    {"Softsign", Formula::kSoftsign, 1, [](double x, double) { return x / (1 + std::fabs(x)); }, 8},
    {"Sqrt", Formula::kSqrt, 1, [](double x, double) { return std::sqrt(x); }, 4, 0, 60},
    {"Square", Formula::kSquare, 1, [](double x, double) { return x * x; }, 1},
    {"SquaredDifference", Formula::kSquaredDifference, 2,
     [](double x, double y) { return (x - y) * (x - y); }, 4},
    {"Sub", Formula::kSub, 2, [](double x, double y) { return x - y; }, 1},
    {"Tanh", Formula::kTanh, 1, [](double x, double) { return std::tanh(x); }, 16},
    {"TanhGrad", Formula::kTanhGrad, 2, [](double x, double y) { return y * (1 - x * x); }, 32},
};

// The library's formula, for the host's loop.
template <Formula kOf>
struct Words {
  static constexpr Formula kFormula = kOf;

  template <typename C>
  C operator()(C x, C y = C()) const {
    namespace f = pluggable::formula;
    switch (kOf) {
      case Formula::kAbs:
        return f::abs(x);
      case Formula::kAdd:
        return f::sum(x, y);
      case Formula::kCeil:
        return f::ceil(x);
      case Formula::kCos:
        return f::cos(x);
      case Formula::kDiv:
        return x / y;
      case Formula::kDivNoNan:
        return y == 0 ? 0 : x / y;
      case Formula::kElu:
        return x < 0 ? f::expm1(x) : x;
      case Formula::kErf:
        return f::erf(x);
      case Formula::kErfc:
        return f::erfc(x);
      case Formula::kExp:
        return f::exp(x);
      case Formula::kExpm1:
        return f::expm1(x);
      case Formula::kFloor:
        return f::floor(x);
      case Formula::kLog:
        return f::log(x);
      case Formula::kLog1p:
        return f::log1p(x);
      case Formula::kMaximum:
        return f::max(x, y);
      case Formula::kMinimum:
        return f::min(x, y);
      case Formula::kMul:
        return f::product(x, y);
      case Formula::kNeg:
        return f::negative(x);
      case Formula::kOnesLike:
        return 1;
      case Formula::kPow:
        return f::pow(x, y);
      case Formula::kReciprocal:
        return 1 / x;
      case Formula::kRelu:
        return f::max(x, 0);
      case Formula::kRelu6:
        return f::min(f::max(x, 0), 6);
      case Formula::kReluGrad:
        return x * C(y > 0);
      case Formula::kRint:
        return f::rint(x);
      case Formula::kRsqrt:
        return f::rsqrt(x);
      case Formula::kSigmoid:
        return 1 / (1 + f::exp(-x));
      case Formula::kSigmoidGrad:
        return y * ((1 - x) * x);
      case Formula::kSign:
        return f::sign(x);
      case Formula::kSin:
        return f::sin(x);
      case Formula::kSoftplus:
        return f::max(x, 0) + f::log1p(f::exp(-f::abs(x)));
      case Formula::kSoftsign:
        return x / (1 + f::abs(x));
      case Formula::kSqrt:
        return f::sqrt(x);
      case Formula::kSquare:
        return f::product(x, x);
      case Formula::kSquaredDifference:
        return f::product(f::difference(x, y), f::difference(x, y));
      case Formula::kSub:
        return f::difference(x, y);
      case Formula::kTan:
        return f::tan(x);
      case Formula::kTanh:
        return f::tanh(x);
      default:
        return y * (1 - x * x);
    }
  }
};

template <typename T>
class ElementwiseTest : public ComputeTest {
 protected:
  // Sets the loop of the plan's formula.
  template <Formula... kAll>
  static void SetLoop(ElementwisePlan* plan) {
    const auto set = [plan](auto words) {
      using Of = decltype(words);
      if (plan->formula != Of::kFormula) return;
      plan->loop = plan->num_inputs == 1 ? &UnaryLoop<Of, T, T> : &BinaryLoop<Of, T, T>;
    };
    (set(Words<kAll>()), ...);
  }

  // The formula of each element, of one input if there is no other.
  template <Formula kOf>
  static std::vector<T> Compute(const std::vector<T>& x, const std::vector<T>& y = {}) {
    const OnTheDevice<T> x_memory(x);
    const OnTheDevice<T> y_memory(y);
    const OnTheDevice<T> z_memory(std::vector<T>(x.size(), T(77)));
    ElementwisePlan plan;
    plan.formula = kOf;
    plan.num_inputs = y.empty() ? 1 : 2;
    plan.out_dtype = DataTypeToEnum<T>::value;
    plan.size = static_cast<int64_t>(x.size());
    plan.inputs[0] = {plan.out_dtype, x_memory.data()};
    if (!y.empty()) plan.inputs[1] = {plan.out_dtype, y_memory.data()};
    plan.out = z_memory.data();
    SetLoop<kOf>(&plan);
    Op op;
    op.Reads(x_memory).Reads(y_memory).Updates(z_memory);
    ExpectDone(compute::Elementwise(op.stream(), plan));
    return z_memory.Read();
  }
};

using Types = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(ElementwiseTest, Types);

TYPED_TEST(ElementwiseTest, OfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(7);
  for (const Judge& judge : kJudges) {
    for (int i = 0; i < Plans(4); ++i) {
      ElementwisePlan plan;
      plan.formula = judge.formula;
      plan.num_inputs = judge.inputs;
      plan.out_dtype = DataTypeToEnum<T>::value;
      // A dense plan, or two shapes that broadcast; in place if the first input has the result's
      // shape.
      std::vector<int64_t> x_shape;
      std::vector<int64_t> y_shape;
      const bool broadcasts = judge.inputs == 2 && i % 2 == 1;
      for (int64_t d = draw.Between(1, 4); d > 0; --d) {
        const int64_t size = draw.Size();
        x_shape.push_back(broadcasts && draw.OneIn(3) ? 1 : size);
        y_shape.push_back(broadcasts && draw.OneIn(3) ? 1 : size);
        if (d > 2) x_shape.back() = y_shape.back() = 2;
      }
      const TensorShape x_of{Span<const int64_t>(x_shape)};
      const TensorShape y_of{Span<const int64_t>(y_shape)};
      Broadcast all;
      ASSERT_TRUE(all.Init({&x_of, &y_of}));
      plan.size = all.shape().num_elements();
      if (broadcasts) plan.broadcast = all;
      const bool has_specials = draw.OneIn(2);
      const auto x = Values<T>(draw, x_of.num_elements(), judge.least, judge.most, has_specials);
      const auto y = Values<T>(draw, y_of.num_elements(), judge.least, judge.most, has_specials);
      const bool in_place = x_of.num_elements() == plan.size && draw.OneIn(3);
      const OnTheDevice<T> x_memory(x);
      const OnTheDevice<T> y_memory(y);
      const OnTheDevice<T> z_memory(std::vector<T>(static_cast<size_t>(plan.size), T(77)));
      plan.inputs[0] = {plan.out_dtype, x_memory.data()};
      if (judge.inputs == 2) plan.inputs[1] = {plan.out_dtype, y_memory.data()};
      plan.out = in_place ? x_memory.data() : z_memory.data();
      this->template SetLoop<
          Formula::kAbs, Formula::kAdd, Formula::kCeil, Formula::kDiv, Formula::kDivNoNan,
          Formula::kElu, Formula::kErf, Formula::kErfc, Formula::kExp, Formula::kExpm1,
          Formula::kFloor, Formula::kLog, Formula::kLog1p, Formula::kMaximum, Formula::kMinimum,
          Formula::kMul, Formula::kNeg, Formula::kOnesLike, Formula::kPow, Formula::kReciprocal,
          Formula::kRelu, Formula::kRelu6, Formula::kReluGrad, Formula::kRint, Formula::kRsqrt,
          Formula::kSigmoid, Formula::kSigmoidGrad, Formula::kSign, Formula::kSoftplus,
          Formula::kSoftsign, Formula::kSqrt, Formula::kSquare, Formula::kSquaredDifference,
          Formula::kSub, Formula::kTanh, Formula::kTanhGrad>(&plan);
      ASSERT_NE(plan.loop, nullptr) << "no words for the formula " << judge.name;
      typename TestFixture::Op op;
      op.Updates(x_memory).Reads(y_memory).Updates(z_memory);
      this->ExpectDone(compute::Elementwise(op.stream(), plan));
      std::vector<Expected> expected;
      all.ForEachRow(0, plan.size,
                     [&](int64_t, int64_t count, const Broadcast::Offsets& offsets,
                         const Broadcast::Offsets& steps) {
                       for (int64_t k = 0; k < count; ++k) {
                         const auto a = static_cast<double>(x[offsets[0] + k * steps[0]]);
                         const auto b = static_cast<double>(y[offsets[1] + k * steps[1]]);
                         const double value = judge.value(a, b);
                         expected.push_back({value, RoundingError<T>() * std::fabs(value) +
                                                        judge.roundings * ComputeError<T>() *
                                                            std::fmax(1, std::fabs(value))});
                       }
                     });
      ExpectAgreement(in_place ? x_memory.Read() : z_memory.Read(), expected,
                      std::string(judge.name) + " of " + x_of.DebugString() +
                          (judge.inputs == 2 ? ", " + y_of.DebugString() : "") +
                          (in_place ? " in place" : ""));
    }
  }
}

// Relative to the result, however small it is.
TYPED_TEST(ElementwiseTest, OfErfcBeyondOne) {
  using T = TypeParam;
  std::vector<T> x;
  for (int i = 0; i <= 127; ++i) x.push_back(static_cast<T>(1 + i * 0.0629));
  std::vector<Expected> expected;
  for (const T each : x) {
    const double value = std::erfc(static_cast<double>(each));
    expected.push_back({value, (RoundingError<T>() + 64 * ComputeError<T>()) * value});
  }
  ExpectAgreement(this->template Compute<Formula::kErfc>(x), expected, "erfc");
}

// Up to the largest finite floats, and where the result is -1.
TYPED_TEST(ElementwiseTest, OfExpm1FarFromZero) {
  using T = TypeParam;
  std::vector<T> x;
  for (int i = 0; i <= 128; ++i) {
    x.push_back(static_cast<T>(i * 0.6928));
    x.push_back(static_cast<T>(-i * 0.6928));
  }
  std::vector<Expected> expected;
  for (const T each : x) {
    const double value = std::expm1(static_cast<double>(each));
    expected.push_back({value, (RoundingError<T>() + 16 * ComputeError<T>()) * std::fabs(value)});
  }
  ExpectAgreement(this->template Compute<Formula::kExpm1>(x), expected, "expm1");
}

TYPED_TEST(ElementwiseTest, OfPowersOfAllKinds) {
  using T = TypeParam;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> numbers = {0, 1,  kInfinity, 0.5,     1.5, 2,   3,
                                 7, 12, 0.75,      1.0 / 3, 40,  255, 256};
  for (size_t i = numbers.size(); i > 0; --i) numbers.push_back(-numbers[i - 1]);
  numbers.push_back(std::nan(""));
  std::vector<T> x;
  std::vector<T> y;
  std::vector<Expected> expected;
  for (const double base : numbers) {
    for (const double exponent : numbers) {
      x.push_back(static_cast<T>(base));
      y.push_back(static_cast<T>(exponent));
      const double value = std::pow(static_cast<double>(x.back()), static_cast<double>(y.back()));
      expected.push_back({value, (RoundingError<T>() + 16 * ComputeError<T>()) * std::fabs(value)});
    }
  }
  ExpectAgreement(this->template Compute<Formula::kPow>(x, y), expected, "pow");
}

// Of all sizes, and close to multiples of pi / 2, where a result has few digits of its argument.
TYPED_TEST(ElementwiseTest, OfAngles) {
  using T = TypeParam;
  std::vector<T> x = {static_cast<T>(0), static_cast<T>(INFINITY), static_cast<T>(NAN)};
  for (int i = 1; i <= 64; ++i) x.push_back(static_cast<T>(i * M_PI_2));
  for (int i = 1; i <= 160; ++i) x.push_back(static_cast<T>(i * 0.11));
  // The first of these times 2^72 is the float that is closest to one.
  for (int mantissa = 16367173; mantissa > 1 << 23; mantissa -= 400009) {
    for (int i = -60; i <= 104; ++i) x.push_back(static_cast<T>(std::ldexp(mantissa, i)));
  }
  for (size_t i = x.size(); i > 0; --i) x.push_back(static_cast<T>(-static_cast<double>(x[i - 1])));
  const auto expect = [&x](const std::vector<T>& found, double (*function)(double),
                           const char* name) {
    std::vector<Expected> expected;
    for (const T each : x) {
      const double value = function(static_cast<double>(each));
      expected.push_back({value, (RoundingError<T>() + 4 * ComputeError<T>()) * std::fabs(value)});
    }
    ExpectAgreement(found, expected, name);
  };
  expect(this->template Compute<Formula::kSin>(x), &std::sin, "sin");
  expect(this->template Compute<Formula::kCos>(x), &std::cos, "cos");
  expect(this->template Compute<Formula::kTan>(x), &std::tan, "tan");
}

// Several threads of a processor share their rows, and compute several short ones at once.
TYPED_TEST(ElementwiseTest, OfBroadcastsToManyElements) {
  using T = TypeParam;
  using Sizes = std::vector<int64_t>;
  Draw draw(8);
  for (const auto& [x_sizes, y_sizes] : {std::pair<Sizes, Sizes>{{90, 131}, {131}},
                                         {{90, 131}, {90, 1}},
                                         {{2, 4999}, {4999}},
                                         {{4999}, {1}},
                                         {{6, 50, 9, 5}, {6, 1, 9, 1}},
                                         {{3001, 4}, {4}},
                                         {{3001, 4}, {3001, 1}},
                                         {{5, 603, 7}, {5, 1, 7}},
                                         {{700, 3, 4}, {700, 1, 4}}}) {
    const TensorShape x_of{Span<const int64_t>(x_sizes)};
    const TensorShape y_of{Span<const int64_t>(y_sizes)};
    ElementwisePlan plan;
    plan.formula = Formula::kSub;
    plan.num_inputs = 2;
    plan.out_dtype = DataTypeToEnum<T>::value;
    ASSERT_TRUE(plan.broadcast.Init({&x_of, &y_of}));
    plan.size = x_of.num_elements();
    const auto x = Values<T>(draw, plan.size, -4, 4);
    const auto y = Values<T>(draw, y_of.num_elements(), -4, 4);
    const OnTheDevice<T> x_memory(x);
    const OnTheDevice<T> y_memory(y);
    const OnTheDevice<T> z_memory(std::vector<T>(x.size(), T(77)));
    plan.inputs[0] = {plan.out_dtype, x_memory.data()};
    plan.inputs[1] = {plan.out_dtype, y_memory.data()};
    plan.out = z_memory.data();
    this->template SetLoop<Formula::kSub>(&plan);
    typename TestFixture::Op op;
    op.Reads(x_memory).Reads(y_memory).Updates(z_memory);
    this->ExpectDone(compute::Elementwise(op.stream(), plan));
    std::vector<Expected> expected;
    plan.broadcast.ForEachRow(
        0, plan.size,
        [&](int64_t, int64_t count, const Broadcast::Offsets& offsets,
            const Broadcast::Offsets& steps) {
          for (int64_t k = 0; k < count; ++k) {
            const double value = static_cast<double>(x[offsets[0] + k * steps[0]]) -
                                 static_cast<double>(y[offsets[1] + k * steps[1]]);
            expected.push_back({value, RoundingError<T>() * std::fabs(value)});
          }
        });
    ExpectAgreement(z_memory.Read(), expected, x_of.DebugString() + ", " + y_of.DebugString());
  }
}

template <typename T>
class ApproximateEqualTest : public ComputeTest {
 protected:
  static void Loop(const ElementwisePlan& plan, int64_t begin, int64_t end) {
    const T* const x = OnDevice(static_cast<const T*>(plan.inputs[0].data));
    const T* const y = OnDevice(static_cast<const T*>(plan.inputs[1].data));
    bool* const z = OnDevice(static_cast<bool*>(plan.out));
    for (int64_t i = begin; i < end; ++i) {
      z[i] = std::fabs(x[i] - y[i]) <= static_cast<T>(plan.parameter);
    }
  }
};

using WideTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ApproximateEqualTest, WideTypes);

TYPED_TEST(ApproximateEqualTest, WithinTheTolerance) {
  using T = TypeParam;
  Draw draw(21);
  const auto x = Values<T>(draw, 1301, -2, 2, true);
  const auto y = Values<T>(draw, 1301, -2, 2, true);  // many differ by exactly the tolerance
  const OnTheDevice<T> x_memory(x);
  const OnTheDevice<T> y_memory(y);
  const OnTheDevice<bool> z_memory(std::vector<bool>(x.size(), false));
  ElementwisePlan plan;
  plan.formula = Formula::kApproximateEqual;
  plan.parameter = 0.5;
  plan.num_inputs = 2;
  plan.inputs[0] = {DataTypeToEnum<T>::value, x_memory.data()};
  plan.inputs[1] = {DataTypeToEnum<T>::value, y_memory.data()};
  plan.out_dtype = DT_BOOL;
  plan.out = z_memory.data();
  plan.size = static_cast<int64_t>(x.size());
  plan.loop = &TestFixture::Loop;
  typename ComputeTest::Op op;
  op.Reads(x_memory).Reads(y_memory).Writes(z_memory);
  this->ExpectDone(compute::Elementwise(op.stream(), plan));
  const std::vector<bool> z = z_memory.Read();
  for (size_t i = 0; i < z.size(); ++i) {
    const bool expected = std::fabs(static_cast<double>(x[i]) - static_cast<double>(y[i])) <= 0.5;
    ASSERT_EQ(z[i], expected) << static_cast<double>(x[i]) << " and " << static_cast<double>(y[i]);
  }
}

template <typename T>
class NarrowRunTest : public ElementwiseTest<T> {
 protected:
  static T OfBits(uint32_t bits) { return Eigen::numext::bit_cast<T>(static_cast<uint16_t>(bits)); }
  static uint16_t BitsOf(T value) { return Eigen::numext::bit_cast<uint16_t>(value); }
  static uint32_t BitsOf(float value) { return Eigen::numext::bit_cast<uint32_t>(value); }
  // Equal, including the signs of zeros; all NaNs are equal.
  template <typename F>
  static bool Same(F a, F b) {
    return BitsOf(a) == BitsOf(b) || (a != a && b != b);
  }

  // Values beyond the range of T: infinities, numbers on both sides of the smallest that rounds to
  // infinity, and NaNs whose bits are lost or carried when they are rounded.
  static std::vector<float> BeyondAllValues() {
    const auto largest = static_cast<float>(std::numeric_limits<T>::max());
    const auto next_to_largest =
        static_cast<float>(OfBits(BitsOf(std::numeric_limits<T>::max()) - 1U));
    const float halfway = largest + (largest - next_to_largest) / 2;
    std::vector<float> beyond;
    for (const float sign : {1.0f, -1.0f}) {
      for (const float value :
           {halfway, std::nextafter(halfway, 0.0f), std::numeric_limits<float>::max(),
            std::numeric_limits<float>::infinity()}) {
        beyond.push_back(sign * value);
      }
    }
    for (const uint32_t bits : {0x7f800001U, 0x7fc00000U, 0x7fffffffU}) {
      beyond.push_back(Eigen::numext::bit_cast<float>(bits));
      beyond.push_back(Eigen::numext::bit_cast<float>(bits | 0x80000000U));
    }
    return beyond;
  }

  static std::vector<T> AllValues() {
    std::vector<T> all;
    for (uint32_t bits = 0; bits < 65536; ++bits) all.push_back(OfBits(bits));
    return all;
  }

  // Between each value and the next one: the tie, and its neighbours on both sides. And what is
  // beyond all values.
  static std::vector<float> BetweenAllValues() {
    const std::vector<T> all = AllValues();
    std::vector<float> between;
    for (size_t i = 0; i + 1 < all.size(); ++i) {
      const auto value = static_cast<float>(all[i]);
      if (!std::isfinite(value + static_cast<float>(all[i + 1]))) continue;
      const float middle = value + (static_cast<float>(all[i + 1]) - value) / 2;
      between.insert(between.end(), {value, middle, std::nextafter(middle, 0.0f),
                                     std::nextafter(middle, std::numeric_limits<float>::max())});
    }
    for (int i = 0; i < 9; ++i) {  // in all positions of a vector, and after the last one
      const std::vector<float> beyond = BeyondAllValues();
      between.insert(between.end(), beyond.begin(), beyond.end());
    }
    return between;
  }

  template <typename From, typename To>
  static std::vector<To> Cast(const std::vector<From>& from) {
    const OnTheDevice<From> from_memory(from);
    const OnTheDevice<To> to_memory(std::vector<To>(from.size(), To(77)));
    ElementwisePlan plan;
    plan.formula = Formula::kCast;
    plan.num_inputs = 1;
    plan.inputs[0] = {DataTypeToEnum<From>::value, from_memory.data()};
    plan.out_dtype = DataTypeToEnum<To>::value;
    plan.out = to_memory.data();
    plan.size = static_cast<int64_t>(from.size());
    plan.loop = [](const ElementwisePlan& of, int64_t begin, int64_t end) {
      const From* const in = OnDevice(static_cast<const From*>(of.inputs[0].data));
      To* const out = OnDevice(static_cast<To*>(of.out));
      for (int64_t i = begin; i < end; ++i) out[i] = static_cast<To>(in[i]);
    };
    ComputeTest::Op op;
    op.Reads(from_memory).Writes(to_memory);
    ComputeTest::ExpectDone(compute::Elementwise(op.stream(), plan));
    return to_memory.Read();
  }
};

using NarrowTypes = testing::Types<half, bfloat16>;
TYPED_TEST_SUITE(NarrowRunTest, NarrowTypes);

TYPED_TEST(NarrowRunTest, ConvertsAsSingleValuesAreConverted) {
  using T = TypeParam;
  const std::vector<T> all = this->AllValues();
  std::vector<float> wide(all.size());
  WidenRun(all.data(), wide.data(), static_cast<int64_t>(all.size()));
  for (size_t i = 0; i < all.size(); ++i) {
    ASSERT_TRUE(this->Same(wide[i], static_cast<float>(all[i]))) << i;
  }
  const std::vector<float> between = this->BetweenAllValues();
  // Runs of all lengths, whose last elements do not fill a vector.
  std::vector<T> narrow(between.size());
  size_t begin = 0;
  for (size_t length = 0; begin < between.size(); length = (length + 1) % 20) {
    const size_t count = std::min(length, between.size() - begin);
    NarrowRun(between.data() + begin, narrow.data() + begin, static_cast<int64_t>(count));
    begin += count;
  }
  for (size_t i = 0; i < between.size(); ++i) {
    ASSERT_TRUE(this->Same(narrow[i], static_cast<T>(between[i]))) << between[i];
  }
}

TYPED_TEST(NarrowRunTest, CastsAsSingleValuesAreConverted) {
  using T = TypeParam;
  const std::vector<T> all = this->AllValues();
  const std::vector<float> wide = this->template Cast<T, float>(all);
  for (size_t i = 0; i < all.size(); ++i) {
    const auto value = static_cast<float>(all[i]);
    // Devices may take a float that is smaller than a normal one for 0.
    if (std::fabs(value) < std::numeric_limits<float>::min()) continue;
    ASSERT_TRUE(this->Same(wide[i], value)) << i;
  }
  const std::vector<float> between = this->BetweenAllValues();
  const std::vector<T> narrow = this->template Cast<float, T>(between);
  for (size_t i = 0; i < between.size(); ++i) {
    if (std::fabs(between[i]) < std::numeric_limits<float>::min()) continue;
    ASSERT_TRUE(this->Same(narrow[i], static_cast<T>(between[i]))) << between[i];
  }
}

TYPED_TEST(NarrowRunTest, ComputesLongRowsAsSingleElements) {
  using T = TypeParam;
  Draw draw(11);
  const TensorShape column({3, 1});
  const TensorShape matrix({3, 1301});
  const auto x = Values<T>(draw, matrix.num_elements(), -4, 4, false);
  const auto y =
      Values<T>(draw, column.num_elements(), -1.0 / 128, 1.0 / 128, false);  // to be rounded
  for (const bool column_first : {false, true}) {
    const OnTheDevice<T> x_memory(x);
    const OnTheDevice<T> y_memory(y);
    const OnTheDevice<T> z_memory(std::vector<T>(x.size(), T(77)));
    ElementwisePlan plan;
    plan.formula = Formula::kSub;
    plan.num_inputs = 2;
    plan.inputs[column_first ? 1 : 0] = {DataTypeToEnum<T>::value, x_memory.data()};
    plan.inputs[column_first ? 0 : 1] = {DataTypeToEnum<T>::value, y_memory.data()};
    plan.out_dtype = DataTypeToEnum<T>::value;
    plan.out = z_memory.data();
    plan.size = matrix.num_elements();
    ASSERT_TRUE(
        plan.broadcast.Init({column_first ? &column : &matrix, column_first ? &matrix : &column}));
    this->template SetLoop<Formula::kSub>(&plan);
    typename TestFixture::Op op;
    op.Reads(x_memory).Reads(y_memory).Updates(z_memory);
    this->ExpectDone(compute::Elementwise(op.stream(), plan));
    const std::vector<T> z = z_memory.Read();
    for (size_t i = 0; i < z.size(); ++i) {
      const auto difference = static_cast<float>(x[i]) - static_cast<float>(y[i / 1301]);
      const T expected(column_first ? -difference : difference);
      ASSERT_EQ(static_cast<float>(z[i]), static_cast<float>(expected)) << i;
    }
  }
}

// A real number as an integer of this many bits: the low bits of the result.
uint64_t IntegerOf(double x, int bits, bool is_unsigned) {
  const double whole = std::trunc(x);
  const auto is_in_range = [whole](double least, double limit) {
    return whole >= least && whole < limit;
  };
  if (is_unsigned && is_in_range(0, std::ldexp(1, bits))) return static_cast<uint64_t>(whole);
  const int wide = bits == 64 ? 64 : 32;
  const double limit = std::ldexp(1, wide - 1);
  const bool fits = is_in_range(-limit, limit);
  return static_cast<uint64_t>(static_cast<int64_t>(fits ? whole : -limit));
}

template <typename T>
class CastTest : public ComputeTest {
 protected:
  template <typename To>
  static void Loop(const ElementwisePlan& plan, int64_t begin, int64_t end) {
    Vectorized([](const T* in, To* out, int64_t count) {
      for (int64_t i = 0; i < count; ++i) out[i] = CastTo<To>(in[i]);
    })(OnDevice(static_cast<const T*>(plan.inputs[0].data)) + begin,
       OnDevice(static_cast<To*>(plan.out)) + begin, end - begin);
  }

  template <typename To>
  static void ExpectCast(const std::vector<T>& x) {
    const OnTheDevice<T> x_memory(x);
    const OnTheDevice<To> y_memory(std::vector<To>(x.size(), To(1)));
    ElementwisePlan plan;
    plan.formula = Formula::kCast;
    plan.num_inputs = 1;
    plan.inputs[0] = {DataTypeToEnum<T>::value, x_memory.data()};
    plan.out_dtype = DataTypeToEnum<To>::value;
    plan.out = y_memory.data();
    plan.size = static_cast<int64_t>(x.size());
    plan.loop = &Loop<To>;
    Op op;
    op.Reads(x_memory).Writes(y_memory);
    ExpectDone(compute::Elementwise(op.stream(), plan));
    const std::vector<To> y = y_memory.Read();
    for (size_t i = 0; i < x.size(); ++i) {
      const auto value = static_cast<double>(x[i]);
      const To expected =
          std::is_same_v<To, bool>
              ? static_cast<To>(value != 0)
              : static_cast<To>(IntegerOf(value, 8 * sizeof(To), std::is_unsigned_v<To>));
      ASSERT_EQ(y[i], expected) << value << " to " << DataTypeString(plan.out_dtype) << ", element "
                                << i << " of " << x.size();
    }
  }
};

TYPED_TEST_SUITE(CastTest, Types);

TYPED_TEST(CastTest, ToIntegersOfWhatTheyCannotRepresent) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> numbers = {
      std::nan(""), kInfinity,   -kInfinity, 0,          -0.0,       0.75,          -0.75,   -1,
      -1.5,         127.5,       128,        -129,       255.5,      300,           -300,    32768,
      -32769,       65535,       65536.5,    2147483647, 2147483648, -2147483648.5, 3e9,     -3e9,
      4294967295.5, 4294967296., 5e9,        -5e9,       9.2e18,     9.5e18,        -9.5e18, 1.8e19,
      1.9e19,       1e30,        -1e30};
  // In the middle of a block that a processor converts at once, and at the end.
  for (const size_t size : {size_t{1}, size_t{257}, 16 * numbers.size()}) {
    for (size_t first = 0; first < numbers.size(); ++first) {
      if (size > 1 && first > 0) break;
      std::vector<TypeParam> x;
      for (size_t i = 0; i < size; ++i) {
        x.push_back(static_cast<TypeParam>(numbers[(first + i) % numbers.size()]));
      }
      this->template ExpectCast<int8_t>(x);
      this->template ExpectCast<int16_t>(x);
      this->template ExpectCast<int32_t>(x);
      this->template ExpectCast<int64_t>(x);
      this->template ExpectCast<uint8_t>(x);
      this->template ExpectCast<uint16_t>(x);
      this->template ExpectCast<uint32_t>(x);
      this->template ExpectCast<uint64_t>(x);
      this->template ExpectCast<bool>(x);
    }
  }
}

}  // namespace
}  // namespace pluggable::tests::elementwise_test
