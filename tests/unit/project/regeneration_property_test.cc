// Thousands of random lives of a project: edits, changes of spec and templates, a library that
// shrinks and grows, interrupted runs, conflicts that someone resolves, `new` with a spec that went
// stale outside, specs that are renamed, linked and read-only, records that are gone. Whatever
// happens, no line of the user's is lost, and what a preview says is what the run does.
//
// PLUGINGEN_PROPERTY_SEQUENCES=100000 runs more of them, PLUGINGEN_PROPERTY_SEED=N others.

#include <algorithm>
#include <cstdlib>

#include "checked_run.h"
#include "project/merge.h"
#include "project/print_plan.h"
#include "project/undo.h"
#include "user_edits.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;

size_t FromEnvironment(const char* name, size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class Life : public CheckedRun {
 protected:
  // A folder in which nothing can be written stops a run before it changes anything.
  void TryReadOnlyFolder() {
    std::vector<std::string> folders;
    for (const auto& [path, entry] : EntriesBelow(InRoot("src"))) {
      if (entry.kind == FileKind::kDirectory) folders.push_back(path);
    }
    if (folders.empty()) return;
    CompleteInterrupted(kRoot, disk_);
    const std::string folder = folders[choices_.Below(folders.size())];
    disk_.SetPermissions(folder, 0555);
    const Entries before = disk_.entries();
    if (!Run()) {
      EXPECT_EQ(disk_.entries(), before);
    }
    disk_.SetPermissions(folder, 0755);
    ExpectNothingLost();
    ResolveConflicts();
  }

  // A run, which may be killed on its way and then run again.
  void RunOnce() {
    if (choices_.Chance(25)) {
      disk_.Reset();
      disk_.FailAt(choices_.Below(70), MemoryFileSystem::Failure::kCrash);
      Run();
      disk_.Reset();
      ExpectNothingLost();
      if (choices_.Chance(30)) EditSomeFiles();
      if (choices_.Chance(50)) ChangeOutputs();
      RunAsPreviewed();  // may meet conflicts of the run that was killed
      ExpectNothingLost();
      ResolveConflicts();
    }
    if (choices_.Chance(10)) TryReadOnlyFolder();
    if (choices_.Chance(20)) {
      const std::string spec = disk_.Read(InRoot(spec_path_)).value_or("");
      RunAsPreviewed(/*is_new=*/true);
      ExpectNothingLost();
      if (!OwnWordsIn(spec).empty()) {
        EXPECT_EQ(disk_.Read(InRoot(spec_path_)), spec);
      }
    }
    const auto before = disk_.entries();
    const bool done = RunAsPreviewed();
    ASSERT_TRUE(done) << PrintVerdicts(PlanNow().plan);
    ExpectNothingLost();
    ExpectConsistent();
    ExpectSamePermissions(before);
    disk_.Reset();
    const PlanResult again = PlanNow();
    EXPECT_TRUE(again.plan.unresolved() || again.plan.nothing_to_write())
        << PrintVerdicts(again.plan);
    if (choices_.Chance(10)) UndoTo(before);
    ResolveConflicts();
  }

  // Takes the last run back, which began at `before`, and goes on from there.
  void UndoTo(const Entries& before) {
    // (Without its lock the next run is told to discard what differs in plugingen's files. An
    // edited one that `undo` brings back would be lost.)
    if (lost_lock_) return;
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
};

TEST_F(Life, NoLineOfTheUsersIsEverLost) {
  const size_t sequences = FromEnvironment("PLUGINGEN_PROPERTY_SEQUENCES", 150);
  const size_t seed = FromEnvironment("PLUGINGEN_PROPERTY_SEED", 1);
  for (size_t sequence = 0; sequence < sequences; ++sequence) {
    SCOPED_TRACE("PLUGINGEN_PROPERTY_SEED=" + std::to_string(seed + sequence));
    Begin(seed + sequence);
    for (size_t step = 0; step < 5 && !HasFailure(); ++step) {
      if (choices_.Chance(80)) EditSomeFiles();
      if (choices_.Chance(80)) ChangeOutputs();
      if (choices_.Chance(50)) ChangeLibrary();
      if (choices_.Chance(40)) TreatSpec();
      if (choices_.Chance(10)) LoseRecords();
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
