// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What a session of the profiler has seen.

#ifndef PLUGGABLE_PROFILER_SESSION_H_
#define PLUGGABLE_PROFILER_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "pluggable/launch.h"
#include "profiler/op_note.h"

namespace pluggable::profiler {

// All times are nanoseconds of the host's clock, HostNanoseconds().

enum class WorkKind {
  kKernel,  // work of an op
  kLaunch,  // a device function of an op
  kCopyToDevice,
  kCopyToHost,
  kCopyOnDevice,
  kFill,
  kWait,  // for another stream, or for an event
  kHostCallback
};

// What somebody is about to put on a stream.
struct WorkNote {
  WorkNote() = default;
  explicit WorkNote(WorkKind kind, uint64_t bytes = 0) : kind(kind), bytes(bytes) {}

  WorkKind kind = WorkKind::kKernel;
  uint64_t bytes = 0;        // of copies and fills
  const char* op_name = "";  // of kernels and launches: the node; lives as long as the process
  int64_t cost = 0;          // of kernels: what the op took it to need, in nanoseconds
  Dim3 grid;                 // of launches
  Dim3 block;
  size_t shared_bytes = 0;
};

// What the host computed in the device's place (runtime/fallback.h), on copies of device memory.
struct FallbackNote {
  int64_t pieces = 0;               // 0: the device has done the work
  const char* primitive = nullptr;  // null if the op has none; lives as long as the process
  uint64_t bytes_to_host = 0;
  uint64_t bytes_to_device = 0;
};

// A piece of work that a stream has done.
struct WorkRecord {
  WorkNote note;
  FallbackNote fallback;
  std::shared_ptr<const OpNote> op;  // of kernels and launches, null if the op began before
  int64_t correlation_id = 0;        // of this session's pieces, from 1
  int64_t thread = 0;                // that enqueued it, see HostThreadId()
  int64_t enqueued = 0;              // when the host began to enqueue it
  int64_t returned = 0;              // when it was done with that
  int64_t started = 0;               // when the device began it
  int64_t duration = 0;
};

struct StreamRecords {
  int ordinal = 0;  // of the device
  int index = 0;    // of the stream, as the device's streams were created
  std::vector<WorkRecord> records;
};

// The memory of a device at some time.
struct MemoryRecord {
  int ordinal = 0;
  int64_t time = 0;
  int64_t bytes_in_use = 0;  // that TensorFlow holds
  int64_t peak_bytes_in_use = 0;
  int64_t bytes_limit = 0;
  // What changed it: so many bytes allocated, or freed if negative. 0 for a look at the memory.
  int64_t change = 0;
  const void* address = nullptr;
  int64_t thread = 0;
  std::shared_ptr<const OpNote> op;  // that the thread computed, or null
};

struct Session {
  int64_t started = 0;
  int64_t stopped = 0;
  std::vector<StreamRecords> streams;
  std::vector<MemoryRecord> memory;
  // Pieces of work that happened and are not above: beyond what a session holds, not done when it
  // ended, or without a time.
  int64_t dropped = 0;
};

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_SESSION_H_
