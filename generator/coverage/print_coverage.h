// Prints coverage as text and as JSON.

#ifndef PLUGINGEN_COVERAGE_PRINT_COVERAGE_H_
#define PLUGINGEN_COVERAGE_PRINT_COVERAGE_H_

#include <string>

#include "coverage/coverage.h"

namespace plugingen::coverage {

// Prints a line for each op with its dtypes, the counts, and what to add to the spec: entries, and
// a set that has their ops, or "".
std::string PrintText(const Coverage& coverage, const std::string& missing_entries,
                      const std::string& set);

// Prints one object: release, complete, counts, ops, add, set.
std::string PrintJson(const Coverage& coverage, const std::string& missing_entries,
                      const std::string& set);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_PRINT_COVERAGE_H_
