#include "api/upgrades.h"

#include <string_view>

#include "api/print_report.h"
#include "base/lines.h"

namespace plugingen::api {
namespace {

constexpr std::string_view kHead =
    "# Upgrades\n\n"
    "What other releases of TensorFlow meant for this project, as `plugingen api diff` saw it.\n\n";

// True if the text contains these lines. Both end with a line break.
bool HasLines(const std::string& text, const std::string& lines) {
  return text.starts_with(lines) || text.find("\n" + lines) != std::string::npos;
}

}  // namespace

std::string WithUpgrade(const std::string& document, const Report& report) {
  if (document.empty()) return std::string(kHead) + PrintMarkdown(report);
  const std::string section = PrintMarkdown(report);
  std::string added = document.ends_with('\n') ? "" : "\n";
  const std::string plain = base::WithoutCarriageReturns(document) + added;
  if (HasLines(plain, section)) return document;
  if (!plain.ends_with("\n\n")) added += '\n';
  added += section;
  const bool is_dos = base::LineEndsOf(document) == base::LineEnds::kDos;
  return document + (is_dos ? base::WithCarriageReturns(added) : added);
}

}  // namespace plugingen::api
