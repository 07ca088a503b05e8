// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Converts a session for TensorFlow's tools.

#ifndef PLUGGABLE_PROFILER_PROFILE_H_
#define PLUGGABLE_PROFILER_PROFILE_H_

#include <string>

#include "profiler/session.h"

namespace pluggable::profiler {

// The session as a serialized XSpace; empty if nothing has run. It has a plane for each device,
// with a line for each stream and one for memory, and a plane for the host's calls, which
// TensorFlow merges into its own plane of the host's threads.
std::string SerializeProfile(const Session& session);

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_PROFILE_H_
