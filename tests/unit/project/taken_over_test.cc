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

// A project whose plugin uses some kernels of the library, which has another one.
class TakenOverTest : public ProjectTest {
 protected:
  using Entries = std::map<std::string, MemoryFileSystem::Entry>;

  static constexpr char kRelu[] = "src/kernels/relu.cc";
  static constexpr char kLibraryRelu[] = "library/kernels/relu.cc";
  static constexpr char kReluBase[] = ".plugingen/base/src/kernels/relu.cc";
  static constexpr char kTanh[] = "src/kernels/tanh.cc";
  static constexpr char kLibraryTanh[] = "library/kernels/tanh.cc";

  TakenOverTest() {
    EXPECT_TRUE(Run(With("one\ntwo\nthree\n")));
    disk_.Reset();
  }

  // What is emitted if the library's kernel has this text, below the header.
  static std::vector<OutputFile> With(const std::string& text) {
    const std::string header = kLibraryHeader;
    return {
        {kSpec, Ownership::kOnce, "spec\n"},
        {"library/kernels/add.cc", Ownership::kGenerated, header + "add\n"},
        {kLibraryRelu, Ownership::kGenerated, header + text},
        {"src/driver/driver.cc", Ownership::kScaffold, "driver\n"},
    };
  }

  // The library beside which `outputs` were emitted.
  TextOfLibrary LibraryOf(const std::vector<OutputFile>& outputs) const {
    return [this, outputs](const std::string& path) -> std::optional<std::string> {
      for (const OutputFile& output : outputs) {
        if (output.path == path) return output.text;
      }
      if (path != kLibraryTanh || !has_tanh_) return std::nullopt;
      return std::string(kLibraryHeader) + "tanh\n";
    };
  }

  // Plans a run; the plan is good until the next one.
  const PlanResult& Planned(const std::vector<OutputFile>& outputs) {
    options_.merge = true;
    options_.tensorflow = kRange;
    outputs_ = outputs;
    ProjectState state = ReadProjectState(kRoot, disk_);
    AddTakenOver(state, options_, kRoot, disk_, LibraryOf(outputs), outputs_);
    result_ = MakePlan(outputs_, kSpec, kRoot, options_, state, disk_);
    return result_;
  }

  bool Run(const std::vector<OutputFile>& outputs) {
    const PlanResult& result = Planned(outputs);
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
  }

  // As `plugingen eject`; returns why not.
  std::string Eject(const std::vector<OutputFile>& outputs = With("one\ntwo\nthree\n"),
                    const std::string& path = kLibraryRelu) {
    Lock lock = Locked();
    TakeOver plan = PlanTakeOver(path, lock, LibraryOf(outputs), kRoot, disk_);
    if (!plan.refusal.empty()) return plan.refusal;
    lock.files[OwnKernelOf(path)] = plan.entry;
    plan.changes.push_back({std::string(kLockPath), std::nullopt, lock.Serialize()});
    Apply(kRoot, plan.changes, "eject", disk_);
    return "";
  }

  Action ActionFor(const std::string& path) const {
    for (const Step& step : result_.plan.steps) {
      if (step.path == path) return step.action;
    }
    ADD_FAILURE() << "no step for " << path;
    return Action::kRefuse;
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

  PlanOptions options_;
  bool has_tanh_ = true;  // the library has a kernel that the plugin does not use

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
  EXPECT_EQ(ActionFor(kRelu), Action::kKeep);
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

TEST_F(TakenOverTest, AKernelThatThePluginDoesNotUseCanBeTakenOver) {
  ASSERT_EQ(Eject(With("one\n"), kLibraryTanh), "");
  EXPECT_EQ(Text(kTanh), "tanh\n");
  EXPECT_FALSE(Exists(kLibraryTanh));
  Text(kTanh) += "mine\n";
  RunForGood(With("one\n"));
  EXPECT_EQ(Text(kTanh), "tanh\nmine\n");
  has_tanh_ = false;
  RunForGood(With("one\n"));
  EXPECT_EQ(Text(std::string(kTanh) + ".removed"), "tanh\nmine\n") << "as other orphans";
}

TEST_F(TakenOverTest, AKernelThatThePluginNoLongerUsesStaysWithItsOwner) {
  ASSERT_EQ(Eject(), "");
  Text(kRelu) += "mine\n";
  std::vector<OutputFile> fewer = With("one\ntwo\nthree\n");
  std::erase_if(fewer, [](const OutputFile& file) { return file.path == kLibraryRelu; });
  ASSERT_EQ(Eject(fewer, "library/kernels/sinh.cc"), "the library has no such file");
  const TextOfLibrary library = LibraryOf(With("one\ntwo\nTHREE\n"));
  AddTakenOver(ReadProjectState(kRoot, disk_), {}, kRoot, disk_, library, fewer);
  EXPECT_EQ(std::count_if(fewer.begin(), fewer.end(),
                          [](const OutputFile& file) { return file.path == kRelu; }),
            1);
  PlanOptions options;
  options.merge = true;
  options.tensorflow = kRange;
  Commit(PlanFor(fewer, options).plan, "a run", disk_);
  EXPECT_EQ(Text(kRelu), "one\ntwo\nTHREE\nmine\n") << "and changes are merged into it";
  EXPECT_FALSE(Exists(kLibraryRelu));
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
  std::vector<OutputFile> outputs = With("one\n");
  AddTakenOver(ReadProjectState(kRoot, disk_), {}, kRoot, disk_, LibraryOf(outputs), outputs);
  EXPECT_EQ(outputs.size(), With("one\n").size() + 1);
  EXPECT_TRUE(
      std::is_sorted(outputs.begin(), outputs.end(),
                     [](const OutputFile& a, const OutputFile& b) { return a.path < b.path; }));
}

}  // namespace
}  // namespace plugingen::project
