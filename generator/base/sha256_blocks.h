// SHA-256's function of a block, by the processor's own instructions where it has them.

#ifndef PLUGINGEN_BASE_SHA256_BLOCKS_H_
#define PLUGINGEN_BASE_SHA256_BLOCKS_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace plugingen::sha256 {

using State = std::array<uint32_t, 8>;

// The constants of the 64 rounds.
extern const std::array<uint32_t, 64> kRound;

// Each takes `count` blocks of 64 bytes into the state.
void AddBlocksPortably(State& state, const unsigned char* blocks, size_t count);
void AddBlocksByInstructions(State& state, const unsigned char* blocks, size_t count);

// Whether this processor has the instructions that AddBlocksByInstructions() uses.
bool HasInstructions();

}  // namespace plugingen::sha256

#endif  // PLUGINGEN_BASE_SHA256_BLOCKS_H_
