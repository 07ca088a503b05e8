// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The results of a session of the profiler.

#ifndef PLUGGABLE_PROFILER_SESSION_H_
#define PLUGGABLE_PROFILER_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "pluggable/launch.h"
#include "profiler/op_note.h"

namespace pluggable::profiler {

// All times are nanoseconds of the host's clock; see HostNanoseconds().

enum class WorkKind {
  kKernel,  // work of an op
  kLaunch,  // a device function of an op
  kCopyToDevice,
  kCopyToHost,
  kCopyOnDevice,
  kFill,
  kWait,  // for another stream or an event
  kHostCallback
};

// A piece of work that is about to be enqueued.
struct WorkNote {
  WorkNote() = default;
  explicit WorkNote(WorkKind kind, uint64_t bytes = 0) : kind(kind), bytes(bytes) {}

  WorkKind kind = WorkKind::kKernel;
  uint64_t bytes = 0;        // for copies and fills
  const char* op_name = "";  // for kernels and launches: the node; lives as long as the process
  int64_t cost = 0;          // for kernels: the op's estimate, in nanoseconds
  Dim3 grid;                 // for launches
  Dim3 block;
  size_t shared_bytes = 0;
};

// Work that the host did instead of the device (runtime/fallback.h), on copies of device memory.
struct FallbackNote {
  int64_t pieces = 0;               // 0: the device did the work
  const char* primitive = nullptr;  // null if there is none; lives as long as the process
  uint64_t bytes_to_host = 0;
  uint64_t bytes_to_device = 0;
};

// A piece of work that a stream has done.
struct WorkRecord {
  WorkNote note;
  FallbackNote fallback;
  std::shared_ptr<const OpNote> op;  // for kernels and launches; null if the op began before
  int64_t correlation_id = 0;        // number within the session, from 1
  int64_t thread = 0;                // the enqueuing thread, see HostThreadId()
  int64_t enqueued = 0;              // when the host started to enqueue it
  int64_t returned = 0;              // when enqueuing was done
  int64_t started = 0;               // when the device started it
  int64_t duration = 0;
};

struct StreamRecords {
  int ordinal = 0;  // the device's
  int index = 0;    // the stream's, in the order of creation
  std::vector<WorkRecord> records;
};

// The memory of a device at one time.
struct MemoryRecord {
  int ordinal = 0;
  int64_t time = 0;
  int64_t bytes_in_use = 0;  // memory that TensorFlow uses
  int64_t peak_bytes_in_use = 0;
  int64_t bytes_limit = 0;
  // The change in bytes: allocated, or freed if negative. 0 if the memory was only read.
  int64_t change = 0;
  const void* address = nullptr;
  int64_t thread = 0;
  std::shared_ptr<const OpNote> op;  // the thread's current op, or null
};

struct Session {
  int64_t started = 0;
  int64_t stopped = 0;
  std::vector<StreamRecords> streams;
  std::vector<MemoryRecord> memory;
  // Work that ran but is not listed above: beyond the limit of a session, not done at its end, or
  // without a time.
  int64_t dropped = 0;
};

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_SESSION_H_
