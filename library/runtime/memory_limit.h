// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// How much of a device's memory this process may use.

#ifndef PLUGGABLE_RUNTIME_MEMORY_LIMIT_H_
#define PLUGGABLE_RUNTIME_MEMORY_LIMIT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "pluggable/status.h"

namespace pluggable::runtime {

// Reads an amount of memory as specs have it: a number of bytes, or a number with a unit, 512MiB,
// 1.5 GiB, 64MB.
Status ParseBytes(std::string_view text, uint64_t* bytes);

// The program's limit, for devices that are created from now on.
void SetMemoryLimit(int ordinal, uint64_t bytes);

// The limit of a device that has `capacity` bytes: the program's, or the one that the environment
// has in names::kMemoryLimit, whichever is less; none where nobody has set one. Fails if one is no
// amount of memory, or more than the device has.
Status MemoryLimitOf(int ordinal, uint64_t capacity, std::optional<uint64_t>* limit);

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_MEMORY_LIMIT_H_
