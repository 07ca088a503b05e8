#include "project/source_texts.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "base/memory_file_system.h"
#include "base/sha256.h"

namespace plugingen::project {
namespace {

using testing::ElementsAre;

TEST(SourceTextsTest, TellsWhoseFilesAreAndWhetherTheyWereEdited) {
  MemoryFileSystem disk;
  Lock lock;
  const auto add = [&](const std::string& path, std::string text, base::Ownership ownership,
                       const std::string& written) {
    disk.MakeDirectories("p/src/kernels");
    disk.Write("p/" + path, text, false);
    lock.files[path] = {ownership, Sha256(written)};
  };
  add("src/table.cc", "table", base::Ownership::kGenerated, "table");
  add("src/kernels/relu.cc", "mine", base::Ownership::kScaffold, "theirs");
  add("README.md", "a document", base::Ownership::kScaffold, "a document");
  add("src/yours.cc", "ejected", base::Ownership::kGenerated, "ejected");
  lock.files["src/yours.cc"].state = FileState::kEjected;
  lock.files["src/gone.cc"] = {base::Ownership::kScaffold, Sha256("")};
  disk.Write("p/src/kernels/own.h", "own", false);
  const auto texts = ReadSourceTexts(disk, "p", lock);
  ASSERT_EQ(texts.size(), 4u);
  EXPECT_EQ(texts[0].path, "src/kernels/own.h");
  EXPECT_FALSE(texts[0].ownership.has_value());
  EXPECT_EQ(texts[1].ownership, base::Ownership::kScaffold);
  EXPECT_TRUE(texts[1].edited);
  EXPECT_EQ(texts[2].text, "table");
  EXPECT_FALSE(texts[2].edited);
  EXPECT_TRUE(texts[3].edited);
}

TEST(SourceTextsTest, SkipsWhatIsBuiltAndWhatIsNoText) {
  MemoryFileSystem disk;
  for (const char* path :
       {"src/a.cc", "src/a.o", "src/build-debug/b.cc", "src/.cache/c.cc", "tests/deep/er/d.py",
        "python/__pycache__/e.py", "build/f.cc", "other/g.cc", "include/h.h"}) {
    const std::string full = std::string("p/") + path;
    disk.MakeDirectories(full.substr(0, full.rfind('/')));
    disk.Write(full, "text", false);
  }
  disk.Write("p/src/binary.cc", std::string("a\0b", 3), false);
  std::vector<std::string> paths;
  for (const SourceText& source : ReadSourceTexts(disk, "p", {})) paths.push_back(source.path);
  EXPECT_THAT(paths, ElementsAre("include/h.h", "src/a.cc", "tests/deep/er/d.py"));
}

TEST(SourceTextsTest, LeavesTestsOfTheLibraryOut) {
  MemoryFileSystem disk;
  Lock lock;
  for (const char* path :
       {"library/python/doctor_import.py", "library/graph/graph.cc",
        "library/testing/runtime_test.cc", "library/include/pluggable/status.h"}) {
    const std::string full = std::string("p/") + path;
    disk.MakeDirectories(full.substr(0, full.rfind('/')));
    disk.Write(full, "text", false);
    lock.files[path] = {base::Ownership::kGenerated, Sha256("text")};
  }
  std::vector<std::string> paths;
  for (const SourceText& source : ReadSourceTexts(disk, "p", lock)) paths.push_back(source.path);
  EXPECT_THAT(paths, ElementsAre("library/graph/graph.cc", "library/include/pluggable/status.h",
                                 "library/python/doctor_import.py"));
}

}  // namespace
}  // namespace plugingen::project
