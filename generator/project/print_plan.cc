#include "project/print_plan.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "base/wrap.h"
#include "project/line_diff.h"

namespace plugingen::project {
namespace {

// In the order of the summary.
struct ActionWords {
  Action action;
  std::string_view name;
  std::string_view participle;
  bool changes_files;
};
constexpr ActionWords kActions[] = {
    {Action::kCreate, "create", "created", true},
    {Action::kUpdate, "update", "updated", true},
    {Action::kMerge, "merge", "merged", true},
    {Action::kConflict, "conflict", "with conflicts", true},
    {Action::kDelete, "delete", "deleted", true},
    {Action::kSetAside, "set aside", "set aside", true},
    {Action::kUnresolved, "unresolved", "unresolved", false},
    {Action::kRefuse, "refuse", "refused", false},
    {Action::kUnchanged, "unchanged", "unchanged", false},
    {Action::kKeep, "keep", "kept", false},
};

const ActionWords& WordsOf(Action action) {
  return *std::find_if(std::begin(kActions), std::end(kActions),
                       [action](const ActionWords& words) { return words.action == action; });
}

std::string PrintedPath(const std::string& path) {
  // Names from a lock file can contain control characters, which must not reach a terminal.
  const bool plain =
      std::none_of(path.begin(), path.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  return plain ? path : base::Quoted(path);
}

constexpr size_t kLevels = 2;

// The common start of the documents for a spec without errors.
base::Json JsonHead(const base::Json& diagnostics, const std::string& root, bool refused) {
  return {{"diagnostics", diagnostics}, {"root", root}, {"refused", refused}};
}

}  // namespace

std::string_view ActionName(Action action) { return WordsOf(action).name; }

std::string SummaryText(const Plan& plan, bool written) {
  std::string text;
  for (const ActionWords& words : kActions) {
    const size_t count = plan.Count(words.action);
    if (count == 0) continue;
    if (!text.empty()) text += ", ";
    const bool to_do = words.changes_files && !written && words.action != Action::kConflict;
    text += std::to_string(count) + " " +
            (to_do ? "to " + std::string(words.name) : std::string(words.participle));
  }
  return text.empty() ? "no files" : text;
}

std::string PrintVerdicts(const Plan& plan) {
  // A changed spec brings many files of the library, or takes them away.
  constexpr size_t kMaxNamed = 10;
  std::map<Action, size_t> in_library;
  const auto counts = [](const Step& step) {
    return IsInLibrary(step) && (step.action == Action::kCreate || step.action == Action::kUpdate ||
                                 step.action == Action::kDelete);
  };
  for (const Step& step : plan.steps) {
    if (counts(step)) ++in_library[step.action];
  }
  std::string out;
  for (const Step& step : plan.steps) {
    if (step.action == Action::kUnchanged || step.action == Action::kKeep) continue;
    const std::string name(ActionName(step.action));
    if (counts(step) && in_library[step.action] > kMaxNamed) {
      out += base::Padded(name, 7) + std::string(base::kLibraryFolder) + " (" +
             std::to_string(in_library[step.action]) + " files, which --explain names)\n";
      in_library[step.action] = 0;
      continue;
    }
    if (counts(step) && in_library[step.action] == 0) continue;
    out += (name.size() < 7 ? base::Padded(name, 7) : name + " ") + PrintedPath(step.path);
    if (!step.moved_to.empty()) out += " as " + PrintedPath(step.moved_to);
    if (!step.moved_from.empty()) out += " from " + PrintedPath(step.moved_from);
    if (step.action == Action::kRefuse || step.action == Action::kUnresolved) {
      out += ": " + step.reason;
    }
    out += '\n';
  }
  out += SummaryText(plan, /*written=*/false) + "\n";
  if (!plan.stopped() && !plan.changes_files() && !plan.nothing_to_write()) {
    out += "plugingen's own records in .plugingen are out of date\n";
  }
  return out;
}

std::string PrintReasons(const Plan& plan, bool library_whole) {
  // Many files share a reason, so each reason is printed once. The groups are in the order of the
  // summary.
  struct Group {
    std::vector<std::string> lines;
    size_t of_library = 0;  // files of the library that share one line
  };
  std::map<std::tuple<size_t, base::Ownership, std::string_view>, Group> groups;
  for (const Step& step : plan.steps) {
    const auto place = static_cast<size_t>(&WordsOf(step.action) - kActions);
    Group& group = groups[{place, step.ownership, step.reason}];
    const bool whole =
        library_whole && IsInLibrary(step) && step.moved_from.empty() &&
        (step.condition == Condition::kPristine || step.condition == Condition::kMissing);
    if (whole && group.of_library++ > 0) continue;
    if (whole) {
      group.lines.insert(group.lines.begin(), "");
    } else {
      group.lines.push_back(
          PrintedPath(step.path) +
          (step.moved_to.empty() ? "" : ", which becomes " + PrintedPath(step.moved_to)));
    }
  }
  std::string out;
  for (const auto& [key, group] : groups) {
    const auto& [place, ownership, reason] = key;
    out += base::Wrapped("", 4,
                         std::string(kActions[place].name) + " (" +
                             std::string(OwnershipName(ownership)) + "): " + std::string(reason));
    for (const std::string& line : group.lines) {
      out += base::Wrapped("  ", 6,
                           !line.empty() ? line
                                         : std::string(base::kLibraryFolder) + " (" +
                                               std::to_string(group.of_library) +
                                               (group.of_library == 1 ? " file)" : " files)"));
    }
  }
  return out + SummaryText(plan, /*written=*/false) + "\n";
}

std::string PrintDiff(const Plan& plan) {
  std::string out;
  const auto add = [&out](std::string_view old_name, std::string_view old_text,
                          std::string_view new_name, std::string_view new_text) {
    out += UnifiedDiff(old_name, old_text, new_name, new_text);
  };
  for (const Step& step : plan.steps) {
    const std::string path = PrintedPath(step.path);
    switch (step.action) {
      case Action::kCreate:
        add("/dev/null", "", "b/" + path, step.new_text());
        break;
      case Action::kSetAside:
        add("/dev/null", "", "b/" + PrintedPath(step.moved_to), step.old_text);
        [[fallthrough]];
      case Action::kDelete:
        add("a/" + path, step.old_text, "/dev/null", "");
        break;
      case Action::kRefuse:  // what the edits conflict with
        add("a/" + path, step.old_text, "b/" + path,
            step.output != nullptr ? step.output->text : std::string_view());
        break;
      case Action::kUpdate:
      case Action::kMerge:
      case Action::kConflict:
        if (step.moved_from.empty()) {
          add("a/" + path, step.old_text, "b/" + path, step.new_text());
        } else {
          add("/dev/null", "", "b/" + path, step.new_text());
        }
        break;
      case Action::kUnchanged:
      case Action::kKeep:
      case Action::kUnresolved:
        break;
    }
  }
  return out;
}

std::string PrintJson(const base::Json& diagnostics) {
  return base::JsonText({{"diagnostics", diagnostics}}, kLevels) + "\n";
}

std::string PrintJson(const Obstacle& obstacle, const std::string& root,
                      const base::Json& diagnostics) {
  base::Json json = JsonHead(diagnostics, root, /*refused=*/true);
  json["obstacle"] = {{"message", obstacle.message}, {"paths", obstacle.paths}};
  return base::JsonText(json, kLevels) + "\n";
}

std::string PrintJson(const Plan& plan, const std::vector<std::string>& notes,
                      const base::Json& diagnostics, const std::vector<std::string>& interrupted) {
  base::Json json = JsonHead(diagnostics, plan.root, plan.refused());
  json["notes"] = notes;
  json["interrupted"] = interrupted;
  json["records"] = plan.Records();
  for (const ActionWords& words : kActions) {
    json["summary"][words.name] = plan.Count(words.action);
  }
  base::Json& files = json["files"] = base::Json::array();
  for (const Step& step : plan.steps) {
    base::Json file = {{"path", step.path},
                       {"ownership", OwnershipName(step.ownership)},
                       {"action", ActionName(step.action)},
                       {"reason", step.reason}};
    if (!step.moved_to.empty()) file["moved_to"] = step.moved_to;
    if (!step.moved_from.empty()) file["moved_from"] = step.moved_from;
    if (step.conflicts > 0) file["conflicts"] = step.conflicts;
    files.push_back(std::move(file));
  }
  return base::JsonText(json, kLevels) + "\n";
}

}  // namespace plugingen::project
