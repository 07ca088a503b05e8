// The Python programs that are embedded in the executable, like the templates.

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
  std::string_view name;    // of the file in tools/: "extract_catalog.py"
  std::string_view needs;   // what Python it needs, for a user with another one: a line
  std::string_view advice;  // if the tool itself reports an error: a line
};

// The output of a tool.
struct ToolOutput {
  std::string output;
  std::string errors;
};

// Copies the tool to `work` and runs it with `python`. Prints an error and returns nothing if it
// fails.
std::optional<ToolOutput> RunPythonTool(const PythonTool& tool, const std::string& python,
                                        const std::vector<std::string>& arguments, FileSystem& disk,
                                        const TemporaryFolder& work, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PYTHON_TOOL_H_
