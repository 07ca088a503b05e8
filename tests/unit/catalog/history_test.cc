#include "catalog/history.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kReleases =
    "# A comment.\n"
    "tensorflow 9.1 9.2 9.10\n"
    "op Always\n"
    "in x: T\n"
    "attr T: {float, half}\n"
    "kernel CPU\n"
    "op Changing\n"
    "9.2- flags stateful\n"
    "in x: T\n"
    "-9.1 in size: int32\n"
    "9.2- in size: Tsize\n"
    "out y: T\n"
    "-9.2 attr T: {float}\n"
    "9.10- attr T: {float, half}\n"
    "9.2- attr Tsize: {int32, int64}\n"
    "9.2 kernel DEFAULT T=float host=size\n"
    "op Gone -9.2\n"
    "op Late 9.10-\n"
    "in z: float\n";

TEST(HistoryTest, KnowsWhichReleasesHaveAnOp) {
  const History history(kReleases);
  EXPECT_THAT(history.releases(), ElementsAre("9.1", "9.2", "9.10"));
  EXPECT_EQ(history.ReleasesWith("Always"), 0b111u);
  EXPECT_EQ(history.ReleasesWith("Gone"), 0b011u);
  EXPECT_EQ(history.ReleasesWith("Late"), 0b100u);
  EXPECT_EQ(history.ReleasesWith("Never"), 0u);
}

TEST(HistoryTest, EachReleaseHasItsOwnDefinitions) {
  const History history(kReleases);
  const Catalog& old = history.At(0);
  EXPECT_EQ(old.release(), "9.1");
  EXPECT_THAT(old.names(), ElementsAre("Always", "Changing", "Gone"));
  EXPECT_EQ(old.Find("Late"), nullptr);
  const Op* op = old.Find("Changing");
  ASSERT_NE(op, nullptr);
  EXPECT_EQ(op->Signature(), "Changing(x: T, size: int32) -> y: T");
  EXPECT_FALSE(op->is_stateful);
  EXPECT_THAT(op->kernels, IsEmpty());
  EXPECT_EQ(op->FindAttr("Tsize"), nullptr);

  op = history.At(1).Find("Changing");
  ASSERT_NE(op, nullptr);
  EXPECT_EQ(op->Signature(), "Changing(x: T, size: Tsize) -> y: T");
  EXPECT_TRUE(op->is_stateful);
  EXPECT_THAT(op->FindAttr("T")->allowed_types, ElementsAre("float"));
  EXPECT_EQ(op->kernels.size(), 1u);

  const Catalog& newest = history.Newest();
  EXPECT_EQ(newest.release(), "9.10");
  EXPECT_THAT(newest.names(), ElementsAre("Always", "Changing", "Late"));
  EXPECT_THAT(newest.Find("Changing")->FindAttr("T")->allowed_types, ElementsAre("float", "half"));
  EXPECT_THAT(newest.Find("Changing")->kernels, IsEmpty());
  EXPECT_EQ(newest.Find("Late")->inputs.size(), 1u);
}

TEST(HistoryTest, FindsReleases) {
  const History history(kReleases);
  EXPECT_EQ(history.Find("9.2"), &history.At(1));
  EXPECT_EQ(history.Find("9.3"), nullptr);
}

TEST(HistoryTest, KnowsWhatNeverChanged) {
  const History history(kReleases);
  EXPECT_TRUE(history.IsConstant("Always"));
  EXPECT_FALSE(history.IsConstant("Changing"));
  EXPECT_FALSE(history.IsConstant("Gone"));
}

TEST(HistoryTest, ListsWhatChangedInADefinition) {
  const History history(kReleases);
  std::vector<std::string> lines;
  for (const History::Change& change : history.Changes("Changing")) {
    lines.push_back(SinceUntil(change.releases, history.releases()) + ": " +
                    std::string(change.line));
  }
  EXPECT_THAT(lines, ElementsAre("since 9.2: flags stateful", "until 9.1: in size: int32",
                                 "since 9.2: in size: Tsize", "until 9.2: attr T: {float}",
                                 "since 9.10: attr T: {float, half}",
                                 "since 9.2: attr Tsize: {int32, int64}"));
  EXPECT_THAT(history.Changes("Always"), IsEmpty());
  EXPECT_THAT(history.Changes("Never"), IsEmpty());
}

TEST(HistoryTest, RefusesOtherText) {
  EXPECT_THROW(History("hello\nop A\n"), std::logic_error);
  EXPECT_THROW(History(""), std::logic_error);
  EXPECT_THROW(History("tensorflow\nop A\n"), std::logic_error);
  EXPECT_THROW(History("tensorflow 9.1\nop A 9.2-\n"), std::logic_error);
}

// The data that is shipped. Counts of ops as the releases themselves tell them, without private
// ones.
TEST(BuiltInHistoryTest, HasTheReleasesOfTheRange) {
  const History& history = History::BuiltIn();
  const std::vector<std::string_view>& releases = history.releases();
  EXPECT_EQ(releases.front(), "2.12");
  EXPECT_GE(releases.size(), 10u);
  for (size_t i = 0; i < releases.size(); ++i) {
    EXPECT_EQ(releases[i], "2." + std::to_string(12 + i)) << "no release is left out";
  }
  EXPECT_EQ(history.Newest().release(), releases.back());
  for (size_t i = 0; i < history.releases().size(); ++i) {
    EXPECT_GT(history.At(i).names().size(), 1600u) << history.releases()[i];
  }
}

TEST(BuiltInHistoryTest, KnowsWhatChanged) {
  const History& history = History::BuiltIn();
  const auto has = [&](std::string_view release, std::string_view op, std::string_view attr) {
    return history.Find(release)->Find(op)->FindAttr(attr) != nullptr;
  };
  EXPECT_FALSE(has("2.12", "TopKV2", "Tk")) << "k was always int32";
  EXPECT_TRUE(has("2.13", "TopKV2", "Tk"));
  EXPECT_FALSE(has("2.20", "TensorListGetItem", "Tshape"));
  EXPECT_TRUE(has("2.21", "TensorListGetItem", "Tshape"));
  const auto on_every_device = [&](std::string_view release, std::string_view op) {
    const auto& kernels = history.Find(release)->Find(op)->kernels;
    return std::any_of(kernels.begin(), kernels.end(),
                       [](const CoreKernel& kernel) { return kernel.device == "DEFAULT"; });
  };
  EXPECT_TRUE(on_every_device("2.21", "AssignAddVariableOp"));
  EXPECT_TRUE(on_every_device("2.15", "OnesLike"));
  EXPECT_FALSE(on_every_device("2.12", "OnesLike"));
}

TEST(BuiltInHistoryTest, EveryOpOfEveryReleaseCanBeRead) {
  const History& history = History::BuiltIn();
  for (size_t i = 0; i < history.releases().size(); ++i) {
    for (const std::string_view name : history.At(i).names()) {
      const Op* op = history.At(i).Find(name);
      ASSERT_NE(op, nullptr) << name;
      for (const CoreKernel& kernel : op->kernels) {
        for (const std::string_view arg : kernel.host_memory) {
          EXPECT_TRUE(op->HasArg(arg)) << history.releases()[i] << " " << name << " " << arg;
        }
      }
    }
  }
}

// The C API's history begins earlier than that of the ops, and goes on to the nightly.
TEST(BuiltInHistoryTest, TheHistoryOfTheCApiHasEveryRelease) {
  std::string_view text = base::EmbeddedText("catalog/c_api.txt");
  std::string_view head = TakeFact(text);
  TakePart(head, ' ');
  const std::vector<std::string_view> releases = SplitParts(head, ' ');
  for (const std::string_view release : History::BuiltIn().releases()) {
    EXPECT_EQ(std::count(releases.begin(), releases.end(), release), 1) << release;
  }
}

}  // namespace
}  // namespace plugingen::catalog
