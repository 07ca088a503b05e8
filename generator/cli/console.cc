#include "cli/console.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace plugingen::cli {

void Console::Print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) Fail();
}

void Console::Complain(std::string_view text) {
  // Keeps the order that a reader of both streams expects.
  Flush();
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void Console::Error(std::string_view text) {
  const bool color = error_color() == diag::ColorMode::kAlways;
  Complain(std::string("plugingen: ") + (color ? "\x1b[1;31merror:\x1b[0m " : "error: ") +
           std::string(text) + "\n");
}

void Console::Note(std::string_view text) { Complain("plugingen: " + std::string(text) + "\n"); }

diag::ColorMode Console::error_color() const { return ColorOf(STDERR_FILENO); }

diag::ColorMode Console::output_color() const { return ColorOf(STDOUT_FILENO); }

diag::ColorMode Console::ColorOf(int descriptor) const {
  if (color_ == ColorChoice::kAlways) return diag::ColorMode::kAlways;
  if (color_ == ColorChoice::kNever) return diag::ColorMode::kNever;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool wanted = no_color == nullptr || *no_color == '\0';
  const bool able = terminal != nullptr && std::string_view(terminal) != "dumb";
  return wanted && able && ::isatty(descriptor) == 1 ? diag::ColorMode::kAlways
                                                     : diag::ColorMode::kNever;
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
