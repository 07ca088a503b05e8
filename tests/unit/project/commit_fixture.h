// Runs on a disk in memory that are interrupted, and what the disk has to hold then.

#ifndef PLUGINGEN_TESTS_UNIT_PROJECT_COMMIT_FIXTURE_H_
#define PLUGINGEN_TESTS_UNIT_PROJECT_COMMIT_FIXTURE_H_

#include <map>
#include <string>
#include <vector>

#include "project_fixture.h"

namespace plugingen::project {

using Entries = std::map<std::string, MemoryFileSystem::Entry>;

class CommitTest : public ProjectTest {
 protected:
  // The disk after an undisturbed run of `outputs` on top of `start`.
  static Entries After(const Entries& start, const std::vector<base::OutputFile>& outputs) {
    MemoryFileSystem disk;
    disk.entries() = start;
    PlanOptions options;
    options.tensorflow = kRange;
    Commit(MakePlan(outputs, kSpec, kRoot, options, ReadProjectState(kRoot, disk), disk).plan,
           "a run", disk);
    return disk.entries();
  }

  // Every file with its text, but those that undo the last run. An interrupted run may leave empty
  // folders behind, which hurt nobody.
  static std::vector<std::string> Files(const Entries& entries) {
    std::vector<std::string> files;
    for (const auto& [path, entry] : entries) {
      const bool is_undo = path.starts_with(InRoot(std::string(kUndoFolder)));
      if (entry.kind == FileKind::kFile && !is_undo) files.push_back(path + ": " + entry.bytes);
    }
    return files;
  }

  // Fails each change of a run in turn, then runs again: the end has to be that of an undisturbed
  // run.
  void ExpectCompletable(const Entries& start, const std::vector<base::OutputFile>& outputs,
                         const std::vector<base::OutputFile>& second_outputs,
                         MemoryFileSystem::Failure failure) {
    const Entries wanted = After(After(start, outputs), second_outputs);
    size_t failures = 0;
    for (size_t change = 0;; ++change) {
      SCOPED_TRACE("failing change " + std::to_string(change));
      disk_ = MemoryFileSystem();
      disk_.entries() = start;
      disk_.FailAt(change, failure);
      const PlanResult result = PlanFor(outputs);
      ASSERT_FALSE(result.obstacle || result.plan.refused());
      bool failed = false;
      try {
        Commit(result.plan, "a run", disk_);
      } catch (const FileError& error) {
        failed = true;
        EXPECT_THAT(error.what(), testing::StartsWith("cannot "));
      }
      if (!failed && disk_.changes().size() <= change) break;  // ran to its end undisturbed
      failures += failed;
      ExpectNoHalfFile(start, outputs);
      disk_.Reset();
      CompleteInterrupted(kRoot, disk_);
      const PlanResult again = PlanFor(second_outputs);
      ASSERT_FALSE(again.obstacle) << again.obstacle->message;
      ASSERT_FALSE(again.plan.refused());
      Commit(again.plan, "a run", disk_);
      EXPECT_EQ(Files(disk_.entries()), Files(wanted));
    }
    EXPECT_GT(failures, 10u);
  }

  // Every file in its place is the old or the new one, whole.
  void ExpectNoHalfFile(const Entries& start, const std::vector<base::OutputFile>& outputs) {
    for (const base::OutputFile& output : outputs) {
      if (!Exists(output.path)) continue;
      const auto old = start.find(InRoot(output.path));
      const bool is_old = old != start.end() && Text(output.path) == old->second.bytes;
      EXPECT_TRUE(is_old || Text(output.path) == output.text) << output.path;
    }
  }

  Entries Start() const {
    MemoryFileSystem disk;
    disk.MakeDirectories("/disk");
    return disk.entries();
  }
};

// A project whose second version updates, creates and deletes.
inline std::vector<base::OutputFile> NextOutputs() {
  std::vector<base::OutputFile> outputs = Outputs("2");
  outputs.erase(outputs.begin() + 2);  // src/kernels/relu.cc
  outputs.push_back({"src/kernels/add.cc", base::Ownership::kScaffold, "kernel of add\n", false});
  outputs.push_back({"src/runtime/deep/er.cc", base::Ownership::kGenerated, "runtime\n", false});
  return outputs;
}

}  // namespace plugingen::project

#endif  // PLUGINGEN_TESTS_UNIT_PROJECT_COMMIT_FIXTURE_H_
