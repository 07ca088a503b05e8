// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler/profile.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "driver/driver.h"
#include "plugin/features/device.h"
#include "plugin/features/memory.h"
#include "plugin/names.h"
#include "profiler/flops.h"
#include "profiler/host_thread.h"
#include "profiler/xspace.h"

namespace pluggable::profiler {

namespace {

constexpr std::string_view kDeviceType = names::kDeviceType;

// TensorFlow's tools look for devices only in planes whose name begins with "/device:GPU:". A plane
// with another name has no steps and no ops, and the trace viewer does not show it.
std::string PlaneName(int ordinal) {
  std::string name = "/device:GPU:" + std::to_string(ordinal);
  if constexpr (!features::kIsGpu) {
    name += ' ';
    name += kDeviceType;
  }
  return name;
}

// CUDA's profiler uses this name for the plane of host calls. TensorFlow merges its lines into
// those of the host's threads, by the threads' numbers. A call then lies within the op that made
// it, and the work that it enqueued belongs to the op's step.
constexpr char kHostPlane[] = "/host:CUPTI";

// Newer trace viewers draw this line as a curve.
constexpr char kCounterLine[] = "_counters_";
constexpr int64_t kCounterLineId = 1 << 20;  // after all streams

std::string_view NameOf(WorkKind kind) {
  switch (kind) {
    case WorkKind::kKernel:
    case WorkKind::kLaunch:
      return "kernels";
    case WorkKind::kCopyToDevice:
      return "MemcpyHtoD";  // the overview page recognizes copies by these names
    case WorkKind::kCopyToHost:
      return "MemcpyDtoH";
    case WorkKind::kCopyOnDevice:
      return "MemcpyDtoD";
    case WorkKind::kFill:
      return "Memset";
    case WorkKind::kWait:
      return "Wait";
    case WorkKind::kHostCallback:
      return "HostCallback";
  }
  return "";
}

bool IsOfOp(WorkKind kind) { return kind == WorkKind::kKernel || kind == WorkKind::kLaunch; }

// The name of the primitive, or else of the op's type.
std::string_view PlainNameOf(const WorkRecord& record) {
  if (record.fallback.primitive != nullptr) return record.fallback.primitive;
  if (record.op != nullptr) return *record.op->type;
  return IsOfOp(record.note.kind) ? record.note.op_name : NameOf(record.note.kind);
}

// Fallbacks have names of their own, so that the tools add up their time.
std::string NameOf(const WorkRecord& record) {
  std::string name(PlainNameOf(record));
  return record.fallback.pieces == 0 ? name : name + " on the host";
}

void AddFallbackStats(const WorkRecord& record, XStats* stats) {
  stats->Add("fallback", PlainNameOf(record));
  stats->Add("bytes_to_host", static_cast<int64_t>(record.fallback.bytes_to_host));
  stats->Add("bytes_to_device", static_cast<int64_t>(record.fallback.bytes_to_device));
}

std::string Text(Dim3 size) {
  return std::to_string(size.x) + "," + std::to_string(size.y) + "," + std::to_string(size.z);
}

// Details by which the tools distinguish kernels from copies. They read the grid and the block.
std::string KernelDetails(const WorkNote& note) {
  if (note.kind == WorkKind::kKernel) return "cost_ns:" + std::to_string(note.cost);
  return "grid:" + Text(note.grid) + " block:" + Text(note.block) +
         " dynamic_shared:" + std::to_string(note.shared_bytes);
}

// An op may enqueue several pieces of work. Its arithmetic is counted once, for the longest piece.
using LongestPieces = std::unordered_map<const OpNote*, const WorkRecord*>;

LongestPieces FindLongest(const Session& session) {
  LongestPieces longest;
  for (const StreamRecords& stream : session.streams) {
    for (const WorkRecord& record : stream.records) {
      if (record.op == nullptr) continue;
      const WorkRecord*& piece = longest[record.op.get()];
      if (piece == nullptr || record.duration > piece->duration) piece = &record;
    }
  }
  return longest;
}

void AddOpStats(const WorkRecord& record, bool is_longest, XStats* stats) {
  const OpNote& op = *record.op;
  stats->Add("tf_op", *op.name + ":" + *op.type);
  stats->Add("shape", OpNote::ShapesOf(op.inputs));
  // Compute may still be running when a session ends.
  if (!op.computed.load(std::memory_order_acquire)) return;
  stats->Add("output_shape", OpNote::ShapesOf(op.outputs));
  if (!is_longest) return;
  stats->Add("bytes_accessed", BytesAccessedBy(op.inputs, op.outputs));
  const int64_t flops = FlopsOf(*op.type, op.inputs, op.outputs);
  if (flops >= 0) stats->Add("flops", flops);
}

void AddWork(const WorkRecord& record, const LongestPieces& longest, int64_t begin, XLine* line) {
  const int64_t started = std::max(record.started, begin);
  line->AddEvent(NameOf(record), started, record.duration, [&](XStats& stats) {
    stats.Add("correlation_id", record.correlation_id);
    stats.Add("queueing_delay_ns", std::max<int64_t>(record.started - record.enqueued, 0));
    const WorkNote& note = record.note;
    const auto bytes = static_cast<int64_t>(note.bytes);
    const std::string details = "num_bytes:" + std::to_string(note.bytes);
    switch (note.kind) {
      case WorkKind::kKernel:
      case WorkKind::kLaunch:
        stats.Add("kernel_details", KernelDetails(note));
        break;
      case WorkKind::kCopyToDevice:
      case WorkKind::kCopyToHost:
      case WorkKind::kCopyOnDevice:
        stats.Add("memcpy_details", details);
        stats.Add("bytes_transferred", bytes);
        break;
      case WorkKind::kFill:
        stats.Add("Memset_details", details);
        stats.Add("bytes_transferred", bytes);
        break;
      case WorkKind::kWait:
      case WorkKind::kHostCallback:
        break;
    }
    if (record.fallback.pieces > 0) AddFallbackStats(record, &stats);
    if (record.op != nullptr) AddOpStats(record, longest.at(record.op.get()) == &record, &stats);
  });
}

// "Stream 1 (MemcpyHtoD, Wait)"
std::string LineName(const StreamRecords& stream) {
  std::set<std::string_view> kinds;
  for (const WorkRecord& record : stream.records) kinds.insert(NameOf(record.note.kind));
  std::string names;
  for (const std::string_view kind : kinds) {
    names += names.empty() ? "" : ", ";
    names += kind;
  }
  return "Stream " + std::to_string(stream.index) + " (" + names + ")";
}

// At most this many records of the device's memory. Each record stands for several, with their
// maximum.
std::vector<const MemoryRecord*> MemoryOf(const Session& session, int ordinal, size_t most) {
  std::vector<const MemoryRecord*> all;
  for (const MemoryRecord& record : session.memory) {
    if (record.ordinal == ordinal) all.push_back(&record);
  }
  const size_t stride = (all.size() + most - 1) / most;
  std::vector<const MemoryRecord*> kept;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i % stride == 0) {
      kept.push_back(all[i]);
    } else if (all[i]->bytes_in_use > kept.back()->bytes_in_use) {
      kept.back() = all[i];
    }
  }
  return kept;
}

// From 2.19 on, TensorFlow derives a device's ops from the line of its plane with the most events,
// whatever they are. So this line has fewer events than the longest stream.
void AddMemoryLine(const Session& session, int ordinal, XPlane* plane) {
  size_t longest = 0;
  for (const StreamRecords& stream : session.streams) {
    if (stream.ordinal == ordinal) longest = std::max(longest, stream.records.size());
  }
  const size_t most = std::max<size_t>(longest, 3) - 1;
  plane->AddLine(kCounterLineId, kCounterLine, session.started, [&](XLine& line) {
    for (const MemoryRecord* record : MemoryOf(session, ordinal, most)) {
      line.AddEvent("device memory", std::max(record->time, session.started), 0,
                    [&](XStats& stats) { stats.Add("bytes_in_use", record->bytes_in_use); });
    }
  });
}

std::string DevicePlane(const Session& session, const LongestPieces& longest, int ordinal) {
  XPlane plane(ordinal, PlaneName(ordinal));
  for (const StreamRecords& stream : session.streams) {
    if (stream.ordinal != ordinal) continue;
    plane.AddLine(stream.index, LineName(stream), session.started, [&](XLine& line) {
      for (const WorkRecord& record : stream.records) {
        AddWork(record, longest, session.started, &line);
      }
    });
  }
  AddMemoryLine(session, ordinal, &plane);
  const DeviceProperties properties = driver::Properties(ordinal);
  plane.AddStat("device_type_string", kDeviceType);
  plane.AddStat("device_vendor", std::string_view(properties.vendor));
  plane.AddStat("memory_size", static_cast<int64_t>(properties.memory_capacity));
  plane.AddStat("memory_bandwidth", int64_t{properties.memory_bandwidth});
  plane.AddStat("core_count", int64_t{properties.num_multiprocessors});
  plane.AddStat("dropped_events", session.dropped);
  return plane.Take();
}

// An allocation or a release, in the format of TensorFlow's own allocators. The memory profile is
// computed from these.
void AddMemoryActivity(const MemoryRecord& record, int64_t begin, XLine* line) {
  const char* const name = record.change > 0 ? "MemoryAllocation" : "MemoryDeallocation";
  line->AddEvent(name, std::max(record.time, begin), 0, [&](XStats& stats) {
    const int64_t size = record.change > 0 ? record.change : -record.change;
    stats.Add("allocator_name", std::string(kDeviceType) + "_" + std::to_string(record.ordinal));
    stats.Add("bytes_reserved", int64_t{0});
    stats.Add("bytes_allocated", record.bytes_in_use);
    stats.Add("bytes_available", record.bytes_limit - record.bytes_in_use);
    stats.Add("peak_bytes_in_use", record.peak_bytes_in_use);
    stats.Add("requested_bytes", size);
    stats.Add("allocation_bytes", size);
    stats.Add("addr", static_cast<int64_t>(reinterpret_cast<intptr_t>(record.address)));
    if (record.op != nullptr) stats.Add("tf_op", *record.op->name);
  });
}

// The calls that enqueued work, by thread.
std::string HostPlane(const Session& session) {
  struct Call {
    const WorkRecord* record;
    int ordinal;
    int stream;
  };
  struct Thread {
    std::vector<Call> calls;
    std::vector<const MemoryRecord*> memory;
  };
  std::map<int64_t, Thread> threads;
  for (const StreamRecords& stream : session.streams) {
    for (const WorkRecord& record : stream.records) {
      threads[record.thread].calls.push_back({&record, stream.ordinal, stream.index});
    }
  }
  // TensorFlow's own allocator reports its allocations itself.
  if constexpr (features::kPluginAllocator) {
    for (const MemoryRecord& record : session.memory) {
      if (record.change != 0) threads[record.thread].memory.push_back(&record);
    }
  }
  XPlane plane(0, kHostPlane);
  for (const auto& [id, thread] : threads) {
    // If TensorFlow has a name for the thread, that name is used.
    const Thread& own = thread;
    const int64_t line_id = LineOfThread(id);
    plane.AddLine(line_id, "thread " + std::to_string(line_id), session.started, [&](XLine& line) {
      for (const Call& call : own.calls) {
        const WorkRecord& record = *call.record;
        line.AddEvent("Enqueue", std::max(record.enqueued, session.started),
                      record.returned - record.enqueued, [&](XStats& stats) {
                        stats.Add("correlation_id", record.correlation_id);
                        stats.Add("device_id", int64_t{call.ordinal});
                        stats.Add("stream", int64_t{call.stream});
                        stats.Add("work", NameOf(record));
                      });
      }
      for (const MemoryRecord* record : own.memory) {
        AddMemoryActivity(*record, session.started, &line);
      }
    });
  }
  return plane.Take();
}

}  // namespace

std::string SerializeProfile(const Session& session) {
  std::set<int> ordinals;
  for (const StreamRecords& stream : session.streams) ordinals.insert(stream.ordinal);
  if (ordinals.empty()) return std::string();
  const LongestPieces longest = FindLongest(session);
  XSpace space;
  for (const int ordinal : ordinals) space.AddPlane(DevicePlane(session, longest, ordinal));
  space.AddPlane(HostPlane(session));
  return space.Take();
}

}  // namespace pluggable::profiler
