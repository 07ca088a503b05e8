#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include "facts_fixture.h"

namespace plugingen::api {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Report OpsReport(const std::string& ops) {
  const KnownFacts known("tensorflow 9.1 9.2\nfunction TF_F\nexported framework\n",
                         "tensorflow 9.1 9.2\n" + ops);
  return known.From("9.1", "9.2");
}

TEST(CompareOpsTest, OpsComeAndGo) {
  EXPECT_THAT(Lines(OpsReport("op Always\nin x: T\nop Gone -9.1\nop New 9.2-\n")),
              ElementsAre("breaking op Gone: is gone (9.2)", "addition op New: is new (9.2)"));
}

TEST(CompareOpsTest, ANewTypeAttrIsToldWithWhatItTypes) {
  const Report report = OpsReport(
      "op TopK\nin x: T\n-9.1 in k: int32\n9.2- in k: Tk\nout y: T\nattr T: {float}\n"
      "9.2- attr Tk: {int32, int64} = int32\n");
  EXPECT_THAT(Lines(report), ElementsAre("breaking op TopK: has the attr Tk: {int32, int64} = "
                                         "int32, the type of k (was int32) (9.2)"));
  EXPECT_THAT(report.changes[0].note, HasSubstr("gets every dtype"));
  EXPECT_THAT(report.changes[0].advice, HasSubstr("Constrain Tk"));
}

TEST(CompareOpsTest, ATypeAttrThatIsGoneToo) {
  const Report report = OpsReport(
      "op TopK\n-9.1 in k: Tk\n9.2- in k: int32\n-9.1 attr Tk: {int32, int64} = int32\n"
      "-9.1 attr a: int\n-9.1 attr b: int\n");
  EXPECT_THAT(Lines(report),
              ElementsAre("breaking op TopK: no longer has the attr Tk, the type of k (now int32) "
                          "(9.2)",
                          "breaking op TopK: no longer has the attrs a, b (9.2)"));
}

TEST(CompareOpsTest, OtherAttrs) {
  EXPECT_THAT(
      Lines(OpsReport("op A\nattr N: int\n9.2- attr policy: string = \"\"\n9.2- attr n: int = 1\n"
                      "op B\n9.2- attr mesh: string\n"
                      "op C\n-9.1 attr layout: string\n"
                      "op D\n-9.1 attr N: int >= 1\n9.2- attr N: int >= 0\n"
                      "op E\n-9.1 attr mode: {\"a\"} = \"a\"\n9.2- attr mode: {\"a\", \"b\"} = "
                      "\"b\"\n")),
      ElementsAre("breaking op B: has the attr mesh: string (9.2)",
                  "breaking op C: no longer has the attr layout (9.2)",
                  "attention op A: has the attrs policy: string = \"\", n: int = 1 (9.2)",
                  "attention op D: has int >= 0 as its attr N now, had int >= 1 (9.2)",
                  "attention op E: mode can be \"b\" too (9.2)",
                  "attention op E: has \"b\" as the default of mode, had \"a\" (9.2)"));
}

TEST(CompareOpsTest, NamesInPython) {
  const Report report = OpsReport(
      "op A\nin dim: int32\n9.2- python dim=axis\n"
      "op B\n-9.1 python none\n"
      "op C\n9.2- python none\n");
  EXPECT_THAT(Lines(report),
              ElementsAre("attention op A: calls 'dim' 'axis' in tf.raw_ops now (9.2)",
                          "attention op C: is no longer in tf.raw_ops (9.2)",
                          "addition op B: is in tf.raw_ops now (9.2)"));
}

TEST(CompareOpsTest, DtypesComeAndGo) {
  EXPECT_THAT(Lines(OpsReport("op A\n-9.1 attr T: {float, half}\n9.2- attr T: {float, int8, int4}\n"
                              "op B\n-9.1 attr T: type\n9.2- attr T: {float}\n"
                              "op C\n-9.1 attr T: {float}\n9.2- attr T: type\n")),
              ElementsAre("breaking op A: T can no longer be half (9.2)",
                          "breaking op B: T can only be float now (9.2)",
                          "addition op A: T can be int8, int4 too (9.2)",
                          "addition op C: T can be any dtype now (9.2)"));
}

TEST(CompareOpsTest, Arguments) {
  EXPECT_THAT(Lines(OpsReport("op A\nin x: T\n9.2- in axis: int32\nattr T: {float}\n"
                              "op B\n-9.1 in dim: int32\n9.2- in axis: int32\n"
                              "op C\nin x: float\n-9.1 out y: float\n9.2- out y: int32\n"
                              "op D\nout y: T\n-9.1 out z: T\nattr T: {float}\n")),
              ElementsAre("breaking op A: has the input axis: int32 (9.2)",
                          "breaking op B: calls its input 'dim' 'axis' now (9.2)",
                          "breaking op C: has int32 as its output 'y' now, had float (9.2)",
                          "breaking op D: no longer has the output 'z' (9.2)"));
}

TEST(CompareOpsTest, Flags) {
  EXPECT_THAT(Lines(OpsReport("op A\n9.2- flags stateful deprecated\n")),
              ElementsAre("attention op A: is stateful now (9.2)",
                          "attention op A: is deprecated now (9.2)"));
}

TEST(CompareCoreKernelsTest, OnlyThoseForEveryDeviceMatter) {
  EXPECT_THAT(
      Lines(OpsReport("op A\nin x: T\n9.2- kernel DEFAULT T=int32|int64 host=x\n"
                      "op B\n-9.1 kernel DEFAULT\n"
                      "op C\n-9.1 kernel DEFAULT T=int32\n9.2- kernel DEFAULT T=int32|half\n"
                      "op D\n-9.1 kernel DEFAULT T=int32\n9.2- kernel DEFAULT T=int32 host=x\n"
                      "op E\n9.2- kernel CPU\n9.2- kernel GPU T=half\n"
                      "op F\n-9.1 kernel DEFAULT T=int8\n-9.1 kernel DEFAULT T=half\n"
                      "9.2- kernel DEFAULT T=half|int8\n")),
      ElementsAre(
          "attention kernel A: comes with TensorFlow for every device, T: int32, int64 "
          "(host memory: x) (9.2)",
          "attention kernel B: no longer comes with TensorFlow for every device (9.2)",
          "attention kernel C: comes with TensorFlow for every device also for T: half (9.2)",
          "attention kernel D: comes with TensorFlow for other dtypes, or has others in host "
          "memory (9.2)"));
}

TEST(CompareCoreKernelsTest, SaysWhatWasAndWhatIs) {
  const Report report = OpsReport(
      "op A\nin x: T\n-9.1 kernel DEFAULT\n9.2- kernel DEFAULT T=int32 Tk=int8|int16 host=x\n");
  ASSERT_EQ(report.changes.size(), 1u);
  EXPECT_EQ(report.changes[0].was, "all dtypes");
  EXPECT_EQ(report.changes[0].now, "T=int32 Tk=int16, T=int32 Tk=int8 (host memory: x)");
}

TEST(CompareOpsTest, NothingChanged) { EXPECT_THAT(Lines(OpsReport("op A\n")), IsEmpty()); }

}  // namespace
}  // namespace plugingen::api
