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

// A plugin of the name of an emitted test would be a second target of that name.
TEST(ReservedNamesTest, KnowTheTargetsOfTheEmittedTests) {
  const fs::path root = SourceFolder();
  const fs::path testing = root / "library" / "testing";
  const std::string cmake =
      ReadFile(root / "templates" / "tests" / "generated" / "CMakeLists.txt") +
      ReadFile(testing / "kernel_judge.cmake") +
      ReadFile(testing / "conformance" / "CMakeLists.txt");
  const std::regex target("add_(?:executable|library)\\(([a-z0-9_]+)");
  int targets = 0;
  for (std::sregex_iterator it(cmake.begin(), cmake.end(), target), end; it != end; ++it) {
    EXPECT_EQ(WhoReserves((*it)[1].str()), ReservedBy::kTarget) << (*it)[1];
    ++targets;
  }
  EXPECT_GE(targets, 5);
}

}  // namespace
}  // namespace plugingen::spec
