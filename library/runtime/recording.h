// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the runtime tells the profiler of the work that it puts on streams.

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

// In its place without a profiler: nothing is left of it in compiled code.
class NoRecording {
 public:
  NoRecording(const Stream&, const profiler::WorkNote&) {}
};

// Recording(stream, note) records what is put on the stream in its lifetime. It does nothing while
// no session is on.
using Recording = std::conditional_t<features::kProfiler, StreamRecording, NoRecording>;

// The host computes what is being recorded on the stream, or a part of it, on copies of so many
// bytes.
inline void RecordFallback(const Stream& stream, const char* primitive, uint64_t bytes_to_host,
                           uint64_t bytes_to_device) {
  if constexpr (features::kProfiler) {
    if (profiler::Enabled()) stream.log().AddFallback(primitive, bytes_to_host, bytes_to_device);
  }
}

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_RECORDING_H_
