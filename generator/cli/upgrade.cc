#include "cli/upgrade.h"

#include <optional>
#include <utility>

#include "api/upgrades.h"
#include "api/usage.h"
#include "cli/api_report.h"
#include "project/lock.h"
#include "spec/release_range.h"

namespace plugingen::cli {
namespace {

std::optional<spec::RangeResult> RangeOf(const std::string& text) {
  const spec::RangeResult range = spec::ParseReleaseRange(text);
  if (text.empty() || range.code.starts_with('E')) return std::nullopt;
  return range;
}

std::string NewestOf(const spec::RangeResult& range) {
  return spec::ReleaseText({range.end.major, range.end.minor - 1});
}

}  // namespace

std::vector<api::Report> UpgradeReports(ProjectFolder& project, const std::string& from,
                                        const std::string& to, Console& console) {
  std::vector<api::Report> reports;
  const auto old_range = RangeOf(from);
  const auto new_range = RangeOf(to);
  if (from == to || !old_range || !new_range) return reports;
  const std::string old_newest = NewestOf(*old_range);
  const std::string new_newest = NewestOf(*new_range);
  const bool begins_earlier = new_range->min < old_range->min;
  if (old_newest == new_newest && !begins_earlier) return reports;
  const auto texts = ReadProject(project.disk(), project.root(), console);
  if (!texts) return reports;
  if (old_newest != new_newest) reports.push_back(ProjectReport(old_newest, new_newest, *texts));
  if (begins_earlier) {
    reports.push_back(ProjectReport(spec::ReleaseText(old_range->min),
                                    spec::ReleaseText(new_range->min), *texts));
  }
  return reports;
}

void RecordUpgrade(project::Plan& plan, const std::vector<api::Report>& reports,
                   const FileSystem& disk) {
  if (reports.empty()) return;
  const std::string path = JoinPath(plan.root, kUpgradesPath);
  std::string old_text;
  if (disk.Kind(path) == FileKind::kFile) old_text = disk.Read(path).value_or("");
  std::string text = old_text;
  for (const api::Report& report : reports) text = api::WithUpgrade(text, report);
  project::AddRecord(plan, std::string(kUpgradesPath), std::move(old_text), std::move(text),
                     "the range of TensorFlow changed; it tells what that means", disk);
}

}  // namespace plugingen::cli
