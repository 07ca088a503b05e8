#include <memory>
#include <string>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/command.h"
#include "diag/codes.h"

namespace plugingen::cli {
namespace {

int Explain(const std::string& code, Console& console) {
  if (code.empty()) {
    for (const diag::CodePage& page : diag::CodePages()) {
      console.Print(std::string(page.code) + "  " + std::string(page.title) + "\n");
    }
    return kDone;
  }
  const diag::CodePage* page = diag::FindCodePage(code);
  if (page == nullptr) {
    std::vector<std::string_view> codes;
    for (const diag::CodePage& known : diag::CodePages()) codes.push_back(known.code);
    std::string message = "there is no diagnostic " + base::Quoted(code);
    const std::string_view nearest = base::NearestName(code, codes);
    if (!nearest.empty()) message += "; did you mean " + base::Quoted(nearest) + "?";
    console.Error(message);
    console.Complain("Run 'plugingen explain' for the list.\n");
    return kUsage;
  }
  console.Print(std::string(page->code) + ": " + std::string(page->title) + "\n\n" +
                std::string(page->text));
  return kDone;
}

}  // namespace

Run AddExplain(CLI::App& app) {
  const auto code = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("explain", "Explain a diagnostic; without CODE list them all");
  command->add_option("CODE", *code, "A code such as E0203");
  return [code](Console& console) { return Explain(*code, console); };
}

}  // namespace plugingen::cli
