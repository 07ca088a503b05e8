#include "base/file_system.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

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

TEST_P(FileSystemTest, FinishesAnExchangeThatWasInterrupted) {
  disk_->Write(At("a"), "new", false);
  disk_->Write(At("a.kept"), "old", false);
  disk_->FinishExchange(At("a"));  // nothing was exchanged
  EXPECT_EQ(disk_->Read(At("a")), "new");
  EXPECT_EQ(disk_->Kind(At("a.kept")), FileKind::kMissing);
  disk_->Rename(At("a"), At("b"));
  disk_->Write(At("a.kept"), "old", false);
  disk_->FinishExchange(At("a"));
  EXPECT_EQ(disk_->Read(At("a")), "old");
  EXPECT_EQ(disk_->Read(At("b")), "new");
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

// Has the kernel refuse calls to this process, as file systems do that do not know them.
void Refuse(const std::vector<unsigned>& calls) {
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const unsigned call : calls) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog program = {static_cast<unsigned short>(filter.size()), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    ::_exit(2);
  }
}

class OnDiskTest : public testing::Test {
 protected:
  OnDiskTest() {
    std::string pattern = testing::TempDir() + "plugingen-XXXXXX";
    root_ = ::mkdtemp(pattern.data());
  }
  ~OnDiskTest() override { std::filesystem::remove_all(root_); }

  const std::unique_ptr<FileSystem> disk_ = MakeRealFileSystem();
  std::string root_;
};

TEST_F(OnDiskTest, ExchangesFilesWhereItTakesSeveralSteps) {
  const std::string a = root_ + "/a";
  const std::string b = root_ + "/b";
  for (const std::vector<unsigned>& calls :
       {std::vector<unsigned>{SYS_renameat2}, std::vector<unsigned>{SYS_renameat2, SYS_linkat
#ifdef SYS_link
                                                                    ,
                                                                    SYS_link
#endif
                                              }}) {
    disk_->Write(a, "new", false);
    disk_->Write(b, "old", false);
    disk_->SetPermissions(b, 0600);
    disk_->Write(a + ".kept", "of a try that was interrupted", false);
    const auto exchange = [&] {
      Refuse(calls);
      disk_->Exchange(a, b);
      ::_exit(0);
    };
    EXPECT_EXIT(exchange(), testing::ExitedWithCode(0), "");
    EXPECT_EQ(disk_->Read(a), "old");
    EXPECT_EQ(disk_->Read(b), "new");
    EXPECT_EQ(disk_->Permissions(a), 0600U);
    EXPECT_EQ(disk_->Kind(a + ".kept"), FileKind::kMissing);
  }
}

TEST_F(OnDiskTest, TellsMountsApart) {
  disk_->MakeDirectories(root_ + "/a");
  disk_->Write(root_ + "/a/file", "", false);
  EXPECT_TRUE(disk_->AreOnOneMount(root_, root_ + "/a"));
  EXPECT_FALSE(disk_->AreOnOneMount(root_, "/proc"));
  EXPECT_EQ(disk_->RefusalToRenaming(root_ + "/a/file"), "");
  EXPECT_EQ(disk_->RefusalToRenaming(root_ + "/none"), "");
  EXPECT_THAT(disk_->RefusalToRenaming("/proc"), HasSubstr("busy"));
}

// What needs root: files of two owners.
class OwnersTest : public OnDiskTest {
 protected:
  static constexpr uid_t kOther = 4711;

  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root has files of others";
  }
  static uid_t OwnerOf(const std::string& path) {
    struct stat info;
    return ::lstat(path.c_str(), &info) == 0 ? info.st_uid : static_cast<uid_t>(-1);
  }
};

TEST_F(OwnersTest, WhatRootMakesBelongsToTheOwnerOfTheFolder) {
  ASSERT_EQ(::chown(root_.c_str(), kOther, kOther), 0);
  disk_->MakeDirectories(root_ + "/a/b");
  disk_->Write(root_ + "/a/b/file", "", false);
  for (const std::string path : {"/a", "/a/b", "/a/b/file"})
    EXPECT_EQ(OwnerOf(root_ + path), kOther);
  ASSERT_EQ(::chown((root_ + "/a/b/file").c_str(), 0, 0), 0);
  disk_->Write(root_ + "/a/b/file", "more", false);
  EXPECT_EQ(OwnerOf(root_ + "/a/b/file"), 0U) << "it is no new file";
}

TEST_F(OwnersTest, AttributesAreCopiedWithTheOwner) {
  disk_->Write(root_ + "/old", "", false);
  disk_->Write(root_ + "/new", "", false);
  ASSERT_EQ(::chown((root_ + "/old").c_str(), kOther, kOther), 0);
  disk_->SetPermissions(root_ + "/old", 0640);
  disk_->CopyAttributes(root_ + "/old", root_ + "/new");
  EXPECT_EQ(OwnerOf(root_ + "/new"), kOther);
  EXPECT_EQ(disk_->Permissions(root_ + "/new"), 0640U);
}

TEST_F(OwnersTest, FilesOfOthersStayInAStickyFolder) {
  ASSERT_EQ(::chmod(root_.c_str(), 01777), 0);
  disk_->Write(root_ + "/roots", "", false);
  const auto look = [&] {
    const bool is_kept =
        ::seteuid(kOther) == 0 && !disk_->RefusalToRenaming(root_ + "/roots").empty();
    ::_exit(is_kept ? 0 : 1);
  };
  EXPECT_EXIT(look(), testing::ExitedWithCode(0), "");
  EXPECT_EQ(disk_->RefusalToRenaming(root_ + "/roots"), "");
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
