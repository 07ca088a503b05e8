// Golden files: what is expected of a case, whole, in tests/golden. PLUGINGEN_UPDATE_GOLDEN=1
// rewrites the expectations; review them as you would review code.

#ifndef PLUGINGEN_TESTS_UNIT_GOLDEN_H_
#define PLUGINGEN_TESTS_UNIT_GOLDEN_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "read_file.h"

namespace plugingen {

// A folder of tests/golden.
inline std::filesystem::path GoldenFolder(const std::string& name) {
  return SourceFolder() / "tests" / "golden" / name;
}

// The files of a folder and of those in it that have the extension, ".yaml": their paths relative
// to it, without the extension, in order.
inline std::vector<std::string> GoldenCases(const std::string& folder,
                                            const std::string& extension = ".yaml") {
  std::vector<std::string> cases;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(GoldenFolder(folder))) {
    if (entry.path().extension() != extension) continue;
    std::filesystem::path relative = entry.path().lexically_relative(GoldenFolder(folder));
    cases.push_back(relative.replace_extension().string());
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

// The name of a case as GoogleTest wants it: "yaml_tab_indent" for yaml/tab_indent.
inline std::string GoldenTestName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

// Compares with the file of a folder, or rewrites it.
inline void ExpectGolden(const std::string& folder, const std::string& file,
                         const std::string& actual) {
  const std::filesystem::path path = GoldenFolder(folder) / file;
  if (std::getenv("PLUGINGEN_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << actual;
  }
  EXPECT_EQ(actual, ReadFile(path)) << path;
}

// Compares messages with <case>.txt; without any it says "no mistakes".
inline void ExpectGoldenMessages(const std::string& folder, const std::string& name,
                                 const std::string& messages) {
  ExpectGolden(folder, name + ".txt", messages.empty() ? "no mistakes\n" : messages);
}

// Each <case>.txt has a <case>.yaml, and the other way round.
inline void ExpectGoldenPairs(const std::string& folder) {
  EXPECT_EQ(GoldenCases(folder, ".yaml"), GoldenCases(folder, ".txt"));
}

}  // namespace plugingen

#endif  // PLUGINGEN_TESTS_UNIT_GOLDEN_H_
