#include "api/upgrades.h"

#include <string_view>

#include "api/groups.h"
#include "api/print_report.h"

namespace plugingen::api {
namespace {

constexpr std::string_view kHead =
    "# Upgrades\n\n"
    "What other releases of TensorFlow meant for this project, as `plugingen api diff` saw it.\n\n";

}  // namespace

std::string WithUpgrade(const std::string& document, const Report& report) {
  const std::string section = PrintMarkdown(report);
  const std::string title = "## " + ReleasesTitle(report) + "\n";
  std::string text = document.empty() ? std::string(kHead) : document;
  if (!text.ends_with('\n')) text += '\n';
  size_t begin = text.starts_with(title) ? 0 : text.find("\n" + title);
  if (begin == std::string::npos) return text + (text.ends_with("\n\n") ? "" : "\n") + section;
  if (begin > 0) ++begin;
  const size_t next = text.find("\n## ", begin);
  const std::string rest = next == std::string::npos ? "" : text.substr(next);
  return text.substr(0, begin) + section + rest;
}

}  // namespace plugingen::api
