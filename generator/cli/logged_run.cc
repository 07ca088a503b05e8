#include "cli/logged_run.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "base/file_system.h"
#include "base/text.h"

namespace plugingen::cli {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

// Turns CTest's " 1/12 Test  #1: runtime" into "[1/12]". Returns "" for other lines.
std::string TestCountOf(std::string_view line) {
  line = base::Trim(line);
  const size_t end = line.find(" Test ");
  if (end == std::string_view::npos || line.find('/') > end || !base::IsDigit(line.front())) {
    return "";
  }
  return "[" + std::string(line.substr(0, end)) + "]";
}

// Returns "[12/53]" or "[ 23%]" at the start of a line, or "".
std::string_view CountOf(std::string_view line) {
  const size_t end = line.find(']');
  if (!line.starts_with('[') || end == std::string_view::npos) return "";
  for (const char c : line.substr(1, end - 1)) {
    if (!base::IsDigit(c) && c != '/' && c != '%' && c != ' ') return "";
  }
  return line.substr(0, end + 1);
}

bool ShowsProgress() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb" &&
         ::isatty(STDERR_FILENO) == 1;
}

ProcessResult RunWithNotes(const LoggedRun& run, Console& console) {
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  const auto start = std::chrono::steady_clock::now();
  LongWait wait;
  return RunProcess(run.words, run.log, run.log, [&] {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    if (!wait.IsDue(waited.count())) return;
    const std::string progress = ProgressOf(disk->Read(run.log).value_or(""));
    console.Note(run.doing + (progress.empty() ? "" : " " + progress) + ", for " +
                 std::to_string(std::lround(waited.count())) + " s so far");
  });
}

}  // namespace

bool LongWait::IsDue(double waited) {
  if (waited < next_) return false;
  constexpr double kBetween = 30;
  next_ = waited + kBetween;
  return true;
}

std::string ProgressOf(const std::string& printed) {
  std::string_view rest = printed;
  while (!rest.empty()) {
    const size_t begin = rest.find_last_of('\n') + 1;  // 0 if this is the first line
    const std::string_view line = rest.substr(begin);
    if (const std::string_view count = CountOf(line); !count.empty()) return std::string(count);
    if (std::string count = TestCountOf(line); !count.empty()) return count;
    rest = rest.substr(0, begin == 0 ? 0 : begin - 1);
  }
  return "";
}

std::string WithoutProgress(const std::string& printed) {
  std::string kept;
  for (const std::string_view line : base::Split(base::Trim(printed), '\n')) {
    if (CountOf(line).empty()) kept += std::string(line) + "\n";
  }
  return kept;
}

ProcessResult RunLogged(const LoggedRun& run, Console& console) {
  if (run.verbose) {
    console.Flush();
    return RunProcess(run.words, "", "");
  }
  if (run.quiet) return RunProcess(run.words, run.log, run.log);
  if (!ShowsProgress()) return RunWithNotes(run, console);
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  std::string shown;
  const ProcessResult done = RunProcess(run.words, run.log, run.log, [&] {
    const std::string progress = ProgressOf(disk->Read(run.log).value_or(""));
    const std::string line = (progress.empty() ? "" : progress + " ") + run.doing + " ...";
    if (line == shown) return;
    console.Complain(std::string(kClearLine) + line);
    shown = line;
  });
  if (!shown.empty()) console.Complain(kClearLine);
  return done;
}

}  // namespace plugingen::cli
