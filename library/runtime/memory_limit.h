// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Limits on the device memory that this process may use.

#ifndef PLUGGABLE_RUNTIME_MEMORY_LIMIT_H_
#define PLUGGABLE_RUNTIME_MEMORY_LIMIT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "pluggable/status.h"

namespace pluggable::runtime {

// Reads an amount of memory in the format of specs: a number of bytes, or a number with a unit such
// as 512MiB, 1.5 GiB or 64MB.
Status ParseBytes(std::string_view text, uint64_t* bytes);

// Sets the program's limit, for devices that are created from now on.
void SetMemoryLimit(int ordinal, uint64_t bytes);

// The limit of a device with `capacity` bytes: the smaller of the program's limit and the one in
// the environment variable names::kMemoryLimit; none if neither is set. Fails if a limit is not an
// amount of memory, or is more than the device has.
Status MemoryLimitOf(int ordinal, uint64_t capacity, std::optional<uint64_t>* limit);

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_MEMORY_LIMIT_H_
