// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::TrainingUpdate, rule by rule and element by element in double.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compute/training_update.h"
#include "compute_test_device.h"
#include "reference/dense_training_rules.h"
#include "reference/training_rules.h"
#include "reference/training_step.h"

namespace pluggable::tests::training_update_test {
namespace {

using compute::TrainingRule;
using compute::TrainingUpdatePlan;

double SignOf(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

// Moves x towards 0 by `by`, but not past it.
double Shrink(double x, double by) {
  const double rest = std::fabs(x) - by;
  return rest < 0 ? 0 : std::copysign(rest, x);
}

// For sparse gradients, an element that never had a gradient is 0 / 0; otherwise it is 0.
void Ftrl(double* v, double g, double lr, double l1, double l2, double shrinkage, double lr_power,
          bool is_multiplied, bool is_sparse) {
  const double before = std::pow(v[1], -lr_power);
  const double after = std::pow(v[1] + g * g, -lr_power);
  const double slope = shrinkage == 0 ? g : g + 2 * shrinkage * v[0];
  // The linear term is in units of 1, or of the learning rate.
  const double unit = is_multiplied ? lr : 1;
  v[2] += (slope - (after - before) / lr * v[0]) * unit;
  const double beyond = std::fabs(v[2]) - l1 * unit;
  const double divisor = (after / lr + 2 * l2) * unit;
  if (beyond > 0) {
    v[0] = -std::copysign(beyond, v[2]) / divisor;
  } else if (!is_sparse) {
    v[0] = 0;
  } else {
    v[0] = (std::isnan(beyond) ? beyond : 0) / divisor;
  }
  v[1] += g * g;
}

// Applies a rule to the variables v with the gradient g, the scalars s and the flag.
void Step(TrainingRule rule, double* v, double g, const double* s, bool flag) {
  switch (rule) {
    case TrainingRule::kAdaMax:
      v[1] = s[2] * v[1] + (1 - s[2]) * g;
      v[2] = std::isnan(g) ? s[3] * v[2] : std::fmax(s[3] * v[2], std::fabs(g));
      v[0] -= s[1] / (1 - s[0]) * v[1] / (v[2] + s[4]);
      return;
    case TrainingRule::kAdadelta: {
      v[1] = s[1] * v[1] + (1 - s[1]) * g * g;
      const double change = std::sqrt((v[2] + s[2]) / (v[1] + s[2])) * g;
      v[2] = s[1] * v[2] + (1 - s[1]) * change * change;
      v[0] -= s[0] * change;
      return;
    }
    case TrainingRule::kAdagrad:
      if (flag) v[1] += g * g;
      v[0] -= s[0] * g / std::sqrt(v[1]);
      return;
    case TrainingRule::kAdagradDA:
      v[1] += g;
      v[2] += g * g;
      v[0] = -Shrink(v[1], s[1] * s[3]) * s[0] / (s[2] * s[3] * s[0] + std::sqrt(v[2]));
      return;
    case TrainingRule::kAdagradV2:
      if (flag) v[1] += g * g;
      v[0] -= s[0] * g / (std::sqrt(v[1]) + s[1]);
      return;
    case TrainingRule::kAdam:
      v[1] = s[3] * v[1] + (1 - s[3]) * g;
      v[2] = s[4] * v[2] + (1 - s[4]) * g * g;
      v[0] -= s[2] * std::sqrt(1 - s[1]) / (1 - s[0]) *
              (flag ? s[3] * v[1] + (1 - s[3]) * g : v[1]) / (std::sqrt(v[2]) + s[5]);
      return;
    case TrainingRule::kAdamWithAmsgrad:
      v[1] = s[3] * v[1] + (1 - s[3]) * g;
      v[2] = s[4] * v[2] + (1 - s[4]) * g * g;
      v[3] = v[2] > v[3] ? v[2] : v[3];
      v[0] -= s[2] * std::sqrt(1 - s[1]) / (1 - s[0]) * v[1] / (std::sqrt(v[3]) + s[5]);
      return;
    case TrainingRule::kAddSign:
      v[1] = s[3] * v[1] + (1 - s[3]) * g;
      v[0] -= s[0] * (s[1] + s[2] * SignOf(g) * SignOf(v[1])) * g;
      return;
    case TrainingRule::kCenteredRMSProp:
    case TrainingRule::kSparseCenteredRMSProp:
      v[2] = s[1] * v[2] + (1 - s[1]) * g * g;
      v[1] = s[1] * v[1] + (1 - s[1]) * g;
      v[3] = s[2] * v[3] + s[0] * g / std::sqrt(v[2] - v[1] * v[1] + s[3]);
      v[0] -= v[3];
      return;
    case TrainingRule::kFtrl:
    case TrainingRule::kSparseFtrl:
      return Ftrl(v, g, s[0], s[1], s[2], 0, s[3], flag, rule == TrainingRule::kSparseFtrl);
    case TrainingRule::kFtrlV2:
    case TrainingRule::kSparseFtrlV2:
      return Ftrl(v, g, s[0], s[1], s[2], s[3], s[4], flag, rule == TrainingRule::kSparseFtrlV2);
    case TrainingRule::kGradientDescent:
      v[0] -= s[0] * g;
      return;
    case TrainingRule::kKerasMomentum:
      v[1] = s[1] * v[1] - s[0] * g;
      v[0] += flag ? s[1] * v[1] - s[0] * g : v[1];
      return;
    case TrainingRule::kMomentum:
      v[1] = s[1] * v[1] + g;
      v[0] -= s[0] * (flag ? g + s[1] * v[1] : v[1]);
      return;
    case TrainingRule::kPowerSign:
      v[1] = s[3] * v[1] + (1 - s[3]) * g;
      v[0] -= s[0] * std::exp(s[1] * s[2] * SignOf(g) * SignOf(v[1])) * g;
      return;
    case TrainingRule::kProximalAdagrad: {
      v[1] += g * g;
      const double rate = s[0] / std::sqrt(v[1]);
      v[0] = Shrink(v[0] - rate * g, rate * s[1]) / (1 + rate * s[2]);
      return;
    }
    case TrainingRule::kProximalGradientDescent:
      v[0] = Shrink(v[0] - s[0] * g, s[0] * s[1]) / (1 + s[0] * s[2]);
      return;
    case TrainingRule::kRMSProp:
    case TrainingRule::kSparseRMSProp:
      v[1] = s[1] * v[1] + (1 - s[1]) * g * g;
      v[2] = s[2] * v[2] + s[0] * g / std::sqrt(v[1] + s[3]);
      v[0] -= v[2];
      return;
    case TrainingRule::kOther:
      FAIL() << "no rule";
  }
}

// A rule, and what its variables and scalars may be, one letter each:
//
//   variables   x  any number    +  positive        L  large and positive
//               0  positive, and some are 0: had no gradient yet
//               I  large, and some are infinite: had a gradient that is too large to be squared
//   scalars     r  a rate        d  a decay         0  0, or a weight of a penalty
//               e  small         p  a power of a learning rate
template <typename T>
struct Subject {
  const char* name;
  std::string variables;
  std::string scalars;
  TrainingUpdatePlan plan;
  TrainingUpdatePlan::Loop by_int32;
  TrainingUpdatePlan::Loop by_int64;
};

template <typename T, template <typename> class RuleOf>
Subject<T> Of(const char* variables, const char* scalars) {
  return {RuleOf<float>::kName,
          variables,
          scalars,
          TrainingPlan<T, RuleOf>(),
          RunSparseTraining<T, int32_t, RuleOf>,
          RunSparseTraining<T, int64_t, RuleOf>};
}

template <typename T>
class TrainingUpdateTest : public ComputeTest {
 protected:
  static std::vector<Subject<T>> Subjects() {
    return {Of<T, AdaMaxRule>("xx+", "drdde"),
            Of<T, AdadeltaRule>("x++", "rde"),
            Of<T, AdagradRule>("x+", "r"),
            Of<T, AdagradDARule>("xx+", "r00"),
            Of<T, AdagradV2Rule>("x+", "re"),
            Of<T, AdamRule>("xx+", "ddrdde"),
            Of<T, AdamWithAmsgradRule>("xx++", "ddrdde"),
            Of<T, AddSignRule>("xx", "rrrd"),
            Of<T, CenteredRMSPropRule>("xxLx", "rdde"),
            Of<T, FtrlRule>("x0x", "r00p"),
            Of<T, FtrlV2Rule>("x0x", "r000p"),
            Of<T, GradientDescentRule>("x", "r"),
            Of<T, KerasMomentumRule>("xx", "rd"),
            Of<T, MomentumRule>("xx", "rd"),
            Of<T, PowerSignRule>("xx", "rrrd"),
            Of<T, ProximalAdagradRule>("x+", "r00"),
            Of<T, ProximalGradientDescentRule>("x", "r00"),
            Of<T, RMSPropRule>("x+x", "rdde"),
            Of<T, SparseCenteredRMSPropRule>("xxIx", "rdde"),
            Of<T, SparseFtrlRule>("x+x", "r00p"),
            Of<T, SparseFtrlV2Rule>("x+x", "r000p"),
            Of<T, SparseRMSPropRule>("xIx", "rdde")};
  }

  // Replaces some of the values by another one.
  static std::vector<T> With(Draw& draw, double other, std::vector<T> values) {
    for (T& value : values) {
      if (draw.OneIn(4)) value = static_cast<T>(other);
    }
    return values;
  }

  static std::vector<T> DrawVariable(Draw& draw, char kind, int64_t size) {
    switch (kind) {
      case '+':
        return Values<T>(draw, size, 0.25, 4.25);
      case '0':
        return With(draw, 0, Values<T>(draw, size, 0.25, 4.25));
      case 'L':
        return Values<T>(draw, size, 8, 16);
      case 'I':
        return With(draw, std::numeric_limits<double>::infinity(), Values<T>(draw, size, 8, 16));
      default:
        return Values<T>(draw, size, -2, 2);
    }
  }
  static double DrawScalar(Draw& draw, char kind) {
    switch (kind) {
      case 'd':
        return draw.OneOf<double>({0.5, 0.75, 0.875});
      case '0':
        return draw.OneOf<double>({0, 0.25, 1});
      case 'e':
        return draw.OneOf<double>({0.125, 0.0009765625});
      case 'p':
        return draw.OneOf<double>({-0.5, -0.25, -1});
      default:
        return draw.OneOf<double>({0.125, 0.5, 1});
    }
  }

  struct Case {
    TrainingUpdatePlan plan;
    std::vector<std::vector<T>> variables;
    std::vector<double> scalars;
    std::vector<T> gradient;
    std::vector<int64_t> indices;  // empty if there are none

    Case(Draw& draw, const Subject<T>& subject) : plan(subject.plan) {
      plan.flag = draw.OneIn(2);
      for (const char kind : subject.scalars) scalars.push_back(DrawScalar(draw, kind));
      const int64_t rows = draw.Size();
      plan.slice = draw.Size();
      plan.size = rows * plan.slice;
      for (const char kind : subject.variables) {
        variables.push_back(DrawVariable(draw, kind, plan.size));
      }
      int64_t elements = plan.size;
      if (draw.OneIn(2)) {
        plan.num_indices = draw.Size();
        elements = plan.num_indices * plan.slice;
        for (int64_t k = 0; k < plan.num_indices; ++k) indices.push_back(draw.Between(0, rows - 1));
        const bool is_wide = draw.OneIn(2);
        plan.index_dtype = is_wide ? DT_INT64 : DT_INT32;
        plan.loop = is_wide ? subject.by_int64 : subject.by_int32;
      }
      // Results after infinities depend on how a formula is written.
      gradient = Values<T>(draw, elements, -2, 2, indices.empty() && draw.OneIn(3));
      if (draw.OneIn(2)) gradient = With(draw, 0, std::move(gradient));
    }

    // The number of steps of each element, and its expected values. Stored values are rounded each
    // time.
    std::vector<std::vector<Expected>> Judge() const {
      std::vector<std::vector<T>> now = variables;
      std::vector<std::vector<Expected>> expected(now.size());
      std::vector<double> steps(static_cast<size_t>(plan.size), 0);
      for (size_t v = 0; v < now.size(); ++v) {
        for (const T value : now[v]) expected[v].push_back({static_cast<double>(value), 0});
      }
      for (size_t i = 0; i < gradient.size(); ++i) {
        const auto slice = static_cast<size_t>(plan.slice);
        const size_t at =
            indices.empty() ? i : static_cast<size_t>(indices[i / slice]) * slice + i % slice;
        double values[TrainingUpdatePlan::kMaxVariables] = {};
        for (size_t v = 0; v < now.size(); ++v) values[v] = static_cast<double>(now[v][at]);
        Step(plan.rule, values, static_cast<double>(gradient[i]), scalars.data(), plan.flag);
        steps[at] += 1;
        for (size_t v = 0; v < now.size(); ++v) {
          now[v][at] = static_cast<T>(values[v]);
          const double size = std::fabs(values[v]);
          // Only later steps start with errors.
          const double roundings = steps[at] > 1 ? 16 * steps[at] * (size + 1) : size;
          expected[v][at] = {values[v], RoundingError<T>() * roundings +
                                            64 * ComputeError<T>() * (size + 4) * steps[at]};
        }
      }
      return expected;
    }
  };

  // Runs the plan on the device.
  template <typename Index>
  static std::vector<std::vector<T>> Run(Case& drawn) {
    typename ComputeTest::Op op;
    std::vector<std::unique_ptr<OnTheDevice<T>>> variables;
    for (size_t v = 0; v < drawn.variables.size(); ++v) {
      variables.push_back(std::make_unique<OnTheDevice<T>>(drawn.variables[v]));
      drawn.plan.variables[v] = variables.back()->data();
      op.Updates(*variables.back());
    }
    const OnTheDevice<T> gradient(drawn.gradient);
    drawn.plan.gradient = gradient.data();
    op.Reads(gradient);
    std::vector<std::unique_ptr<OnTheDevice<T>>> scalars;
    for (int i = 0; i < drawn.plan.num_scalars; ++i) {
      scalars.push_back(std::make_unique<OnTheDevice<T>>(
          std::vector<T>{static_cast<T>(drawn.scalars[static_cast<size_t>(i)])}));
      drawn.plan.scalars[i] = scalars.back()->data();
      op.Reads(*scalars.back());
    }
    const OnTheDevice<int64_t> global_step(std::vector<int64_t>{kGlobalStep});
    if (drawn.plan.rule == TrainingRule::kAdagradDA) {
      drawn.plan.global_step = static_cast<const int64_t*>(global_step.data());
      drawn.scalars.push_back(kGlobalStep);
      op.Reads(global_step);
    }
    const OnTheDevice<Index> indices(
        std::vector<Index>(drawn.indices.begin(), drawn.indices.end()));
    drawn.plan.indices = indices.data();
    if (!drawn.indices.empty()) op.Reads(indices);
    ExpectDone(compute::TrainingUpdate(op.stream(), drawn.plan));
    std::vector<std::vector<T>> found;
    for (const auto& variable : variables) found.push_back(variable->Read());
    return found;
  }

 private:
  static constexpr int64_t kGlobalStep = 3;
};

using Types = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(TrainingUpdateTest, Types);

TYPED_TEST(TrainingUpdateTest, OfPlansDrawnAtRandom) {
  using Fixture = TrainingUpdateTest<TypeParam>;
  Draw draw(10);
  for (const auto& subject : Fixture::Subjects()) {
    for (int i = 0; i < Plans(16); ++i) {
      typename Fixture::Case drawn(draw, subject);
      const auto found = drawn.plan.index_dtype == DT_INT64 ? Fixture::template Run<int64_t>(drawn)
                                                            : Fixture::template Run<int32_t>(drawn);
      const auto expected = drawn.Judge();
      for (size_t v = 0; v < found.size(); ++v) {
        ExpectAgreement(found[v], expected[v],
                        std::string(subject.name) + ", plan " + std::to_string(i) + ", " +
                            std::to_string(drawn.plan.size) + " elements, " +
                            std::to_string(drawn.plan.num_indices) + " slices of " +
                            std::to_string(drawn.plan.slice) +
                            (drawn.plan.flag ? ", with its flag" : "") + ", variable " +
                            std::to_string(v));
      }
    }
  }
}

}  // namespace
}  // namespace pluggable::tests::training_update_test
