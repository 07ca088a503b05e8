// The kernels that TensorFlow registers for every pluggable device. A plugin's own kernels replace
// them. Otherwise they run on the plugin's device.

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "api/compare_parts.h"
#include "base/text.h"

namespace plugingen::api {
namespace {

using catalog::CoreKernel;
using catalog::Op;

std::string Joined(const std::vector<std::string_view>& words, std::string_view separator) {
  return base::Join(std::vector<std::string>(words.begin(), words.end()), separator);
}

// Returns the choices of dtypes that a row supports, "T=float Tidx=int32", or a single empty text
// for all dtypes.
std::set<std::string> ChoicesOf(const CoreKernel& kernel) {
  std::set<std::string> choices = {""};
  for (const catalog::Constraint& constraint : kernel.constraints) {
    std::set<std::string> longer;
    for (const std::string& choice : choices) {
      for (const std::string_view dtype : constraint.types) {
        longer.insert(choice + (choice.empty() ? "" : " ") + std::string(constraint.attr) + "=" +
                      std::string(dtype));
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

// Returns every choice of dtypes that TensorFlow supports on each pluggable device, with the
// arguments in host memory.
std::map<std::string, std::string> ServedBy(const Op& op) {
  std::map<std::string, std::string> served;
  for (const CoreKernel& kernel : op.kernels) {
    if (kernel.device != "DEFAULT") continue;
    for (const std::string& choice : ChoicesOf(kernel)) {
      served[choice] = Joined(kernel.host_memory, ", ");
    }
  }
  return served;
}

std::string Limited(const std::vector<std::string>& words, size_t most) {
  const size_t shown = std::min(words.size(), most);
  std::string text =
      base::Join({words.begin(), words.begin() + static_cast<ptrdiff_t>(shown)}, ", ");
  if (shown < words.size()) text += " and " + std::to_string(words.size() - shown) + " more";
  return text;
}

// Returns "T: int32, int64" for choices of one attr, otherwise "T=int32 Tidx=int64, ...", or "all
// dtypes".
std::string ChoicesText(const std::vector<std::string>& choices) {
  constexpr size_t kMost = 5;
  if (choices.front().empty()) return "all dtypes";
  const size_t equals = choices.front().find('=');
  const std::string attr = choices.front().substr(0, equals + 1);
  std::vector<std::string> dtypes;
  for (const std::string& choice : choices) {
    if (choice.starts_with(attr) && choice.find(' ') == std::string::npos) {
      dtypes.push_back(choice.substr(attr.size()));
    }
  }
  if (dtypes.size() < choices.size()) return Limited(choices, kMost);
  return attr.substr(0, equals) + ": " + Limited(dtypes, kMost);
}

// Returns all supported choices, grouped by what is in host memory.
std::string ServedText(const std::map<std::string, std::string>& served) {
  std::map<std::string, std::vector<std::string>> by_host;
  for (const auto& [choice, host] : served) by_host[host].push_back(choice);
  std::vector<std::string> rows;
  for (const auto& [host, choices] : by_host) {
    rows.push_back(ChoicesText(choices) + (host.empty() ? "" : " (host memory: " + host + ")"));
  }
  return base::Join(rows, "; ");
}

Change& AddKernelChange(const Op& op, std::string text, std::vector<Change>& changes) {
  changes.push_back(OpChange(Severity::kAttention, op.name, std::move(text)));
  changes.back().kind = "kernel";
  return changes.back();
}

}  // namespace

void CompareCoreKernels(const Op& was, const Op& now, std::vector<Change>& changes) {
  const std::map<std::string, std::string> before = ServedBy(was);
  const std::map<std::string, std::string> after = ServedBy(now);
  if (before == after) return;
  if (before.empty()) {
    AddKernelChange(now, "comes with TensorFlow for every device, " + ServedText(after), changes);
  } else if (after.empty()) {
    AddKernelChange(now, "no longer comes with TensorFlow for every device", changes).note =
        "Without a kernel of the plugin it runs on the CPU, or fails where placed.";
  } else if (std::includes(after.begin(), after.end(), before.begin(), before.end())) {
    std::map<std::string, std::string> added;
    std::set_difference(after.begin(), after.end(), before.begin(), before.end(),
                        std::inserter(added, added.end()));
    AddKernelChange(now, "comes with TensorFlow for every device also for " + ServedText(added),
                    changes);
  } else {
    Change& change = AddKernelChange(
        now, "comes with TensorFlow for other dtypes, or has others in host memory", changes);
    change.was = ServedText(before);
    change.now = ServedText(after);
  }
}

}  // namespace plugingen::api
