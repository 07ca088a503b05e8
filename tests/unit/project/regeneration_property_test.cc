// Thousands of random lives of a project: edits, changes of spec and templates, interrupted runs,
// conflicts that someone resolves. Whatever happens, no line of the user's is lost.
//
// PLUGINGEN_PROPERTY_SEQUENCES=100000 runs more of them, PLUGINGEN_PROPERTY_SEED=N others.

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

#include "base/lines.h"
#include "base/sha256.h"
#include "emit/file_list.h"
#include "emit/template_set.h"
#include "model/link.h"
#include "project/conflict_markers.h"
#include "project/merge.h"
#include "project/print_plan.h"
#include "project/undo.h"
#include "project_fixture.h"
#include "spec/parse.h"

namespace plugingen::project {
namespace {

using emit::OutputFile;
using emit::Ownership;

size_t FromEnvironment(const char* name, size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// The files of the spec with everything in it: texts as users have them.
const std::vector<OutputFile>& Everything() {
  static const std::vector<OutputFile> files = [] {
    const auto disk = MakeRealFileSystem();
    const std::string path = PLUGINGEN_SOURCE_DIR "/device_specs/everything.yaml";
    diag::Sink sink;
    const diag::SourceFile source(path, *disk->Read(path));
    const auto spec = spec::ParseSpec(source, sink);
    return emit::EmitProject(model::Link(*spec, sink), emit::TemplateSet::BuiltIn());
  }();
  return files;
}

class Life : public ProjectTest {
 protected:
  void Begin(size_t seed) {
    random_.seed(seed);
    disk_ = MemoryFileSystem();
    disk_.MakeDirectories("/disk");
    words_.clear();
    outputs_ = {{kSpec, Ownership::kOnce, "spec\n", false}};
    for (int files = 0; files < 8; ++files) AddOutput();
    Sort();
    ASSERT_TRUE(Regenerate(outputs_));
  }

  size_t Below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }
  bool Chance(size_t percent) { return Below(100) < percent; }

  // ---- the tool's side ----

  void AddOutput() {
    // Scaffolds, which are what edits are about, three times out of four.
    for (int tries = 0; tries < 50; ++tries) {
      const OutputFile& file = Everything()[Below(Everything().size())];
      const bool scaffold = file.ownership == Ownership::kScaffold;
      const bool known = std::any_of(outputs_.begin(), outputs_.end(),
                                     [&](const OutputFile& f) { return f.path == file.path; });
      if (known || (!scaffold && Chance(75)) || file.text.size() > 12000) continue;
      outputs_.push_back(file);
      return;
    }
  }

  void Sort() {
    std::sort(outputs_.begin(), outputs_.end(),
              [](const OutputFile& a, const OutputFile& b) { return a.path < b.path; });
  }

  // What a changed spec or template does to what is emitted.
  void ChangeOutputs() {
    for (OutputFile& output : outputs_) {
      if (output.path == kSpec || Chance(50)) continue;
      auto lines = Lines(output.text);
      for (size_t edits = 1 + Below(3); edits > 0; --edits) {
        const size_t at = Below(lines.size() + 1);
        if (Chance(50) || lines.empty()) {
          lines.insert(lines.begin() + std::ptrdiff_t(at),
                       "tool " + std::to_string(++count_) + "\n");
        } else if (Chance(50)) {
          lines.erase(lines.begin() + std::ptrdiff_t(std::min(at, lines.size() - 1)));
        } else {
          lines[std::min(at, lines.size() - 1)] = "tool changed " + std::to_string(++count_) + "\n";
        }
      }
      output.text = Joined(lines);
    }
    if (Chance(30))
      outputs_.erase(outputs_.begin() + std::ptrdiff_t(1 + Below(outputs_.size() - 1)));
    if (Chance(40)) AddOutput();
    if (std::none_of(outputs_.begin(), outputs_.end(),
                     [](const OutputFile& f) { return f.path == kSpec; })) {
      outputs_.push_back({kSpec, Ownership::kOnce, "spec\n", false});
    }
    Sort();
  }

  // ---- the user's side ----

  static std::vector<std::string> Lines(const std::string& text) {
    const auto views = base::SplitLines(text);
    return {views.begin(), views.end()};
  }
  static std::string Joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line;
    return text;
  }

  // A line that nobody else would write, and that has to stay.
  std::string OwnLine() {
    const std::string word = "mine" + std::to_string(++count_) + "!";
    switch (Below(4)) {
      case 0:
        return "#include \"" + word + "\"\n";
      case 1:
        return "  int x = " + word + ";\n";
      case 2:
        return "  " + word + ",\n";
      default:
        return "# " + word + "\n";
    }
  }

  void Edit(std::string& text) {
    auto lines = Lines(text);
    const auto at = [&] { return lines.begin() + std::ptrdiff_t(Below(lines.size() + 1)); };
    for (size_t edits = 1 + Below(4); edits > 0; --edits) {
      switch (Below(7)) {
        case 0:
        case 1:
        case 2:
          lines.insert(at(), OwnLine());
          break;
        case 3:  // delete some lines of anyone's
          if (!lines.empty()) {
            const size_t begin = Below(lines.size());
            const size_t end = std::min(begin + 1 + Below(5), lines.size());
            lines.erase(lines.begin() + std::ptrdiff_t(begin), lines.begin() + std::ptrdiff_t(end));
          }
          break;
        case 4:  // move some
          if (lines.size() > 3) {
            const size_t middle = 1 + Below(lines.size() - 1);
            std::rotate(lines.begin(), lines.begin() + std::ptrdiff_t(middle), lines.end());
          }
          break;
        case 5:  // lay out anew
          for (std::string& line : lines) {
            if (Chance(30) && line.size() > 1) line.insert(0, Chance(50) ? "  " : "\t");
          }
          break;
        case 6: {  // an editor with other line ends
          const std::string joined = Joined(lines);
          lines = Lines(base::LineEndsOf(joined) == base::LineEnds::kUnix
                            ? base::WithCarriageReturns(joined)
                            : base::WithoutCarriageReturns(joined));
          break;
        }
      }
    }
    text = Joined(lines);
    if (Chance(5)) text.clear();
    if (Chance(5) && text.ends_with('\n')) text.pop_back();
  }

  bool IsToolsOwn(const std::string& path) const {
    return path.starts_with(InRoot(std::string(kToolFolder)));
  }

  void EditSomeFiles() {
    const std::vector<OutputFile> outputs = outputs_;
    for (const OutputFile& output : outputs) {
      if (output.ownership == Ownership::kGenerated || output.path == kSpec) continue;
      if (!Exists(output.path) || Chance(50)) continue;
      if (Chance(5)) {
        disk_.Remove(InRoot(output.path));
      } else {
        Edit(Text(output.path));
      }
    }
    words_ = WordsOnDisk();
  }

  // Someone takes one side of each conflict, or both. (Earlier edits may have moved lines between
  // the sides.)
  void ResolveConflicts() {
    for (auto& [path, entry] : disk_.entries()) {
      if (entry.kind != FileKind::kFile || IsToolsOwn(path)) continue;
      while (SidesOfConflicts(entry.bytes)) {
        std::string text;
        for (const MergeHunk& hunk : ParseConflicts(entry.bytes)) {
          text += hunk.ours;
          if (hunk.is_conflict && Chance(50)) text += hunk.theirs;
        }
        entry.bytes = text;
      }
      if (!HasMarkers(entry.bytes)) continue;
      auto lines = Lines(entry.bytes);
      std::erase_if(lines, [](const std::string& line) { return HasMarkers(line); });
      entry.bytes = Joined(lines);
    }
    words_ = WordsOnDisk();
  }

  // ---- what has to hold ----

  // The user's words that are in the project.
  std::set<std::string> WordsOnDisk() const {
    std::set<std::string> words;
    for (const auto& [path, entry] : disk_.entries()) {
      if (entry.kind != FileKind::kFile || IsToolsOwn(path)) continue;
      for (size_t at = entry.bytes.find("mine"); at != std::string::npos;
           at = entry.bytes.find("mine", at + 1)) {
        const size_t end = entry.bytes.find('!', at);
        if (end != std::string::npos && end - at < 16)
          words.insert(entry.bytes.substr(at, end + 1 - at));
      }
    }
    return words;
  }

  void ExpectNothingLost() {
    const std::set<std::string> now = WordsOnDisk();
    for (const std::string& word : words_) EXPECT_TRUE(now.contains(word)) << word;
  }

  void ExpectConsistent() {
    const std::string text = Text(std::string(kLockPath));
    const Lock lock = Lock::Parse(text);
    EXPECT_EQ(lock.Serialize(), text);
    for (const auto& [path, entry] : lock.files) {
      const std::string base = std::string(kBaseFolder) + "/" + path;
      ASSERT_EQ(Exists(base), entry.ownership == Ownership::kScaffold) << path;
      if (!Exists(base)) continue;
      EXPECT_EQ(Sha256(Text(base)), entry.sha256) << path;
    }
    for (const auto& [path, entry] : disk_.entries()) {
      const std::string folder = InRoot(std::string(kBaseFolder)) + "/";
      if (entry.kind != FileKind::kFile || !path.starts_with(folder)) continue;
      EXPECT_TRUE(lock.files.contains(path.substr(folder.size()))) << path;
    }
    EXPECT_FALSE(Exists(std::string(kTempFolder)));
  }

  // A run, which may be killed on its way and then run again.
  void RunOnce() {
    if (Chance(25)) {
      disk_.Reset();
      disk_.FailAt(Below(60), MemoryFileSystem::Failure::kCrash);
      try {
        Regenerate(outputs_);
      } catch (const FileError&) {
      }
      disk_.Reset();
      ExpectNothingLost();
      if (Chance(30)) EditSomeFiles();
      if (Chance(50)) ChangeOutputs();
      CompleteInterrupted(kRoot, disk_);
      ExpectNothingLost();
      ResolveConflicts();
    }
    const auto before = disk_.entries();
    const bool done = Regenerate(outputs_);
    ASSERT_TRUE(done) << PrintVerdicts(PlanFor(outputs_, true).plan);
    ExpectNothingLost();
    ExpectConsistent();
    disk_.Reset();
    const PlanResult again = PlanFor(outputs_, true);
    EXPECT_TRUE(again.plan.unresolved() || again.plan.nothing_to_write())
        << PrintVerdicts(again.plan);
    if (Chance(10)) UndoTo(before);
    ResolveConflicts();
  }

  // Takes the last run back, which began at `before`, and goes on from there.
  void UndoTo(const std::map<std::string, MemoryFileSystem::Entry>& before) {
    const auto plan = PlanUndo(kRoot, disk_);
    if (!plan || !plan->edited.empty()) return;
    const bool was_under_way = before.contains(InRoot(std::string(kTempFolder)));
    const bool changed_something = before != disk_.entries();
    Apply(kRoot, plan->changes, "undo", disk_);
    ExpectConsistent();
    if (changed_something && !was_under_way) {
      for (const auto& [path, entry] : before) {
        const bool is_undo = path.starts_with(InRoot(std::string(kUndoFolder)));
        if (entry.kind != FileKind::kFile || is_undo) continue;
        ASSERT_TRUE(disk_.entries().contains(path)) << path;
        EXPECT_EQ(disk_.entries().at(path), entry) << path;
      }
      ExpectNothingLost();
    }
    words_ = WordsOnDisk();
    ASSERT_TRUE(Regenerate(outputs_));
    ExpectNothingLost();
  }

  std::mt19937_64 random_;
  std::vector<OutputFile> outputs_;
  std::set<std::string> words_;
  size_t count_ = 0;
};

TEST_F(Life, NoLineOfTheUsersIsEverLost) {
  const size_t sequences = FromEnvironment("PLUGINGEN_PROPERTY_SEQUENCES", 2000);
  const size_t seed = FromEnvironment("PLUGINGEN_PROPERTY_SEED", 1);
  for (size_t sequence = 0; sequence < sequences; ++sequence) {
    SCOPED_TRACE("PLUGINGEN_PROPERTY_SEED=" + std::to_string(seed + sequence));
    Begin(seed + sequence);
    for (size_t step = 0; step < 5 && !HasFailure(); ++step) {
      if (Chance(80)) EditSomeFiles();
      if (Chance(80)) ChangeOutputs();
      RunOnce();
    }
    ASSERT_FALSE(HasFailure());
  }
}

// What the user did not touch is what a fresh project has: merge(base, base, new) = new.
TEST_F(Life, WhatWasNotEditedIsAsInAFreshProject) {
  for (size_t sequence = 0; sequence < 300; ++sequence) {
    SCOPED_TRACE(sequence);
    Begin(sequence);
    for (int step = 0; step < 3; ++step) {
      ChangeOutputs();
      ASSERT_TRUE(Regenerate(outputs_));
      for (const OutputFile& output : outputs_) {
        if (output.ownership == Ownership::kOnce) continue;
        ASSERT_EQ(Text(output.path), output.text);
      }
    }
    for (const OutputFile& output : outputs_) {
      if (output.ownership != Ownership::kScaffold) continue;
      std::string next = output.text + "more\n";
      EXPECT_EQ(Merge(output.path, output.text, output.text, next, {}).text, next);
      EXPECT_EQ(Merge(output.path, output.text, next, output.text, {}).text, next);
    }
  }
}

}  // namespace
}  // namespace plugingen::project
