#include "base/replace_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace plugingen {
namespace {

namespace fs = std::filesystem;

class ReplaceFileTest : public testing::Test {
 protected:
  ReplaceFileTest() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("replace_file_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = (folder_ / "a.yaml").string();
    std::ofstream(path_) << "old";
  }
  ~ReplaceFileTest() override { fs::remove_all(folder_); }

  std::string Text() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  size_t Count() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
  std::string path_;
};

TEST_F(ReplaceFileTest, KeepsPermissions) {
  fs::permissions(path_, fs::perms(0640));
  EXPECT_TRUE(ReplaceFile(path_, "old", "new"));
  EXPECT_EQ(Text(), "new");
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms(0640));
  EXPECT_EQ(Count(), 1U);
}

TEST_F(ReplaceFileTest, LeavesWhatChangedMeanwhile) {
  EXPECT_FALSE(ReplaceFile(path_, "what was read", "new"));
  EXPECT_EQ(Text(), "old");
  EXPECT_EQ(Count(), 1U);
}

TEST_F(ReplaceFileTest, MakesNewFilesOnly) {
  EXPECT_FALSE(MakeFile(path_, "new"));
  EXPECT_EQ(Text(), "old");
  fs::remove(path_);
  fs::create_symlink("nowhere", path_);
  EXPECT_FALSE(MakeFile(path_, "new"));
  EXPECT_FALSE(fs::exists(folder_ / "nowhere"));
  fs::remove(path_);
  EXPECT_TRUE(MakeFile(path_, "new"));
  EXPECT_EQ(Text(), "new");
}

}  // namespace
}  // namespace plugingen
