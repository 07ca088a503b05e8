// Plans that merge, and what becomes of them on disk.

#include <nlohmann/json.hpp>

#include "base/overlay_file_system.h"
#include "base/sha256.h"
#include "project/conflict_markers.h"
#include "project/eject.h"
#include "project/print_plan.h"
#include "project/undo.h"
#include "project_fixture.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kRelu[] = "src/kernels/relu.cc";
constexpr char kInit[] = "src/plugin/init.cc";
constexpr char kLock[] = ".plugingen/lock.json";

// Outputs("1") with another text for the kernel.
std::vector<OutputFile> WithRelu(const std::string& text) {
  std::vector<OutputFile> outputs = Outputs("1");
  outputs[2].text = text;
  return outputs;
}

class RegenerateTest : public ProjectTest {
 protected:
  RegenerateTest() {
    EXPECT_TRUE(Generate(WithRelu(kOld)));
    disk_.Reset();
  }

  const Step& StepOf(const PlanResult& result, const std::string& path) {
    for (const Step& step : result.plan.steps) {
      if (step.path == path) return step;
    }
    static const Step kNone;
    ADD_FAILURE() << "no step for " << path;
    return kNone;
  }

  LockEntry Locked(const std::string& path) { return Lock::Parse(Text(kLock)).files.at(path); }

  static constexpr char kOld[] = "one\ntwo\nthree\nfour\nfive\n";
  static constexpr char kNew[] = "one\ntwo\nthree\nfour\nfive\nsix\n";
};

TEST_F(RegenerateTest, MergesAnEditedScaffoldAndMovesItsBaseOn) {
  Text(kRelu) = "mine\ntwo\nthree\nfour\nfive\n";
  const auto outputs = WithRelu(kNew);
  EXPECT_EQ(StepOf(PlanFor(outputs, true), kRelu).action, Action::kMerge);
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_EQ(Text(kRelu), "mine\ntwo\nthree\nfour\nfive\nsix\n");
  EXPECT_EQ(Text(std::string(".plugingen/base/") + kRelu), kNew);
  EXPECT_EQ(Locked(kRelu).sha256, Sha256(kNew));
  disk_.Reset();
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_THAT(disk_.changes(), IsEmpty());
}

TEST_F(RegenerateTest, AConflictStopsTheNextRunUntilItIsResolved) {
  Text(kRelu) = "mine\ntwo\nthree\nfour\nfive\n";
  const auto outputs = WithRelu("theirs\ntwo\nthree\nfour\nfive\n");
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_TRUE(HasMarkers(Text(kRelu)));
  EXPECT_EQ(Locked(kRelu).state, FileState::kConflicted);
  EXPECT_EQ(StepOf(PlanFor(outputs, true), kRelu).action, Action::kUnresolved);
  EXPECT_TRUE(PlanFor(outputs, true).plan.unresolved());
  EXPECT_TRUE(PlanFor(outputs, false).plan.unresolved()) << "'new' too";
  EXPECT_FALSE(Regenerate(WithRelu("other\ntwo\nthree\nfour\nfive\n")));

  Text(kRelu) = "both\ntwo\nthree\nfour\nfive\n";
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_EQ(Locked(kRelu).state, FileState::kTracked);
  EXPECT_EQ(Text(kRelu), "both\ntwo\nthree\nfour\nfive\n");
  ASSERT_TRUE(Regenerate(WithRelu("theirs\ntwo\nthree\nfour\nFIVE\n")));
  EXPECT_EQ(Text(kRelu), "both\ntwo\nthree\nfour\nFIVE\n")
      << "the base is the text of the conflict";
}

TEST_F(RegenerateTest, LabelsSayWhatChangedBetweenTheTexts) {
  Text(kRelu) = "mine\ntwo\nthree\nfour\nfive\n";
  const auto outputs = WithRelu("theirs\ntwo\nthree\nfour\nfive\n");
  PlanOptions options;
  options.merge = true;
  options.tensorflow = ">=2.15, <2.23";
  const PlanResult result = PlanFor(outputs, options);
  const std::string text = StepOf(result, kRelu).new_text();
  EXPECT_THAT(text, HasSubstr("<<<<<<< your edits\n"));
  EXPECT_THAT(text, HasSubstr("||||||| generated before (TensorFlow >=2.12, <2.22)\n"));
  EXPECT_THAT(text, HasSubstr(">>>>>>> generated now (TensorFlow >=2.15, <2.23)\n"));
}

TEST_F(RegenerateTest, MarkersOfSomeoneElseAreNotMergedInto) {
  Text(kRelu) = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n";
  const auto outputs = WithRelu(kNew);
  EXPECT_THAT(StepOf(PlanFor(outputs, true), kRelu).reason, HasSubstr("resolve them first"));
  EXPECT_FALSE(Regenerate(outputs));
  const auto same = WithRelu(kOld);
  EXPECT_EQ(StepOf(PlanFor(same, true), kRelu).action, Action::kKeep);
}

TEST_F(RegenerateTest, BytesThatAreNoTextAreNotMerged) {
  Text(kRelu) = std::string("a\0b", 3);
  EXPECT_EQ(StepOf(PlanFor(WithRelu(kNew), true), kRelu).action, Action::kRefuse);
}

TEST_F(RegenerateTest, LinesThatNoMarkerCanExceedAreNotMerged) {
  for (const size_t size : {10000, 10001, 65535}) {
    const std::string text = "mine\n" + std::string(size, '=') + "\nthree\nfour\nfive\n";
    Text(kRelu) = text;
    const PlanResult result = PlanFor(WithRelu("one\n2\nthree\nfour\nfive\n"), true);
    EXPECT_EQ(StepOf(result, kRelu).action, size > 10000 ? Action::kRefuse : Action::kConflict);
    EXPECT_THAT(StepOf(result, kRelu).reason, HasSubstr(size > 10000 ? "signs" : "same lines"));
  }
}

TEST_F(RegenerateTest, EditedGeneratedFilesStopTheRun) {
  Text(kInit) += "mine\n";
  EXPECT_FALSE(Regenerate(Outputs("2")));
  EXPECT_EQ(Text(kInit), "init 1\nmine\n");
}

TEST_F(RegenerateTest, DiscardGivesUpAnEdit) {
  Text(kInit) += "mine\n";
  Text(kRelu) = "mine\n";
  const auto outputs = WithRelu(kOld);
  PlanOptions options;
  options.merge = true;
  options.tensorflow = kRange;
  options.discard = {"src"};
  EXPECT_EQ(StepOf(PlanFor(outputs, options), kInit).action, Action::kUpdate);
  EXPECT_EQ(StepOf(PlanFor(outputs, options), kRelu).action, Action::kKeep)
      << "a folder stands for its generated files";
  options.discard = {"."};
  EXPECT_EQ(StepOf(PlanFor(outputs, options), kInit).action, Action::kUpdate);
  EXPECT_EQ(StepOf(PlanFor(outputs, options), kRelu).action, Action::kKeep);
  options.discard = {"src/plug", kRelu};
  EXPECT_EQ(StepOf(PlanFor(outputs, options), kInit).action, Action::kRefuse);
  const PlanResult result = PlanFor(outputs, options);
  EXPECT_EQ(StepOf(result, kRelu).action, Action::kUpdate);
  EXPECT_EQ(StepOf(result, kRelu).new_text(), kOld);
}

TEST_F(RegenerateTest, AScaffoldThatTheUserDeletedComesBackOnlyWhenAsked) {
  disk_.Remove(InRoot(kRelu));
  const auto newer = WithRelu(kNew);
  ASSERT_TRUE(Regenerate(newer));
  EXPECT_FALSE(Exists(kRelu));
  EXPECT_EQ(Locked(kRelu).sha256, Sha256(kOld)) << "the text that it had when it was deleted";
  EXPECT_TRUE(StepOf(PlanFor(newer, true), kRelu).behind);
  // Brought back from version control, it gets what came since.
  disk_.Write(InRoot(kRelu), "mine\ntwo\nthree\nfour\nfive\n", false);
  ASSERT_TRUE(Regenerate(newer));
  EXPECT_EQ(Text(kRelu), "mine\ntwo\nthree\nfour\nfive\nsix\n");

  disk_.Remove(InRoot(kRelu));
  PlanOptions options;
  options.merge = true;
  options.tensorflow = kRange;
  options.restore = {kRelu};
  EXPECT_EQ(StepOf(PlanFor(newer, options), kRelu).action, Action::kCreate);
}

TEST_F(RegenerateTest, EditedFilesThatAreNoLongerWantedAreSetAside) {
  Text(kRelu) = "mine\n";
  Text(kInit) = "mine too\n";
  disk_.Write(InRoot(std::string(kInit) + ".removed"), "something\n", false);
  auto outputs = Outputs("1");
  outputs.erase(outputs.begin() + 2, outputs.begin() + 4);
  const PlanResult result = PlanFor(outputs, true);
  EXPECT_THAT(PrintVerdicts(result.plan),
              HasSubstr("set aside src/kernels/relu.cc as src/kernels/relu.cc.removed\n"));
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_FALSE(Exists(kRelu));
  EXPECT_EQ(Text(std::string(kRelu) + ".removed"), "mine\n");
  EXPECT_EQ(Text(std::string(kInit) + ".removed"), "something\n");
  EXPECT_EQ(Text(std::string(kInit) + ".removed2"), "mine too\n");
  EXPECT_THAT(Text(kLock), Not(HasSubstr("relu")));
}

TEST_F(RegenerateTest, EjectedFilesAreNeverTouchedAgain) {
  Lock lock = Lock::Parse(Text(kLock));
  lock.files[kInit].state = FileState::kEjected;
  Text(kLock) = lock.Serialize();
  EXPECT_EQ(Lock::Parse(Text(kLock)).files[kInit].state, FileState::kEjected);
  Text(kInit) = "mine\n";
  ASSERT_TRUE(Regenerate(Outputs("2")));
  EXPECT_EQ(Text(kInit), "mine\n");
  EXPECT_TRUE(StepOf(PlanFor(Outputs("2"), true), kInit).behind);
  EXPECT_EQ(Locked(kInit).state, FileState::kEjected);
  auto outputs = Outputs("2");
  outputs.erase(outputs.begin() + 3);
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_EQ(Text(kInit), "mine\n");
}

TEST_F(RegenerateTest, CarriageReturnsStayInUpdatesAndMerges) {
  Text(kRelu) = "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\n";
  ASSERT_TRUE(Regenerate(WithRelu(kNew)));
  EXPECT_EQ(Text(kRelu), "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\r\n");
  disk_.Reset();
  ASSERT_TRUE(Regenerate(WithRelu(kNew)));
  EXPECT_THAT(disk_.changes(), IsEmpty());
}

TEST_F(RegenerateTest, PermissionsOfFilesStay) {
  disk_.entries().at(InRoot(kRelu)).permissions = 0755;
  ASSERT_TRUE(Regenerate(WithRelu(kNew)));
  EXPECT_EQ(Text(kRelu), kNew);
  EXPECT_EQ(disk_.entries().at(InRoot(kRelu)).permissions, 0755U);
}

TEST_F(RegenerateTest, ALinkInPlaceOfAScaffoldStaysUntilThereIsSomethingNew) {
  disk_.entries().at(InRoot(kRelu)).kind = FileKind::kSymlink;
  EXPECT_EQ(StepOf(PlanFor(WithRelu(kOld), true), kRelu).action, Action::kKeep);
  EXPECT_EQ(StepOf(PlanFor(WithRelu(kNew), true), kRelu).action, Action::kRefuse);
}

TEST_F(RegenerateTest, AFileThatStandsWhereANewScaffoldBelongsIsMerged) {
  disk_.Write(InRoot("src/kernels/add.cc"), "a\nmine\nz\n", false);
  auto outputs = WithRelu(kOld);
  outputs.push_back({"src/kernels/add.cc", Ownership::kScaffold, "a\ntheirs\nz\n", false});
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_EQ(Text("src/kernels/add.cc"),
            "a\n<<<<<<< your edits\nmine\n=======\ntheirs\n>>>>>>> generated now\nz\n");
}

// ---- the tool's own files, missing or damaged ----

TEST_F(RegenerateTest, WithoutALockWhatDiffersCountsAsEdited) {
  Text(kRelu) = "mine\ntwo\nthree\nfour\nfive\n";
  const auto before = disk_.entries();
  for (const bool damaged : {false, true}) {
    SCOPED_TRACE(damaged);
    disk_.entries() = before;
    if (damaged) {
      Text(kLock) = "{";
    } else {
      disk_.Remove(InRoot(kLock));
    }
    const auto outputs = WithRelu(kNew);
    EXPECT_THAT(PlanFor(outputs, true).notes,
                Contains(HasSubstr(damaged ? "cannot be used" : "is missing")));
    ASSERT_TRUE(Regenerate(outputs));
    EXPECT_EQ(Text(kRelu), "mine\ntwo\nthree\nfour\nfive\nsix\n") << "the base is still there";
    EXPECT_EQ(Locked(kRelu).sha256, Sha256(kNew));
  }
}

TEST_F(RegenerateTest, WithoutALockGeneratedFilesThatDifferStopTheRun) {
  disk_.Remove(InRoot(kLock));
  EXPECT_FALSE(Regenerate(Outputs("2")));
  ASSERT_TRUE(Regenerate(WithRelu(kOld)));
}

TEST_F(RegenerateTest, WithoutALockADeletedScaffoldStaysDeleted) {
  disk_.Remove(InRoot(kLock));
  disk_.Remove(InRoot(kRelu));
  ASSERT_TRUE(Regenerate(WithRelu(kOld)));
  EXPECT_FALSE(Exists(kRelu));
}

TEST_F(RegenerateTest, ABaseThatTheLockDoesNotKnowIsNobodysWord) {
  const auto outputs = Outputs("1");
  auto fewer = outputs;
  fewer.erase(fewer.begin() + 2);  // src/kernels/relu.cc
  ASSERT_TRUE(Generate(fewer, true));
  const std::string base = InRoot(std::string(kBaseFolder)) + "/src/kernels";
  disk_.MakeDirectories(base);
  disk_.Write(base + "/relu.cc", "of the user's\n", false);
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_EQ(Text("src/kernels/relu.cc"), outputs[2].text) << "the user never deleted it";
  EXPECT_EQ(Text(std::string(kBaseFolder) + "/src/kernels/relu.cc"), outputs[2].text);
}

TEST_F(RegenerateTest, ADamagedBaseIsNotTrusted) {
  Text(std::string(".plugingen/base/") + kRelu) = "one\n<<<<<<< a\n=======\n>>>>>>> b\n";
  Text(kRelu) = "mine\ntwo\nthree\nfour\nfive\n";
  const auto same = WithRelu(kOld);
  EXPECT_EQ(StepOf(PlanFor(same, true), kRelu).action, Action::kKeep);
  const auto outputs = WithRelu("one\ntwo\nthree\nFOUR\nfive\n");
  const PlanResult result = PlanFor(outputs, true);
  EXPECT_EQ(StepOf(result, kRelu).action, Action::kConflict);
  EXPECT_THAT(StepOf(result, kRelu).reason, HasSubstr("is lost"));
  ASSERT_TRUE(Regenerate(outputs));
  EXPECT_THAT(Text(kRelu), HasSubstr("mine\n"));
  EXPECT_EQ(Text(std::string(".plugingen/base/") + kRelu), "one\ntwo\nthree\nFOUR\nfive\n");
}

TEST_F(RegenerateTest, UnitesTheLocksOfTwoBranches) {
  const std::string ours = Text(kLock);
  ASSERT_TRUE(Regenerate(Outputs("2")));
  const std::string theirs = Text(kLock);
  // What a merge of the branches gives when the files took the one side's text, some the other's.
  Text(kLock) = "<<<<<<< HEAD\n" + ours + "=======\n" + theirs + ">>>>>>> topic\n";
  Text("tests/generated/run") = "#!/bin/sh\n1\n";
  Text(kInit) = "<<<<<<< HEAD\ninit 1\n=======\ninit 2\n>>>>>>> topic\n";
  const PlanResult result = PlanFor(Outputs("3"), true);
  EXPECT_THAT(result.notes, Contains(HasSubstr("two branches")));
  EXPECT_FALSE(result.plan.refused()) << PrintVerdicts(result.plan);
  ASSERT_TRUE(Regenerate(Outputs("3")));
  EXPECT_EQ(Text(kInit), "init 3\n");
  EXPECT_EQ(Text(kRelu), "kernel\nof relu 3\n");
  EXPECT_EQ(Lock::Parse(Text(kLock)).Serialize(), Text(kLock));
}

TEST_F(RegenerateTest, AnEditOfOneBranchSurvivesAConflictWithTheOther) {
  const std::string ours = Text(kLock);
  ASSERT_TRUE(Regenerate(Outputs("2")));
  Text(kLock) = "<<<<<<< HEAD\n" + ours + "=======\n" + Text(kLock) + ">>>>>>> topic\n";
  for (const char* sides : {"init 1\n=======\ninit 2, mine\n", "init 1, mine\n=======\ninit 2\n"}) {
    const std::string text = std::string("<<<<<<< HEAD\n") + sides + ">>>>>>> topic\n";
    Text(kInit) = text;
    EXPECT_EQ(StepOf(PlanFor(Outputs("3"), true), kInit).action, Action::kRefuse);
    EXPECT_FALSE(Regenerate(Outputs("3")));
    EXPECT_EQ(Text(kInit), text);
  }
}

TEST_F(RegenerateTest, AnEjectionOfOneBranchOutlivesAMerge) {
  Lock lock = Lock::Parse(Text(kLock));
  lock.files.at(kInit).state = FileState::kEjected;
  const std::string ejected = lock.Serialize();
  ASSERT_TRUE(Regenerate(Outputs("2")));
  const std::string tracked = Text(kLock);
  for (const auto& [ours, theirs] : {std::pair(ejected, tracked), std::pair(tracked, ejected)}) {
    for (const char* text : {"init 2\n", "init 1\n", "mine\n"}) {
      Text(kLock) = "<<<<<<< HEAD\n" + ours + "=======\n" + theirs + ">>>>>>> topic\n";
      Text(kInit) = text;
      ASSERT_TRUE(Regenerate(Outputs("3"))) << text;
      EXPECT_EQ(Text(kInit), text);
      EXPECT_EQ(Lock::Parse(Text(kLock)).files.at(kInit).state, FileState::kEjected);
    }
  }
}

// ---- previews, undo ----

TEST_F(RegenerateTest, JsonTellsWhereAFileGoesAndHowManyConflictsItHas) {
  Text(kRelu) = "mine\n";
  auto outputs = Outputs("1");
  outputs.erase(outputs.begin() + 2);
  const PlanResult result = PlanFor(outputs, true);
  const auto json = nlohmann::json::parse(PrintJson(result.plan, result.notes, "[]"));
  EXPECT_EQ(json["files"][2]["moved_to"], "src/kernels/relu.cc.removed");
  const auto changed = WithRelu("theirs\n");
  const PlanResult conflict = PlanFor(changed, true);
  EXPECT_EQ(nlohmann::json::parse(PrintJson(conflict.plan, {}, "[]"))["files"][2]["conflicts"], 1);
}

TEST_F(RegenerateTest, UndoKnowsWhatTheLastRunReplaced) {
  EXPECT_FALSE(PlanUndo(kRoot, disk_));
  Text(kRelu) = "mine\ntwo\nthree\nfour\nfive\n";
  const auto before = disk_.entries();
  auto outputs = WithRelu(kNew);
  outputs.erase(outputs.begin() + 3);
  outputs.push_back({"src/z.cc", Ownership::kGenerated, "z\n", false});
  ASSERT_TRUE(Regenerate(outputs));
  const auto plan = PlanUndo(kRoot, disk_);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->label, "a run");
  EXPECT_THAT(plan->edited, IsEmpty());
  Text(kRelu) += "later\n";
  EXPECT_THAT(PlanUndo(kRoot, disk_)->edited, testing::ElementsAre(kRelu));
  Text(kRelu) = plan->changes[0].path == kRelu ? "mine\ntwo\nthree\nfour\nfive\nsix\n" : "";
  Apply(kRoot, plan->changes, "undo", disk_);
  for (const auto& [path, entry] : before) {
    ASSERT_TRUE(disk_.entries().contains(path)) << path;
    EXPECT_EQ(disk_.entries().at(path), entry) << path;
  }
  EXPECT_FALSE(Exists("src/z.cc"));
  Text(".plugingen/undo/0") += "damaged";
  EXPECT_FALSE(PlanUndo(kRoot, disk_));
}

TEST_F(RegenerateTest, APreviewSeesAnInterruptedRunCompleted) {
  const auto outputs = Outputs("2");
  const auto before = disk_.entries();
  ASSERT_TRUE(Regenerate(outputs));
  size_t journal = 0;
  while (disk_.changes()[journal].find("journal.new ->") == std::string::npos) ++journal;
  disk_.entries() = before;
  disk_.Reset();
  disk_.FailAt(journal + 3, MemoryFileSystem::Failure::kCrash);
  EXPECT_THROW(Regenerate(outputs), FileError);
  disk_.Reset();
  ASSERT_TRUE(Exists(".plugingen/tmp/journal.json"));
  OverlayFileSystem overlay(disk_);
  ASSERT_TRUE(RollForward(kRoot, overlay).found);
  PlanOptions options;
  options.merge = true;
  options.tensorflow = kRange;
  const PlanResult result =
      MakePlan(outputs, kSpec, kRoot, options, ReadProjectState(kRoot, overlay), overlay);
  EXPECT_TRUE(result.plan.nothing_to_write()) << PrintVerdicts(result.plan);
  EXPECT_THAT(disk_.changes(), IsEmpty());
}

TEST(EjectTest, TheBannerSaysWhoseTheFileIs) {
  EXPECT_EQ(WithoutBanner("// Code generated by plugingen from a.yaml. DO NOT EDIT.\n"
                          "// Edit the spec and run `plugingen regenerate`.\n\nint x;\n"),
            "// Made by plugingen, then ejected: yours, and no longer regenerated.\n\nint x;\n");
  EXPECT_EQ(
      WithoutBanner("#!/bin/sh\n# Code generated by plugingen from a. DO NOT EDIT.\r\nx\r\n"),
      "#!/bin/sh\n# Made by plugingen, then ejected: yours, and no longer regenerated.\r\nx\r\n");
  EXPECT_EQ(WithoutBanner("<!-- Code generated by plugingen from a. DO NOT EDIT. -->\ntext\n"),
            "<!-- Made by plugingen, then ejected: yours, and no longer regenerated. -->\ntext\n");
  EXPECT_EQ(WithoutBanner("int x;\n"), "int x;\n");
  EXPECT_EQ(WithoutBanner(""), "");
}

TEST(EjectTest, WhatTheUserWroteOnTheBannersLinesStays) {
  const std::string own = "// Made by plugingen, then ejected: yours, and no longer regenerated.\n";
  const std::string banner = "// Code generated by plugingen from a.yaml. DO NOT EDIT.\n";
  for (const std::string head :
       {"// Code generated by plugingen from a.yaml. DO NOT EDIT. EXCEPT: ticket 4711\n"
        "// Edit the spec and run `plugingen regenerate`.\n",
        "// Part of plugingen's library, the same in every project; `plugingen eject` makes a file "
        "yours. HACKED\n"}) {
    EXPECT_EQ(WithoutBanner(head + "int x;\n"), own + head + "int x;\n");
  }
  const std::string advice = "// Edit the spec and run `plugingen regenerate`. (NOTE)\n";
  EXPECT_EQ(WithoutBanner(banner + advice + "int x;\n"), own + advice + "int x;\n");
  EXPECT_EQ(WithoutBanner("int Code generated by plugingen;\n"),
            "int Code generated by plugingen;\n");
}

}  // namespace
}  // namespace plugingen::project
