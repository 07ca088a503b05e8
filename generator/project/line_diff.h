// Unified diffs of two texts.

#ifndef PLUGINGEN_PROJECT_LINE_DIFF_H_
#define PLUGINGEN_PROJECT_LINE_DIFF_H_

#include <string>
#include <string_view>

namespace plugingen::project {

// Returns hunks in the format of `diff -u` and `patch`, with three lines of context, or "" for
// equal texts. Names are printed as given: "a/src/x.cc", "/dev/null". Throws std::runtime_error if
// libgit2 fails for lack of memory.
std::string UnifiedDiff(std::string_view old_name, std::string_view old_text,
                        std::string_view new_name, std::string_view new_text);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LINE_DIFF_H_
