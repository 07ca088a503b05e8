#include "project/commit.h"

#include "base/sha256.h"
#include "commit_fixture.h"
#include "project/journal.h"
#include "project/undo.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST_F(CommitTest, WritesFilesBasesAndLock) {
  ASSERT_TRUE(Generate(Outputs("1")));
  for (const OutputFile& output : Outputs("1")) {
    EXPECT_EQ(Text(output.path), output.text);
    EXPECT_EQ(disk_.IsExecutable(InRoot(output.path)), output.executable);
    EXPECT_EQ(Exists(".plugingen/base/" + output.path), output.ownership == Ownership::kScaffold);
  }
  EXPECT_EQ(Text(".plugingen/base/README.md"), "readme 1\n");
  EXPECT_EQ(disk_.List("/disk"), std::vector<std::string>{"acme"}) << "no staging folder is left";
}

TEST_F(CommitTest, StagesAFreshProjectBesideItsPlaceAndRenamesOnce) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const auto& changes = disk_.changes();
  EXPECT_EQ(changes.back(), "rename /disk/.acme.plugingen-new -> /disk/acme");
  for (size_t i = 1; i + 1 < changes.size(); ++i)
    EXPECT_THAT(changes[i], HasSubstr("/disk/.acme."));
  EXPECT_EQ(changes[changes.size() - 2], "write /disk/.acme.plugingen-new/.plugingen/lock.json");
}

TEST_F(CommitTest, FillsAFolderThatIsThere) {
  disk_.MakeDirectories(kRoot);
  ASSERT_TRUE(Generate(Outputs("1")));
  EXPECT_EQ(Files(disk_.entries()), Files(After(Start(), Outputs("1"))));
}

TEST_F(CommitTest, WritesNothingTheSecondTime) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.Reset();
  ASSERT_TRUE(Generate(Outputs("1")));
  EXPECT_THAT(disk_.changes(), IsEmpty());
}

TEST_F(CommitTest, UpdatesOnlyWhatChangedAndTheLockLast) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.Reset();
  auto outputs = Outputs("1");
  outputs[3].text = "init changed\n";
  ASSERT_TRUE(Generate(outputs));
  EXPECT_THAT(disk_.changes(),
              testing::ElementsAre(
                  "make folder /disk/acme/.plugingen/tmp", "write /disk/acme/.plugingen/tmp/0",
                  "write /disk/acme/.plugingen/tmp/1",
                  "write /disk/acme/.plugingen/tmp/journal.new", "flush /disk/acme/.plugingen/tmp",
                  "rename /disk/acme/.plugingen/tmp/journal.new -> "
                  "/disk/acme/.plugingen/tmp/journal.json",
                  "flush /disk/acme/.plugingen/tmp",
                  "exchange /disk/acme/.plugingen/tmp/0, /disk/acme/src/plugin/init.cc",
                  "exchange /disk/acme/.plugingen/tmp/1, /disk/acme/.plugingen/lock.json",
                  "rename /disk/acme/.plugingen/tmp -> /disk/acme/.plugingen/undo"));
}

TEST_F(CommitTest, DeletesOrphansTheirBasesAndEmptyFolders) {
  ASSERT_TRUE(Generate(Outputs("1")));
  auto outputs = Outputs("1");
  outputs.erase(outputs.begin() + 2);
  ASSERT_TRUE(Generate(outputs));
  EXPECT_FALSE(Exists("src/kernels"));
  EXPECT_FALSE(Exists(".plugingen/base/src"));
  EXPECT_TRUE(Exists("src/plugin/init.cc"));
  EXPECT_THAT(Text(".plugingen/lock.json"), testing::Not(HasSubstr("relu")));
}

TEST_F(CommitTest, LeavesFoldersThatHoldFilesOfTheUsers) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.Write(InRoot("src/kernels/mine.cc"), "mine\n", false);
  auto outputs = Outputs("1");
  outputs.erase(outputs.begin() + 2);
  ASSERT_TRUE(Generate(outputs));
  EXPECT_EQ(Text("src/kernels/mine.cc"), "mine\n");
}

TEST_F(CommitTest, WhatIsSavedAfterThePlanWasMadeStopsTheRun) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const Entries start = disk_.entries();
  // Updated, deleted, and created.
  for (const std::string path :
       {"src/plugin/init.cc", "src/kernels/relu.cc", "src/kernels/add.cc"}) {
    disk_.entries() = start;
    const auto outputs = NextOutputs();
    const PlanResult result = PlanFor(outputs);
    disk_.Write(InRoot(path), "mine\n", false);
    const Entries before = disk_.entries();
    EXPECT_THROW(Commit(result.plan, "a run", disk_), ChangedMeanwhile) << path;
    EXPECT_EQ(disk_.entries(), before) << path;
  }
  disk_.entries() = start;
  const auto outputs = NextOutputs();
  const PlanResult result = PlanFor(outputs);
  disk_.Remove(InRoot("README.md"));
  EXPECT_THROW(Commit(result.plan, "a run", disk_), ChangedMeanwhile);
  EXPECT_FALSE(Exists("README.md"));
}

TEST_F(CommitTest, WhatIsSavedWhileUndoIsPlannedStopsIt) {
  ASSERT_TRUE(Generate(Outputs("1")));
  ASSERT_TRUE(Generate(Outputs("2")));
  const auto plan = PlanUndo(kRoot, disk_);
  Text("README.md") += "mine\n";
  EXPECT_THROW(Apply(kRoot, plan->changes, "undo", disk_), ChangedMeanwhile);
  EXPECT_EQ(Text("README.md"), "readme 2\nmine\n");
}

TEST_F(CommitTest, KeepsEditsAndDeletionsOfScaffolds) {
  ASSERT_TRUE(Generate(Outputs("1")));
  Text("src/kernels/relu.cc") = "faster\n";
  disk_.Remove(InRoot("README.md"));
  for (int run = 0; run < 2; ++run) {
    ASSERT_TRUE(Generate(Outputs("1")));
    EXPECT_EQ(Text("src/kernels/relu.cc"), "faster\n");
    EXPECT_FALSE(Exists("README.md"));
  }
}

TEST_F(CommitTest, AFullDiskDuringAnUpdateChangesNothing) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const Entries before = disk_.entries();
  disk_.Reset();
  const auto outputs = NextOutputs();
  Commit(PlanFor(outputs).plan, "a run", disk_);
  size_t first_exchange = 0;
  while (!disk_.changes()[first_exchange].starts_with("exchange ")) ++first_exchange;
  EXPECT_EQ(disk_.changes()[first_exchange - 1], "make folder /disk/acme/src/runtime/deep");
  for (size_t change = 0; change < first_exchange; ++change) {
    disk_.entries() = before;
    disk_.Reset();
    disk_.FailAt(change, MemoryFileSystem::Failure::kOnce);
    EXPECT_THROW(Commit(PlanFor(outputs).plan, "a run", disk_), FileError);
    EXPECT_EQ(disk_.entries(), before) << change;
  }
}

TEST_F(CommitTest, AFullDiskDuringTheFirstRunLeavesNothing) {
  for (size_t change = 0; change < 12; ++change) {
    disk_.entries() = Start();
    disk_.Reset();
    disk_.FailAt(change, MemoryFileSystem::Failure::kOnce);
    EXPECT_THROW(Generate(Outputs("1")), FileError);
    EXPECT_EQ(disk_.entries(), Start()) << change;
  }
}

TEST_F(CommitTest, EveryInterruptedFirstRunIsCompletedByTheNext) {
  for (const auto failure : {MemoryFileSystem::Failure::kOnce, MemoryFileSystem::Failure::kCrash}) {
    ExpectCompletable(Start(), Outputs("1"), Outputs("1"), failure);
    ExpectCompletable(Start(), Outputs("1"), Outputs("2"), failure);
  }
}

TEST_F(CommitTest, EveryInterruptedRunIntoAnEmptyFolderIsCompletedByTheNext) {
  Entries start = Start();
  start[kRoot].kind = FileKind::kDirectory;
  for (const auto failure : {MemoryFileSystem::Failure::kOnce, MemoryFileSystem::Failure::kCrash}) {
    ExpectCompletable(start, Outputs("1"), Outputs("1"), failure);
    ExpectCompletable(start, Outputs("1"), Outputs("2"), failure);
  }
}

TEST_F(CommitTest, EveryInterruptedUpdateIsCompletedByTheNext) {
  const Entries start = After(Start(), Outputs("1"));
  for (const auto failure : {MemoryFileSystem::Failure::kOnce, MemoryFileSystem::Failure::kCrash}) {
    ExpectCompletable(start, NextOutputs(), NextOutputs(), failure);
    ExpectCompletable(start, NextOutputs(), Outputs("3"), failure);
    ExpectCompletable(start, NextOutputs(), Outputs("1"), failure);
  }
}

TEST_F(CommitTest, TwoInterruptionsInARowAreStillRecovered) {
  const Entries start = After(Start(), Outputs("1"));
  const Entries wanted = After(start, Outputs("3"));
  for (size_t first = 4; first < 24; ++first) {
    for (size_t second = 0; second < 30; ++second) {
      disk_ = MemoryFileSystem();
      disk_.entries() = start;
      disk_.FailAt(first, MemoryFileSystem::Failure::kCrash);
      try {
        Generate(NextOutputs());
      } catch (const FileError&) {
      }
      disk_.Reset();
      disk_.FailAt(second, MemoryFileSystem::Failure::kCrash);
      try {
        ASSERT_TRUE(Generate(Outputs("2")));
      } catch (const FileError&) {
      }
      disk_.Reset();
      ASSERT_TRUE(Generate(Outputs("3"))) << first << " " << second;
      ASSERT_EQ(Files(disk_.entries()), Files(wanted)) << first << " " << second;
    }
  }
}

TEST_F(CommitTest, AnEditBetweenACrashAndTheNextRunIsStillSeen) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.Reset();
  const auto outputs = Outputs("2");
  Commit(PlanFor(outputs).plan, "a run", disk_);
  size_t after_first_move = 0;
  while (disk_.changes()[after_first_move].find(", /disk/acme/src/plugin/init.cc") ==
         std::string::npos) {
    ++after_first_move;
  }
  disk_.entries() = After(Start(), Outputs("1"));
  disk_.Reset();
  disk_.FailAt(after_first_move + 1, MemoryFileSystem::Failure::kCrash);
  EXPECT_THROW(Generate(Outputs("2")), FileError);
  disk_.Reset();
  EXPECT_EQ(Text("src/plugin/init.cc"), "init 2\n");
  Text("src/plugin/init.cc") += "mine\n";
  EXPECT_FALSE(Generate(Outputs("2")));
  EXPECT_EQ(Text("src/plugin/init.cc"), "init 2\nmine\n");
}

TEST_F(CommitTest, AJournalThatIsDamagedTellsNothing) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.MakeDirectories(InRoot(".plugingen/tmp"));
  disk_.Write(InRoot(".plugingen/tmp/journal.json"), "{", false);
  ASSERT_TRUE(Generate(Outputs("1")));
  EXPECT_FALSE(Exists(".plugingen/tmp"));
}

// A journal as another machine's run would leave it, with one text that is new.
Journal ForeignJournal(const std::string& path, const std::string& folder) {
  return {"x", folder, false, {{path, "", Sha256("bad\n"), false}}};
}

TEST_F(CommitTest, AJournalOfAnotherMachineOrForVersionControlIsNotCarriedOut) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const std::string temp = InRoot(".plugingen/tmp");
  const auto complete = [&](const std::string& path, const std::string& folder) {
    disk_.MakeDirectories(temp);
    disk_.Write(temp + "/0", "bad\n", false);
    disk_.Write(temp + "/journal.json", ForeignJournal(path, folder).Serialize(), false);
    const Interrupted found = CompleteInterrupted(kRoot, disk_);
    EXPECT_FALSE(Exists(".plugingen/tmp"));
    return found;
  };
  for (const std::string path : {".git/hooks/post-checkout", "third_party/.GIT/config", ".hg/hgrc",
                                 "../outside", "CVS/Entries"}) {
    const Interrupted found = complete(path, disk_.Identity(temp));
    EXPECT_TRUE(found.foreign && !found.found) << path;
    EXPECT_FALSE(Exists(path)) << path;
  }
  EXPECT_TRUE(complete("src/new.cc", "another machine").foreign);
  EXPECT_TRUE(complete("src/new.cc", "").foreign);
  EXPECT_FALSE(Exists("src/new.cc"));
  EXPECT_EQ(disk_.Read(InRoot(".plugingen/interrupted_elsewhere/0")), "bad\n");
  EXPECT_EQ(disk_.Read(InRoot(".plugingen/interrupted_elsewhere_7/0")), "bad\n");
  const Interrupted own = complete("src/new.cc", disk_.Identity(temp));
  EXPECT_TRUE(own.found && !own.foreign);
  EXPECT_THAT(own.written, testing::ElementsAre("src/new.cc"));
  EXPECT_TRUE(Exists("src/new.cc"));
}

TEST_F(CommitTest, AReadOnlyFolderChangesNothing) {
  ASSERT_TRUE(Generate(Outputs("1")));
  for (const std::string folder : {"src/kernels", "src", "tests/generated", ""}) {
    const std::string path = folder.empty() ? kRoot : InRoot(folder);
    disk_.entries().at(path).permissions = 0555;
    const Entries before = disk_.entries();
    EXPECT_THROW(Commit(PlanFor(NextOutputs()).plan, "a run", disk_), FileError) << path;
    EXPECT_EQ(disk_.entries(), before) << path;
    disk_.entries().at(path).permissions = 0755;
  }
  ASSERT_TRUE(Generate(NextOutputs()));
}

TEST_F(CommitTest, ARunOnTheRecordsAloneLeavesTheLastUndo) {
  ASSERT_TRUE(Generate(Outputs("1"), true));
  const auto first = Files(disk_.entries());
  ASSERT_TRUE(Generate(Outputs("2"), true));
  const auto second = Files(disk_.entries());
  // What an older plugingen wrote, and a pristine text that is gone.
  for (size_t failing = 0; failing < 20; ++failing) {
    std::string& lock = Text(".plugingen/lock.json");
    lock.replace(lock.find(PLUGINGEN_VERSION), std::string(PLUGINGEN_VERSION).size(), "0.0.1");
    disk_.Remove(InRoot(".plugingen/base/README.md"));
    disk_.Reset();
    disk_.FailAt(failing, MemoryFileSystem::Failure::kCrash);
    try {
      Generate(Outputs("2"), true);
    } catch (const FileError&) {
    }
    disk_.Reset();
    ASSERT_TRUE(Generate(Outputs("2"), true));
    EXPECT_EQ(Files(disk_.entries()), second) << failing;
  }
  const auto plan = PlanUndo(kRoot, disk_);
  ASSERT_TRUE(plan);
  EXPECT_THAT(plan->edited, IsEmpty());
  Apply(kRoot, plan->changes, "undo", disk_);
  EXPECT_EQ(Files(disk_.entries()), first);
}

TEST_F(CommitTest, PermissionsComeBackWithAFile) {
  ASSERT_TRUE(Generate(Outputs("1"), true));
  disk_.SetPermissions(InRoot("src/kernels/relu.cc"), 0600);
  ASSERT_TRUE(Generate(NextOutputs(), true));
  EXPECT_FALSE(Exists("src/kernels/relu.cc"));
  Apply(kRoot, PlanUndo(kRoot, disk_)->changes, "undo", disk_);
  EXPECT_EQ(disk_.Permissions(InRoot("src/kernels/relu.cc")), 0600U);
  Text("src/kernels/relu.cc") += "mine\n";
  ASSERT_TRUE(Generate(NextOutputs(), true));
  EXPECT_EQ(disk_.Permissions(InRoot("src/kernels/relu.cc.removed")), 0600U) << "set aside";
}

TEST_F(CommitTest, AJournalCannotLeadThroughLinks) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.MakeDirectories(InRoot(".plugingen/tmp"));
  disk_.Write(InRoot(".plugingen/tmp/0"), "bad\n", false);
  const std::string folder = disk_.Identity(InRoot(".plugingen/tmp"));
  Journal journal{"x", folder, false, {{"src/kernels/new.cc", "", Sha256("bad\n"), false}}};
  disk_.Write(InRoot(".plugingen/tmp/journal.json"), journal.Serialize(), false);
  disk_.entries().at(InRoot("src/kernels")).kind = FileKind::kSymlink;
  CompleteInterrupted(kRoot, disk_);
  EXPECT_FALSE(Exists("src/kernels/new.cc"));
  journal.entries[0].path = "../outside";
  EXPECT_FALSE(Journal::Parse(journal.Serialize()));
}

}  // namespace
}  // namespace plugingen::project
