#include "cli/upgrade.h"

#include <optional>
#include <set>
#include <utility>

#include "api/upgrades.h"
#include "api/usage.h"
#include "base/text.h"
#include "catalog/history.h"
#include "cli/api_report.h"
#include "project/lock.h"
#include "spec/release_range.h"

namespace plugingen::cli {
namespace {

std::optional<spec::RangeResult> RangeOf(const std::string& text) {
  spec::RangeResult range = spec::ParseReleaseRange(text);
  if (text.empty() || range.code.starts_with('E')) return std::nullopt;
  return range;
}

// Returns the files of plugingen's that a plan writes or removes.
std::set<std::string> ChangedFiles(const project::Plan& plan) {
  std::set<std::string> paths;
  for (const project::Step& step : plan.steps) {
    if (step.writes() || step.action == project::Action::kDelete) paths.insert(step.path);
  }
  return paths;
}

}  // namespace

std::vector<api::Report> UpgradeReports(ProjectFolder& project, const std::string& to) {
  std::vector<api::Report> reports;
  const project::Lock& lock = project.state().lock;
  const std::string& from = lock.tensorflow;
  const auto old_range = RangeOf(from);
  const auto new_range = RangeOf(to);
  if (from == to || !old_range || !new_range) return reports;
  const std::string old_newest = spec::ReleaseText(spec::NewestBefore(old_range->end));
  const std::string new_newest = spec::ReleaseText(spec::NewestBefore(new_range->end));
  const bool begins_earlier = new_range->min < old_range->min;
  if (old_newest == new_newest && !begins_earlier) return reports;
  const api::Project texts = ReadProject(project.disk(), project.root(), lock);
  if (old_newest != new_newest) reports.push_back(ProjectReport(old_newest, new_newest, texts));
  if (begins_earlier) {
    reports.push_back(
        ProjectReport(spec::ReleaseText(old_range->min), spec::ReleaseText(new_range->min), texts));
  }
  return reports;
}

std::string NewerReleaseText(const Emission& emission, const std::string& folder) {
  const catalog::History& history = catalog::History::BuiltIn();
  const std::string newest(history.Newest().release());
  const auto range = RangeOf(emission.tensorflow);
  const auto newest_release = spec::ParseRelease(newest);
  // A release that the history lacks is known only from a nightly.
  if (emission.newest_release == newest || history.Find(emission.newest_release) == nullptr ||
      !range || !newest_release) {
    return "";
  }
  const spec::Release end = {newest_release->major, newest_release->minor + 1};
  const std::string with_newest =
      ">=" + spec::ReleaseText(range->min) + ", <" + spec::ReleaseText(end);
  return "supports TensorFlow up to " + emission.newest_release + "; this plugingen knows " +
         newest + ": plugingen regenerate " +
         (folder.empty() ? "" : base::ShellQuoted(folder) + " ") + "--tensorflow " +
         base::ShellQuoted(with_newest) + "\n";
}

void RecordUpgrade(project::Plan& plan, std::vector<api::Report>& reports, const FileSystem& disk) {
  if (reports.empty()) return;
  const std::set<std::string> changed = ChangedFiles(plan);
  const std::string_view generated = project::OwnershipName(base::Ownership::kGenerated);
  for (api::Report& report : reports) {
    report.of_a_run = true;
    for (api::Change& change : report.changes) {
      std::erase_if(change.mentions, [&](api::Mention& mention) {
        const bool changes = changed.contains(mention.path);
        // With --discard an edited file becomes plugingen's again.
        if (changes && mention.owner == generated) mention.by_tool = true;
        return mention.by_tool && !changes;
      });
    }
  }
  const std::string path = JoinPath(plan.root, kUpgradesPath);
  std::string old_text;
  if (disk.Kind(path) == FileKind::kFile) old_text = disk.Read(path).value_or("");
  std::string text = old_text;
  for (const api::Report& report : reports) text = api::WithUpgrade(text, report);
  project::AddRecord(plan, std::string(kUpgradesPath), std::move(old_text), std::move(text),
                     "the range of TensorFlow changed; it tells what that means", disk);
}

}  // namespace plugingen::cli
