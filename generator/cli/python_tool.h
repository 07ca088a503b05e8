// The Python programs that travel in the binary, as the templates do.

#ifndef PLUGINGEN_CLI_PYTHON_TOOL_H_
#define PLUGINGEN_CLI_PYTHON_TOOL_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/temporary_folder.h"
#include "cli/console.h"

namespace plugingen::cli {

struct PythonTool {
  std::string_view name;    // of its file in tools/: "extract_catalog.py"
  std::string_view needs;   // of Python, for who has the wrong one: a line
  std::string_view advice;  // where the tool itself says what is wrong: a line
};

// What it has printed.
struct ToolOutput {
  std::string output;
  std::string errors;
};

// Runs the tool with `python` from a copy in `work`. Complains and returns nothing when it fails.
std::optional<ToolOutput> RunPythonTool(const PythonTool& tool, const std::string& python,
                                        const std::vector<std::string>& arguments, FileSystem& disk,
                                        const TemporaryFolder& work, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PYTHON_TOOL_H_
