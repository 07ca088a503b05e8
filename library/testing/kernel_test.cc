// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Compares every registered kernel with TensorFlow's CPU kernel.
//
// For each kernel in TensorFlow's registry for the device, random calls of the op run on both
// devices, with a seed, so that failures can be repeated. The CPU is the reference: both must
// succeed with the same results, or fail with the same error code. A second call must return the
// same results, bit for bit. Gradient ops are also compared with differences of their forward ops.
// A kernel may return UNIMPLEMENTED where the CPU succeeds; that is counted and listed at the end.
// So is what no call of a kernel has reached: a result with elements, an empty tensor, an error.
// The conformance suite tests other plugins in the same way, by kernel_judge.
//
//   <NAME>_TEST_CASES
//       calls per kernel (60)
//   <NAME>_TEST_SEED
//       another number, other calls (1)
//   <NAME>_TEST_WORDS
//       1: other words of an error than the CPU's are failures, 0: they are listed (0). The
//       reference kernels have those of TensorFlow 2.21; other releases have some of their own

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "eager.h"
#include "kernel_test_cases.h"
#include "kernel_test_draw.h"
#include "kernel_test_judge.h"
#include "kernel_test_op_def.h"
#include "kernel_test_registry.h"
#include "plugin/names.h"

namespace pluggable::tests {
namespace {

int64_t Number(const char* name, int64_t otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : std::atoll(value);
}

// Counts of calls by kernel and remark, printed when all tests have run.
class Remarks {
 public:
  void Add(const std::string& kernel, const std::string& remark) { ++counts_[{kernel, remark}]; }
  void Print(const char* title) const {
    if (counts_.empty()) return;
    std::printf("\n%s\n", title);
    for (const auto& [what, count] : counts_) {
      std::printf("%6d x %s: %s\n", count, what.first.c_str(), what.second.c_str());
    }
  }

 private:
  std::map<std::pair<std::string, std::string>, int> counts_;
};

// What no call has reached, by op if it is the same for all of the op's kernels.
class Unreached {
 public:
  void Add(const std::string& op, const std::string& kernel, const Reached& reached) {
    ++kernels_[op];
    if (!reached.value) lacking_[{op, "a value"}].push_back(kernel);
    if (!reached.empty) lacking_[{op, "an empty tensor"}].push_back(kernel);
    if (!reached.error) lacking_[{op, "an error"}].push_back(kernel);
    if (!reached.slope) lacking_[{op, "a slope"}].push_back(kernel);
  }
  void Print() const {
    if (lacking_.empty()) return;
    std::printf("\nWhat no call came to:\n");
    for (const auto& [what, kernels] : lacking_) {
      const auto& [op, kind] = what;
      if (kernels.size() == static_cast<size_t>(kernels_.at(op))) {
        std::printf("  %s: %s\n", op.c_str(), kind.c_str());
        continue;
      }
      for (const std::string& kernel : kernels) {
        std::printf("  %s: %s\n", kernel.c_str(), kind.c_str());
      }
    }
  }

 private:
  std::map<std::string, int> kernels_;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> lacking_;
};

// Shared by all tests: one TensorFlow, and the results for the end of the run.
struct Session {
  LoadedPlugin plugin{PLUGIN_LIBRARY};
  Remarks refused;
  Remarks unjudged;
  Remarks other_texts;
  Unreached unreached;
};

Session& TheSession() {
  static Session session;
  return session;
}

// Whether error messages must equal the CPU's.
bool WordsMatter() { return Number(names::kTestWords, 0) != 0; }

class KernelTest : public ::testing::Test {
 public:
  KernelTest(const KernelCase& kernel, std::string name)
      : kernel_(kernel), name_(std::move(name)) {}

  void TestBody() override;

 private:
  // Stores the findings for the end of the run.
  void Remember(const Findings& found) const;

  const KernelCase& kernel_;
  std::string name_;
};

void KernelTest::Remember(const Findings& found) const {
  Session& session = TheSession();
  for (const std::string& text : found.refused) session.refused.Add(name_, text);
  for (const std::string& text : found.unjudged) session.unjudged.Add(name_, text);
  for (const std::string& text : found.other_texts) session.other_texts.Add(name_, text);
  session.unreached.Add(kernel_.op, name_, found.reached);
}

void KernelTest::TestBody() {
  const auto calls = static_cast<int>(Number(names::kTestCases, kDefaultCalls));
  const auto seed = static_cast<uint64_t>(Number(names::kTestSeed, 1));
  const Findings found = JudgeKernel(&TheSession().plugin, kernel_, calls, seed);
  for (const std::string& failure : found.failures) ADD_FAILURE() << failure;
  if (WordsMatter() && !found.other_texts.empty()) {
    ADD_FAILURE() << found.other_texts.size()
                  << " errors have other words than the CPU's: " << found.other_texts.front();
  }
  if (found.calls == 0) GTEST_SKIP() << found.undecided;
  std::printf("  %-44s %3d agree, %2d fail on both, %2zu refused, %2zu unjudged\n", name_.c_str(),
              found.agree, found.both_fail, found.refused.size(), found.unjudged.size());
  Remember(found);
  if (!found.failures.empty()) return;
  if (found.RefusesAll()) GTEST_SKIP() << found.undecided;
  if (!found.NoneSucceeds()) return;
  // Without a generator for the op's arguments here, failures are not the kernel's fault.
  if (FindGenerator(kernel_.op) == nullptr) {
    GTEST_SKIP() << found.undecided << " on the CPU; test it in tests/, which is yours";
  }
  ADD_FAILURE() << found.undecided << " on the CPU";
}

// Whether the op supports these types: an attribute of a later release has its implied type.
bool HasTypes(const OpDef& def, const Types& types) {
  bool has_types = true;
  types.ForEach([&](const TypeConstraint& constraint) {
    if (constraint.implied == 0 || constraint.implied == constraint.type) return;
    if (def.FindAttr(constraint.attr) == nullptr) has_types = false;
  });
  return has_types;
}

// Whether the kernel is registered for the row's types. A kernel has no attributes that this
// TensorFlow's op lacks.
bool Takes(const KernelCase& kernel, const TableRow& row, const OpDef& def) {
  bool takes = kernel.op == row.op && kernel.label == row.label;
  row.types.ForEach([&](const TypeConstraint& wanted) {
    if (def.FindAttr(wanted.attr) == nullptr) return;
    bool found = false;
    kernel.types.ForEach([&](const TypeConstraint& type) {
      if (std::string(type.attr) == wanted.attr && type.type == wanted.type) found = true;
    });
    takes = takes && found;
  });
  return takes;
}

TEST(RegistryTest, HasEveryRowOfTheTable) {
  const LoadedPlugin& plugin = TheSession().plugin;
  if (plugin.eager.devices().empty()) GTEST_SKIP() << "the plugin lists no device";
  for (const TableRow& row : TableRows()) {
    const auto op = plugin.ops.find(row.op);
    if (op == plugin.ops.end() || !HasTypes(op->second, row.types)) continue;
    const bool registered =
        std::any_of(plugin.kernels.begin(), plugin.kernels.end(),
                    [&](const KernelCase& kernel) { return Takes(kernel, row, op->second); });
    EXPECT_TRUE(registered) << NameOf({row.op, row.label, row.types});
  }
}

void RegisterTests() {
  for (const KernelCase& row : TheSession().plugin.kernels) {
    const std::string name = NameOf(row);
    ::testing::RegisterTest(
        "Kernels", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [&row, name]() -> ::testing::Test* { return new KernelTest(row, name); });
  }
}

}  // namespace
}  // namespace pluggable::tests

int main(int argc, char** argv) {
  using pluggable::tests::StartWithoutOneDnn;
  using pluggable::tests::TheSession;
  StartWithoutOneDnn(argv);
  ::testing::InitGoogleTest(&argc, argv);
  if (const std::string& error = TheSession().plugin.eager.error(); !error.empty()) {
    std::fprintf(stderr, "TensorFlow does not load the plugin: %s\n", error.c_str());
    return 1;
  }
  pluggable::tests::RegisterTests();
  const int result = RUN_ALL_TESTS();
  TheSession().refused.Print("Calls that the CPU can do and the kernel said UNIMPLEMENTED to:");
  TheSession().unjudged.Print("Calls without a judge, as the CPU cannot do them:");
  TheSession().other_texts.Print("Calls that fail on both with different words:");
  TheSession().unreached.Print();
  return result;
}
