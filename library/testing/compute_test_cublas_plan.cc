// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What cuBLASLt adds to matrix products, compared with a triple loop. (It computes the products of
// compute_test_matrix_product.cc, too.)

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "pluggable/tensor_shape.h"

#include "compute/cuda/cublas_plan.h"
#include "compute/cuda/matrix_product.h"
#include "compute_test_device.h"
#include "driver/cuda/cublas.h"
#include "runtime_test_host.h"

namespace pluggable::tests::cublas_plan_test {
namespace {

// A product whose matrices follow each other.
compute::MatrixProductPlan PlanOf(DataType dtype, int64_t rows, int64_t columns, int64_t depth,
                                  int64_t batches = 1) {
  compute::MatrixProductPlan plan;
  plan.dtype = dtype;
  plan.rows = rows;
  plan.columns = columns;
  plan.depth = depth;
  plan.batches = batches;
  const TensorShape shape({batches});
  if (batches > 1) EXPECT_TRUE(plan.nest.Init({&shape, &shape}));
  return plan;
}

template <typename T>
class EpilogueTest : public ComputeTest {
 protected:
  void SetUp() override {
    ComputeTest::SetUp();
    if (!IsSkipped() && cuda::Cublas::Find() == nullptr) GTEST_SKIP() << "there is no cuBLASLt";
  }

  struct Case {
    compute::MatrixProductPlan plan;
    std::vector<T> a;
    std::vector<T> b;
    std::vector<T> bias;    // empty for none
    std::vector<T> addend;  // likewise
    bool has_relu = false;
    size_t bias_lead = 0;  // elements before the bias and the addend in their memory
    size_t addend_lead = 0;
  };

  static Case DrawCase(Draw& draw) {
    Case drawn;
    drawn.plan = PlanOf(DataTypeToEnum<T>::value, draw.Size(), draw.Size(),
                        draw.OneIn(8) ? draw.Between(256, 600) : draw.Size(),
                        draw.OneIn(2) ? 1 : draw.Between(2, 4));
    compute::MatrixProductPlan& plan = drawn.plan;
    plan.transpose_a = draw.OneIn(2);
    plan.transpose_b = draw.OneIn(2);
    const bool has_specials = draw.OneIn(3);
    const auto values = [&](int64_t count) { return Values<T>(draw, count, -4, 4, has_specials); };
    drawn.a = values(plan.batches * plan.rows * plan.depth);
    drawn.b = values(plan.batches * plan.depth * plan.columns);
    drawn.has_relu = draw.OneIn(2);
    const bool has_addend = draw.OneIn(2);
    if (!has_addend || draw.OneIn(2)) drawn.bias = values(plan.columns);
    if (has_addend) drawn.addend = values(plan.batches * plan.rows * plan.columns);
    drawn.bias_lead = static_cast<size_t>(draw.OneIn(4) ? draw.Between(0, 20) : 0);
    drawn.addend_lead = static_cast<size_t>(draw.Between(0, 9));
    return drawn;
  }

  static std::vector<Expected> Judge(const Case& drawn) {
    const compute::MatrixProductPlan& plan = drawn.plan;
    std::vector<Expected> c;
    for (int64_t batch = 0; batch < plan.batches; ++batch) {
      const T* const x = drawn.a.data() + batch * plan.rows * plan.depth;
      const T* const y = drawn.b.data() + batch * plan.depth * plan.columns;
      for (int64_t i = 0; i < plan.rows; ++i) {
        for (int64_t j = 0; j < plan.columns; ++j) {
          ExpectedSum sum;
          for (int64_t k = 0; k < plan.depth; ++k) {
            sum.Add(static_cast<double>(plan.transpose_a ? x[k * plan.rows + i]
                                                         : x[i * plan.depth + k]) *
                    static_cast<double>(plan.transpose_b ? y[j * plan.depth + k]
                                                         : y[k * plan.columns + j]));
          }
          if (!drawn.bias.empty()) sum.Add(static_cast<double>(drawn.bias[static_cast<size_t>(j)]));
          if (!drawn.addend.empty()) sum.Add(static_cast<double>(drawn.addend[c.size()]));
          Expected expected = sum.Get<T>();
          // NaN stays NaN.
          if (drawn.has_relu && expected.value < 0) expected = {0, expected.error};
          c.push_back(expected);
        }
      }
    }
    return c;
  }

  // Whether cuBLASLt computes the case.
  static bool Check(const Case& drawn, const std::string& name) {
    compute::MatrixProductPlan plan = drawn.plan;
    const auto behind = [](size_t lead, const std::vector<T>& values) {
      std::vector<T> all(lead, T(55));
      all.insert(all.end(), values.begin(), values.end());
      return all;
    };
    const auto size = static_cast<size_t>(plan.batches * plan.rows * plan.columns);
    const OnTheDevice<T> a(drawn.a);
    const OnTheDevice<T> b(drawn.b);
    const OnTheDevice<T> bias(behind(drawn.bias_lead, drawn.bias));
    const OnTheDevice<T> addend(behind(drawn.addend_lead, drawn.addend));
    const OnTheDevice<T> c(std::vector<T>(size, T(77)));
    plan.a = a.data();
    plan.b = b.data();
    plan.c = c.data();
    compute::ProductEpilogue epilogue;
    const auto place = [](const OnTheDevice<T>& memory, size_t lead) {
      return static_cast<const T*>(memory.data()) + lead;
    };
    if (!drawn.bias.empty()) epilogue.bias = place(bias, drawn.bias_lead);
    if (!drawn.addend.empty()) epilogue.addend = place(addend, drawn.addend_lead);
    epilogue.has_relu = drawn.has_relu;
    Op op;
    op.Reads(a).Reads(b).Reads(bias).Reads(addend).Updates(c);
    const std::optional<Status> launched = compute::ByCublas(op.stream(), plan, epilogue);
    if (!launched) {
      ExpectDone(Status());  // it may have checked its ReLU
      return false;
    }
    ExpectDone(*launched);
    ExpectAgreement(c.Read(), Judge(drawn), name);
    return true;
  }
};

using Types = testing::Types<float, double, half, bfloat16>;
TYPED_TEST_SUITE(EpilogueTest, Types);

TYPED_TEST(EpilogueTest, OfPlansDrawnAtRandom) {
  Draw draw(1);
  int computed = 0;
  for (int i = 0; i < Plans(60); ++i) {
    const auto drawn = this->DrawCase(draw);
    const std::string name = "plan " + std::to_string(i);
    const bool is_odd =
        !drawn.bias.empty() &&
        drawn.bias_lead * sizeof(TypeParam) % compute::CublasPlan::kBiasAlignment != 0;
    // ReLU is used, checked, and then computed if it keeps NaN.
    for (int use = 0; use < (drawn.has_relu ? 3 : 1); ++use) {
      const bool is_computed = this->Check(drawn, name + ", use " + std::to_string(use));
      EXPECT_FALSE(is_computed && (is_odd || (drawn.has_relu && use < 2))) << name;
      computed += is_computed ? 1 : 0;
    }
  }
  EXPECT_GT(computed, 0);
}

// Each stream's products have another bias, and the same descriptors.
TYPED_TEST(EpilogueTest, OfSeveralStreams) {
  constexpr int kStreams = 4;
  constexpr int kUses = 30;
  constexpr int64_t kSide = 16;
  const std::vector<TypeParam> ones(kSide * kSide, TypeParam(1));
  const OnTheDevice<TypeParam> a(ones);
  const OnTheDevice<TypeParam> b(ones);
  const std::unique_ptr<HostDevice> device = Host::Get().Create(0);
  const auto multiply = [&](int number, std::vector<TypeParam>* found) {
    const SP_Stream stream = device->CreateStream();
    const OnTheDevice<TypeParam> bias(std::vector<TypeParam>(kSide, TypeParam(number)));
    for (int use = 0; use < kUses; ++use) {
      const OnTheDevice<TypeParam> c(ones);
      compute::MatrixProductPlan plan =
          PlanOf(DataTypeToEnum<TypeParam>::value, kSide, kSide, kSide);
      plan.a = a.data();
      plan.b = b.data();
      plan.c = c.data();
      compute::ProductEpilogue epilogue;
      epilogue.bias = bias.data();
      const auto memory = std::make_shared<internal::OpMemory>();
      memory->Add(internal::OpMemory::Use::kRead, a.data(), a.bytes());
      memory->Add(internal::OpMemory::Use::kRead, b.data(), b.bytes());
      memory->Add(internal::OpMemory::Use::kRead, bias.data(), bias.bytes());
      memory->Add(internal::OpMemory::Use::kWritten, c.data(), c.bytes());
      const Stream on(stream, "Primitive", memory);
      const std::optional<Status> launched = compute::ByCublas(on, plan, epilogue);
      if (!launched || !launched->ok() || !device->Synchronize(stream).ok()) break;
      const std::vector<TypeParam> results = c.Read();
      found->insert(found->end(), results.begin(), results.end());
    }
    device->DestroyStream(stream);
  };
  std::vector<std::vector<TypeParam>> found(kStreams);
  std::vector<std::thread> threads;
  for (int i = 0; i < kStreams; ++i) {
    threads.emplace_back(multiply, i, &found[static_cast<size_t>(i)]);
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < kStreams; ++i) {
    const std::vector<TypeParam>& results = found[static_cast<size_t>(i)];
    EXPECT_EQ(results.size(), size_t{kUses * kSide * kSide});
    EXPECT_EQ(std::count(results.begin(), results.end(), TypeParam(kSide + i)),
              static_cast<ptrdiff_t>(results.size()));
  }
}

}  // namespace
}  // namespace pluggable::tests::cublas_plan_test
