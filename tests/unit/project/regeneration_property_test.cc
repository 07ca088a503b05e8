// Thousands of random lives of a project: edits, changes of spec and templates, interrupted runs,
// conflicts that someone resolves, `new` with a spec that went stale outside, specs that are
// renamed, linked and read-only, records that are gone. Whatever happens, no line of the user's is
// lost, and what a preview says is what the run does.
//
// PLUGINGEN_PROPERTY_SEQUENCES=100000 runs more of them, PLUGINGEN_PROPERTY_SEED=N others.

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "base/lines.h"
#include "base/overlay_file_system.h"
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
    spec_path_ = kSpec;
    given_ = "spec\n";
    lost_lock_ = lost_bases_ = false;
    outputs_ = {{kSpec, Ownership::kOnce, given_, false}};
    for (int files = 0; files < 8; ++files) AddOutput();
    Sort();
    ASSERT_TRUE(Generate(outputs_));  // as `new` does
    for (const auto& [path, entry] : std::map(disk_.entries())) {
      if (path.starts_with(kRoot))
        disk_.entries()[kSibling + path.substr(sizeof kRoot - 1)] = entry;
    }
    sibling_ = Below(kSibling);
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
      if (output.path == spec_path_ || Chance(50)) continue;
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
    if (Chance(30)) {
      const size_t at = Below(outputs_.size());
      if (outputs_[at].path != spec_path_) outputs_.erase(outputs_.begin() + std::ptrdiff_t(at));
    }
    if (Chance(40)) AddOutput();
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
      if (output.ownership == Ownership::kGenerated || output.path == spec_path_) continue;
      if (!Exists(output.path) || Chance(50)) continue;
      if (Chance(10)) {
        constexpr unsigned kPermissions[] = {0600, 0444, 0755, 0640};
        disk_.SetPermissions(InRoot(output.path), kPermissions[Below(4)]);
      }
      if (Chance(5)) {
        disk_.Remove(InRoot(output.path));
      } else {
        Edit(Text(output.path));
      }
    }
    words_ = WordsOnDisk();
  }

  // The path of the file that has the spec's text, behind a link or not.
  std::string SpecFile() const {
    const std::string path = InRoot(spec_path_);
    return disk_.Kind(path) == FileKind::kSymlink ? disk_.entries().at(path).bytes : path;
  }

  // What people do to the spec of a project, and to the one outside that it was copied from.
  void TreatSpec() {
    const std::string path = InRoot(spec_path_);
    if (Chance(40))
      disk_.entries().at(SpecFile()).bytes += "# mine" + std::to_string(++count_) + "!\n";
    if (Chance(20)) given_ = "spec " + std::to_string(++count_) + "\n";
    if (Chance(10)) disk_.SetPermissions(SpecFile(), Chance(50) ? 0400 : 0644);
    if (Chance(10)) {
      const std::string name = "named" + std::to_string(++count_) + ".yaml";
      disk_.Rename(path, InRoot(name));
      for (OutputFile& output : outputs_) {
        if (output.path == spec_path_) output.path = name;
      }
      spec_path_ = name;
      Sort();
    } else if (Chance(10) && disk_.Kind(path) == FileKind::kFile) {
      const std::string shared = "/disk/shared" + std::to_string(++count_) + ".yaml";
      disk_.Rename(path, shared);
      disk_.entries()[path] = {FileKind::kSymlink, shared};
    }
    words_ = WordsOnDisk();
  }

  // What version control and tidy people do to .plugingen.
  void LoseRecords() {
    const std::string base = InRoot(std::string(kBaseFolder)) + "/";
    const bool all = Chance(30);
    lost_bases_ = true;
    std::erase_if(disk_.entries(), [&](const auto& entry) {
      return entry.first.starts_with(base) && entry.second.kind == FileKind::kFile &&
             !entry.first.ends_with("notes.txt") && (all || Chance(20));
    });
    if (Chance(30)) {
      disk_.MakeDirectories(base + "own");
      disk_.Write(base + "own/notes.txt", "of the user's\n", false);
    }
    if (Chance(20)) {
      disk_.entries().erase(InRoot(std::string(kLockPath)));
      lost_lock_ = true;
    }
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
      // (The pristine text of a file that the user deleted may be lost for good.)
      const bool wanted = entry.ownership == Ownership::kScaffold && (!lost_bases_ || Exists(path));
      if (wanted || entry.ownership != Ownership::kScaffold) {
        ASSERT_EQ(Exists(base), wanted) << path;
      }
      if (!Exists(base)) continue;
      EXPECT_EQ(Sha256(Text(base)), entry.sha256) << path;
    }
    EXPECT_EQ(lock.spec_path, spec_path_);
    for (const auto& [path, entry] : disk_.entries()) {
      const std::string folder = InRoot(std::string(kBaseFolder)) + "/";
      if (entry.kind != FileKind::kFile || !path.starts_with(folder)) continue;
      // (A lock that is lost takes along what it knew of whose the files there are.)
      if (lost_lock_ || path.ends_with("notes.txt")) continue;
      EXPECT_TRUE(lock.files.contains(path.substr(folder.size()))) << path;
    }
    EXPECT_FALSE(Exists(std::string(kTempFolder)));
    EXPECT_EQ(Below(kSibling), sibling_);
  }

  using Entries = std::map<std::string, MemoryFileSystem::Entry>;

  Entries Below(const std::string& folder) const {
    Entries below;
    for (const auto& [path, entry] : disk_.entries()) {
      if (path.starts_with(folder)) below[path] = entry;
    }
    return below;
  }

  // The files of the project that two states of the disk do not have in common, apart from those
  // that a run keeps for itself.
  static std::set<std::string> Changed(const Entries& before, const Entries& after) {
    std::set<std::string> paths;
    for (const auto& [entries, others] : {std::pair(&before, &after), std::pair(&after, &before)}) {
      for (const auto& [path, entry] : *entries) {
        const auto other = others->find(path);
        const bool own = path.starts_with(InRoot(std::string(kTempFolder))) ||
                         path.starts_with(InRoot(std::string(kUndoFolder)));
        if (entry.kind == FileKind::kDirectory || own || !path.starts_with(InRoot(""))) continue;
        if (other == others->end() || other->second != entry) {
          paths.insert(path.substr(InRoot("").size()));
        }
      }
    }
    return paths;
  }

  // What --json says that a run changes.
  static std::set<std::string> Announced(const std::string& text) {
    constexpr std::string_view kKept[] = {"unchanged", "keep", "refuse", "unresolved"};
    const auto json = nlohmann::json::parse(text);
    std::set<std::string> paths = json["interrupted"];
    paths.merge(json["records"].get<std::set<std::string>>());
    for (const auto& file : json["files"]) {
      const std::string action = file["action"];
      if (std::find(std::begin(kKept), std::end(kKept), action) != std::end(kKept)) continue;
      paths.insert(file["path"]);
      if (file.contains("moved_to")) paths.insert(file["moved_to"]);
    }
    return paths;
  }

  PlanResult PlanOn(const FileSystem& disk, const std::vector<OutputFile>& outputs, bool merge) {
    PlanOptions options;
    options.merge = merge;
    options.tensorflow = kRange;
    // Without its lock the tool cannot tell its older texts from edits.
    if (merge && lost_lock_) options.discard = {"."};
    return MakePlan(outputs, spec_path_, kRoot, options, ReadProjectState(kRoot, disk), disk);
  }

  // The outputs with the spec's text as a command reads it: the project's, or with `given` the one
  // outside.
  std::vector<OutputFile> OutputsFor(const FileSystem& disk, bool given) const {
    std::vector<OutputFile> outputs = outputs_;
    for (OutputFile& output : outputs) {
      if (output.path != spec_path_) continue;
      output.text = given ? given_ : disk.Read(InRoot(spec_path_)).value_or("");
    }
    return outputs;
  }

  // A preview, then the run, as `regenerate` or as `new` with the spec outside: they have to agree.
  // False when the run was stopped.
  bool RunAsPreviewed(bool is_new = false) {
    const Entries before = disk_.entries();
    OverlayFileSystem overlay(disk_);
    const Interrupted found = RollForward(kRoot, overlay);
    const auto outputs = OutputsFor(overlay, is_new);
    const PlanResult preview = PlanOn(overlay, outputs, !is_new);
    const auto undo_preview = PlanUndo(kRoot, overlay);
    EXPECT_EQ(disk_.entries(), before) << "a preview writes nothing";

    const Interrupted completed = CompleteInterrupted(kRoot, disk_);
    EXPECT_EQ(std::pair(found.written, found.removed),
              std::pair(completed.written, completed.removed));
    const auto undo = PlanUndo(kRoot, disk_);
    EXPECT_EQ(undo.has_value(), undo_preview.has_value());
    if (undo && undo_preview) {
      EXPECT_EQ(undo->edited, undo_preview->edited);
    }
    const PlanResult result = PlanOn(disk_, outputs, !is_new);
    EXPECT_EQ(result.obstacle.has_value(), preview.obstacle.has_value());
    if (result.obstacle || preview.obstacle) return false;
    EXPECT_EQ(PrintReasons(result.plan), PrintReasons(preview.plan));
    EXPECT_EQ(result.plan.Records(), preview.plan.Records());
    const bool stopped = result.plan.stopped();
    if (!stopped) Commit(result.plan, "a run", disk_);

    std::vector<std::string> interrupted = found.written;
    interrupted.insert(interrupted.end(), found.removed.begin(), found.removed.end());
    const auto announced = Announced(PrintJson(preview.plan, preview.notes, "[]", interrupted));
    const auto changed = Changed(before, disk_.entries());
    EXPECT_TRUE(std::includes(announced.begin(), announced.end(), changed.begin(), changed.end()))
        << testing::PrintToString(changed) << testing::PrintToString(announced);
    if (!found.found) {
      EXPECT_EQ(changed, stopped ? std::set<std::string>() : announced);
      EXPECT_EQ(changed.empty(), stopped || preview.plan.nothing_to_write());
    }
    return !stopped;
  }

  // A folder in which nothing can be written stops a run before it changes anything.
  void TryReadOnlyFolder() {
    std::vector<std::string> folders;
    for (const auto& [path, entry] : Below(InRoot("src"))) {
      if (entry.kind == FileKind::kDirectory) folders.push_back(path);
    }
    if (folders.empty()) return;
    CompleteInterrupted(kRoot, disk_);
    const std::string folder = folders[Below(folders.size())];
    disk_.SetPermissions(folder, 0555);
    const Entries before = disk_.entries();
    try {
      const auto outputs = OutputsFor(disk_, false);
      const PlanResult result = PlanOn(disk_, outputs, true);
      if (!result.plan.stopped()) Commit(result.plan, "a run", disk_);
    } catch (const FileError&) {
      EXPECT_EQ(disk_.entries(), before);
    }
    disk_.SetPermissions(folder, 0755);
    ExpectNothingLost();
    ResolveConflicts();
  }

  // A run, which may be killed on its way and then run again.
  void RunOnce() {
    if (Chance(25)) {
      disk_.Reset();
      disk_.FailAt(Below(70), MemoryFileSystem::Failure::kCrash);
      try {
        const auto outputs = OutputsFor(disk_, false);
        const PlanResult result = PlanOn(disk_, outputs, true);
        if (!result.plan.stopped()) Commit(result.plan, "a run", disk_);
      } catch (const FileError&) {
      }
      disk_.Reset();
      ExpectNothingLost();
      if (Chance(30)) EditSomeFiles();
      if (Chance(50)) ChangeOutputs();
      RunAsPreviewed();  // may meet conflicts of the run that was killed
      ExpectNothingLost();
      ResolveConflicts();
    }
    if (Chance(10)) TryReadOnlyFolder();
    if (Chance(20)) {
      const std::string spec = disk_.Read(InRoot(spec_path_)).value_or("");
      RunAsPreviewed(/*is_new=*/true);
      ExpectNothingLost();
      if (spec.find("mine") != std::string::npos) {
        EXPECT_EQ(disk_.Read(InRoot(spec_path_)), spec);
      }
    }
    const auto before = disk_.entries();
    const bool done = RunAsPreviewed();
    ASSERT_TRUE(done) << PrintVerdicts(PlanOn(disk_, OutputsFor(disk_, false), true).plan);
    ExpectNothingLost();
    ExpectConsistent();
    ExpectSamePermissions(before);
    disk_.Reset();
    const auto outputs = OutputsFor(disk_, false);
    const PlanResult again = PlanOn(disk_, outputs, true);
    EXPECT_TRUE(again.plan.unresolved() || again.plan.nothing_to_write())
        << PrintVerdicts(again.plan);
    if (Chance(10)) UndoTo(before);
    ResolveConflicts();
  }

  void ExpectSamePermissions(const Entries& before) const {
    for (const auto& [path, entry] : before) {
      const auto now = disk_.entries().find(path);
      if (IsToolsOwn(path) || now == disk_.entries().end()) continue;
      EXPECT_EQ(now->second.permissions, entry.permissions) << path;
    }
  }

  // Takes the last run back, which began at `before`, and goes on from there.
  void UndoTo(const Entries& before) {
    const auto plan = PlanUndo(kRoot, disk_);
    if (!plan || !plan->edited.empty()) return;
    const bool was_under_way = before.contains(InRoot(std::string(kTempFolder)));
    // A run on the records alone is no run of its own to undo.
    const auto changed = Changed(before, disk_.entries());
    const bool changed_something =
        std::any_of(changed.begin(), changed.end(),
                    [](const std::string& path) { return !path.starts_with(kToolFolder); });
    Apply(kRoot, plan->changes, "undo", disk_);
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
    // The project may be that of another spec's text, with conflicts that were resolved since.
    ResolveConflicts();
    ASSERT_TRUE(RunAsPreviewed());
    ExpectNothingLost();
  }

  static constexpr char kSibling[] = "/disk/sibling";

  std::mt19937_64 random_;
  std::vector<OutputFile> outputs_;
  std::set<std::string> words_;
  std::string spec_path_;   // in the project
  std::string given_;       // the text of the spec outside that `new` is given
  bool lost_lock_ = false;  // once: then some questions have no answer any more
  bool lost_bases_ = false;
  Entries sibling_;  // another project, beside this one
  size_t count_ = 0;
};

TEST_F(Life, NoLineOfTheUsersIsEverLost) {
  const size_t sequences = FromEnvironment("PLUGINGEN_PROPERTY_SEQUENCES", 500);
  const size_t seed = FromEnvironment("PLUGINGEN_PROPERTY_SEED", 1);
  for (size_t sequence = 0; sequence < sequences; ++sequence) {
    SCOPED_TRACE("PLUGINGEN_PROPERTY_SEED=" + std::to_string(seed + sequence));
    Begin(seed + sequence);
    for (size_t step = 0; step < 5 && !HasFailure(); ++step) {
      if (Chance(80)) EditSomeFiles();
      if (Chance(80)) ChangeOutputs();
      if (Chance(40)) TreatSpec();
      if (Chance(10)) LoseRecords();
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
