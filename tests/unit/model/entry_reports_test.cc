#include "model/entry_reports.h"

#include <gtest/gtest.h>

#include "diag/codes.h"

namespace plugingen::model {
namespace {

// No set of ours has such an op today; the next one may.
TEST(EntryReportsTest, ASetTellsWhatItLeavesOut) {
  spec::TensorFlowSection range;
  range.min = {2, 12};
  range.end = {2, 22};
  const Served served(range);
  const catalog::Op& op = *served.FindOp("CustomAggregator");
  spec::KernelEntry entry;
  entry.set.value = "rankings";
  entry.set.span = {10, 18};
  diag::Sink sink;
  ReportLeftOut(entry, op, served.Differing(op), served, sink);
  ASSERT_EQ(sink.diagnostics().size(), 1u);
  const diag::Diagnostic& told = sink.diagnostics().front();
  EXPECT_EQ(told.severity, diag::Severity::kWarning);
  EXPECT_EQ(
      told.message,
      "op 'CustomAggregator' of set 'rankings' is left out: it has other arguments in TensorFlow "
      "2.12 to 2.16");
  EXPECT_EQ(told.help, "begin the range with \">=2.17\"");
  EXPECT_EQ(told.span.begin, 10u);
  EXPECT_NE(diag::FindCodePage(told.code), nullptr);
}

}  // namespace
}  // namespace plugingen::model
