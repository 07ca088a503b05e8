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
  EXPECT_EQ(WhoReserves("nova_npu"), ReservedBy::kNobody);
  EXPECT_EQ(WhoReserves("lambda"), ReservedBy::kPythonKeyword);
  EXPECT_EQ(WhoReserves("pthread"), ReservedBy::kLibrary);
  EXPECT_EQ(WhoReserves("keras"), ReservedBy::kPythonPackage);
  EXPECT_EQ(WhoReserves("install"), ReservedBy::kTarget);
  EXPECT_EQ(WhoReserves("queue"), ReservedBy::kPythonModule);
  EXPECT_EQ(WhoReserves("pluggable"), ReservedBy::kTarget);
  EXPECT_EQ(WhoReserves("tf"), ReservedBy::kPythonName);
  EXPECT_EQ(WhoReserves("isinstance"), ReservedBy::kPythonName);
  // Modules and wheels that TensorFlow needs, and TensorFlow's own wheels.
  for (const char* name : {"packaging", "typing_extensions", "attr", "markdown_it", "protobuf",
                           "grpcio", "absl_py", "tensorflow_cpu", "tf_nightly", "keras_nightly"}) {
    EXPECT_EQ(WhoReserves(name), ReservedBy::kPythonPackage) << name;
  }
  // No C++ of a plugin is called after it.
  for (const char* name : {"half", "testing", "bits", "runtime", "main", "template"}) {
    EXPECT_EQ(WhoReserves(name), ReservedBy::kNobody) << name;
  }
}

// So no plugin's name is taken by an emitted test, and a build may have several plugins.
TEST(ReservedNamesTest, TargetsOfTheEmittedTestsBeginWithThePluginsName) {
  const fs::path root = SourceFolder();
  const fs::path testing = root / "library" / "testing";
  const std::string cmake =
      ReadFile(root / "templates" / "tests" / "generated" / "CMakeLists.txt") +
      ReadFile(testing / "kernel_judge.cmake");
  const std::regex set(R"(set\((target) ([^ )]+)\))");
  const std::regex target(R"((?:add_executable|add_library)\(([^ )]+))");
  const std::regex own(R"((@plugin\.name@|\$\{PROJECT_NAME\})_.+)");
  const std::regex variable(R"(\$\{(target)\})");
  const auto begin_with_it = [&](const std::regex& pattern, int group) {
    int names = 0;
    for (std::sregex_iterator it(cmake.begin(), cmake.end(), pattern), end; it != end; ++it) {
      const std::string name = (*it)[static_cast<size_t>(group)].str();
      if (std::regex_match(name, variable)) continue;
      EXPECT_TRUE(std::regex_match(name, own)) << name;
      ++names;
    }
    return names;
  };
  EXPECT_EQ(begin_with_it(set, 2), 1);
  EXPECT_GE(begin_with_it(target, 1), 3);
}

}  // namespace
}  // namespace plugingen::spec
