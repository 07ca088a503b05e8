// Compares texts on disk with the digests in the lock.

#ifndef PLUGINGEN_PROJECT_DIGEST_H_
#define PLUGINGEN_PROJECT_DIGEST_H_

#include <string>
#include <string_view>

#include "base/file_system.h"

namespace plugingen::project {

// True if the text has this digest. Ignores CR LF line ends, because editors and version control
// can introduce them.
bool HasDigest(std::string_view text, const std::string& digest);

// True if a text on disk equals `wanted`, which has LF line ends. Ignores the difference between
// line ends.
bool IsSameText(std::string_view on_disk, std::string_view wanted);

// Describes the content of a path: the digest of a file, "" for nothing, kNoFile for anything else.
inline constexpr std::string_view kNoFile = "no file";
std::string StateOf(const std::string& path, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_DIGEST_H_
