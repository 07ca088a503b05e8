// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A digest of bytes: FNV-1a with 128 bits.

#ifndef PLUGGABLE_DRIVER_OPENCL_DIGEST_H_
#define PLUGGABLE_DRIVER_OPENCL_DIGEST_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace pluggable::opencl {

// It detects damage and distinguishes texts. It does not resist an attacker who searches for two
// texts with the same digest, so use it only for files that nobody else can write.
class Digest {
 public:
  // Adds the number of bytes and the bytes, so that ("ab", "c") differs from ("a", "bc").
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
