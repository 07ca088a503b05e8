// Whether a text on disk is the one that the lock knows the digest of.

#ifndef PLUGINGEN_PROJECT_DIGEST_H_
#define PLUGINGEN_PROJECT_DIGEST_H_

#include <string>
#include <string_view>

#include "base/file_system.h"

namespace plugingen::project {

// Editors and version control may turn line ends into CR LF; that alone is no edit.
bool HasDigest(std::string_view text, const std::string& digest);

// Whether a text on disk is `wanted`, whose lines end with LF, line ends aside.
bool IsSameText(std::string_view on_disk, std::string_view wanted);

// What stands at a path: a file's digest, "" for nothing, kNoFile for anything else.
inline constexpr std::string_view kNoFile = "no file";
std::string StateOf(const std::string& path, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_DIGEST_H_
