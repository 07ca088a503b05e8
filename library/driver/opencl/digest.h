// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A digest of bytes: FNV-1a with 128 bits.

#ifndef PLUGGABLE_DRIVER_OPENCL_DIGEST_H_
#define PLUGGABLE_DRIVER_OPENCL_DIGEST_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pluggable::opencl {

// Finds damage, and tells texts apart. It does not resist an attacker who looks for two texts with
// one digest, so only trust it where nobody else can write.
class Digest {
 public:
  // Adds bytes and their number, so that ("ab", "c") differs from ("a", "bc").
  void Add(std::string_view bytes);

  // 32 hexadecimal digits.
  std::string Hex() const;

 private:
  __extension__ using Number = unsigned __int128;

  void AddByte(unsigned char byte) {
    constexpr Number kPrime = (Number{1} << 88) + 0x13B;
    state_ = (state_ ^ byte) * kPrime;
  }

  Number state_ = (Number{0x6C62272E07BB0142} << 64) + 0x62B821756295C58D;
};

}  // namespace pluggable::opencl

#endif  // PLUGGABLE_DRIVER_OPENCL_DIGEST_H_
