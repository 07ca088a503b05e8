// The Python whose TensorFlow a project is built against.

#ifndef PLUGINGEN_CLI_PROJECT_PYTHON_H_
#define PLUGINGEN_CLI_PROJECT_PYTHON_H_

#include <optional>
#include <string>

#include "cli/console.h"

namespace plugingen::cli {

struct ProjectPython {
  std::string path;        // absolute; not resolved if it is the link of a virtual environment
  std::string tensorflow;  // "2.21.0", or "unknown"
};

// Returns `given` if the user named a Python. Otherwise returns the first of these that has
// TensorFlow: the one in the active virtual environment ($VIRTUAL_ENV), in venv or .venv of the
// project, and python3 on PATH. If there is none, prints how to install a TensorFlow of `range`.
std::optional<ProjectPython> FindProjectPython(const std::string& given, const std::string& root,
                                               const std::string& range, Console& console);

// Returns the version of the TensorFlow that `python` would import.
std::optional<std::string> TensorFlowOf(const std::string& python);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PROJECT_PYTHON_H_
