// SHA-256 (FIPS 180-4): names the content of a file in the lock file.

#ifndef PLUGINGEN_BASE_SHA256_H_
#define PLUGINGEN_BASE_SHA256_H_

#include <string>
#include <string_view>

namespace plugingen {

// The digest of `bytes` as 64 lower-case hexadecimal digits.
std::string Sha256(std::string_view bytes);

}  // namespace plugingen

#endif  // PLUGINGEN_BASE_SHA256_H_
