// Which paths the tool may write to when a file that anyone may have written names them.

#ifndef PLUGINGEN_PROJECT_PROJECT_PATH_H_
#define PLUGINGEN_PROJECT_PROJECT_PATH_H_

#include <string_view>

namespace plugingen::project {

// Whether a path from a lock or a journal stays inside the project, and outside of what version
// control keeps there: a file in .git/hooks would run at the next commit.
bool IsProjectPath(std::string_view path);

// Whether a path can stand in a lock or a journal, which are JSON: is one of the project, in UTF-8.
bool IsRecordable(std::string_view path);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PROJECT_PATH_H_
