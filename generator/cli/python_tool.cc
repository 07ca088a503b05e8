#include "cli/python_tool.h"

#include "base/embedded.h"
#include "base/process.h"
#include "base/text.h"

namespace plugingen::cli {
namespace {

constexpr std::string_view kFolder = "tools/";

// Extracts the tool's own error, "extract_catalog.py: TEXT", from the end of its error output.
// Python and libraries may have printed other lines before. Returns nothing if Python itself
// failed.
std::optional<std::string> OwnWords(const PythonTool& tool, const std::string& errors) {
  const std::string prefix = std::string(tool.name) + ": ";
  const size_t said = errors.starts_with(prefix) ? 0 : errors.find("\n" + prefix);
  if (said == std::string::npos) return std::nullopt;
  return errors.substr(errors.find(prefix, said) + prefix.size());
}

void ReportFailure(const PythonTool& tool, const std::string& python, int status,
                   const std::string& errors, Console& console) {
  if (const auto words = OwnWords(tool, errors)) {
    console.Error(*words);
    console.Complain(tool.advice);
    return;
  }
  console.Complain(errors + (errors.empty() ? "" : "\n"));
  console.Error(base::Quoted(python) + " failed with status " + std::to_string(status));
  console.Complain(tool.needs);
}

}  // namespace

std::optional<ToolOutput> RunPythonTool(const PythonTool& tool, const std::string& python,
                                        const std::vector<std::string>& arguments, FileSystem& disk,
                                        const TemporaryFolder& work, Console& console) {
  disk.MakeDirectories(work.Path(kFolder));
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    if (file.path.starts_with(kFolder)) disk.Write(work.Path(file.path), file.text, false);
  }
  std::vector<std::string> words = {python, "-B", JoinPath(work.Path(kFolder), tool.name)};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ProcessResult done = RunProcess(words, work.Path("output"), work.Path("errors"));
  if (!done.problem.empty()) {
    console.Error("cannot run " + base::Quoted(python) + ": " + done.problem);
    console.Complain(tool.needs);
    return std::nullopt;
  }
  const std::string errors = disk.Read(work.Path("errors")).value_or("");
  if (done.status != 0) {
    ReportFailure(tool, python, done.status, std::string(base::Trim(errors)), console);
    return std::nullopt;
  }
  return ToolOutput{disk.Read(work.Path("output")).value_or(""), errors};
}

}  // namespace plugingen::cli
