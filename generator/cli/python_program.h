// Whether a program that the user names is a Python.

#ifndef PLUGINGEN_CLI_PYTHON_PROGRAM_H_
#define PLUGINGEN_CLI_PYTHON_PROGRAM_H_

#include <string>

namespace plugingen::cli {

// Returns why `given`, a path or a name on PATH, is no Python: "'/etc/passwd' is not executable".
// Returns "" if it is one.
std::string NoPythonText(const std::string& given);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_PYTHON_PROGRAM_H_
