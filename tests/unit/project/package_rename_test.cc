// Plugins that get another name, and with it another Python package.

#include "project/package_rename.h"

#include "project/print_plan.h"
#include "project/undo.h"
#include "project_fixture.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;
using testing::HasSubstr;
using testing::Not;

std::vector<OutputFile> OutputsOf(const std::string& name) {
  const std::string folder = "python/" + name + "/";
  return {
      {kSpec, Ownership::kOnce, "name: " + name + "\n"},
      {folder + "__init__.py", Ownership::kGenerated, "# " + name + "\n"},
      {folder + "gradients.py", Ownership::kScaffold,
       "\"\"\"Of " + name + ".\"\"\"\nimport tf\n\n\ndef grad():\n  raise NotImplementedError\n"},
  };
}

class PackageRenameTest : public ProjectTest {
 protected:
  PackageRenameTest() { EXPECT_TRUE(Generate(OutputsOf("acme"))); }

  static constexpr char kOld[] = "python/acme/gradients.py";
  static constexpr char kNew[] = "python/zeta/gradients.py";
  static constexpr char kNewBase[] = ".plugingen/base/python/zeta/gradients.py";
};

TEST_F(PackageRenameTest, IsSeenInTheLock) {
  const Lock lock = Lock::Parse(Text(std::string(kLockPath)));
  EXPECT_EQ(FindPackageFolders(OutputsOf("acme"), lock).before, "");
  EXPECT_EQ(FindPackageFolders(OutputsOf("zeta"), lock).before, "python/acme/");
  EXPECT_EQ(FindPackageFolders(OutputsOf("zeta"), lock).now, "python/zeta/");
  EXPECT_EQ(FindPackageFolders(OutputsOf("zeta"), Lock()).before, "");
}

TEST_F(PackageRenameTest, EditsMoveAndAreMerged) {
  Text(kOld) += "\n\ndef mine():\n  return 1\n";
  const auto before = disk_.entries();
  ASSERT_TRUE(Regenerate(OutputsOf("zeta")));
  EXPECT_EQ(Text(kNew), OutputsOf("zeta")[2].text + "\n\ndef mine():\n  return 1\n");
  EXPECT_EQ(Text(kNewBase), OutputsOf("zeta")[2].text);
  EXPECT_FALSE(Exists("python/acme"));
  EXPECT_FALSE(Exists(".plugingen/base/python/acme/gradients.py"));
  EXPECT_TRUE(PlanFor(OutputsOf("zeta"), true).plan.nothing_to_write());
  Apply(kRoot, PlanUndo(kRoot, disk_)->changes, "undo", disk_);
  EXPECT_EQ(Text(kOld), before.at(InRoot(kOld)).bytes);
  EXPECT_FALSE(Exists(kNew));
}

TEST_F(PackageRenameTest, AConflictIsMarked) {
  Text(kOld).replace(0, Text(kOld).find('\n'), "\"\"\"Mine.\"\"\"");
  const PlanResult result = PlanFor(OutputsOf("zeta"), true);
  EXPECT_EQ(result.plan.Count(Action::kConflict), 1u);
  EXPECT_THAT(PrintDiff(result.plan), HasSubstr("--- /dev/null\n+++ b/python/zeta/gradients.py\n"));
  ASSERT_TRUE(Regenerate(OutputsOf("zeta")));
  EXPECT_THAT(Text(kNew), HasSubstr("<<<<<<< your edits\n\"\"\"Mine.\"\"\"\n"));
  EXPECT_TRUE(PlanFor(OutputsOf("zeta"), true).plan.unresolved());
}

TEST_F(PackageRenameTest, AnUneditedFileIsWrittenAnew) {
  ASSERT_TRUE(Regenerate(OutputsOf("zeta")));
  EXPECT_EQ(Text(kNew), OutputsOf("zeta")[2].text);
  EXPECT_FALSE(Exists("python/acme"));
}

TEST_F(PackageRenameTest, WhatCannotMoveIsSetAside) {
  Text(kOld) += "mine\n";
  disk_.MakeDirectories(InRoot("python/zeta"));
  disk_.Write(InRoot(kNew), "there before\n", false);
  ASSERT_TRUE(Regenerate(OutputsOf("zeta")));
  EXPECT_THAT(Text(std::string(kOld) + ".removed"), HasSubstr("mine\n"));
  EXPECT_THAT(Text(kNew), HasSubstr("there before\n"));
}

TEST_F(PackageRenameTest, GivenUpEditsDoNotMove) {
  Text(kOld) += "mine\n";
  PlanOptions options;
  options.merge = true;
  options.discard = {kOld};
  Commit(PlanFor(OutputsOf("zeta"), options).plan, "a run", disk_);
  EXPECT_EQ(Text(kNew), OutputsOf("zeta")[2].text);
  EXPECT_FALSE(Exists(kOld));
}

TEST_F(PackageRenameTest, ModulesOfTheUsersStayAndAreNamed) {
  disk_.MakeDirectories(InRoot("python/acme/deep/__pycache__"));
  disk_.Write(InRoot("python/acme/deep/mine.py"), "mine\n", false);
  disk_.Write(InRoot("python/acme/deep/__pycache__/mine.pyc"), "x", false);
  const PlanResult result = PlanFor(OutputsOf("zeta"), true);
  EXPECT_THAT(ReasonFor(result, "python/acme/deep/mine.py"), HasSubstr("move it to python/zeta"));
  for (const Step& step : result.plan.steps) {
    EXPECT_THAT(step.path, Not(HasSubstr("__pycache__")));
    EXPECT_EQ(step.remark, step.path.ends_with("mine.py")) << step.path;
  }
  ASSERT_TRUE(Regenerate(OutputsOf("zeta")));
  EXPECT_EQ(Text("python/acme/deep/mine.py"), "mine\n");
  EXPECT_TRUE(PlanFor(OutputsOf("zeta"), true).plan.nothing_to_write());
}

}  // namespace
}  // namespace plugingen::project
