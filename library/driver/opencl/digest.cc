// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/digest.h"

namespace pluggable::opencl {

void Digest::Add(std::string_view bytes) {
  for (uint64_t size = bytes.size(), i = 0; i < sizeof(size); ++i, size >>= 8) {
    AddByte(static_cast<unsigned char>(size));
  }
  for (const char byte : bytes) AddByte(static_cast<unsigned char>(byte));
}

std::string Digest::Hex() const {
  std::string digits;
  for (int shift = 124; shift >= 0; shift -= 4) {
    digits += "0123456789abcdef"[static_cast<unsigned>(state_ >> shift) & 15U];
  }
  return digits;
}

}  // namespace pluggable::opencl
