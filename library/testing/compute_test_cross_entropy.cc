// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::CrossEntropy, row by row in double.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "compute/cross_entropy.h"
#include "compute_test_device.h"

namespace pluggable::tests::cross_entropy_test {
namespace {

using compute::CrossEntropyPlan;

// Both results, [rows] and [rows, classes].
struct Losses {
  std::vector<Expected> loss;
  std::vector<Expected> backprop;
};

template <typename T>
class CrossEntropyTest : public ComputeTest {
 protected:
  // For dense logits; `classes` is empty if labels are numbers.
  static Losses Judge(const CrossEntropyPlan& plan, const std::vector<double>& logits,
                      const std::vector<double>& labels, const std::vector<int64_t>& classes) {
    Losses expected;
    for (int64_t row = 0; row < plan.rows; ++row) {
      const double* const x = logits.data() + row * plan.classes;
      double largest = -std::numeric_limits<double>::infinity();
      for (int64_t j = 0; j < plan.classes; ++j) {
        largest = std::isnan(x[j]) || std::isnan(largest) ? std::nan("") : std::fmax(largest, x[j]);
      }
      double sum = 0;
      for (int64_t j = 0; j < plan.classes; ++j) sum += std::exp(x[j] - largest);
      double loss = 0;
      double magnitude = 0;
      for (int64_t j = 0; j < plan.classes; ++j) {
        const double probability = std::exp(x[j] - largest) / sum;
        const double surprise = std::log(sum) - (x[j] - largest);
        double label = 0;
        if (classes.empty()) {
          label = labels[row * plan.classes + j];
          loss += label * surprise;
          magnitude += std::fabs(label) * (surprise + 4);
        } else if (classes[row] == j) {
          label = 1;
          loss = surprise;
          magnitude = surprise + 4;
        }
        expected.backprop.push_back(
            {probability - label, RoundingError<T>() * std::fabs(probability - label) +
                                      64 * ComputeError<T>() * (probability + std::fabs(label))});
      }
      expected.loss.push_back(
          {loss, RoundingError<T>() * std::fabs(loss) + 64 * ComputeError<T>() * magnitude});
    }
    return expected;
  }

  // A view of random numbers, whose values are in `values`. `one_row` and `one_class` make it
  // broadcast. Those of a row are `apart` elements apart.
  static std::unique_ptr<OnTheDevice<T>> DrawView(Draw& draw, const CrossEntropyPlan& plan,
                                                  double reach, bool one_row, bool one_class,
                                                  int64_t apart, CrossEntropyPlan::View* view,
                                                  std::vector<double>* values) {
    const int64_t rows = one_row ? 1 : plan.rows;
    const int64_t columns = one_class ? 1 : plan.classes * apart;
    const auto own = Values<T>(draw, rows * columns, -reach, reach, draw.OneIn(4));
    auto memory = std::make_unique<OnTheDevice<T>>(own);
    *view = {memory->data(), one_row ? 0 : columns, one_class ? 0 : apart};
    for (int64_t row = 0; row < plan.rows; ++row) {
      for (int64_t j = 0; j < plan.classes; ++j) {
        values->push_back(static_cast<double>(own[row * view->row_step + j * view->step]));
      }
    }
    return memory;
  }

  template <typename Class>
  static void OfClasses(Draw& draw, CrossEntropyPlan plan, double reach, const std::string& name) {
    std::vector<double> logits;
    const auto in = DrawView(draw, plan, reach, false, false, 1, &plan.logits, &logits);
    std::vector<Class> classes;
    for (int64_t row = 0; row < plan.rows; ++row) {
      classes.push_back(static_cast<Class>(draw.Between(0, plan.classes - 1)));
    }
    const OnTheDevice<Class> labels(classes);
    plan.class_dtype = DataTypeToEnum<Class>::value;
    plan.label_classes = labels.data();
    Expect(plan, *in, labels, draw.OneIn(3),
           Judge(plan, logits, {}, std::vector<int64_t>(classes.begin(), classes.end())), name);
  }

  static void OfNumbers(Draw& draw, CrossEntropyPlan plan, double reach, const std::string& name) {
    const bool one_row = draw.OneIn(4);
    const bool one_class = draw.OneIn(6);
    const bool in_place = !one_row && !one_class && draw.OneIn(3);
    const auto apart = [&draw] { return draw.OneIn(3) ? draw.Between(2, 3) : 1; };
    std::vector<double> logits;
    const auto in = DrawView(draw, plan, reach, one_row, one_class, in_place ? 1 : apart(),
                             &plan.logits, &logits);
    std::vector<double> numbers;
    const auto labels = DrawView(draw, plan, 1, !one_row && draw.OneIn(3),
                                 !one_class && draw.OneIn(4), apart(), &plan.labels, &numbers);
    Expect(plan, *in, *labels, in_place, Judge(plan, logits, numbers, {}), name);
  }

  template <typename Labels>
  static void Expect(CrossEntropyPlan plan, const OnTheDevice<T>& logits,
                     const OnTheDevice<Labels>& labels, bool in_place, const Losses& expected,
                     const std::string& name) {
    const OnTheDevice<T> loss(std::vector<T>(expected.loss.size(), T(77)));
    const OnTheDevice<T> backprop(std::vector<T>(expected.backprop.size(), T(77)));
    plan.loss = loss.data();
    plan.backprop = in_place ? logits.data() : backprop.data();
    typename ComputeTest::Op op;
    op.Updates(logits).Reads(labels).Writes(loss).Writes(backprop);
    ExpectDone(compute::CrossEntropy(op.stream(), plan));
    const std::string what = name + ", " + std::to_string(plan.rows) + " rows of " +
                             std::to_string(plan.classes) + (in_place ? ", in place" : "");
    ExpectAgreement(loss.Read(), expected.loss, what + ", loss");
    ExpectAgreement(in_place ? logits.Read() : backprop.Read(), expected.backprop,
                    what + ", backprop");
  }
};

using Types = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(CrossEntropyTest, Types);

TYPED_TEST(CrossEntropyTest, OfPlansDrawnAtRandom) {
  Draw draw(11);
  for (int i = 0; i < Plans(60); ++i) {
    CrossEntropyPlan plan;
    plan.dtype = DataTypeToEnum<TypeParam>::value;
    plan.rows = draw.Size();
    plan.classes = draw.OneIn(8) ? draw.Between(500, 1500) : draw.Size();
    const double reach = draw.OneIn(4) ? 80 : 4;
    const std::string name = "plan " + std::to_string(i);
    switch (i % 4) {
      case 0:
        TestFixture::template OfClasses<int32_t>(draw, plan, reach, name + ", by int32");
        break;
      case 1:
        TestFixture::template OfClasses<int64_t>(draw, plan, reach, name + ", by int64");
        break;
      default:
        TestFixture::OfNumbers(draw, plan, reach, name);
    }
  }
}

TYPED_TEST(CrossEntropyTest, WithoutClassesThereIsNoLoss) {
  using T = TypeParam;
  CrossEntropyPlan plan;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.rows = 3;
  const OnTheDevice<T> loss(std::vector<T>(3, T(77)));
  plan.loss = loss.data();
  typename TestFixture::Op op;
  op.Writes(loss);
  this->ExpectDone(compute::CrossEntropy(op.stream(), plan));
  EXPECT_EQ(loss.Read(), std::vector<T>(3, T(0)));
}

}  // namespace
}  // namespace pluggable::tests::cross_entropy_test
