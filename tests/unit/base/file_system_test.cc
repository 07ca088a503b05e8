#include "base/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/folder_lock.h"
#include "base/memory_file_system.h"

namespace plugingen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(PathTest, SafePathsStayInside) {
  for (const char* path : {"a", "a/b", ".plugingen/lock.json", "a..b/..c", "größe/机器", "a b"}) {
    EXPECT_TRUE(IsSafeRelativePath(path)) << path;
  }
  for (const std::string& path :
       {std::string(""), std::string("/"), std::string("/a"), std::string(".."),
        std::string("../a"), std::string("a/.."), std::string("a/../b"), std::string("./a"),
        std::string("a//b"), std::string("a/"), std::string("a\\b"), std::string("a\0b", 3)}) {
    EXPECT_FALSE(IsSafeRelativePath(path)) << path;
  }
}

TEST(PathTest, JoinsWithOneSlash) {
  EXPECT_EQ(JoinPath("a", "b/c"), "a/b/c");
  EXPECT_EQ(JoinPath("/", "b"), "/b");
  EXPECT_EQ(JoinPath("", "b"), "b");
}

// Both implementations of the seam have to behave alike, or tests in memory would prove nothing.
class FileSystemTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam()) {
      disk_ = MakeRealFileSystem();
      std::string pattern = testing::TempDir() + "plugingen-XXXXXX";
      root_ = ::mkdtemp(pattern.data());
    } else {
      disk_ = std::make_unique<MemoryFileSystem>();
      root_ = "/root";
      disk_->MakeDirectories(root_);
    }
  }
  void TearDown() override {
    if (GetParam()) std::filesystem::remove_all(root_);
  }

  std::string At(const std::string& path) const { return root_ + "/" + path; }
  static std::string ErrorOf(const std::function<void()>& action) {
    try {
      action();
    } catch (const FileError& error) {
      return error.what();
    }
    return "no error";
  }

  std::unique_ptr<FileSystem> disk_;
  std::string root_;
};

TEST_P(FileSystemTest, ReadsWhatWasWritten) {
  const std::string large(100'000, 'x');
  for (const std::string& text :
       {std::string(), std::string("a\0b\r\n", 5), large, std::string("a")}) {
    disk_->Write(At("file"), text, false);
    EXPECT_EQ(disk_->Read(At("file")), text);
  }
  EXPECT_EQ(disk_->Kind(At("file")), FileKind::kFile);
}

TEST_P(FileSystemTest, MissingFilesAreNoError) {
  EXPECT_EQ(disk_->Read(At("none")), std::nullopt);
  EXPECT_EQ(disk_->Kind(At("none/deeper")), FileKind::kMissing);
  disk_->Write(At("file"), "", false);
  EXPECT_EQ(disk_->Read(At("file/below")), std::nullopt);
  EXPECT_EQ(disk_->Kind(At("file/below")), FileKind::kMissing);
}

TEST_P(FileSystemTest, MakesListsAndRemovesFolders) {
  disk_->MakeDirectories(At("a/b/c"));
  disk_->MakeDirectories(At("a/b/c"));
  disk_->Write(At("a/z"), "", false);
  disk_->Write(At("a/.hidden"), "", false);
  EXPECT_EQ(disk_->Kind(At("a/b")), FileKind::kDirectory);
  EXPECT_THAT(disk_->List(At("a")), ElementsAre(".hidden", "b", "z"));
  EXPECT_THAT(ErrorOf([&] { disk_->Remove(At("a")); }), HasSubstr("cannot remove"));
  disk_->Remove(At("a/b/c"));
  disk_->RemoveTree(At("a"));
  EXPECT_EQ(disk_->Kind(At("a")), FileKind::kMissing);
}

TEST_P(FileSystemTest, RenamesFilesOverOthersAndWholeFolders) {
  disk_->Write(At("old"), "old", false);
  disk_->Write(At("new"), "new", false);
  disk_->Rename(At("new"), At("old"));
  EXPECT_EQ(disk_->Read(At("old")), "new");
  EXPECT_EQ(disk_->Kind(At("new")), FileKind::kMissing);
  disk_->MakeDirectories(At("folder/inner"));
  disk_->Write(At("folder/inner/x"), "x", false);
  disk_->Rename(At("folder"), At("moved"));
  EXPECT_EQ(disk_->Read(At("moved/inner/x")), "x");
}

TEST_P(FileSystemTest, ErrorsNameOperationPathAndReason) {
  disk_->Write(At("file"), "", false);
  EXPECT_THAT(
      ErrorOf([&] { disk_->Write(At("none/x"), "", false); }),
      testing::AllOf(HasSubstr("cannot write '" + At("none/x") + "': "), HasSubstr("o such")));
  EXPECT_THAT(ErrorOf([&] { disk_->Read(root_); }), HasSubstr("cannot read"));
  EXPECT_THAT(ErrorOf([&] { disk_->List(At("file")); }), HasSubstr("cannot list"));
  EXPECT_THAT(ErrorOf([&] { disk_->MakeDirectories(At("file/x")); }),
              HasSubstr("cannot make folder"));
  EXPECT_THAT(ErrorOf([&] { disk_->Rename(At("none"), At("x")); }), HasSubstr("cannot rename"));
  EXPECT_THAT(ErrorOf([&] { disk_->Remove(At("none")); }), HasSubstr("cannot remove"));
}

INSTANTIATE_TEST_SUITE_P(, FileSystemTest, testing::Bool(),
                         [](const auto& param) { return param.param ? "Real" : "Memory"; });

TEST(RealFileSystemTest, SeesLinksAsLinksAndRemovesThemOnly) {
  const auto disk = MakeRealFileSystem();
  std::string pattern = testing::TempDir() + "plugingen-XXXXXX";
  const std::string root = ::mkdtemp(pattern.data());
  disk->MakeDirectories(root + "/outside");
  disk->Write(root + "/outside/x", "x", true);
  disk->MakeDirectories(root + "/tree");
  std::filesystem::create_symlink("../outside", root + "/tree/link");
  EXPECT_EQ(disk->Kind(root + "/tree/link"), FileKind::kSymlink);
  disk->RemoveTree(root + "/tree");
  EXPECT_EQ(disk->Read(root + "/outside/x"), "x");
  EXPECT_EQ(::access((root + "/outside/x").c_str(), X_OK), 0);
  std::filesystem::remove_all(root);
}

TEST(FolderLockTest, IsGivenBackAndNeedsNoFolder) {
  for (int i = 0; i < 2; ++i) {
    const FolderLock of_missing("/no/such/folder/anywhere");
    const FolderLock of_nothing("");
  }
  { const FolderLock first(testing::TempDir()); }
  const FolderLock second(testing::TempDir());
}

}  // namespace
}  // namespace plugingen
