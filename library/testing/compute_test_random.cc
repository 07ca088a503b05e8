// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive compute::Random, element by element in double.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "compute/random.h"
#include "compute_test_device.h"
#include "reference/random_distributions.h"
#include "reference/random_op.h"

namespace pluggable::tests::random_test {
namespace {

using compute::Distribution;
using compute::RandomPlan;
using Words = std::array<uint32_t, 4>;

// Ten rounds, as in the paper.
Words Philox10(Words counter, uint32_t key0, uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t product0 = uint64_t{0xD2511F53} * counter[0];
    const uint64_t product1 = uint64_t{0xCD9E8D57} * counter[2];
    const auto high0 = static_cast<uint32_t>(product0 >> 32);
    const auto high1 = static_cast<uint32_t>(product1 >> 32);
    counter = {high1 ^ counter[1] ^ key0, static_cast<uint32_t>(product1),
               high0 ^ counter[3] ^ key1, static_cast<uint32_t>(product0)};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return counter;
}

// The authors' published test vectors.
TEST(Philox10Test, KnowsItsAnswers) {
  EXPECT_EQ(Philox10({0, 0, 0, 0}, 0, 0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox10({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffff, 0xffffffff),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

// The stream of a plan.
struct Stream128 {
  uint64_t key;
  uint64_t low;
  uint64_t high;

  void Add(uint64_t blocks) {
    high += low + blocks < low ? 1 : 0;
    low += blocks;
  }
  Words Block(uint64_t index) const {
    Stream128 at = *this;
    at.Add(index);
    return Philox10({static_cast<uint32_t>(at.low), static_cast<uint32_t>(at.low >> 32),
                     static_cast<uint32_t>(at.high), static_cast<uint32_t>(at.high >> 32)},
                    static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32));
  }
};

template <typename T>
class Judge {
 public:
  Judge(const RandomPlan& plan, const Stream128& stream) : plan_(plan), stream_(stream) {}

  void Compare(const std::vector<T>& found, const std::string& what) const {
    if constexpr (std::is_integral_v<T>) {
      std::vector<T> expected;
      for (int64_t i = 0; i < plan_.size; ++i) {
        expected.push_back(Integer(stream_.Block(static_cast<uint64_t>(i / kGroup)), i % kGroup));
      }
      EXPECT_EQ(found, expected) << what;
    } else {
      ExpectAgreement(found, Numbers(), what);
    }
  }

 private:
  static constexpr int kGroup = sizeof(T) == 8 ? 2 : 4;

  std::vector<Expected> Numbers() const {
    std::vector<Expected> expected;
    for (uint64_t group = 0; expected.size() < static_cast<size_t>(plan_.size); ++group) {
      for (const Expected& element : Group(group)) expected.push_back(element);
    }
    expected.resize(static_cast<size_t>(plan_.size));
    return expected;
  }

  std::vector<Expected> Group(uint64_t group) const {
    if (plan_.distribution == Distribution::kTruncatedNormal) {
      std::vector<Expected> kept;
      for (uint64_t block = group * 64 * kGroup;; ++block) {
        for (const Expected& normal : Normals(stream_.Block(block))) {
          if (std::fabs(normal.value) < 2) kept.push_back(normal);
          if (kept.size() == kGroup) return kept;
        }
      }
    }
    const Words words = stream_.Block(group);
    if (plan_.distribution == Distribution::kNormal) return Normals(words);
    std::vector<Expected> elements;
    for (int i = 0; i < kGroup; ++i) elements.push_back({Uniform(words, i), 0});
    return elements;
  }

  // Element i of [0, 1).
  static double Uniform(const Words& words, int i) {
    if constexpr (std::is_same_v<T, double>) {
      return (std::ldexp(words[2 * i] & 0xfffff, 32) + words[2 * i + 1]) / std::ldexp(1, 52);
    }
    const int digits = std::is_same_v<T, half> ? 10 : std::is_same_v<T, bfloat16> ? 7 : 23;
    return std::fmod(words[i], std::ldexp(1, digits)) / std::ldexp(1, digits);
  }

  T Integer(const Words& words, int64_t i) const {
    using Unsigned = std::make_unsigned_t<T>;
    auto bits = static_cast<Unsigned>(words[sizeof(T) == 8 ? 2 * i : i]);
    if constexpr (sizeof(T) == 8) bits |= static_cast<Unsigned>(words[2 * i + 1]) << 32;
    if (plan_.distribution == Distribution::kFullInt) return static_cast<T>(bits);
    const auto low = static_cast<Unsigned>(plan_.low);
    return static_cast<T>(low + bits % (static_cast<Unsigned>(plan_.high) - low));
  }

  static std::vector<Expected> Normals(const Words& words) {
    std::vector<Expected> normals;
    const auto add = [&](double u, double v) {
      const double radius = std::sqrt(-2 * std::log(std::fmax(u, 1e-7)));
      const double angle = 2 * std::acos(-1.0) * v;
      const double error = 64 * ComputeError<T>() * (radius + 1);
      for (const double value : {std::sin(angle) * radius, std::cos(angle) * radius}) {
        normals.push_back({value, RoundingError<T>() * std::fabs(value) + error});
      }
    };
    if constexpr (std::is_same_v<T, double>) {
      add(Uniform(words, 0), Uniform(words, 1));
    } else {
      const auto unit = [](uint32_t word) { return (word & 0x7fffff) / std::ldexp(1, 23); };
      add(unit(words[0]), unit(words[1]));
      add(unit(words[2]), unit(words[3]));
    }
    return normals;
  }

  const RandomPlan& plan_;
  const Stream128 stream_;
};

template <typename T>
class RandomTest : public ComputeTest {
 protected:
  static RandomPlan DrawPlan(Draw& draw) {
    if constexpr (std::is_unsigned_v<T>) {
      return DistributionPlan(UniformFullInt<T>());
    } else if constexpr (std::is_integral_v<T>) {
      if (draw.OneIn(3)) return DistributionPlan(UniformFullInt<T>());
      const auto most = static_cast<int64_t>(std::numeric_limits<T>::max());
      switch (draw.Between(0, 2)) {
        case 0:
          return DistributionPlan(UniformInt<T>(static_cast<T>(-most - 1), static_cast<T>(most)));
        case 1:
          return DistributionPlan(UniformInt<T>(-3, static_cast<T>(draw.Between(-2, 100))));
        default:
          return DistributionPlan(UniformInt<T>(static_cast<T>(most - 5), static_cast<T>(most)));
      }
    } else {
      switch (draw.Between(0, 2)) {
        case 0:
          return DistributionPlan(UniformReal<T>());
        case 1:
          return DistributionPlan(Normal<T>());
        default:
          return DistributionPlan(TruncatedNormal<T>());
      }
    }
  }
};

using Types = testing::Types<float, double, half, bfloat16, int32_t, int64_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(RandomTest, Types);

TYPED_TEST(RandomTest, OfPlansDrawnAtRandom) {
  using T = TypeParam;
  Draw draw(13);
  for (int i = 0; i < Plans(40); ++i) {
    RandomPlan plan = TestFixture::DrawPlan(draw);
    plan.size = draw.OneIn(5) ? draw.Between(1000, 9000) : draw.Size();
    Stream128 stream = {static_cast<uint64_t>(draw.Between(0, int64_t{1} << 62)) * 3,
                        static_cast<uint64_t>(draw.Between(0, int64_t{1} << 62)) * 3,
                        static_cast<uint64_t>(draw.Between(0, 5))};
    // The counter overflows into its upper half.
    if (draw.OneIn(3)) stream.low = ~uint64_t{0} - static_cast<uint64_t>(draw.Between(0, 3));
    const OnTheDevice<T> out(std::vector<T>(static_cast<size_t>(plan.size), T(1)));
    plan.out = out.data();
    typename TestFixture::Op op;
    op.Writes(out);
    // As arguments, or in device memory like the state of a tf.random.Generator.
    const OnTheDevice<uint64_t> state(std::vector<uint64_t>{stream.low, stream.high, stream.key});
    auto* const words = static_cast<uint64_t*>(state.data());
    const bool in_memory = draw.OneIn(2);
    const bool moves_on = in_memory && draw.OneIn(2);
    if (in_memory) {
      plan.counter_memory = words;
      plan.key_memory = words + 2;
      if (moves_on) plan.next_counter = words;
      op.Updates(state);
    } else {
      plan.key = stream.key;
      plan.counter[0] = stream.low;
      plan.counter[1] = stream.high;
    }
    this->ExpectDone(compute::Random(op.stream(), plan));
    const std::string what = "plan " + std::to_string(i) + ", distribution " +
                             std::to_string(static_cast<int>(plan.distribution)) + ", " +
                             std::to_string(plan.size) + " elements" +
                             (moves_on    ? ", of a state"
                              : in_memory ? ", from memory"
                                          : "");
    Judge<T>(plan, stream).Compare(out.Read(), what);
    if (moves_on) stream.Add(static_cast<uint64_t>(plan.size) * 256);
    EXPECT_EQ(state.Read(), (std::vector<uint64_t>{stream.low, stream.high, stream.key})) << what;
  }
}

}  // namespace
}  // namespace pluggable::tests::random_test
