// Hands a generated file over to the user.

#ifndef PLUGINGEN_PROJECT_EJECT_H_
#define PLUGINGEN_PROJECT_EJECT_H_

#include <string>
#include <string_view>

namespace plugingen::project {

// The text of a generated file without the lines at its beginning that say that it is generated;
// one in their place says whose it is now. Texts without such lines stay as they are.
std::string WithoutBanner(std::string_view text);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_EJECT_H_
