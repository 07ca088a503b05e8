// What becomes of plugingen's files in a project of an older layout.

#include "project/moves.h"

#include <nlohmann/json.hpp>

#include "base/lines.h"
#include "base/sha256.h"
#include "old_layout.h"
#include "project/conflict_markers.h"
#include "project/print_plan.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class MovesTest : public OldLayoutTest {};

TEST_F(MovesTest, WhatNobodyEditedIsAsInAFreshProject) {
  const PlanResult& result = Planned(NewOutputs());
  EXPECT_THAT(
      Verdicts(result),
      ElementsAre("update README.md", "unchanged acme.yaml", "delete include/npu/status.h",
                  "create library/include/pluggable/status.h", "create library/kernels/add.cc",
                  "create library/kernels/relu.cc", "create library/kernels/tanh.cc",
                  "create library/runtime/memory.cc", "create library/testing/api_test.cc",
                  "update src/driver/driver.cc", "create src/generated/plugin/table.cc",
                  "delete src/kernels/add.cc", "update src/kernels/own.cc",
                  "delete src/kernels/relu.cc", "update src/kernels/stub.cc",
                  "delete src/plugin/gone.cc", "delete src/plugin/table.cc",
                  "delete src/runtime/memory.cc", "update tests/generated/CMakeLists.txt",
                  "delete tests/generated/api_test.cc"));
  EXPECT_EQ(ReasonFor(result, kMemory), "it is now library/runtime/memory.cc");
  EXPECT_EQ(ReasonFor(result, "src/plugin/table.cc"), "it is now src/generated/plugin/table.cc");
  EXPECT_EQ(ReasonFor(result, "src/plugin/gone.cc"), "the spec no longer needs it");
  EXPECT_EQ(ReasonFor(result, kRelu), "it is now in the library: library/kernels/relu.cc");
  EXPECT_EQ(ReasonFor(result, "src/kernels/own.cc"), kNewNames);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("the layout of an older plugingen")));
  RunForGood(NewOutputs());
  const Entries moved = Files();
  disk_ = MemoryFileSystem();
  disk_.MakeDirectories("/disk");
  ASSERT_TRUE(Run(NewOutputs()));
  EXPECT_EQ(Files(), moved);
}

TEST_F(MovesTest, LineEndsAloneAreNoEdit) {
  for (auto& [path, entry] : disk_.entries()) {
    const bool of_tool = path.find("/.plugingen") != std::string::npos;
    if (entry.kind == FileKind::kFile && !of_tool && !path.ends_with(kSpec)) {
      entry.bytes = base::WithCarriageReturns(entry.bytes);
    }
  }
  RunForGood(NewOutputs());
  EXPECT_FALSE(Exists(kRelu));
  EXPECT_EQ(Text(kDriver), base::WithCarriageReturns(TextOf(NewOutputs(), kDriver)));
  EXPECT_EQ(Text("src/kernels/own.cc"), "namespace pluggable {}\r\n");
}

// ---- generated files ----

TEST_F(MovesTest, AnEjectedFileMovesAlongAndStaysEjected) {
  EjectInPlace(kMemory, "// mine\r\nnamespace npu { int x = npu::y; }\r\n");
  disk_.SetPermissions(InRoot(kMemory), 0600);
  const PlanResult& result = Planned(NewOutputs());
  EXPECT_EQ(ReasonFor(result, kNewMemory),
            "moved from src/runtime/memory.cc, with the library's new names");
  EXPECT_EQ(ReasonFor(result, kMemory), "moved to library/runtime/memory.cc");
  EXPECT_THAT(Verdicts(result), Contains("create library/runtime/memory.cc"));
  EXPECT_THAT(Verdicts(result), Contains("delete src/runtime/memory.cc"));
  EXPECT_THAT(PrintVerdicts(result.plan),
              HasSubstr("create library/runtime/memory.cc from src/runtime/memory.cc\n"));
  EXPECT_THAT(PrintDiff(result.plan), HasSubstr("+++ b/library/runtime/memory.cc\n@@ -0,0 +1,2 @@\n"
                                                "+// mine\r\n+namespace pluggable {"));
  const auto json = nlohmann::json::parse(PrintJson(result.plan, result.notes, "[]"));
  size_t moved = 0;
  for (const auto& file : json["files"]) {
    if (!file.contains("moved_from")) continue;
    ++moved;
    EXPECT_EQ(file["path"], kNewMemory);
    EXPECT_EQ(file["moved_from"], kMemory);
  }
  EXPECT_EQ(moved, 1u);

  RunForGood(NewOutputs());
  EXPECT_EQ(Text(kNewMemory), "// mine\r\nnamespace pluggable { int x = pluggable::y; }\r\n");
  EXPECT_EQ(disk_.Permissions(InRoot(kNewMemory)), 0600U);
  EXPECT_EQ(Locked().files.at(kNewMemory).state, FileState::kEjected);
  EXPECT_FALSE(Locked().files.contains(kMemory));
  EXPECT_FALSE(Exists("src/runtime"));
  RunForGood(With(kNewMemory, "another\n"));
  EXPECT_THAT(Text(kNewMemory), HasSubstr("// mine"));
}

TEST_F(MovesTest, AnEjectedFileWithoutANewPlaceStaysAndTakesTheNames) {
  EjectInPlace("src/plugin/gone.cc", "namespace npu {}  // mine\n");
  RunForGood(NewOutputs());
  EXPECT_EQ(Text("src/plugin/gone.cc"), "namespace pluggable {}  // mine\n");
  EXPECT_EQ(Locked().files.at("src/plugin/gone.cc").state, FileState::kEjected);
}

TEST_F(MovesTest, AnEjectedFileThatTheUserDeletedStaysDeleted) {
  EjectInPlace(kMemory, "mine\n");
  disk_.Remove(InRoot(kMemory));
  RunForGood(NewOutputs());
  EXPECT_FALSE(Exists(kNewMemory));
  EXPECT_EQ(Locked().files.at(kNewMemory).state, FileState::kEjected);
}

TEST_F(MovesTest, ALinkOfTheUsersNeitherMovesNorChanges) {
  EjectInPlace(kMemory, "/disk/mine.cc");
  disk_.entries().at(InRoot(kMemory)).kind = FileKind::kSymlink;
  Put("../mine.cc", "namespace npu {}\n");
  Put("src/kernels/linked.cc", "/disk/mine.cc");
  disk_.entries().at(InRoot("src/kernels/linked.cc")).kind = FileKind::kSymlink;
  const Entries before = Files();
  ASSERT_TRUE(Run(NewOutputs()));
  for (const std::string& path :
       {InRoot(kMemory), InRoot("../mine.cc"), InRoot("src/kernels/linked.cc")}) {
    EXPECT_EQ(Files().at(path), before.at(path)) << path;
  }
  EXPECT_EQ(Text(kNewMemory), TextOf(NewOutputs(), kNewMemory)) << "the library needs it";
  EXPECT_TRUE(Planned(NewOutputs()).plan.nothing_to_write());
}

TEST_F(MovesTest, AFileInTheNewPlaceOfAnEjectedOneStopsTheRun) {
  EjectInPlace(kMemory, "mine\n");
  Put(kNewMemory, "someone else's\n");
  EXPECT_THAT(ReasonFor(Planned(NewOutputs()), kNewMemory), HasSubstr("did not write"));
  EXPECT_FALSE(Run(NewOutputs()));
  EXPECT_EQ(Text(kMemory), "mine\n");
}

TEST_F(MovesTest, AnEditedGeneratedFileIsSetAsideAndItsNewPlaceNamed) {
  Text(kMemory) += "// mine\n";
  EXPECT_EQ(ReasonFor(Planned(NewOutputs()), kMemory),
            "it is now library/runtime/memory.cc, but you edited it");
  const std::string mine = Text(kMemory);
  RunForGood(NewOutputs());
  EXPECT_EQ(Text(std::string(kMemory) + ".removed"), mine);
  EXPECT_EQ(Text(kNewMemory), TextOf(NewOutputs(), kNewMemory));
}

// ---- scaffolds in their places ----

TEST_F(MovesTest, NamesAloneAreNoConflict) {
  Edit(kDriver, "return 1", "return npu::driver::Mine()");
  const PlanResult& result = Planned(NewOutputs());
  EXPECT_EQ(StepOf(kDriver).action, Action::kUpdate);
  EXPECT_EQ(ReasonFor(result, kDriver), kNewNames);
  std::string mine = TextOf(NewOutputs(), kDriver);
  mine.replace(mine.find("return 1"), 8, "return pluggable::driver::Mine()");
  RunForGood(NewOutputs());
  EXPECT_EQ(Text(kDriver), mine);
  EXPECT_EQ(Text(".plugingen/base/src/driver/driver.cc"), TextOf(NewOutputs(), kDriver));
  EXPECT_EQ(Locked().files.at(kDriver).sha256, Sha256(TextOf(NewOutputs(), kDriver)));
}

TEST_F(MovesTest, AnEditedScaffoldIsMergedUnderTheNewNames) {
  std::string text = TextOf(NewOutputs(), kDriver);
  text.replace(text.find("return 2"), 8, "return 3");
  for (const bool dos : {false, true}) {
    Edit(kDriver, "return 1", "return npu::Mine()");
    if (dos) Text(kDriver) = base::WithCarriageReturns(Text(kDriver));
    std::string merged = text;
    merged.replace(merged.find("return 1"), 8, "return pluggable::Mine()");
    const Entries before = disk_.entries();
    EXPECT_EQ(Planned(With(kDriver, text)).plan.Count(Action::kMerge), 1u);
    RunForGood(With(kDriver, text));
    EXPECT_EQ(Text(kDriver), dos ? base::WithCarriageReturns(merged) : merged);
    disk_.entries() = before;
    disk_.Remove(InRoot(kDriver));
    Put(kDriver, TextOf(OldOutputs(), kDriver));
  }
}

TEST_F(MovesTest, ConflictsShowTheNewNamesOnAllSides) {
  Edit(kDriver, "return 1", "return npu::Mine()");
  std::string text = TextOf(NewOutputs(), kDriver);
  text.replace(text.find("return 1"), 8, "return pluggable::Theirs()");
  RunForGood(With(kDriver, text));
  EXPECT_TRUE(HasMarkers(Text(kDriver)));
  EXPECT_THAT(Text(kDriver), HasSubstr("pluggable::Mine()"));
  EXPECT_THAT(Text(kDriver), Not(HasSubstr("npu")));
  EXPECT_EQ(Locked().files.at(kDriver).state, FileState::kConflicted);
}

TEST_F(MovesTest, AScaffoldThatTheUserDeletedStaysDeleted) {
  disk_.Remove(InRoot(kDriver));
  RunForGood(NewOutputs());
  EXPECT_FALSE(Exists(kDriver));
}

TEST_F(MovesTest, OtherTextsThanCppKeepTheirNames) {
  Text("README.md") += "npu::mine\n";
  RunForGood(With("README.md", "npu::readme\n"));
  EXPECT_EQ(Text("README.md"), "npu::readme\nnpu::mine\n");
}

// ---- kernels ----

TEST_F(MovesTest, AnEditedKernelIsTakenOver) {
  Edit(kRelu, "return 1", "return npu::Mine()");
  RunForGood(NewOutputs());
  EXPECT_EQ(Text(kRelu),
            "#include \"pluggable/status.h\"\n\nnamespace pluggable {\n\nint Relu() { return "
            "pluggable::Mine(); }\n\n}  // namespace pluggable\n")
      << "the build makes the instances now";
  const std::string pristine = OwnKernelText(TextOf(NewOutputs(), kLibraryRelu));
  EXPECT_EQ(Text(kReluBase), pristine);
  EXPECT_EQ(Locked().files.at(kRelu),
            (LockEntry{Ownership::kScaffold, Sha256(pristine), FileState::kTracked, false, true}));
  EXPECT_FALSE(Exists("src/kernels/add.cc"));
  EXPECT_FALSE(Exists(".plugingen/base/src/kernels/add.cc"));
}

TEST_F(MovesTest, EditsBesideTheInstancesOfAKernelAreNoConflict) {
  const std::string instance = "template KernelFunctions make_kernel<ReluOp<float>>();\n";
  Edit(kRelu, instance,
       "// mine\n" + instance +
           "template KernelFunctions make_kernel<ReluOp<bool>>();\nint mine;\n");
  for (const bool dos : {false, true}) {
    const Entries before = disk_.entries();
    if (dos) Text(kRelu) = base::WithCarriageReturns(Text(kRelu));
    RunForGood(NewOutputs());
    const std::string merged =
        "#include \"pluggable/status.h\"\n\nnamespace pluggable {\n\nint Relu() { return 1; }\n\n"
        "// mine\ntemplate KernelFunctions make_kernel<ReluOp<bool>>();\nint mine;\n\n}  // "
        "namespace pluggable\n";
    EXPECT_EQ(Text(kRelu), dos ? base::WithCarriageReturns(merged) : merged);
    disk_.entries() = before;
  }
}

// A faster kernel, written anew around what the build asked for.
TEST_F(MovesTest, AKernelThatTheUserWroteAnewStaysAsItIs) {
  Text(kRelu) =
      "#include \"npu/stream.h\"\n\nnamespace npu {\n\nint Faster() { return 3; }\n\ntemplate "
      "KernelFunctions make_kernel<ReluOp<float>>();\n\n}  // namespace npu\n";
  RunForGood(NewOutputs());
  EXPECT_EQ(Text(kRelu),
            "#include \"pluggable/stream.h\"\n\nnamespace pluggable {\n\nint Faster() { return 3; "
            "}\n\n}  // namespace pluggable\n");
}

TEST_F(MovesTest, AnEditedKernelIsMergedWithWhatIsNewInTheLibrary) {
  Text(kRelu) = "// mine\n" + Text(kRelu);
  std::string text = TextOf(NewOutputs(), kLibraryRelu);
  text.replace(text.find("return 1"), 8, "return 7");
  RunForGood(With(kLibraryRelu, text));
  EXPECT_EQ(Text(kRelu), "// mine\n" + OwnKernelText(text));
}

TEST_F(MovesTest, AConflictInAKernelStopsTheNextRun) {
  Edit(kRelu, "return 1", "return npu::Mine()");
  std::string text = TextOf(NewOutputs(), kLibraryRelu);
  text.replace(text.find("return 1"), 8, "return 7");
  const auto outputs = With(kLibraryRelu, text);
  RunForGood(outputs);
  EXPECT_TRUE(HasMarkers(Text(kRelu)));
  EXPECT_FALSE(Run(outputs));
  Text(kRelu) = "resolved, and npu:: stays\n";
  RunForGood(outputs);
  EXPECT_EQ(Text(kRelu), "resolved, and npu:: stays\n");
}

TEST_F(MovesTest, ConflictsOfTheOldProjectAreResolvedFirst) {
  auto outputs = OldOutputs();
  Edit(kRelu, "return 1", "return mine");
  for (OutputFile& output : outputs) {
    if (output.path == kRelu) output.text.replace(output.text.find("return 1"), 8, "return 8");
  }
  ASSERT_TRUE(Run(outputs));
  ASSERT_TRUE(HasMarkers(Text(kRelu)));
  EXPECT_TRUE(Planned(NewOutputs()).plan.unresolved());
  EXPECT_FALSE(Run(NewOutputs()));
}

TEST_F(MovesTest, AKernelThatTheUserDeletedOrGivesUpIsTheLibrarys) {
  disk_.Remove(InRoot(kRelu));
  Text("src/kernels/add.cc") += "mine\n";
  options_.discard = {"src/kernels/add.cc"};
  EXPECT_EQ(ReasonFor(Planned(NewOutputs()), kRelu),
            "it no longer exists, and the library's replaces it: library/kernels/relu.cc");
  RunForGood(NewOutputs());
  EXPECT_FALSE(Exists(kRelu) || Exists("src/kernels/add.cc"));
  EXPECT_FALSE(Exists(kReluBase));
  EXPECT_FALSE(Locked().files.contains(kRelu));
}

TEST_F(MovesTest, AKernelWhoseBaseIsLostIsAConflict) {
  disk_.Remove(InRoot(kReluBase));
  Edit(kRelu, "return 1", "return 9");
  ASSERT_TRUE(Run(NewOutputs()));
  EXPECT_THAT(Text(kRelu), HasSubstr("return 9"));
  EXPECT_TRUE(HasMarkers(Text(kRelu)));
}

}  // namespace
}  // namespace plugingen::project
