#include "spec/reserved_names.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>

#include "../read_file.h"

namespace plugingen::spec {
namespace {

namespace fs = std::filesystem;

TEST(ReservedNamesTest, SaysWhoHasAName) {
  EXPECT_EQ(WhoReserves("acme_npu"), ReservedBy::kNobody);
  EXPECT_EQ(WhoReserves("class"), ReservedBy::kCppKeyword);
  EXPECT_EQ(WhoReserves("lambda"), ReservedBy::kPythonKeyword);
  EXPECT_EQ(WhoReserves("half"), ReservedBy::kNamespace) << "Eigen::half";
  EXPECT_EQ(WhoReserves("testing"), ReservedBy::kNamespace) << "GoogleTest's";
  EXPECT_EQ(WhoReserves("bits"), ReservedBy::kHeaderFolder);
  EXPECT_EQ(WhoReserves("pthread"), ReservedBy::kLibrary);
  EXPECT_EQ(WhoReserves("keras"), ReservedBy::kPythonPackage);
  EXPECT_EQ(WhoReserves("install"), ReservedBy::kTarget);
  EXPECT_EQ(WhoReserves("queue"), ReservedBy::kPythonModule);
  EXPECT_EQ(WhoReserves("main"), ReservedBy::kGlobal);
}

// A plugin of the name of an emitted test would be a second target of that name.
TEST(ReservedNamesTest, KnowTheTargetsOfTheEmittedTests) {
  const fs::path folder = fs::path(PLUGINGEN_SOURCE_DIR) / "templates" / "tests" / "generated";
  const std::string cmake = ReadFile(folder / "CMakeLists.txt") +
                            ReadFile(folder / "kernel_judge.cmake") +
                            ReadFile(folder / "conformance" / "CMakeLists.txt");
  const std::regex target("add_(?:executable|library)\\(([a-z0-9_]+)");
  int targets = 0;
  for (std::sregex_iterator it(cmake.begin(), cmake.end(), target), end; it != end; ++it) {
    EXPECT_EQ(WhoReserves((*it)[1].str()), ReservedBy::kTarget) << (*it)[1];
    ++targets;
  }
  EXPECT_GE(targets, 5);
}

// #include "runtime/device.h" must find the one in src/, not include/runtime/device.h.
TEST(ReservedNamesTest, KnowTheFoldersOfTheEmittedSources) {
  int folders = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(PLUGINGEN_SOURCE_DIR) / "templates" / "src")) {
    if (!entry.is_directory()) continue;
    const std::string name = entry.path().filename().string();
    EXPECT_NE(WhoReserves(name), ReservedBy::kNobody) << name;
    ++folders;
  }
  EXPECT_GE(folders, 5);
}

// #include <sys/types.h> must find the system's header, not include/sys/types.h of a plugin `sys`.
TEST(ReservedNamesTest, KnowTheSystemHeadersThatAPluginWouldHide) {
  int folders = 0;
  for (const auto& header :
       fs::directory_iterator(fs::path(PLUGINGEN_SOURCE_DIR) / "templates" / "include" / "name")) {
    for (const char* root : {"/usr/include", "/usr/include/x86_64-linux-gnu"}) {
      if (!fs::is_directory(root)) continue;
      for (const char* name : {"bits", "sys", "linux", "asm", "openssl"}) {
        if (!fs::exists(fs::path(root) / name / header.path().filename())) continue;
        EXPECT_NE(WhoReserves(name), ReservedBy::kNobody) << name;
        ++folders;
      }
    }
  }
  EXPECT_GT(folders, 0);
}

}  // namespace
}  // namespace plugingen::spec
