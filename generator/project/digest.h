// Whether a text on disk is the one that the lock knows the digest of.

#ifndef PLUGINGEN_PROJECT_DIGEST_H_
#define PLUGINGEN_PROJECT_DIGEST_H_

#include <string>
#include <string_view>

namespace plugingen::project {

// Editors and version control may turn line ends into CR LF; that alone is no edit.
bool HasDigest(std::string_view text, const std::string& digest);

// Whether a text on disk is `wanted`, whose lines end with LF, line ends aside.
bool IsSameText(std::string_view on_disk, std::string_view wanted);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_DIGEST_H_
