#include "base/sha256.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/sha256_blocks.h"

namespace plugingen {
namespace {

// Vectors of FIPS 180-4 and of coreutils' sha256sum.
TEST(Sha256Test, KnownDigests) {
  EXPECT_EQ(Sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Test, EveryLengthAroundABlockIsItsOwnDigest) {
  std::string before;
  for (size_t size = 50; size < 140; ++size) {
    const std::string digest = Sha256(std::string(size, 'x'));
    EXPECT_EQ(digest.size(), 64u);
    EXPECT_NE(digest, before);
    before = digest;
  }
  EXPECT_EQ(Sha256(std::string(64, 'x')),
            "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
}

TEST(Sha256Test, InstructionsComputeWhatThePortableCodeDoes) {
  if (!sha256::HasInstructions()) GTEST_SKIP() << "this processor has none";
  std::mt19937 random(1);
  for (size_t count = 0; count < 20; ++count) {
    std::vector<unsigned char> bytes(64 * count);
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
    sha256::State portable = {1, 2, 3, 4, 5, 6, 7, 8};
    sha256::State by_instructions = portable;
    sha256::AddBlocksPortably(portable, bytes.data(), count);
    sha256::AddBlocksByInstructions(by_instructions, bytes.data(), count);
    EXPECT_EQ(by_instructions, portable) << count;
  }
}

}  // namespace
}  // namespace plugingen
