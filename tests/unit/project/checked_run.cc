#include "checked_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/overlay_file_system.h"
#include "base/sha256.h"
#include "project/print_plan.h"
#include "project/undo.h"

namespace plugingen::project {
namespace {

// What --json says that a run changes.
std::set<std::string> Announced(const std::string& text) {
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

}  // namespace

PlanResult CheckedRun::PlanOn(const FileSystem& disk, const std::vector<base::OutputFile>& outputs,
                              bool merge) {
  PlanOptions options;
  options.merge = merge;
  options.tensorflow = kRange;
  // Without its lock the tool cannot tell its older texts from edits.
  if (merge && lost_lock_) options.discard = {"."};
  return MakePlan(outputs, spec_path_, kRoot, options, ReadProjectState(kRoot, disk), disk);
}

std::vector<base::OutputFile> CheckedRun::OutputsFor(const FileSystem& disk, bool given) const {
  std::vector<base::OutputFile> outputs = outputs_;
  for (base::OutputFile& output : outputs) {
    if (output.path != spec_path_) continue;
    output.text = given ? given_ : disk.Read(InRoot(spec_path_)).value_or("");
  }
  return outputs;
}

PlanResult CheckedRun::PlanNow() {
  outputs_now_ = OutputsFor(disk_, false);
  return PlanOn(disk_, outputs_now_, true);
}

bool CheckedRun::Run() {
  try {
    const PlanResult result = PlanNow();
    if (!result.plan.stopped()) Commit(result.plan, "a run", disk_);
    return true;
  } catch (const FileError&) {
    return false;
  }
}

bool CheckedRun::RunAsPreviewed(bool is_new) {
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

void CheckedRun::ExpectNothingLost() const {
  const std::set<std::string> now = WordsOnDisk();
  for (const std::string& word : words_) EXPECT_TRUE(now.contains(word)) << word;
}

void CheckedRun::ExpectConsistent() {
  const std::string text = Text(std::string(kLockPath));
  const Lock lock = Lock::Parse(text);
  EXPECT_EQ(lock.Serialize(), text);
  for (const auto& [path, entry] : lock.files) {
    const std::string base = std::string(kBaseFolder) + "/" + path;
    // (The pristine text of a file that the user deleted may be lost for good.)
    const bool wanted =
        entry.ownership == base::Ownership::kScaffold && (!lost_bases_ || Exists(path));
    if (wanted || entry.ownership != base::Ownership::kScaffold) {
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
  EXPECT_EQ(EntriesBelow(kSibling), sibling_);
}

void CheckedRun::ExpectSamePermissions(const Entries& before) const {
  for (const auto& [path, entry] : before) {
    const auto now = disk_.entries().find(path);
    if (IsToolsOwn(path) || now == disk_.entries().end()) continue;
    EXPECT_EQ(now->second.permissions, entry.permissions) << path;
  }
}

std::set<std::string> CheckedRun::Changed(const Entries& before, const Entries& after) {
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

}  // namespace plugingen::project
