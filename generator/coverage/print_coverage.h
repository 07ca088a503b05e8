// Prints coverage as text and as JSON.

#ifndef PLUGINGEN_COVERAGE_PRINT_COVERAGE_H_
#define PLUGINGEN_COVERAGE_PRINT_COVERAGE_H_

#include <string>

#include "coverage/coverage.h"

namespace plugingen::coverage {

// Prints a line for each op with its dtypes, the counts, and what to add to the spec.
std::string PrintText(const Coverage& coverage, const std::string& missing_entries);

// Prints one object: release, complete, counts, ops, add.
std::string PrintJson(const Coverage& coverage, const std::string& missing_entries);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_PRINT_COVERAGE_H_
