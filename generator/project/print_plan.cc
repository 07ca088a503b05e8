#include "project/print_plan.h"

#include <algorithm>

#include "base/text.h"
#include "project/line_diff.h"

namespace plugingen::project {
namespace {

constexpr Action kActions[] = {Action::kCreate, Action::kUpdate,    Action::kDelete,
                               Action::kRefuse, Action::kUnchanged, Action::kKeep};

std::string_view Participle(Action action) {
  switch (action) {
    case Action::kCreate:
      return "created";
    case Action::kUpdate:
      return "updated";
    case Action::kDelete:
      return "deleted";
    case Action::kRefuse:
      return "refused";
    case Action::kUnchanged:
      return "unchanged";
    case Action::kKeep:
      return "kept";
  }
  return "";
}

std::string Padded(std::string_view text, size_t width) {
  std::string padded(text);
  padded.resize(std::max(width, text.size()), ' ');
  return padded;
}

std::string PrintedPath(const std::string& path) {
  // Control characters in names from a lock file must not reach a terminal.
  const bool plain =
      std::none_of(path.begin(), path.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  return plain ? path : base::Quoted(path);
}

// What every document begins with, up to where the next member's comma belongs.
std::string JsonHead(const std::string& diagnostics, const std::string& root, bool refused) {
  return "{\n  \"diagnostics\": " + diagnostics + ",\n  \"root\": " + base::JsonQuoted(root) +
         ",\n  \"refused\": " + (refused ? "true" : "false");
}

}  // namespace

std::string_view ActionName(Action action) {
  switch (action) {
    case Action::kCreate:
      return "create";
    case Action::kUpdate:
      return "update";
    case Action::kUnchanged:
      return "unchanged";
    case Action::kKeep:
      return "keep";
    case Action::kDelete:
      return "delete";
    case Action::kRefuse:
      return "refuse";
  }
  return "";
}

std::string SummaryText(const Plan& plan, bool written) {
  std::string text;
  for (const Action action : kActions) {
    const size_t count = plan.Count(action);
    if (count == 0) continue;
    if (!text.empty()) text += ", ";
    const bool to_do =
        action == Action::kCreate || action == Action::kUpdate || action == Action::kDelete;
    text += std::to_string(count) + " " +
            (to_do && !written ? "to " + std::string(ActionName(action))
                               : std::string(Participle(action)));
  }
  return text.empty() ? "no files" : text;
}

std::string PrintVerdicts(const Plan& plan) {
  std::string out;
  for (const Step& step : plan.steps) {
    if (step.action == Action::kUnchanged || step.action == Action::kKeep) continue;
    out += Padded(ActionName(step.action), 7) + PrintedPath(step.path);
    if (step.action == Action::kRefuse) out += ": " + step.reason;
    out += '\n';
  }
  return out + SummaryText(plan, /*written=*/false) + "\n";
}

std::string PrintReasons(const Plan& plan) {
  size_t width = 0;
  for (const Step& step : plan.steps) width = std::max(width, PrintedPath(step.path).size());
  width = std::min<size_t>(width, 60);
  std::string out;
  for (const Step& step : plan.steps) {
    out += Padded(ActionName(step.action), 10) + Padded(PrintedPath(step.path), width) + "  " +
           Padded(OwnershipName(step.ownership), 10) + step.reason + "\n";
  }
  return out + SummaryText(plan, /*written=*/false) + "\n";
}

std::string PrintDiff(const Plan& plan) {
  std::string out;
  for (const Step& step : plan.steps) {
    const std::string path = PrintedPath(step.path);
    const std::string_view text = step.output != nullptr ? step.output->text : std::string_view();
    switch (step.action) {
      case Action::kCreate:
        out += UnifiedDiff("/dev/null", "", "b/" + path, text);
        break;
      case Action::kDelete:
        out += UnifiedDiff("a/" + path, step.old_text, "/dev/null", "");
        break;
      case Action::kUpdate:
      case Action::kRefuse:  // what the edits stand against
        out += UnifiedDiff("a/" + path, step.old_text, "b/" + path, text);
        break;
      case Action::kUnchanged:
      case Action::kKeep:
        break;
    }
  }
  return out;
}

std::string PrintJson(const Obstacle& obstacle, const std::string& root,
                      const std::string& diagnostics) {
  std::vector<std::string> paths;
  for (const std::string& path : obstacle.paths) paths.push_back(base::JsonQuoted(path));
  return JsonHead(diagnostics, root, /*refused=*/true) +
         ",\n  \"obstacle\": {\"message\": " + base::JsonQuoted(obstacle.message) +
         ", \"paths\": [" + base::Join(paths, ", ") + "]}\n}\n";
}

std::string PrintJson(const Plan& plan, const std::string& diagnostics) {
  std::string out = JsonHead(diagnostics, plan.root, plan.refused()) + ",\n  \"summary\": {";
  const char* separator = "";
  for (const Action action : kActions) {
    out += separator + base::JsonQuoted(ActionName(action)) + ": " +
           std::to_string(plan.Count(action));
    separator = ", ";
  }
  out += "},\n  \"files\": [";
  separator = "\n";
  for (const Step& step : plan.steps) {
    out += separator;
    out += "    {\"path\": " + base::JsonQuoted(step.path) +
           ", \"ownership\": " + base::JsonQuoted(OwnershipName(step.ownership)) +
           ", \"action\": " + base::JsonQuoted(ActionName(step.action)) +
           ", \"reason\": " + base::JsonQuoted(step.reason) + "}";
    separator = ",\n";
  }
  return out + (plan.steps.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace plugingen::project
