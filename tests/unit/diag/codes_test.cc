#include "diag/codes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "../read_file.h"

namespace plugingen::diag {
namespace {

namespace fs = std::filesystem;

// Codes between quotes in the generator's sources: where they are reported.
std::set<std::string> CodesInSources() {
  std::set<std::string> codes;
  const std::regex code("\"([EW]0[0-9]{3})\"");
  for (const auto& entry : fs::recursive_directory_iterator(SourceFolder() / "generator")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cc" || name.starts_with("codes")) continue;
    std::ifstream stream(entry.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (std::sregex_iterator match(text.begin(), text.end(), code), end; match != end; ++match) {
      codes.insert((*match)[1]);
    }
  }
  return codes;
}

std::set<std::string> CodesWithPages() {
  std::set<std::string> codes;
  for (const CodePage& page : CodePages()) codes.insert(std::string(page.code));
  return codes;
}

TEST(CodesTest, EveryReportedCodeHasAPage) {
  const std::set<std::string> pages = CodesWithPages();
  const std::set<std::string> codes = CodesInSources();
  EXPECT_GT(codes.size(), 40u);
  for (const std::string& code : codes) {
    EXPECT_TRUE(pages.contains(code))
        << code << " is reported, but generator/diag/codes_*.cc has no page of it";
  }
}

TEST(CodesTest, EveryPageIsOfAReportedCode) {
  const std::set<std::string> codes = CodesInSources();
  for (const std::string& code : CodesWithPages()) {
    EXPECT_TRUE(codes.contains(code)) << code << " has a page, but nothing reports it";
  }
}

TEST(CodesTest, PagesAreSortedUniqueAndComplete) {
  std::string_view before;
  for (const CodePage& page : CodePages()) {
    EXPECT_LT(before, page.code);
    before = page.code;
    EXPECT_FALSE(page.title.empty()) << page.code;
    EXPECT_FALSE(page.title.ends_with('.')) << page.code;
    EXPECT_TRUE(page.text.ends_with(".\n") || page.text.find("\n    ") != std::string_view::npos)
        << page.code;
    EXPECT_TRUE(page.text.ends_with('\n') && !page.text.ends_with("\n\n")) << page.code;
    std::istringstream lines{std::string(page.text)};
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 100u) << page.code << ": " << line;
  }
}

TEST(CodesTest, FindsAPageInAnyCase) {
  ASSERT_NE(FindCodePage("e0203"), nullptr);
  EXPECT_EQ(FindCodePage("E0203")->code, "E0203");
  EXPECT_EQ(FindCodePage("E9999"), nullptr);
  EXPECT_EQ(FindCodePage(""), nullptr);
}

}  // namespace
}  // namespace plugingen::diag
