#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/command.h"
#include "diag/codes.h"

namespace plugingen::cli {
namespace {

struct ExplainOptions {
  std::string code;
  bool json = false;
};

int PrintList(bool json, Console& console) {
  base::Json codes = base::Json::array();
  for (const diag::CodePage& page : diag::CodePages()) {
    if (json) {
      codes.push_back({{"code", page.code}, {"title", page.title}});
    } else {
      console.Print(std::string(page.code) + "  " + std::string(page.title) + "\n");
    }
  }
  if (json) console.Print(base::JsonText({{"codes", codes}}, /*levels=*/2) + "\n");
  return kDone;
}

// Returns the codes that the user probably meant: E0203 or W0203 for 203.
std::string Meant(std::string_view text, const std::vector<std::string_view>& codes) {
  std::vector<std::string> meant;
  if (!text.empty() && std::all_of(text.begin(), text.end(), base::IsDigit)) {
    for (const std::string_view code : codes) {
      const std::string_view digits =
          code.substr(std::min(code.find_first_not_of("EW0"), code.size()));
      if (digits == text.substr(std::min(text.find_first_not_of('0'), text.size()))) {
        meant.push_back(base::Quoted(code));
      }
    }
  } else if (const std::string_view nearest = base::NearestName(text, codes); !nearest.empty()) {
    meant.push_back(base::Quoted(nearest));
  }
  return base::JoinWithOr(meant);
}

int Explain(const ExplainOptions& options, Console& console) {
  if (options.code.empty()) return PrintList(options.json, console);
  const diag::CodePage* page = diag::FindCodePage(options.code);
  if (page == nullptr) {
    std::vector<std::string_view> codes;
    for (const diag::CodePage& known : diag::CodePages()) codes.push_back(known.code);
    std::string message = "there is no diagnostic " + base::Quoted(options.code);
    const std::string meant = Meant(options.code, codes);
    if (!meant.empty()) message += "; did you mean " + meant + "?";
    console.Error(message);
    console.Complain("Run 'plugingen explain' for the list.\n");
    return kUsage;
  }
  if (options.json) {
    const base::Json json = {{"code", page->code}, {"title", page->title}, {"text", page->text}};
    console.Print(base::JsonText(json, /*levels=*/1) + "\n");
  } else {
    console.Print(std::string(page->code) + ": " + std::string(page->title) + "\n\n" +
                  base::Reflowed(page->text));
  }
  return kDone;
}

}  // namespace

Run AddExplain(CLI::App& app) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command =
      app.add_subcommand("explain", "Explain a diagnostic; without CODE list them all");
  command->add_option("CODE", options->code, "A code such as E0203");
  command->add_flag("--json", options->json, "Print one JSON object");
  return [options](Console& console) { return Explain(*options, console); };
}

}  // namespace plugingen::cli
