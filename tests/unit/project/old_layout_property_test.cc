// Random edits of projects of an older layout, then the run that moves them: no line of the user's
// is lost, the run is done with once, and undo brings all of it back.

#include "old_layout.h"
#include "project/conflict_markers.h"
#include "project/print_plan.h"
#include "project/undo.h"
#include "user_edits.h"

namespace plugingen::project {
namespace {

class OldLayoutLife : public LayoutTest {
 protected:
  void Begin(size_t seed) {
    choices_.Seed(seed);
    disk_ = MemoryFileSystem();
    disk_.MakeDirectories("/disk");
    EXPECT_TRUE(Run(OldOutputs()));
    Put("src/kernels/helper.h", "#include \"npu/status.h\"\n\nnamespace npu {}\n");
    Put("tests/mine.cc", "using npu::driver::Open;\n");
    Put("include/npu/mine.h", "namespace npu {}\n");
    for (auto& [path, entry] : disk_.entries()) {
      const bool is_tools = path.starts_with(InRoot(std::string(kToolFolder)));
      if (entry.kind == FileKind::kFile && !is_tools && path != InRoot(kSpec)) Edit(path, entry);
    }
  }

  // Most files stay as they came.
  void Edit(const std::string& path, MemoryFileSystem::Entry& entry) {
    if (choices_.Chance(10)) entry.bytes = "\xef\xbb\xbf" + entry.bytes;
    if (choices_.Chance(10)) entry.permissions = 0755;
    if (choices_.Chance(40)) EditText(entry.bytes, choices_);
    Lock lock = Locked();
    const auto known = lock.files.find(path.substr(InRoot("").size()));
    const bool is_generated =
        known != lock.files.end() && known->second.ownership == base::Ownership::kGenerated;
    // (The one file of these that stays would stop the run.)
    if (!is_generated || path.ends_with("CMakeLists.txt")) {
      if (is_generated) entry.bytes = "old\n";
      return;
    }
    if (choices_.Chance(20)) EjectInPlace(known->first, entry.bytes);
  }

  std::set<std::string> Words() const {
    std::set<std::string> words;
    for (const auto& [path, entry] : Files()) {
      if (!path.starts_with(InRoot(std::string(kToolFolder)))) words.merge(OwnWordsIn(entry.bytes));
    }
    return words;
  }

  // The library's kernels and the driver may have changed since.
  std::vector<base::OutputFile> Outputs() {
    auto outputs = NewOutputs();
    for (base::OutputFile& output : outputs) {
      if (output.path == kSpec || choices_.Chance(70)) continue;
      auto lines = LinesOf(output.text);
      const size_t at = 2 + choices_.Below(lines.size());
      lines.insert(lines.begin() + std::ptrdiff_t(std::min(at, lines.size())), "// new\n");
      output.text = Joined(lines);
    }
    return outputs;
  }

  Choices choices_;
};

TEST_F(OldLayoutLife, NoLineOfTheUsersIsLost) {
  for (size_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Begin(seed);
    const auto outputs = Outputs();
    const Entries before = Files();
    const std::set<std::string> words = Words();
    RunForGood(outputs);
    ASSERT_FALSE(HasFailure());
    const std::set<std::string> now = Words();
    for (const std::string& word : words) EXPECT_TRUE(now.contains(word)) << word;
    for (const auto& [path, entry] : Locked().files) {
      const std::string base = std::string(kBaseFolder) + "/" + path;
      EXPECT_EQ(Exists(base), entry.ownership == base::Ownership::kScaffold) << path;
    }
    const auto undo = PlanUndo(kRoot, disk_);
    ASSERT_TRUE(undo);
    Apply(kRoot, undo->changes, "undo", disk_);
    EXPECT_EQ(Files(), before);
    ASSERT_FALSE(HasFailure());
  }
}

}  // namespace
}  // namespace plugingen::project
