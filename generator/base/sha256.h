// SHA-256 (FIPS 180-4), which identifies the content of files in the lock file.

#ifndef PLUGINGEN_BASE_SHA256_H_
#define PLUGINGEN_BASE_SHA256_H_

#include <string>
#include <string_view>

namespace plugingen {

// Returns the digest of `bytes` as 64 lower-case hexadecimal digits.
std::string Sha256(std::string_view bytes);

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_SHA256_H_
