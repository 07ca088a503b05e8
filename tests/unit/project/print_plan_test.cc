#include "project/print_plan.h"

#include <nlohmann/json.hpp>

#include "project_fixture.h"

namespace plugingen::project {
namespace {

using testing::HasSubstr;

class PrintPlanTest : public ProjectTest {
 protected:
  // A plan with one file of every action but create.
  PlanResult Mixed() {
    EXPECT_TRUE(Generate(Outputs("1")));
    Text("src/plugin/init.cc") = "mine\n";
    disk_.Remove(InRoot("README.md"));
    outputs_ = Outputs("2");
    outputs_.erase(outputs_.begin() + 2);
    outputs_.push_back({"src/z.cc", base::Ownership::kGenerated, "z\n", false});
    return PlanFor(outputs_);
  }

  std::vector<base::OutputFile> outputs_;
};

TEST_F(PrintPlanTest, VerdictsNameWhatWouldChange) {
  EXPECT_EQ(PrintVerdicts(Mixed().plan),
            "update acme.yaml\n"
            "delete src/kernels/relu.cc\n"
            "refuse src/plugin/init.cc: you edited it\n"
            "create src/z.cc\n"
            "update tests/generated/run\n"
            "1 to create, 2 to update, 1 to delete, 1 refused, 1 unchanged, 1 kept\n");
}

TEST_F(PrintPlanTest, ReasonsNameEveryFileAndWhoseItIs) {
  EXPECT_EQ(PrintReasons(Mixed().plan),
            "create (generated): it is new\n"
            "  src/z.cc\n"
            "update (generated): plugingen has a new text\n"
            "  tests/generated/run\n"
            "update (once): plugingen has a new text\n"
            "  acme.yaml\n"
            "delete (scaffold): the spec no longer needs it\n"
            "  src/kernels/relu.cc\n"
            "refuse (generated): you edited it\n"
            "  src/plugin/init.cc\n"
            "unchanged (once): it already has this text\n"
            "  tests/README.md\n"
            "keep (scaffold): you deleted it, and it is yours\n"
            "  README.md\n"
            "1 to create, 2 to update, 1 to delete, 1 refused, 1 unchanged, 1 kept\n");
}

TEST_F(PrintPlanTest, SummaryOfWhatWasDone) {
  EXPECT_EQ(SummaryText(PlanFor(Outputs("1")).plan, true), "6 created");
  EXPECT_EQ(SummaryText(Plan{}, true), "no files");
}

TEST_F(PrintPlanTest, JsonSaysTheSame) {
  const Plan plan = Mixed().plan;
  const auto json = nlohmann::json::parse(PrintJson(plan, {"a note"}, base::Json::array()));
  EXPECT_EQ(json["root"], kRoot);
  EXPECT_EQ(json["refused"], true);
  EXPECT_EQ(json["notes"][0], "a note");
  EXPECT_EQ(json["summary"]["update"], 2);
  ASSERT_EQ(json["files"].size(), plan.steps.size());
  EXPECT_EQ(json["files"][3]["path"], "src/plugin/init.cc");
  EXPECT_EQ(json["files"][3]["ownership"], "generated");
  EXPECT_EQ(json["files"][3]["action"], "refuse");
  EXPECT_EQ(json["files"][3]["reason"], "you edited it");
}

TEST_F(PrintPlanTest, JsonIsLaidOutForPeople) {
  Plan plan;
  plan.root = "/a \"b\"";
  const base::Json diagnostics = {{{"code", "W0305"}, {"notes", {{{"message", "why"}}}}}};
  EXPECT_EQ(PrintJson(diagnostics),
            "{\n"
            "  \"diagnostics\": [\n"
            "    {\"code\": \"W0305\", \"notes\": [{\"message\": \"why\"}]}\n"
            "  ]\n"
            "}\n");
  EXPECT_THAT(PrintJson(plan, {"one", "two"}, diagnostics),
              HasSubstr("  ],\n"
                        "  \"root\": \"/a \\\"b\\\"\",\n"
                        "  \"refused\": false,\n"
                        "  \"notes\": [\"one\", \"two\"],\n"
                        "  \"interrupted\": [],\n"));
  EXPECT_EQ(PrintJson(Obstacle{"in the way", {"a", "b"}}, "/x", base::Json::array()),
            "{\n"
            "  \"diagnostics\": [],\n"
            "  \"root\": \"/x\",\n"
            "  \"refused\": true,\n"
            "  \"obstacle\": {\n"
            "    \"message\": \"in the way\",\n"
            "    \"paths\": [\"a\", \"b\"]\n"
            "  }\n"
            "}\n");
}

TEST_F(PrintPlanTest, DiffShowsCreatedUpdatedAndDeletedFiles) {
  EXPECT_EQ(PrintDiff(Mixed().plan),
            "--- a/acme.yaml\n+++ b/acme.yaml\n@@ -1 +1 @@\n-spec 1\n+spec 2\n"
            "--- a/src/kernels/relu.cc\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-kernel\n-of relu 1\n"
            "--- a/src/plugin/init.cc\n+++ b/src/plugin/init.cc\n@@ -1 +1 @@\n-mine\n+init 2\n"
            "--- /dev/null\n+++ b/src/z.cc\n@@ -0,0 +1 @@\n+z\n"
            "--- a/tests/generated/run\n+++ b/tests/generated/run\n@@ -1,2 +1,2 @@\n "
            "#!/bin/sh\n-1\n+2\n");
}

}  // namespace
}  // namespace plugingen::project
