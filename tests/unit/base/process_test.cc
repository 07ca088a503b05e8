#include "base/process.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/file_system.h"

namespace plugingen {
namespace {

class ProcessTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "plugingen-process-XXXXXX";
    ASSERT_NE(::mkdtemp(folder_.data()), nullptr);
  }
  void TearDown() override { disk_->RemoveTree(folder_); }

  ProcessResult Run(const std::vector<std::string>& words) {
    return RunProcess(words, folder_ + "/output", folder_ + "/errors");
  }
  std::string Text(const std::string& name) const {
    return disk_->Read(JoinPath(folder_, name)).value_or("none");
  }

  const std::unique_ptr<FileSystem> disk_ = MakeRealFileSystem();
  std::string folder_;
};

TEST_F(ProcessTest, PutsAllIntoOneFileInOrder) {
  const std::string log = folder_ + "/log";
  EXPECT_EQ(RunProcess({"sh", "-c", "echo 1; echo 2 >&2; echo 3"}, log, log).status, 0);
  EXPECT_EQ(Text("log"), "1\n2\n3\n");
}

TEST_F(ProcessTest, CallsWhileItWaits) {
  int calls = 0;
  const std::string log = folder_ + "/log";
  const std::string stop = folder_ + "/stop";
  const ProcessResult done = RunProcess(
      {"sh", "-c", "until [ -e \"$1\" ]; do sleep 0.01; done; exit 4", "sh", stop}, log, log, [&] {
        if (++calls == 2) disk_->Write(stop, "", false);
      });
  EXPECT_EQ(done.status, 4);
  EXPECT_GE(calls, 2);
}

TEST_F(ProcessTest, GivesWhatAProgramSaysAndItsStatus) {
  const ProcessResult done =
      Run({"sh", "-c", "cat; echo \"$1\"; echo no >&2; exit 3", "sh", "a  b"});
  EXPECT_EQ(done.problem, "");
  EXPECT_EQ(done.status, 3);
  EXPECT_EQ(Text("output"), "a  b\n");
  EXPECT_EQ(Text("errors"), "no\n");
}

TEST_F(ProcessTest, TellsASignalAsAShellDoes) {
  EXPECT_EQ(Run({"sh", "-c", "kill -9 $$"}).status, 137);
}

TEST_F(ProcessTest, TellsWhyAProgramDoesNotStart) {
  EXPECT_EQ(Run({"no-such-program"}).problem, "No such file or directory");
  EXPECT_EQ(Run({folder_}).problem, "Permission denied");
}

}  // namespace
}  // namespace plugingen
