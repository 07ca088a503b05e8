// A project on a disk in memory, and short ways to plan and commit.

#ifndef PLUGINGEN_TESTS_UNIT_PROJECT_PROJECT_FIXTURE_H_
#define PLUGINGEN_TESTS_UNIT_PROJECT_PROJECT_FIXTURE_H_

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/memory_file_system.h"
#include "base/output_file.h"
#include "project/commit.h"
#include "project/plan.h"
#include "project/transaction.h"

namespace plugingen::project {

inline constexpr char kRoot[] = "/disk/acme";
inline constexpr char kSpec[] = "acme.yaml";
inline constexpr char kRange[] = ">=2.12, <2.22";

// One file of each ownership; `version` changes the texts of all but the once files.
inline std::vector<base::OutputFile> Outputs(const std::string& version) {
  return {
      {"README.md", base::Ownership::kScaffold, "readme " + version + "\n", false},
      {kSpec, base::Ownership::kOnce, "spec " + version + "\n", false},
      {"src/kernels/relu.cc", base::Ownership::kScaffold, "kernel\nof relu " + version + "\n",
       false},
      {"src/plugin/init.cc", base::Ownership::kGenerated, "init " + version + "\n", false},
      {"tests/README.md", base::Ownership::kOnce, "tests\n", false},
      {"tests/generated/run", base::Ownership::kGenerated, "#!/bin/sh\n" + version + "\n", true},
  };
}

class ProjectTest : public testing::Test {
 protected:
  ProjectTest() { disk_.MakeDirectories("/disk"); }

  // As `plugingen new` plans, or with `merge` as `plugingen regenerate` does.
  PlanResult PlanFor(const std::vector<base::OutputFile>& outputs, bool merge = false) {
    PlanOptions options;
    options.merge = merge;
    options.tensorflow = kRange;
    return PlanFor(outputs, options);
  }
  PlanResult PlanFor(const std::vector<base::OutputFile>& outputs, const PlanOptions& options) {
    return MakePlan(outputs, kSpec, kRoot, options, ReadProjectState(kRoot, disk_), disk_);
  }

  // Completes what was interrupted, plans and commits; false when that was stopped.
  bool Generate(const std::vector<base::OutputFile>& outputs, bool merge = false) {
    CompleteInterrupted(kRoot, disk_);
    const PlanResult result = PlanFor(outputs, merge);
    if (result.obstacle || result.plan.stopped()) return false;
    Commit(result.plan, "a run", disk_);
    return true;
  }
  bool Regenerate(const std::vector<base::OutputFile>& outputs) { return Generate(outputs, true); }

  // "create README.md" for each step, without the reasons.
  static std::vector<std::string> Verdicts(const PlanResult& result);
  // The reason of one step.
  static std::string ReasonFor(const PlanResult& result, const std::string& path);

  std::string& Text(const std::string& path) { return disk_.entries().at(InRoot(path)).bytes; }
  bool Exists(const std::string& path) const { return disk_.entries().contains(InRoot(path)); }
  static std::string InRoot(const std::string& path) { return std::string(kRoot) + "/" + path; }

  MemoryFileSystem disk_;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_TESTS_UNIT_PROJECT_PROJECT_FIXTURE_H_
