#include "cli/project_python.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/embedded.h"
#include "base/file_system.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "cli/project_folder.h"
#include "cli/python_program.h"

namespace plugingen::cli {
namespace {

// The active environment, one in the project, one beside it, and python3 on PATH.
std::vector<std::string> Candidates(const std::string& root) {
  std::vector<std::string> candidates;
  const auto add = [&](const std::string& name) {
    const std::string program = FindProgram(name);
    if (program.empty()) return;
    if (std::find(candidates.begin(), candidates.end(), program) == candidates.end()) {
      candidates.push_back(program);
    }
  };
  if (const char* active = std::getenv("VIRTUAL_ENV"); active != nullptr && *active != '\0') {
    add(JoinPath(active, "bin/python"));
  }
  const std::string real = RealFolder(root);
  const size_t slash = real.rfind('/');
  const std::string around = slash == std::string::npos ? "" : real.substr(0, slash);
  for (const std::string& folder : {root, around}) {
    for (const char* name : {"venv", ".venv"}) add(JoinPath(JoinPath(folder, name), "bin/python"));
  }
  add("python3");
  return candidates;
}

// Returns "tensorflow>=2.12,<2.22", the syntax of pip.
std::string Requirement(const std::string& range) {
  return base::ShellQuoted("tensorflow" + base::ReplaceAll(range, " ", ""));
}

void ReportNone(const std::string& what, const std::string& range, Console& console) {
  console.Error(what);
  console.Complain(
      "The plugin is compiled against the headers of a TensorFlow. To get one:\n"
      "  python3 -m venv venv\n"
      "  venv/bin/pip install " +
      Requirement(range) +
      "\n"
      "  plugingen build --python venv/bin/python\n");
}

}  // namespace

std::optional<std::string> TensorFlowOf(const std::string& python) {
  const auto disk = MakeRealFileSystem();
  const TemporaryFolder work(*disk, FolderForTemporaries(), "plugingen-");
  const std::string find(base::EmbeddedText("library/find_tensorflow.py"));
  // The project's cmake/TensorFlow.cmake does the same.
  for (const char* isolation : {"-I", "-B"}) {
    const ProcessResult done =
        RunProcess({python, isolation, "-c", find}, work.Path("output"), work.Path("errors"));
    if (!done.problem.empty()) return std::nullopt;
    const std::string output = disk->Read(work.Path("output")).value_or("");
    const auto lines = base::Split(base::Trim(output), '\n');
    if (done.status == 0 && lines.size() == 2) return std::string(lines[1]);
  }
  return std::nullopt;
}

std::optional<ProjectPython> FindProjectPython(const std::string& given, const std::string& root,
                                               const std::string& range, Console& console) {
  if (!given.empty()) {
    const std::string program = FindProgram(given);
    if (!program.empty()) {
      if (auto version = TensorFlowOf(program)) return ProjectPython{program, std::move(*version)};
    }
    if (const std::string mistake = NoPythonText(given); !mistake.empty()) {
      console.Error(mistake);
      console.Complain("--python takes a Python that has TensorFlow, such as venv/bin/python.\n");
      return std::nullopt;
    }
    ReportNone(base::Quoted(given) + " has no TensorFlow", range, console);
    return std::nullopt;
  }
  std::vector<std::string> tried;
  for (const std::string& program : Candidates(root)) {
    if (auto version = TensorFlowOf(program)) return ProjectPython{program, std::move(*version)};
    tried.push_back(base::ShellQuoted(program));
  }
  ReportNone("no Python with TensorFlow was found" +
                 (tried.empty() ? "" : ": none in " + base::Join(tried, ", ")),
             range, console);
  return std::nullopt;
}

}  // namespace plugingen::cli
