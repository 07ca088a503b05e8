#include "cli/console.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json.h"
#include "base/text.h"

namespace plugingen::cli {
namespace {

// True if the variable is set to anything but "" and "0".
bool Demands(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

}  // namespace

void Console::Print(std::string_view text) {
  printed_ = printed_ || !text.empty();
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) Fail();
}

void Console::Complain(std::string_view text) {
  // Keeps the order of both streams for a reader who sees them together.
  Flush();
  std::fwrite(text.data(), 1, text.size(), stderr);
  if (!errors_.empty()) help_ += text;
}

void Console::NoteWait(std::string_view folder) {
  Note("waiting for another run in " + base::Quoted(folder) + " to end");
}

void Console::Error(std::string_view text) {
  const bool color = error_color() == diag::ColorMode::kAlways;
  const std::string help = help_;
  Complain(std::string("plugingen: ") + (color ? "\x1b[1;31merror:\x1b[0m " : "error: ") +
           std::string(text) + "\n");
  help_ = help;
  errors_.emplace_back(text);
}

void Console::Told(std::string_view text, std::string_view help) {
  errors_.emplace_back(text);
  if (!help.empty()) help_ += std::string(help) + "\n";
}

void Console::SettleJson() {
  if (!owes_json_ || printed_ || errors_.empty()) return;
  const base::Json error = {{"message", base::Join(errors_, "\n")},
                            {"help", std::string(base::Trim(help_))}};
  Print(base::JsonText({{"error", error}}, /*levels=*/1) + "\n");
}

void Console::Note(std::string_view text) { Complain("plugingen: " + std::string(text) + "\n"); }

diag::ColorMode Console::error_color() const { return ColorOf(STDERR_FILENO); }

diag::ColorMode Console::output_color() const { return ColorOf(STDOUT_FILENO); }

diag::ColorMode Console::ColorOf(int descriptor) const {
  if (color_ == ColorChoice::kAlways) return diag::ColorMode::kAlways;
  if (color_ == ColorChoice::kNever) return diag::ColorMode::kNever;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return diag::ColorMode::kNever;
  if (Demands("CLICOLOR_FORCE") || Demands("FORCE_COLOR")) return diag::ColorMode::kAlways;
  const char* terminal = std::getenv("TERM");
  const bool able = terminal != nullptr && std::string_view(terminal) != "dumb";
  return able && ::isatty(descriptor) == 1 ? diag::ColorMode::kAlways : diag::ColorMode::kNever;
}

bool Console::Flush() {
  if (std::fflush(stdout) != 0) Fail();
  return !failed_;
}

void Console::Fail() {
  if (!failed_) reader_is_gone_ = errno == EPIPE;
  failed_ = true;
}

}  // namespace plugingen::cli
