#include "project/plan.h"

#include "base/sha256.h"
#include "project/print_plan.h"
#include "project_fixture.h"

namespace plugingen::project {

using base::OutputFile;
using base::Ownership;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> ProjectTest::Verdicts(const PlanResult& result) {
  std::vector<std::string> verdicts;
  for (const Step& step : result.plan.steps) {
    verdicts.push_back(std::string(ActionName(step.action)) + " " + step.path);
  }
  return verdicts;
}

std::string ProjectTest::ReasonFor(const PlanResult& result, const std::string& path) {
  for (const Step& step : result.plan.steps) {
    if (step.path == path) return step.reason;
  }
  return "no such step";
}

namespace {

class PlanTest : public ProjectTest {};

TEST_F(PlanTest, CreatesEverythingWhereNothingIs) {
  const PlanResult result = PlanFor(Outputs("1"));
  EXPECT_TRUE(result.plan.fresh);
  EXPECT_EQ(result.plan.Count(Action::kCreate), 6u);
  EXPECT_EQ(result.plan.bases.size(), 2u);
}

TEST_F(PlanTest, FindsNothingToDoTheSecondTime) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const auto outputs = Outputs("1");
  const PlanResult result = PlanFor(outputs);
  EXPECT_FALSE(result.plan.fresh);
  EXPECT_TRUE(result.plan.nothing_to_write());
  EXPECT_EQ(result.plan.Count(Action::kUnchanged), 6u);
}

TEST_F(PlanTest, UpdatesWhatWasNotEdited) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const auto outputs = Outputs("2");
  EXPECT_THAT(Verdicts(PlanFor(outputs)),
              ElementsAre("update README.md", "update acme.yaml", "update src/kernels/relu.cc",
                          "update src/plugin/init.cc", "unchanged tests/README.md",
                          "update tests/generated/run"));
}

TEST_F(PlanTest, RefusesEditedGeneratedFilesEvenWithNothingNewForThem) {
  ASSERT_TRUE(Generate(Outputs("1")));
  Text("src/plugin/init.cc") += "mine\n";
  const auto outputs = Outputs("1");
  const PlanResult result = PlanFor(outputs);
  EXPECT_TRUE(result.plan.refused());
  EXPECT_EQ(ReasonFor(result, "src/plugin/init.cc"), "you edited it");
}

TEST_F(PlanTest, KeepsAnEditedScaffoldUntilThereIsSomethingNewForIt) {
  ASSERT_TRUE(Generate(Outputs("1")));
  Text("src/kernels/relu.cc") = "faster\n";
  const auto same = Outputs("1");
  EXPECT_THAT(Verdicts(PlanFor(same)), Contains("keep src/kernels/relu.cc"));
  EXPECT_FALSE(PlanFor(same).plan.refused());
  const auto newer = Outputs("2");
  EXPECT_THAT(Verdicts(PlanFor(newer)), Contains("refuse src/kernels/relu.cc"));
}

// The lock keeps what `new` copied, however often the edited spec is regenerated from.
TEST_F(PlanTest, NeverReplacesASpecThatIsNotWhatWasCopied) {
  ASSERT_TRUE(Generate(Outputs("1")));
  auto edited = Outputs("1");
  edited[1].text = "spec 1\n# tuned by hand\n";
  Text(kSpec) = edited[1].text;
  const std::string lock = Text(".plugingen/lock.json");
  ASSERT_TRUE(Generate(edited, true));
  EXPECT_EQ(Text(".plugingen/lock.json"), lock) << "nothing to record";
  EXPECT_EQ(PlanFor(Outputs("1")).plan.Count(Action::kRefuse), 1u);
  EXPECT_EQ(PlanFor(Outputs("2")).plan.Count(Action::kRefuse), 1u);
  // Its own text as the spec is nothing that is copied.
  PlanOptions own;
  own.own_spec = true;
  own.tensorflow = kRange;
  Commit(PlanFor(edited, own).plan, "a run", disk_);
  EXPECT_EQ(PlanFor(Outputs("2")).plan.Count(Action::kRefuse), 1u);
  // What was copied may be replaced; what nobody may write may not.
  Text(kSpec) = Outputs("1")[1].text;
  EXPECT_EQ(PlanFor(Outputs("2")).plan.Count(Action::kRefuse), 0u);
  disk_.SetPermissions(InRoot(kSpec), 0400);
  EXPECT_THAT(ReasonFor(PlanFor(Outputs("2")), kSpec), HasSubstr("read-only"));
  EXPECT_THAT(ReasonFor(PlanFor(Outputs("2"), true), kSpec), HasSubstr("read-only"));
}

// Locks of earlier versions have the digest of what `regenerate` found, which may be edited.
TEST_F(PlanTest, TrustsNoDigestOfTheSpecFromAnOldLock) {
  ASSERT_TRUE(Generate(Outputs("1")));
  std::string& lock = Text(".plugingen/lock.json");
  const std::string member = ", \"copied\": true";
  ASSERT_THAT(lock, HasSubstr(member));
  lock.erase(lock.find(member), member.size());
  const std::string old = lock;
  EXPECT_THAT(ReasonFor(PlanFor(Outputs("2")), kSpec), HasSubstr("not the text that"));
  ASSERT_TRUE(Generate(Outputs("1"), true));
  EXPECT_EQ(Text(".plugingen/lock.json"), old) << "it goes on working as it is";
  ASSERT_TRUE(Generate(Outputs("1")));
  EXPECT_THAT(Text(".plugingen/lock.json"), HasSubstr(member));
  EXPECT_TRUE(Generate(Outputs("2")));
}

TEST_F(PlanTest, FollowsASpecToItsNewNameAndThroughLinks) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.Rename(InRoot(kSpec), InRoot("npu.yaml"));
  auto outputs = Outputs("2");
  outputs[1].path = "npu.yaml";
  PlanOptions options;
  options.tensorflow = kRange;
  const auto plan_for = [&] {
    return MakePlan(outputs, "npu.yaml", kRoot, options, ReadProjectState(kRoot, disk_), disk_);
  };
  EXPECT_THAT(Verdicts(plan_for()), Contains("update npu.yaml")) << "it is as it was copied";
  Text("npu.yaml") += "# mine\n";
  EXPECT_THAT(Verdicts(plan_for()), Contains("refuse npu.yaml"));
  disk_.Write("/disk/shared.yaml", "spec 2\n", false);
  disk_.entries().at(InRoot("npu.yaml")) = {FileKind::kSymlink, "/disk/shared.yaml"};
  EXPECT_THAT(Verdicts(plan_for()), Contains("unchanged npu.yaml"));
  outputs[1].text = "spec 3\n";
  options.merge = true;
  EXPECT_THAT(ReasonFor(plan_for(), "npu.yaml"), HasSubstr("it is a link"));
}

TEST_F(PlanTest, LeavesFilesOfTheUsersAmongTheBases) {
  ASSERT_TRUE(Generate(Outputs("1"), true));
  disk_.MakeDirectories(InRoot(".plugingen/base/mine"));
  disk_.Write(InRoot(".plugingen/base/mine/notes.txt"), "mine\n", false);
  EXPECT_TRUE(PlanFor(Outputs("1"), true).plan.nothing_to_write());
}

TEST_F(PlanTest, SaysThatBasesAreGoneOrDamaged) {
  ASSERT_TRUE(Generate(Outputs("1"), true));
  Text(".plugingen/base/README.md") = "damaged\n";
  disk_.Remove(InRoot(".plugingen/base/src/kernels/relu.cc"));
  const auto outputs = Outputs("1");
  const PlanResult result = PlanFor(outputs, true);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_THAT(result.notes[0], HasSubstr("lacks 2 pristine texts"));
  EXPECT_THAT(result.plan.Records(), testing::ElementsAre(".plugingen/base/README.md",
                                                          ".plugingen/base/src/kernels/relu.cc"));
}

TEST_F(PlanTest, KeepsWhatWasEjectedUnderTheOldNameOfThePlugin) {
  ASSERT_TRUE(Generate(Outputs("1"), true));
  Lock lock = Lock::Parse(Text(".plugingen/lock.json"));
  lock.files.at("src/plugin/init.cc").state = FileState::kEjected;
  Text(".plugingen/lock.json") = lock.Serialize();
  Text("src/plugin/init.cc") = "mine\n";
  auto renamed = Outputs("1");
  renamed[3].path = "src/plugin/zeta.cc";
  const PlanResult result = PlanFor(renamed, true);
  EXPECT_TRUE(result.plan.lock.files.contains("src/plugin/init.cc"));
  EXPECT_THAT(Verdicts(result), Contains("keep src/plugin/init.cc"));
  Commit(result.plan, "a run", disk_);
  EXPECT_TRUE(PlanFor(renamed, true).plan.nothing_to_write());
  ASSERT_TRUE(Generate(Outputs("1"), true)) << "and back again";
  EXPECT_EQ(Text("src/plugin/init.cc"), "mine\n");
}

TEST_F(PlanTest, NeverTouchesOnceFilesButTheSpecItBrings) {
  ASSERT_TRUE(Generate(Outputs("1")));
  Text("tests/README.md") = "my tests\n";
  auto outputs = Outputs("1");
  outputs[4].text = "new words\n";
  EXPECT_THAT(Verdicts(PlanFor(outputs)), Contains("keep tests/README.md"));
  Text("acme.yaml") = "edited\n";
  EXPECT_EQ(PlanFor(Outputs("1")).plan.Count(Action::kRefuse), 1u) << "its edits would be lost";
  EXPECT_THAT(ReasonFor(PlanFor(Outputs("1")), "acme.yaml"), HasSubstr("not the text that"));
  Text("acme.yaml") = "spec 2\n";
  const auto from_edited = Outputs("2");
  EXPECT_THAT(Verdicts(PlanFor(from_edited)), Contains("unchanged acme.yaml"));
}

TEST_F(PlanTest, AOnceFileThatNobodyEditedIsNotEditedWhenItsTextChanges) {
  ASSERT_TRUE(Generate(Outputs("1")));
  auto outputs = Outputs("2");
  outputs[4].text = "new words\n";
  ASSERT_TRUE(Generate(outputs));
  const PlanResult result = PlanFor(outputs, true);
  EXPECT_EQ(result.plan.steps[4].path, "tests/README.md");
  EXPECT_EQ(result.plan.steps[4].action, Action::kKeep);
  EXPECT_EQ(result.plan.steps[4].condition, Condition::kPristine);
  EXPECT_TRUE(result.plan.nothing_to_write());
}

TEST_F(PlanTest, MakesMissingFilesAgainButNotScaffoldsOfTheUsers) {
  ASSERT_TRUE(Generate(Outputs("1")));
  for (const char* path : {"src/plugin/init.cc", "src/kernels/relu.cc", "tests/README.md"}) {
    disk_.entries().erase(InRoot(path));
  }
  const auto outputs = Outputs("1");
  const PlanResult result = PlanFor(outputs);
  EXPECT_THAT(Verdicts(result), Contains("create src/plugin/init.cc"));
  EXPECT_THAT(Verdicts(result), Contains("create tests/README.md"));
  EXPECT_THAT(Verdicts(result), Contains("keep src/kernels/relu.cc"));
}

TEST_F(PlanTest, TakesCarriageReturnsForNoEdit) {
  ASSERT_TRUE(Generate(Outputs("1")));
  Text("src/kernels/relu.cc") = "kernel\r\nof relu 1\r\n";
  EXPECT_THAT(Verdicts(PlanFor(Outputs("1"))), Contains("unchanged src/kernels/relu.cc"));
  const auto newer = Outputs("2");
  EXPECT_THAT(Verdicts(PlanFor(newer)), Contains("update src/kernels/relu.cc"));
  Text("src/kernels/relu.cc") = "kernel\rof relu 1\n";
  EXPECT_THAT(Verdicts(PlanFor(newer)), Contains("refuse src/kernels/relu.cc"));
}

TEST_F(PlanTest, DeletesCleanOrphansAndRefusesEditedOnes) {
  ASSERT_TRUE(Generate(Outputs("1")));
  auto outputs = Outputs("1");
  outputs.erase(outputs.begin() + 4);  // tests/README.md, once
  outputs.erase(outputs.begin() + 2);  // src/kernels/relu.cc, scaffold
  EXPECT_THAT(Verdicts(PlanFor(outputs)), Contains("delete src/kernels/relu.cc"));
  EXPECT_THAT(Verdicts(PlanFor(outputs)), Contains("keep tests/README.md"));
  EXPECT_THAT(PlanFor(outputs).plan.stale_bases, ElementsAre("src/kernels/relu.cc"));
  Text("src/kernels/relu.cc") = "mine\n";
  EXPECT_THAT(Verdicts(PlanFor(outputs)), Contains("refuse src/kernels/relu.cc"));
}

TEST_F(PlanTest, RefusesFilesThatItDidNotWrite) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.Write(InRoot("src/plugin/new.cc"), "of someone else\n", false);
  auto outputs = Outputs("1");
  outputs.push_back({"src/plugin/new.cc", Ownership::kGenerated, "ours\n", false});
  EXPECT_THAT(Verdicts(PlanFor(outputs)), Contains("refuse src/plugin/new.cc"));
}

TEST_F(PlanTest, RefusesLinksAndFoldersInPlaceOfFiles) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.entries().at(InRoot("src/plugin/init.cc")).kind = FileKind::kSymlink;
  EXPECT_THAT(ReasonFor(PlanFor(Outputs("1")), "src/plugin/init.cc"), HasSubstr("regular file"));
  disk_.entries().at(InRoot("src/plugin")).kind = FileKind::kSymlink;
  EXPECT_EQ(ReasonFor(PlanFor(Outputs("1")), "src/plugin/init.cc"), "'src/plugin' is not a folder");
}

TEST_F(PlanTest, DoesNotFollowALinkToAnOrphan) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.entries().at(InRoot("src/kernels")).kind = FileKind::kSymlink;
  auto outputs = Outputs("1");
  outputs.erase(outputs.begin() + 2);
  EXPECT_THAT(Verdicts(PlanFor(outputs)), Contains("keep src/kernels/relu.cc"));
}

TEST_F(PlanTest, RefusesLinksAmongTheToolsOwnFiles) {
  for (const char* path : {".plugingen", ".plugingen/base", ".plugingen/lock.json"}) {
    disk_ = MemoryFileSystem();
    disk_.MakeDirectories("/disk");
    ASSERT_TRUE(Generate(Outputs("1")));
    disk_.entries().at(InRoot(path)).kind = FileKind::kSymlink;
    const PlanResult result = PlanFor(Outputs("1"));
    ASSERT_TRUE(result.obstacle) << path;
    EXPECT_THAT(result.obstacle->message, HasSubstr(path));
  }
}

TEST_F(PlanTest, RefusesAFolderThatIsNoProjectAndListsWhatItWouldOverwrite) {
  disk_.MakeDirectories(InRoot("src"));
  disk_.Write(InRoot("README.md"), "mine", false);
  disk_.Write(InRoot("notes.txt"), "mine", false);
  const PlanResult result = PlanFor(Outputs("1"));
  ASSERT_TRUE(result.obstacle);
  EXPECT_THAT(result.obstacle->message, HasSubstr("not empty and not a project"));
  EXPECT_THAT(result.obstacle->paths, ElementsAre("README.md"));
}

TEST_F(PlanTest, UsesAnEmptyFolderAndRefusesAFile) {
  disk_.MakeDirectories(kRoot);
  EXPECT_FALSE(PlanFor(Outputs("1")).obstacle);
  EXPECT_FALSE(PlanFor(Outputs("1")).plan.fresh) << "an existing folder is filled, not replaced";
  disk_.Remove(kRoot);
  disk_.Write(kRoot, "a file", false);
  EXPECT_THAT(PlanFor(Outputs("1")).obstacle->message, HasSubstr("is not a folder"));
}

TEST_F(PlanTest, RefusesLocksThatAreDamagedOrLeaveTheProject) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const std::string good = Text(".plugingen/lock.json");
  const std::string digest = Sha256("");
  const auto lock_with = [&digest](const std::string& path) {
    return R"({"schema": 1, "tool_version": "0.1.0", "spec": "acme.yaml", "files": {")" + path +
           R"(": {"ownership": "generated", "sha256": ")" + digest + "\"}}}";
  };
  for (const std::string& text :
       {std::string(""), std::string("[]"), std::string("{"), good.substr(0, good.size() / 2),
        std::string(R"({"schema": 3})"), std::string(R"({"schema": 0})"), lock_with("../x"),
        lock_with("/etc/passwd"), lock_with("a/../../x"), lock_with("a//b"), lock_with("./a"),
        lock_with("a\\\\b"), lock_with(""), lock_with("a\\u0000b")}) {
    Text(".plugingen/lock.json") = text;
    const PlanResult result = PlanFor(Outputs("1"));
    ASSERT_TRUE(result.obstacle) << text;
    EXPECT_THAT(result.obstacle->message, HasSubstr("lock.json' cannot be used")) << text;
  }
  Text(".plugingen/lock.json") = lock_with("gone.cc");
  EXPECT_FALSE(PlanFor(Outputs("1")).obstacle) << "the form that the others break is right";
}

TEST_F(PlanTest, LockIsSortedWithOneFileALineAndReadsBack) {
  ASSERT_TRUE(Generate(Outputs("1")));
  const std::string text = Text(".plugingen/lock.json");
  EXPECT_THAT(text, HasSubstr("\n    \"README.md\": {\"ownership\": \"scaffold\", \"sha256\": \"" +
                              Sha256("readme 1\n") + "\"},\n    \"acme.yaml\": {"));
  EXPECT_EQ(Lock::Parse(text).Serialize(), text);
  EXPECT_EQ(Lock::Parse(Lock{}.Serialize()).Serialize(), Lock{}.Serialize());
}

TEST_F(PlanTest, ReadsWithoutWriting) {
  ASSERT_TRUE(Generate(Outputs("1")));
  disk_.Reset();
  PlanFor(Outputs("2"));
  EXPECT_THAT(disk_.changes(), IsEmpty());
}

}  // namespace
}  // namespace plugingen::project
