// Hands a generated file over to the user.

#ifndef PLUGINGEN_PROJECT_EJECT_H_
#define PLUGINGEN_PROJECT_EJECT_H_

#include <string>
#include <string_view>

namespace plugingen::project {

// Whether a line says, in just the words that plugingen writes, that a file is the library's.
bool IsLibraryBanner(std::string_view line);

// The text of a generated file without the lines at its beginning that say that it is generated;
// one in their place says whose it is now. Of these lines, those that the user changed stay, below
// the new one. Texts without such lines stay as they are.
std::string WithoutBanner(std::string_view text);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_EJECT_H_
