#include "project/own_sources.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>

#include "base/memory_file_system.h"
#include "base/sha256.h"

namespace plugingen::project {
namespace {

using base::Ownership;
using testing::ElementsAre;
using testing::Pair;

class OwnSourcesTest : public testing::Test {
 protected:
  void Put(const std::string& path, const std::string& text) {
    const std::string full = "p/" + path;
    disk_.MakeDirectories(full.substr(0, full.rfind('/')));
    disk_.Write(full, text, false);
  }
  void Know(const std::string& path, Ownership ownership, const std::string& text,
            FileState state = FileState::kTracked) {
    lock_.files[path] = {ownership, Sha256(text), state};
  }

  MemoryFileSystem disk_;
  Lock lock_;
};

TEST_F(OwnSourcesTest, AreWhatPlugingenDidNotWrite) {
  Put("src/kernels/mine.cc", "mine");
  Put("src/compute/device/mine.inc", "program");
  Put("tests/CMakeLists.txt", "tests");
  Put("src/driver/driver.cc", "edited");
  Know("src/driver/driver.cc", Ownership::kScaffold, "as it came");
  Put("src/kernels/relu.cc", "taken over");
  Know("src/kernels/relu.cc", Ownership::kScaffold, "taken over");
  lock_.files["src/kernels/relu.cc"].taken_over = true;
  Put("src/driver/driver.h", "as it came");
  Know("src/driver/driver.h", Ownership::kScaffold, "as it came");
  Put("src/generated/plugin/names.h", "edited");
  Know("src/generated/plugin/names.h", Ownership::kGenerated, "as it came");
  Put("src/generated/plugin/table.cc", "ejected");
  Know("src/generated/plugin/table.cc", Ownership::kGenerated, "ejected", FileState::kEjected);
  Put("library/runtime/log.h", "ejected");
  Know("library/runtime/log.h", Ownership::kGenerated, "x", FileState::kEjected);
  Put("library/runtime/stream.cc", "edited");
  Know("library/runtime/stream.cc", Ownership::kGenerated, "x");
  for (const char* path : {"src/notes.txt", "src/build/x.cc", "src/.git/x.cc", "other/x.cc"}) {
    Put(path, "not read");
  }
  EXPECT_THAT(
      ReadOwnSources("p", lock_, disk_),
      ElementsAre(
          Pair("library/runtime/log.h", "ejected"), Pair("src/compute/device/mine.inc", "program"),
          Pair("src/driver/driver.cc", "edited"), Pair("src/generated/plugin/table.cc", "ejected"),
          Pair("src/kernels/mine.cc", "mine"), Pair("src/kernels/relu.cc", "taken over"),
          Pair("tests/CMakeLists.txt", "tests")));
}

TEST_F(OwnSourcesTest, AnEmptyPlaceHasNone) {
  EXPECT_TRUE(ReadOwnSources("nowhere", lock_, disk_).empty());
}

TEST_F(OwnSourcesTest, TheRunMergesAndRemovesSome) {
  Plan plan;
  const auto add = [&plan](const std::string& path, Action action) {
    Step step;
    step.path = path;
    step.action = action;
    step.own_text = "merged";
    plan.steps.push_back(std::move(step));
  };
  add("src/a.cc", Action::kMerge);
  add("src/b.cc", Action::kSetAside);
  add("src/c.cc", Action::kKeep);
  add("src/d.cc", Action::kCreate);
  EXPECT_THAT(AfterRun({{"src/a.cc", "1"}, {"src/b.cc", "2"}, {"src/c.cc", "3"}}, plan),
              ElementsAre(Pair("src/a.cc", "merged"), Pair("src/c.cc", "3")));
}

}  // namespace
}  // namespace plugingen::project
