// Unified diffs of two texts, line by line.

#ifndef PLUGINGEN_PROJECT_LINE_DIFF_H_
#define PLUGINGEN_PROJECT_LINE_DIFF_H_

#include <string>
#include <string_view>

namespace plugingen::project {

// Hunks as `diff -u` and `patch` know them, three lines of context each; "" for equal texts. A name
// is printed as given: "a/src/x.cc", "/dev/null". The work is libgit2's; throws std::runtime_error
// when that fails (memory).
std::string UnifiedDiff(std::string_view old_name, std::string_view old_text,
                        std::string_view new_name, std::string_view new_text);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LINE_DIFF_H_
