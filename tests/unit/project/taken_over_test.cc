#include "project/taken_over.h"

#include "base/lines.h"
#include "base/sha256.h"
#include "project/conflict_markers.h"
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

constexpr char kLibraryHeader[] =
    "// Part of plugingen's library, the same in every project; `plugingen eject` makes a file "
    "yours.\n\n";

TEST(TakenOverPathTest, AKernelHasTwoPlaces) {
  EXPECT_EQ(LibraryKernelOf("src/kernels/deep/relu.h"), "library/kernels/deep/relu.h");
  EXPECT_EQ(OwnKernelOf("library/kernels/relu.cc"), "src/kernels/relu.cc");
  for (const char* path :
       {"library/kernels/", "library/graph/a.cc", "src/kernels/relu.cc", "kernels/relu.cc", ""}) {
    EXPECT_EQ(OwnKernelOf(path), "") << path;
  }
  EXPECT_EQ(LibraryKernelOf("src/driver/a.cc"), "");
}

TEST(TakenOverPathTest, APrimitiveHasTwoPlacesAndItsPlanHasOne) {
  EXPECT_EQ(LibraryKernelOf("src/compute/reduce.cc"), "library/compute/reduce.cc");
  EXPECT_EQ(OwnKernelOf("library/compute/reduce.cc"), "src/compute/reduce.cc");
  EXPECT_EQ(OwnKernelOf("library/compute/device/reduce.cc"), "src/compute/device/reduce.cc");
  EXPECT_EQ(OwnKernelOf("library/compute/device/reduce.inc"), "src/compute/device/reduce.inc");
  for (const char* path : {"library/compute/", "library/compute/reduce.h",
                           "library/compute/reduce_on_host.cc", "library/computes/reduce.cc"}) {
    EXPECT_EQ(OwnKernelOf(path), "") << path;
  }
  EXPECT_EQ(LibraryKernelOf("src/compute/reduce.h"), "");
}

TEST(TakenOverPathTest, TheUsersTextLacksTheLibrarysHeader) {
  EXPECT_EQ(OwnKernelText(std::string(kLibraryHeader) + "a\n\nb\n"), "a\n\nb\n");
  EXPECT_EQ(OwnKernelText(base::WithCarriageReturns(std::string(kLibraryHeader) + "a\n")), "a\r\n");
  EXPECT_EQ(OwnKernelText("a\n\nb\n"), "a\n\nb\n");
  EXPECT_EQ(OwnKernelText("\na\n"), "\na\n");
  const std::string edited = std::string(kLibraryHeader).insert(3, "MINE ") + "a\n";
  EXPECT_EQ(OwnKernelText(edited), edited);
  EXPECT_EQ(OwnKernelText(""), "");
}

class TakenOverTest : public ProjectTest {
 protected:
  using Entries = std::map<std::string, MemoryFileSystem::Entry>;

  static constexpr char kRelu[] = "src/kernels/relu.cc";
  static constexpr char kLibraryRelu[] = "library/kernels/relu.cc";
  static constexpr char kReluBase[] = ".plugingen/base/src/kernels/relu.cc";

  TakenOverTest() {
    EXPECT_TRUE(Run(With("one\ntwo\nthree\n")));
    disk_.Reset();
  }

  // What is emitted, with this text for the kernel, below the header.
  static std::vector<OutputFile> With(const std::string& text) {
    const std::string header = kLibraryHeader;
    return {
        {"README.md", Ownership::kScaffold, "readme\n"},
        {kSpec, Ownership::kOnce, "spec\n"},
        {"library/include/pluggable/status.h", Ownership::kGenerated, header + "// status\n"},
        {"library/kernels/add.cc", Ownership::kGenerated, header + "int add;\n"},
        {kLibraryRelu, Ownership::kGenerated, header + text},
        {"src/driver/driver.cc", Ownership::kScaffold, "int Open() { return 1; }\n"},
        {"src/kernels/stub.cc", Ownership::kScaffold, "int stub;\n"},
    };
  }

  // Plans a run; the plan is good until the next one. Not of a project with an interrupted run.
  const PlanResult& Planned(const std::vector<OutputFile>& outputs, bool merge = true) {
    options_.merge = merge;
    options_.tensorflow = kRange;
    outputs_ = outputs;
    ProjectState state = ReadProjectState(kRoot, disk_);
    AddTakenOver(state, options_, kRoot, disk_, outputs_);
    result_ = MakePlan(outputs_, kSpec, kRoot, options_, state, disk_);
    return result_;
  }

  // A run; false when it was stopped.
  bool Run(const std::vector<OutputFile>& outputs, bool merge = true) {
    CompleteInterrupted(kRoot, disk_);
    const PlanResult& result = Planned(outputs, merge);
    if (result.obstacle || result.plan.stopped()) return false;
    Commit(result.plan, "a run", disk_);
    return true;
  }

  // A run, after which another has nothing to do.
  void RunForGood(const std::vector<OutputFile>& outputs) {
    ASSERT_TRUE(Run(outputs)) << testing::PrintToString(Verdicts(result_));
    const PlanResult& again = Planned(outputs);
    EXPECT_TRUE(again.plan.unresolved() || again.plan.nothing_to_write())
        << testing::PrintToString(Verdicts(again));
    EXPECT_TRUE(again.notes.empty());
  }

  const Step& StepOf(const std::string& path) const {
    for (const Step& step : result_.plan.steps) {
      if (step.path == path) return step;
    }
    static const Step kNone;
    ADD_FAILURE() << "no step for " << path;
    return kNone;
  }

  Lock Locked() { return Lock::Parse(Text(std::string(kLockPath))); }

  void Put(const std::string& path, const std::string& text) {
    disk_.MakeDirectories(InRoot(path.substr(0, path.rfind('/'))));
    disk_.Write(InRoot(path), text, false);
  }

  // Everything but what undo is made of.
  Entries Files() const {
    Entries files;
    for (const auto& [path, entry] : disk_.entries()) {
      const bool is_undo = path.starts_with(InRoot(std::string(kUndoFolder)));
      if (entry.kind != FileKind::kDirectory && !is_undo) files[path] = entry;
    }
    return files;
  }

  // As `plugingen eject`; returns why not.
  std::string Eject(const std::vector<OutputFile>& outputs = With("one\ntwo\nthree\n")) {
    Lock lock = Locked();
    const OutputFile* emitted = nullptr;
    for (const OutputFile& output : outputs) {
      if (output.path == kLibraryRelu) emitted = &output;
    }
    TakeOver plan = PlanTakeOver(kLibraryRelu, lock, emitted, kRoot, disk_);
    if (!plan.objection.empty()) return plan.objection;
    lock.files[kRelu] = plan.entry;
    plan.changes.push_back({std::string(kLockPath), std::nullopt, lock.Serialize()});
    Apply(kRoot, plan.changes, "eject", disk_);
    return "";
  }

  PlanOptions options_;

 private:
  std::vector<OutputFile> outputs_;
  PlanResult result_;
};

TEST_F(TakenOverTest, TheUserGetsACopyThatIsMergedFromThenOn) {
  const Entries before = Files();
  ASSERT_EQ(Eject(), "");
  EXPECT_EQ(Text(kRelu), "one\ntwo\nthree\n");
  EXPECT_EQ(Text(kReluBase), "one\ntwo\nthree\n");
  EXPECT_EQ(Locked().files.at(kRelu), (LockEntry{Ownership::kScaffold, Sha256(Text(kReluBase)),
                                                 FileState::kTracked, false, true}));
  EXPECT_TRUE(Planned(With("one\ntwo\nthree\n")).plan.nothing_to_write());
  RunForGood(With("one\ntwo\nTHREE\n"));
  EXPECT_EQ(Text(kRelu), "one\ntwo\nTHREE\n") << "as long as it is not edited";
  Text(kRelu) = "mine\ntwo\nTHREE\n";
  RunForGood(With("one\ntwo\nTHREE\nfour\n"));
  EXPECT_EQ(Text(kRelu), "mine\ntwo\nTHREE\nfour\n");
  EXPECT_EQ(Text(kReluBase), "one\ntwo\nTHREE\nfour\n");
  EXPECT_EQ(Text(kLibraryRelu), std::string(kLibraryHeader) + "one\ntwo\nTHREE\nfour\n");
  RunForGood(With("theirs\ntwo\nTHREE\nfour\n"));
  EXPECT_TRUE(HasMarkers(Text(kRelu)));
  EXPECT_EQ(Locked().files.at(kRelu).state, FileState::kConflicted);
  disk_.entries().clear();
  for (const auto& [path, entry] : before) {
    disk_.MakeDirectories(path.substr(0, path.rfind('/')));
    disk_.entries()[path] = entry;
  }
  ASSERT_EQ(Eject(), "");
  Apply(kRoot, PlanUndo(kRoot, disk_)->changes, "undo", disk_);
  EXPECT_EQ(Files(), before);
}

TEST_F(TakenOverTest, DeletedItIsTheLibrarysAgain) {
  ASSERT_EQ(Eject(), "");
  disk_.Remove(InRoot(kRelu));
  const PlanResult& result = Planned(With("one\n"));
  EXPECT_EQ(ReasonFor(result, kRelu),
            "it no longer exists, and the library's replaces it: library/kernels/relu.cc");
  EXPECT_EQ(StepOf(kRelu).action, Action::kKeep);
  RunForGood(With("one\n"));
  EXPECT_FALSE(Exists(kReluBase));
  EXPECT_FALSE(Locked().files.contains(kRelu));
  EXPECT_EQ(ReasonFor(Planned(With("one\n")), kRelu), "no such step");
  EXPECT_EQ(Eject(), "") << "and can be taken over again";
}

TEST_F(TakenOverTest, DeletedItComesBackWhereThatIsAskedFor) {
  ASSERT_EQ(Eject(), "");
  disk_.Remove(InRoot(kRelu));
  options_.restore = {kRelu, "src/kernels/add.cc"};
  RunForGood(With("one\n"));
  EXPECT_EQ(Text(kRelu), "one\n");
  EXPECT_FALSE(Exists("src/kernels/add.cc")) << "nobody took that over";
}

TEST_F(TakenOverTest, AFileOfTheUsersThatWasNotTakenOverIsNotTouched) {
  Put(kRelu, "mine\n");
  EXPECT_THAT(Eject(), HasSubstr("you have src/kernels/relu.cc already"));
  RunForGood(With("one\n"));
  EXPECT_EQ(Text(kRelu), "mine\n");
  EXPECT_FALSE(Locked().files.contains(kRelu));
}

TEST_F(TakenOverTest, AKernelThatTheSpecAsksTheUserForIsNotTheLibrarys) {
  ASSERT_EQ(Eject(), "");
  auto outputs = With("one\n");
  outputs.push_back({kRelu, Ownership::kOnce, "a stub\n"});
  ASSERT_TRUE(Run(outputs));
  EXPECT_EQ(Text(kRelu), "one\ntwo\nthree\n");
  EXPECT_EQ(Locked().files.at(kRelu).ownership, Ownership::kOnce);
}

TEST_F(TakenOverTest, WithoutTheKernelInTheLibraryItIsAnOrphanAsOthersAre) {
  ASSERT_EQ(Eject(), "");
  std::vector<OutputFile> fewer = With("one\ntwo\nthree\n");
  std::erase_if(fewer, [](const OutputFile& file) { return file.path == kLibraryRelu; });
  Text(kRelu) += "mine\n";
  RunForGood(fewer);
  EXPECT_EQ(Text(std::string(kRelu) + ".removed"), "one\ntwo\nthree\nmine\n");
}

TEST_F(TakenOverTest, EditsInTheLibraryGoAlong) {
  Text(kLibraryRelu) = std::string(kLibraryHeader) + "mine\ntwo\nthree\n";
  ASSERT_EQ(Eject(), "");
  EXPECT_EQ(Text(kRelu), "mine\ntwo\nthree\n");
  EXPECT_EQ(Text(kReluBase), "one\ntwo\nthree\n");
  EXPECT_EQ(Text(kLibraryRelu), std::string(kLibraryHeader) + "one\ntwo\nthree\n");
  RunForGood(With("one\ntwo\nTHREE\n"));
  EXPECT_EQ(Text(kRelu), "mine\ntwo\nTHREE\n");
}

TEST_F(TakenOverTest, EditsOfATextThatIsNoLongerKnownAreNotMixedUp) {
  Text(kLibraryRelu) = "mine\n";
  EXPECT_THAT(Eject(With("another\n")), HasSubstr("move it to src/kernels/relu.cc yourself"));
  EXPECT_EQ(Text(kLibraryRelu), "mine\n");
}

TEST_F(TakenOverTest, LineEndsStay) {
  Text(kLibraryRelu) = base::WithCarriageReturns(Text(kLibraryRelu));
  ASSERT_EQ(Eject(), "");
  EXPECT_EQ(Text(kRelu), "one\r\ntwo\r\nthree\r\n");
  EXPECT_EQ(Text(kReluBase), "one\ntwo\nthree\n");
  EXPECT_TRUE(Planned(With("one\ntwo\nthree\n")).plan.nothing_to_write());
  Text(kRelu) = "mine\r\ntwo\r\nthree\r\n";
  RunForGood(With("one\ntwo\nthree\nfour\n"));
  EXPECT_EQ(Text(kRelu), "mine\r\ntwo\r\nthree\r\nfour\r\n");
}

TEST_F(TakenOverTest, SaysWhatIsInTheWay) {
  disk_.MakeDirectories(InRoot("src"));
  Put("src/kernels/x", "");
  disk_.entries().at(InRoot("src/kernels")).kind = FileKind::kSymlink;
  EXPECT_EQ(Eject(), "'src/kernels' is not a folder");
  disk_.entries().at(InRoot("src/kernels")).kind = FileKind::kDirectory;
  disk_.entries().at(InRoot(kLibraryRelu)).kind = FileKind::kSymlink;
  EXPECT_THAT(Eject(), HasSubstr("not a regular file"));
  disk_.Remove(InRoot(kLibraryRelu));
  EXPECT_THAT(Eject(), HasSubstr("there is no such file"));
}

TEST_F(TakenOverTest, WithoutALockThePristineTextStillTells) {
  ASSERT_EQ(Eject(), "");
  Text(kRelu) = "mine\ntwo\nthree\n";
  disk_.Remove(InRoot(std::string(kLockPath)));
  options_.discard = {"library"};
  RunForGood(With("one\ntwo\nthree\nfour\n"));
  EXPECT_EQ(Text(kRelu), "mine\ntwo\nthree\nfour\n");
  EXPECT_EQ(Locked().files.at(kRelu).ownership, Ownership::kScaffold);
  EXPECT_FALSE(Exists("src/kernels/add.cc"));
}

TEST_F(TakenOverTest, ItsEntryMayComeFromAnotherBranch) {
  const std::string ours = Text(std::string(kLockPath));
  ASSERT_EQ(Eject(), "");
  Text(kRelu) = "mine\ntwo\nthree\n";
  std::string& lock = Text(std::string(kLockPath));
  lock = "<<<<<<< HEAD\n" + ours + "=======\n" + lock + ">>>>>>> topic\n";
  RunForGood(With("one\ntwo\nthree\nfour\n"));
  EXPECT_EQ(Text(kRelu), "mine\ntwo\nthree\nfour\n");
}

TEST_F(TakenOverTest, OutputsStaySorted) {
  ASSERT_EQ(Eject(), "");
  std::vector<OutputFile> outputs = With("one\ntwo\nthree\n");
  AddTakenOver(ReadProjectState(kRoot, disk_), {}, kRoot, disk_, outputs);
  EXPECT_EQ(outputs.size(), With("one\ntwo\nthree\n").size() + 1);
  EXPECT_TRUE(
      std::is_sorted(outputs.begin(), outputs.end(),
                     [](const OutputFile& a, const OutputFile& b) { return a.path < b.path; }));
}

}  // namespace
}  // namespace plugingen::project
