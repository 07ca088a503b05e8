#include "cli/spec_input.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "diag/text_printer.h"

namespace plugingen::cli {
namespace {

constexpr size_t kMaxSpecBytes = size_t{16} << 20;

// Reads to the end, but at most one byte more than kMaxSpecBytes. Returns false and sets errno on
// failure.
bool ReadAll(int fd, std::string& bytes) {
  char buffer[1 << 16];
  while (bytes.size() <= kMaxSpecBytes) {
    const ssize_t got = ::read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) return true;
    bytes.append(buffer, static_cast<size_t>(got));
  }
  return true;
}

}  // namespace

std::optional<diag::SourceFile> ReadSpec(const std::string& path, Console& console) {
  const bool standard_input = path == "-";
  const int fd = standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string bytes;
  const bool good = fd >= 0 && ReadAll(fd, bytes);
  const int reason = errno;
  if (fd > STDIN_FILENO) ::close(fd);
  if (!good) {
    console.Error("cannot read " + base::Quoted(path) + ": " + std::strerror(reason));
    return std::nullopt;
  }
  if (bytes.size() > kMaxSpecBytes) {
    console.Error(base::Quoted(path) + " is not a spec: it is larger than 16 MiB");
    return std::nullopt;
  }
  return diag::SourceFile(standard_input ? "<stdin>" : path, std::move(bytes));
}

void PrintDiagnostics(const diag::SourceFile& source, const diag::Sink& sink, Console& console) {
  if (sink.diagnostics().empty()) return;
  console.Complain(diag::RenderText(&source, sink.diagnostics(), {.color = console.error_color()}));
  console.Complain(diag::CountText(sink) + "\n");
}

}  // namespace plugingen::cli
