// What becomes of the user's own files in a project of an older layout, and of runs on one.

#include "base/sha256.h"
#include "old_layout.h"
#include "project/moves.h"
#include "project/print_plan.h"
#include "project/undo.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class MovesOfOwnFilesTest : public OldLayoutTest {};

// ---- files that are the user's alone ----

TEST_F(MovesOfOwnFilesTest, FilesOfTheUsersTakeTheNames) {
  Put("src/kernels/deep/helper.h", "#include \"npu/status.h\"\r\nnamespace npu {}\r\n");
  Put("tests/mine.cpp", "using namespace npu;\nconst char* x = \"npu::y\";\nnpu_extra::f();");
  Put("tests/plain.cc", "int x;\n");
  Put("src/kernels/data.inc", std::string("npu::x\0", 7));
  Put("notes.cc", "npu::x\n");
  Put("tests/run.py", "npu::x\n");
  Put("src/build/CMakeCache.txt", "");
  Put("src/build/moc.cc", "npu::x\n");
  Put("src/.cache/x.cc", "npu::x\n");
  const PlanResult& result = Planned(NewOutputs());
  EXPECT_EQ(ReasonFor(result, "tests/mine.cpp"), kNewNames);
  EXPECT_THAT(Verdicts(result), Contains("update src/kernels/deep/helper.h"));
  for (const char* path : {"tests/plain.cc", "src/kernels/data.inc", "notes.cc", "tests/run.py",
                           "src/build/moc.cc", "src/.cache/x.cc"}) {
    EXPECT_EQ(ReasonFor(result, path), "no such step");
  }
  RunForGood(NewOutputs());
  EXPECT_EQ(Text("src/kernels/deep/helper.h"),
            "#include \"pluggable/status.h\"\r\nnamespace pluggable {}\r\n");
  EXPECT_EQ(Text("tests/mine.cpp"),
            "using namespace pluggable;\nconst char* x = \"npu::y\";\nnpu_extra::f();");
  EXPECT_FALSE(Locked().files.contains("tests/mine.cpp"));
}

TEST_F(MovesOfOwnFilesTest, FilesThatAreWrittenOnceTakeTheNames) {
  for (const bool edited : {false, true}) {
    if (edited) Text("src/kernels/own.cc") = "namespace npu { int mine; }\n";
    const Entries before = disk_.entries();
    // What would be written in its place today is something else.
    RunForGood(With("src/kernels/own.cc", "namespace pluggable { int other; }\n"));
    EXPECT_EQ(Text("src/kernels/own.cc"),
              edited ? "namespace pluggable { int mine; }\n" : "namespace pluggable {}\n");
    Planned(With("src/kernels/own.cc", "namespace pluggable { int other; }\n"));
    EXPECT_EQ(StepOf("src/kernels/own.cc").condition,
              edited ? Condition::kEdited : Condition::kPristine);
    disk_.entries() = before;
  }
  std::vector<OutputFile> fewer = NewOutputs();
  std::erase_if(fewer, [](const OutputFile& file) { return file.path == "src/kernels/own.cc"; });
  RunForGood(fewer);
  EXPECT_EQ(Text("src/kernels/own.cc"), "namespace pluggable { int mine; }\n")
      << "the spec no longer needs it";
}

TEST_F(MovesOfOwnFilesTest, AFileThatIsWrittenOnceMovesWithItsText) {
  std::vector<OutputFile> old = OldOutputs();
  old.push_back({"src/ops/shape.cc", Ownership::kOnce, "namespace npu {}\n"});
  std::vector<OutputFile> outputs = NewOutputs();
  outputs.push_back(
      {"src/generated/ops/shape.cc", Ownership::kOnce, "namespace pluggable {} //\n"});
  ASSERT_TRUE(Run(old));
  for (const bool edited : {false, true}) {
    if (edited) Text("src/ops/shape.cc") = "npu::mine\n";
    const Entries before = disk_.entries();
    RunForGood(outputs);
    EXPECT_EQ(Text("src/generated/ops/shape.cc"),
              edited ? "pluggable::mine\n" : "namespace pluggable {}\n");
    EXPECT_FALSE(Exists("src/ops/shape.cc"));
    disk_.entries() = before;
  }
}

TEST_F(MovesOfOwnFilesTest, ReadOnlyFilesOfTheUsersStopTheRun) {
  Put("tests/mine.cc", "npu::x\n");
  disk_.SetPermissions(InRoot("tests/mine.cc"), 0444);
  EXPECT_THAT(ReasonFor(Planned(NewOutputs()), "tests/mine.cc"), HasSubstr("read-only"));
  EXPECT_FALSE(Run(NewOutputs()));
  EXPECT_TRUE(Exists(kMemory));
  disk_.SetPermissions(InRoot("tests/mine.cc"), 0644);
  disk_.SetPermissions(InRoot(kDriver), 0444);
  Edit(kDriver, "return 1", "return 5");
  RunForGood(NewOutputs());
  EXPECT_EQ(disk_.Permissions(InRoot(kDriver)), 0444U) << "as whenever a scaffold is replaced";
}

TEST_F(MovesOfOwnFilesTest, HeadersOfTheUsersBesideTheLibrarysStayAndAreFoundThere) {
  Put("include/npu/mine.h", "#include \"npu/status.h\"\n");
  Put("src/npu/other.h", "namespace npu {}\n");
  Put("src/runtime/extra.cc", "int x;\n");
  Put("src/kernels/helper.cc",
      "#include \"npu/mine.h\"\n#include \"npu/other.h\"\n#include \"npu/status.h\"\n");
  const PlanResult& result = Planned(NewOutputs());
  EXPECT_EQ(ReasonFor(result, "include/npu/mine.h"),
            std::string(kNewNames) + "; that folder is no longer built: move it to src/npu");
  EXPECT_THAT(Verdicts(result), Contains("keep src/runtime/extra.cc"));
  EXPECT_THAT(ReasonFor(result, "src/runtime/extra.cc"), HasSubstr("src/kernels or src/driver"));
  RunForGood(NewOutputs());
  EXPECT_EQ(Text("src/kernels/helper.cc"),
            "#include \"npu/mine.h\"\n#include \"npu/other.h\"\n#include \"pluggable/status.h\"\n");
  EXPECT_EQ(Text("src/npu/other.h"), "namespace pluggable {}\n");
}

TEST_F(MovesOfOwnFilesTest, NothingOfItHappensInAProjectOfTodaysLayout) {
  RunForGood(NewOutputs());
  Put("src/kernels/helper.cc", "#include \"npu/status.h\"\nnpu::x\n");
  Text("src/kernels/own.cc") = "npu::x\n";
  Edit(kDriver, "return 1", "return npu::x");
  disk_.Reset();
  ASSERT_TRUE(Run(NewOutputs()));
  EXPECT_THAT(disk_.changes(), IsEmpty());
  EXPECT_THAT(Planned(NewOutputs()).notes, IsEmpty());
}

// ---- runs ----

class LivedInTest : public OldLayoutTest {
 protected:
  LivedInTest() {
    EjectInPlace(kMemory, "// mine\nnamespace npu {}\n");
    disk_.SetPermissions(InRoot(kMemory), 0600);
    Text("src/plugin/table.cc") += "// edited\n";
    Edit(kDriver, "return 1", "return npu::Mine()");
    Edit(kRelu, "return 1", "return npu::Mine()");
    Put("src/kernels/helper.h", "namespace npu {}\r\n");
    disk_.SetPermissions(InRoot("src/kernels/helper.h"), 0755);
    Put("tests/mine.cc", "#include \"npu/status.h\"\n");
    disk_.Remove(InRoot("src/kernels/add.cc"));
    disk_.Reset();
  }
};

TEST_F(LivedInTest, UndoBringsEverythingBack) {
  const Entries before = Files();
  RunForGood(NewOutputs());
  const Entries after = Files();
  const auto undo = PlanUndo(kRoot, disk_);
  ASSERT_TRUE(undo);
  EXPECT_THAT(undo->edited, IsEmpty());
  Apply(kRoot, undo->changes, "undo", disk_);
  EXPECT_EQ(Files(), before);
  Apply(kRoot, PlanUndo(kRoot, disk_)->changes, "undo", disk_);
  EXPECT_EQ(Files(), after);
}

TEST_F(LivedInTest, EveryInterruptedRunIsCompletedByTheNext) {
  const Entries before = disk_.entries();
  ASSERT_TRUE(Run(NewOutputs()));
  const Entries wanted = Files();
  const size_t changes = disk_.changes().size();
  for (size_t failing = 0; failing < changes; ++failing) {
    SCOPED_TRACE(failing);
    disk_.entries() = before;
    disk_.Reset();
    disk_.FailAt(failing, MemoryFileSystem::Failure::kCrash);
    EXPECT_THROW(Run(NewOutputs()), FileError);
    disk_.Reset();
    ASSERT_TRUE(Run(NewOutputs()));
    EXPECT_EQ(Files(), wanted);
  }
}

TEST_F(LivedInTest, APreviewSaysWhatTheRunDoes) {
  const Entries before = disk_.entries();
  const std::string reasons = PrintReasons(Planned(NewOutputs()).plan);
  EXPECT_EQ(disk_.entries(), before);
  EXPECT_THAT(reasons, HasSubstr("moved from src/runtime/memory.cc"));
  const std::string whole = PrintReasons(Planned(NewOutputs()).plan, /*library_whole=*/true);
  EXPECT_THAT(whole, HasSubstr("  library/ (5 files)\n"));
  EXPECT_THAT(whole, HasSubstr("moved from src/runtime/memory.cc"));
}

// `new` in an old project: it merges nothing.
TEST_F(LivedInTest, NewStopsAtEdits) {
  const auto outputs = With(kLibraryRelu, "namespace pluggable { int another; }\n");
  const PlanResult& result = Planned(outputs, /*merge=*/false);
  EXPECT_THAT(Verdicts(result), Contains("refuse src/kernels/relu.cc"));
  EXPECT_THAT(Verdicts(result), Contains("refuse src/plugin/table.cc"));
  EXPECT_FALSE(Run(outputs, false));
}

TEST_F(MovesOfOwnFilesTest, NewMovesWhatWasNotEdited) {
  Put("tests/mine.cc", "npu::x\n");
  ASSERT_TRUE(Run(NewOutputs(), /*merge=*/false));
  EXPECT_EQ(Text("tests/mine.cc"), "pluggable::x\n");
  EXPECT_FALSE(Exists(kRelu));
  EXPECT_TRUE(Planned(NewOutputs()).plan.nothing_to_write());
}

// One branch was regenerated, on the other the user went on in the old layout.
TEST_F(MovesOfOwnFilesTest, AMergeOfBranchesWithBothLayoutsIsOneProject) {
  const std::string old_lock = Text(std::string(kLockPath));
  RunForGood(NewOutputs());
  std::string& lock = Text(std::string(kLockPath));
  lock = "<<<<<<< HEAD\n" + old_lock + "=======\n" + lock + ">>>>>>> topic\n";
  Put("src/kernels/helper.cc", "npu::x\n");
  RunForGood(NewOutputs());
  EXPECT_EQ(Text("src/kernels/helper.cc"), "pluggable::x\n");
  EXPECT_FALSE(Exists(kRelu));
  EXPECT_FALSE(Locked().files.contains(kMemory));
}

TEST(OldNameTest, TheLockAloneTells) {
  Lock lock;
  const auto add = [&lock](const std::string& path, FileState state = FileState::kTracked) {
    lock.files[path] = {Ownership::kGenerated, Sha256(""), state};
  };
  EXPECT_EQ(OldNameOf(lock), "");
  add("include/status.h");
  add("include/a/b/status.h");
  add("include/a-b/status.h");
  add("other/include/npu/status.h");
  EXPECT_EQ(OldNameOf(lock), "");
  add("include/aaa/status.h", FileState::kEjected);
  EXPECT_EQ(OldNameOf(lock), "aaa") << "ejected, it is still the old layout";
  add("include/npu/status.h");
  EXPECT_EQ(OldNameOf(lock), "npu") << "the other is left of an older name";
  add("library/include/pluggable/status.h");
  EXPECT_EQ(OldNameOf(lock), "");
}

}  // namespace
}  // namespace plugingen::project
