// Checks paths from files that anyone could have written.

#ifndef PLUGINGEN_PROJECT_PROJECT_PATH_H_
#define PLUGINGEN_PROJECT_PROJECT_PATH_H_

#include <string_view>

namespace plugingen::project {

// True if a path from a lock or a journal is inside the project and outside the folders of version
// control. A file in .git/hooks would run at the next commit.
bool IsProjectPath(std::string_view path);

// True if a lock or a journal can contain the path. They are JSON, so it also has to be UTF-8.
bool IsRecordable(std::string_view path);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PROJECT_PATH_H_
