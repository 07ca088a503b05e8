// The Python with the TensorFlow that a project is built against.

#ifndef PLUGINGEN_CLI_PROJECT_PYTHON_H_
#define PLUGINGEN_CLI_PROJECT_PYTHON_H_

#include <optional>
#include <string>

#include "cli/console.h"

namespace plugingen::cli {

struct ProjectPython {
  std::string path;        // absolute; the link of a virtual environment, never what it leads to
  std::string tensorflow;  // "2.21.0", or "unknown"
};

// `given` if the user named one, else the first that has a TensorFlow: that of the active virtual
// environment ($VIRTUAL_ENV), of venv or .venv in the project, or python3 on PATH. Complains if
// there is none, and says how to get one with a TensorFlow of `range`.
std::optional<ProjectPython> FindProjectPython(const std::string& given, const std::string& root,
                                               const std::string& range, Console& console);

// Whether `python` would import a TensorFlow, and which.
std::optional<std::string> TensorFlowOf(const std::string& python);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PROJECT_PYTHON_H_
