// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Reports the runtime's work on streams to the profiler.

#ifndef PLUGGABLE_RUNTIME_RECORDING_H_
#define PLUGGABLE_RUNTIME_RECORDING_H_

#include <cstdint>
#include <type_traits>

#include "plugin/features/profiler.h"
#include "profiler/session.h"
#include "profiler/stream_log.h"
#include "runtime/stream.h"

namespace pluggable::runtime {

class StreamRecording {
 public:
  StreamRecording(const Stream& stream, const profiler::WorkNote& note)
      : recording_(stream.log(), note) {}

 private:
  const profiler::Recording recording_;
};

// Replaces it in a plugin without a profiler, and compiles to nothing.
class NoRecording {
 public:
  NoRecording(const Stream&, const profiler::WorkNote&) {}
};

// Recording(stream, note) records the work that is enqueued on the stream during its lifetime. It
// does nothing unless a session is running.
using Recording = std::conditional_t<features::kProfiler, StreamRecording, NoRecording>;

// Notes that the host computes the work being recorded, or a part of it, on copies of this size.
inline void RecordFallback(const Stream& stream, const char* primitive, uint64_t bytes_to_host,
                           uint64_t bytes_to_device) {
  if constexpr (features::kProfiler) {
    if (profiler::Enabled()) stream.log().AddFallback(primitive, bytes_to_host, bytes_to_device);
  }
}

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_RECORDING_H_
