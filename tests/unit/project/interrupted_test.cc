// Runs that are interrupted while someone edits the project, and what stops a run beforehand.

#include <algorithm>

#include "commit_fixture.h"
#include "project/transaction.h"
#include "project/undo.h"

namespace plugingen::project {
namespace {

using testing::IsEmpty;

// A run that is interrupted before or after it changes a file, and what comes then.
class InterruptedTest : public CommitTest {
 protected:
  // A project of the first version, and one of the second that is begun up to the change of
  // `path`.
  void InterruptAfter(const std::string& path) {
    ASSERT_TRUE(Generate(Outputs("1")));
    start_ = disk_.entries();
    disk_.Reset();
    ASSERT_TRUE(Generate(Outputs("2")));
    size_t last = 0;
    while (!disk_.changes()[last].ends_with(", " + InRoot(path))) ++last;
    disk_.entries() = start_;
    disk_.Reset();
    disk_.FailAt(last + 1, MemoryFileSystem::Failure::kCrash);
    EXPECT_THROW(Generate(Outputs("2")), FileError);
    disk_.Reset();
  }

  // Takes the last run back, which has to be possible.
  void UndoLast() {
    const auto plan = PlanUndo(kRoot, disk_);
    ASSERT_TRUE(plan);
    EXPECT_THAT(plan->edited, IsEmpty());
    Apply(kRoot, plan->changes, "undo", disk_);
  }

  Entries start_;
};

TEST_F(InterruptedTest, WhatIsBroughtBackBeforeTheCompletionIsNotTakenForNew) {
  InterruptAfter("src/plugin/init.cc");
  EXPECT_EQ(Text("README.md"), "readme 2\n");
  Text("README.md") = "readme 1\n";
  const Interrupted found = CompleteInterrupted(kRoot, disk_);
  EXPECT_THAT(found.written, testing::Not(testing::Contains("README.md")));
  EXPECT_EQ(Text("README.md"), "readme 1\n");
  ASSERT_TRUE(Regenerate(Outputs("2")));
  EXPECT_EQ(Text("README.md"), "readme 2\n");
  EXPECT_EQ(Text("tests/generated/run"), "#!/bin/sh\n2\n");
}

TEST_F(InterruptedTest, EverythingThatIsBroughtBackIsTheOldProject) {
  InterruptAfter("tests/generated/run");
  for (const auto& [path, entry] : start_) disk_.entries()[path] = entry;
  CompleteInterrupted(kRoot, disk_);
  ASSERT_TRUE(Generate(Outputs("2"))) << "nothing counts as an edit";
  EXPECT_EQ(Text("README.md"), "readme 2\n");
}

TEST_F(InterruptedTest, UndoLeavesAFileThatWasEditedBeforeTheCompletion) {
  InterruptAfter("README.md");
  Text("src/plugin/init.cc") += "mine\n";
  CompleteInterrupted(kRoot, disk_);
  UndoLast();
  EXPECT_EQ(Text("README.md"), "readme 1\n");
  EXPECT_EQ(Text("src/plugin/init.cc"), "init 1\nmine\n");
  UndoLast();
  EXPECT_EQ(Text("README.md"), "readme 2\n");
}

TEST_F(InterruptedTest, ACompletionWithAnEditCanBeInterruptedAnywhere) {
  InterruptAfter("README.md");
  Text("src/kernels/relu.cc") += "mine\n";
  const Entries interrupted = disk_.entries();
  CompleteInterrupted(kRoot, disk_);
  const Entries wanted = disk_.entries();
  const size_t changes = disk_.changes().size();
  ASSERT_GT(changes, 6u);
  for (size_t change = 0; change < changes; ++change) {
    disk_.entries() = interrupted;
    disk_.Reset();
    disk_.FailAt(change, MemoryFileSystem::Failure::kCrash);
    EXPECT_THROW(CompleteInterrupted(kRoot, disk_), FileError);
    disk_.Reset();
    CompleteInterrupted(kRoot, disk_);
    EXPECT_EQ(Files(disk_.entries()), Files(wanted)) << change;
    EXPECT_THAT(PlanUndo(kRoot, disk_)->edited, IsEmpty()) << change;
  }
}

TEST_F(InterruptedTest, AnExchangeInStepsIsFinished) {
  InterruptAfter("README.md");
  disk_.Rename(InRoot(".plugingen/tmp/0"), InRoot(".plugingen/tmp/0.kept"));
  CompleteInterrupted(kRoot, disk_);
  UndoLast();
  EXPECT_EQ(Files(disk_.entries()), Files(start_));
}

TEST_F(CommitTest, AMountPointChangesNothing) {
  ASSERT_TRUE(Generate(Outputs("1")));
  for (const std::string path : {"src/kernels", "src/plugin/init.cc", ".plugingen/base"}) {
    disk_.entries().at(InRoot(path)).is_mount = true;
    const Entries before = disk_.entries();
    EXPECT_THROW(Commit(PlanFor(NextOutputs()).plan, "a run", disk_), FileError) << path;
    EXPECT_EQ(disk_.entries(), before) << path;
    disk_.entries().at(InRoot(path)).is_mount = false;
  }
  ASSERT_TRUE(Generate(NextOutputs()));
}

TEST_F(CommitTest, AnUndoFolderThatCannotMakeRoomChangesNothing) {
  ASSERT_TRUE(Generate(Outputs("1")));
  ASSERT_TRUE(Generate(Outputs("2")));
  disk_.entries().at(InRoot(".plugingen/undo")).permissions = 0555;
  const Entries before = disk_.entries();
  EXPECT_THROW(Commit(PlanFor(NextOutputs()).plan, "a run", disk_), FileError);
  EXPECT_EQ(disk_.entries(), before);
}

TEST_F(CommitTest, OnlyRenamesAreLeftWhenTheFirstFileChanges) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.Reset();
  ASSERT_TRUE(Generate(NextOutputs()));
  const auto& changes = disk_.changes();
  const auto first = std::find_if(changes.begin(), changes.end(), [](const std::string& change) {
    return change.starts_with("exchange ");
  });
  ASSERT_NE(first, changes.end());
  for (auto change = first; change != changes.end(); ++change) {
    EXPECT_THAT(*change, testing::Not(testing::AnyOf(testing::StartsWith("make "),
                                                     testing::StartsWith("write "))));
  }
}

TEST_F(CommitTest, APathThatNoRecordCanHoldChangesNothing) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const Entries before = disk_.entries();
  for (const std::string path : {"a\\b.yaml", "a\xff.yaml"}) {
    EXPECT_THROW(Apply(kRoot, {{path, "", "text\n"}}, "a run", disk_), FileError) << path;
    EXPECT_EQ(disk_.entries(), before) << path;
  }
}

}  // namespace
}  // namespace plugingen::project
