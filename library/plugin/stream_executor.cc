// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "plugin/stream_executor.h"

#include <memory>
#include <utility>

#include "pluggable/running_work.h"

#include "driver/driver.h"
#include "plugin/callbacks.h"
#include "plugin/host_struct.h"
#include "plugin/last_fields.h"
#include "profiler/session.h"
#include "runtime/copies.h"
#include "runtime/copy_errors.h"
#include "runtime/device.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/recording.h"
#include "runtime/stream.h"

namespace pluggable {

namespace {

using profiler::WorkKind;
using profiler::WorkNote;
using runtime::Device;
using runtime::Event;
using runtime::Recording;
using runtime::Stream;
using runtime::Timer;

// --- Memory

void Allocate(const SP_Device* device, uint64_t size, int64_t /*memory_space*/,
              SP_DeviceMemoryBase* memory) {
  memory->struct_size = SP_DEVICE_MEMORY_BASE_STRUCT_SIZE;
  memory->ext = nullptr;
  memory->opaque = Try("allocate", static_cast<void*>(nullptr),
                       [&] { return DeviceOf(device).memory().Allocate(size); });
  memory->size = memory->opaque == nullptr ? 0 : size;
  memory->payload = 0;
}

void Deallocate(const SP_Device* device, SP_DeviceMemoryBase* memory) {
  // If memory is too short to record the free, this memory is lost.
  Try("deallocate", [&] { DeviceOf(device).memory().Deallocate(memory->opaque); });
  memory->opaque = nullptr;
  memory->size = 0;
}

void* HostMemoryAllocate(const SP_Device* device, uint64_t size) {
  return Try("host_memory_allocate", static_cast<void*>(nullptr),
             [&] { return driver::AllocateHost(DeviceOf(device).ordinal(), size); });
}

void HostMemoryDeallocate(const SP_Device* device, void* memory) {
  Try("host_memory_deallocate", [&] { driver::FreeHost(DeviceOf(device).ordinal(), memory); });
}

void* UnifiedMemoryAllocate(const SP_Device* device, uint64_t size) {
  return Try("unified_memory_allocate", static_cast<void*>(nullptr),
             [&] { return driver::AllocateUnified(DeviceOf(device).ordinal(), size); });
}

void UnifiedMemoryDeallocate(const SP_Device* device, void* memory) {
  Try("unified_memory_deallocate",
      [&] { driver::FreeUnified(DeviceOf(device).ordinal(), memory); });
}

TF_Bool GetAllocatorStats(const SP_Device* device, SP_AllocatorStats* out) {
  const runtime::MemoryStats stats = DeviceOf(device).memory().Stats();
  out->struct_size = SP_ALLOCATORSTATS_STRUCT_SIZE;
  out->num_allocs = stats.num_allocs;
  out->bytes_in_use = stats.bytes_in_use;
  out->peak_bytes_in_use = stats.peak_bytes_in_use;
  out->largest_alloc_size = stats.largest_alloc_size;
  out->has_bytes_limit = 1;
  out->bytes_limit = stats.bytes_limit;
  out->bytes_reserved = stats.bytes_reserved;
  out->peak_bytes_reserved = stats.peak_bytes_reserved;
  out->has_bytes_reservable_limit = 1;
  out->bytes_reservable_limit = stats.bytes_limit;
  out->largest_free_block_bytes = stats.largest_free_block_bytes;
  return 1;
}

TF_Bool DeviceMemoryUsage(const SP_Device* device, int64_t* free, int64_t* total) {
  const bool is_known = Try("device_memory_usage", false,
                            [&] { return DeviceOf(device).memory().Usage(free, total); });
  return is_known ? 1 : 0;
}

// --- Streams

void CreateStream(const SP_Device* device, SP_Stream* stream, TF_Status* status) {
  Report("create_stream", status,
         [&] { return DeviceOf(device).CreateStream(kDefaultPriority, stream); });
}

void DestroyStream(const SP_Device* device, SP_Stream stream) {
  Try("destroy_stream", [&] { DeviceOf(device).DestroyStream(stream); });
}

void CreateStreamDependency(const SP_Device* /*device*/, SP_Stream dependent, SP_Stream other,
                            TF_Status* status) {
  Report("create_stream_dependency", status, [&] {
    if (!dependent->stream->MustWaitFor(other->stream)) return Status();
    const Recording recording(*dependent->stream, WorkNote(WorkKind::kWait));
    return dependent->stream->WaitFor(other->stream);
  });
}

// Always OK: see runtime::Stream for where errors go.
void GetStreamStatus(const SP_Device* /*device*/, SP_Stream /*stream*/, TF_Status* status) {
  SetTfStatus(status, Status());
}

// --- Events

void CreateEvent(const SP_Device* device, SP_Event* event, TF_Status* status) {
  Report("create_event", status, [&] {
    std::unique_ptr<Event> created;
    Status result = Event::Create(DeviceOf(device).ordinal(), &created);
    if (result.ok()) *event = new SP_Event_st{std::move(created)};
    return result;
  });
}

void DestroyEvent(const SP_Device* /*device*/, SP_Event event) {
  Try("destroy_event", [&] { delete event; });
}

SE_EventStatus GetEventStatus(const SP_Device* /*device*/, SP_Event event) {
  // In a forked child copies fail. Until 2.16 TensorFlow does not notice, and would wait for ever
  // for threads of its own. With this error it ends the child.
  if (runtime::IsForked()) {
    return runtime::CopiesReportErrors() ? SE_EVENT_COMPLETE : SE_EVENT_ERROR;
  }
  // TensorFlow will query it again.
  return Try("get_event_status", SE_EVENT_PENDING, [&] {
    return event->event->IsCompleteOrAwaited() ? SE_EVENT_COMPLETE : SE_EVENT_PENDING;
  });
}

void RecordEvent(const SP_Device* /*device*/, SP_Stream stream, SP_Event event, TF_Status* status) {
  Report("record_event", status, [&] { return event->event->Record(stream->stream); });
}

void WaitForEvent(const SP_Device* /*device*/, SP_Stream stream, SP_Event event,
                  TF_Status* status) {
  Report("wait_for_event", status, [&] {
    const Recording recording(*stream->stream, WorkNote(WorkKind::kWait));
    return event->event->LetWait(*stream->stream);
  });
}

void BlockHostForEvent(const SP_Device* /*device*/, SP_Event event, TF_Status* status) {
  Report("block_host_for_event", status, [&] { return event->event->Synchronize(); });
}

// --- Timers

void CreateTimer(const SP_Device* device, SP_Timer* timer, TF_Status* status) {
  Report("create_timer", status, [&] {
    std::unique_ptr<Timer> created;
    Status result = Timer::Create(DeviceOf(device).ordinal(), &created);
    if (result.ok()) *timer = new SP_Timer_st{std::move(created)};
    return result;
  });
}

void DestroyTimer(const SP_Device* /*device*/, SP_Timer timer) {
  Try("destroy_timer", [&] { delete timer; });
}

void StartTimer(const SP_Device* /*device*/, SP_Stream stream, SP_Timer timer, TF_Status* status) {
  Report("start_timer", status, [&] { return timer->timer->Start(stream->stream); });
}

void StopTimer(const SP_Device* /*device*/, SP_Stream stream, SP_Timer timer, TF_Status* status) {
  Report("stop_timer", status, [&] { return timer->timer->Stop(stream->stream); });
}

// --- Copies

void MemcpyDtoH(const SP_Device* /*device*/, SP_Stream stream, void* host_dst,
                const SP_DeviceMemoryBase* device_src, uint64_t size, TF_Status* status) {
  // Not logged, since this is how users learn of errors of ops.
  Return(status, [&] {
    return runtime::CopyToHost(*stream->stream, host_dst, device_src->opaque, size);
  }).IgnoreError();
}

void MemcpyHtoD(const SP_Device* /*device*/, SP_Stream stream, SP_DeviceMemoryBase* device_dst,
                const void* host_src, uint64_t size, TF_Status* status) {
  Report("memcpy_htod", status, [&] {
    return runtime::CopyToDevice(*stream->stream, device_dst->opaque, host_src, size);
  });
}

void MemcpyDtoD(const SP_Device* /*device*/, SP_Stream stream, SP_DeviceMemoryBase* device_dst,
                const SP_DeviceMemoryBase* device_src, uint64_t size, TF_Status* status) {
  Report("memcpy_dtod", status, [&] {
    return runtime::CopyOnDevice(*stream->stream, device_dst->opaque, device_src->opaque, size);
  });
}

void SyncMemcpyDtoH(const SP_Device* device, void* host_dst, const SP_DeviceMemoryBase* device_src,
                    uint64_t size, TF_Status* status) {
  Report("sync_memcpy_dtoh", status, [&] {
    return runtime::CopyAndWait(DeviceOf(device), [&](Stream& stream) {
      return runtime::CopyToHost(stream, host_dst, device_src->opaque, size);
    });
  });
}

void SyncMemcpyHtoD(const SP_Device* device, SP_DeviceMemoryBase* device_dst, const void* host_src,
                    uint64_t size, TF_Status* status) {
  Report("sync_memcpy_htod", status, [&] {
    return runtime::CopyAndWait(DeviceOf(device), [&](Stream& stream) {
      return runtime::CopyToDevice(stream, device_dst->opaque, host_src, size);
    });
  });
}

void SyncMemcpyDtoD(const SP_Device* device, SP_DeviceMemoryBase* device_dst,
                    const SP_DeviceMemoryBase* device_src, uint64_t size, TF_Status* status) {
  Report("sync_memcpy_dtod", status, [&] {
    return runtime::CopyAndWait(DeviceOf(device), [&](Stream& stream) {
      return runtime::CopyOnDevice(stream, device_dst->opaque, device_src->opaque, size);
    });
  });
}

void MemZero(const SP_Device* /*device*/, SP_Stream stream, SP_DeviceMemoryBase* location,
             uint64_t size, TF_Status* status) {
  Report("mem_zero", status,
         [&] { return runtime::Fill(*stream->stream, location->opaque, 0, 1, size); });
}

void Memset(const SP_Device* /*device*/, SP_Stream stream, SP_DeviceMemoryBase* location,
            uint8_t pattern, uint64_t size, TF_Status* status) {
  Report("memset", status,
         [&] { return runtime::Fill(*stream->stream, location->opaque, pattern, 1, size); });
}

void Memset32(const SP_Device* /*device*/, SP_Stream stream, SP_DeviceMemoryBase* location,
              uint32_t pattern, uint64_t size, TF_Status* status) {
  Report("memset32", status,
         [&] { return runtime::Fill(*stream->stream, location->opaque, pattern, 4, size); });
}

// --- The host

// Waits for the stream. Users get an error of enqueued work from here: TensorFlow raises it as an
// exception.
void BlockHostUntilDone(const SP_Device* /*device*/, SP_Stream stream, TF_Status* status) {
  Return(status, [&] { return stream->stream->Synchronize(); }).IgnoreError();
}

// The same for all streams of the device.
void SynchronizeAllActivity(const SP_Device* device, TF_Status* status) {
  // TensorFlow drops this error's message. In a forked child the next copy reports the same.
  if (runtime::IsForked() && runtime::CopiesReportErrors()) return SetTfStatus(status, Status());
  Return(status, [&] { return DeviceOf(device).Synchronize(); }).IgnoreError();
}

// A function of TensorFlow on a stream. It is counted as long as it exists.
class CallbackCall {
 public:
  // The stream ends after its last call.
  CallbackCall(Stream* stream, SE_StatusCallbackFn function, void* arg)
      : stream_(*stream), function_(function), arg_(arg) {
    stream_.device().CountHostCalls(1);
  }
  ~CallbackCall() { stream_.device().CountHostCalls(-1); }
  CallbackCall(const CallbackCall&) = delete;
  CallbackCall& operator=(const CallbackCall&) = delete;

  static void Run(void* opaque) {
    const std::unique_ptr<CallbackCall> call(static_cast<CallbackCall*>(opaque));
    const internal::RunningWork running(&call->stream_);
    call->stream_.SettleCopies(0);  // the function may say that the copies before it are done
    TfStatus status;
    call->function_(call->arg_, status.get());
    if (!status.ok()) call->stream_.Report(WithOpName("host callback", status.ToStatus()));
  }

 private:
  Stream& stream_;
  const SE_StatusCallbackFn function_;
  void* const arg_;
};

TF_Bool HostCallback(const SP_Device* /*device*/, SP_Stream stream, SE_StatusCallbackFn function,
                     void* arg) {
  const bool enqueued = Try("host_callback", false, [&] {
    auto call = std::make_unique<CallbackCall>(stream->stream.get(), function, arg);
    const Recording recording(*stream->stream, WorkNote(WorkKind::kHostCallback));
    const Status status = driver::HostCall(stream->stream->queue(), &CallbackCall::Run, call.get());
    if (!status.ok()) {
      runtime::Log("host_callback: ", status.ToString());
      return false;
    }
    (void)call.release();  // now Run's
    return true;
  });
  return enqueued ? 1 : 0;
}

}  // namespace

Status FillStreamExecutor(SP_StreamExecutor* stream_executor) {
  HostStruct<SP_StreamExecutor> host(stream_executor);
  Status status = host.Require(last_common::kStreamExecutor);
  if (!status.ok()) return status;
  host->ext = nullptr;
  host->allocate = &Allocate;
  host->deallocate = &Deallocate;
  host->host_memory_allocate = &HostMemoryAllocate;
  host->host_memory_deallocate = &HostMemoryDeallocate;
  host->unified_memory_allocate = &UnifiedMemoryAllocate;
  host->unified_memory_deallocate = &UnifiedMemoryDeallocate;
  host->get_allocator_stats = &GetAllocatorStats;
  host->device_memory_usage = &DeviceMemoryUsage;
  host->create_stream = &CreateStream;
  host->destroy_stream = &DestroyStream;
  host->create_stream_dependency = &CreateStreamDependency;
  host->get_stream_status = &GetStreamStatus;
  host->create_event = &CreateEvent;
  host->destroy_event = &DestroyEvent;
  host->get_event_status = &GetEventStatus;
  host->record_event = &RecordEvent;
  host->wait_for_event = &WaitForEvent;
  host->create_timer = &CreateTimer;
  host->destroy_timer = &DestroyTimer;
  host->start_timer = &StartTimer;
  host->stop_timer = &StopTimer;
  host->memcpy_dtoh = &MemcpyDtoH;
  host->memcpy_htod = &MemcpyHtoD;
  host->memcpy_dtod = &MemcpyDtoD;
  host->sync_memcpy_dtoh = &SyncMemcpyDtoH;
  host->sync_memcpy_htod = &SyncMemcpyHtoD;
  host->sync_memcpy_dtod = &SyncMemcpyDtoD;
  host->block_host_for_event = &BlockHostForEvent;
  host->block_host_until_done = &BlockHostUntilDone;
  host->synchronize_all_activity = &SynchronizeAllActivity;
  host->mem_zero = &MemZero;
  host->memset = &Memset;
  host->memset32 = &Memset32;
  host->host_callback = &HostCallback;
  if constexpr (kHasStreamOptions) SetCreateStreamWithOptions(&host);
  host.SetEnd(last_known::kStreamExecutor);
  return status;
}

}  // namespace pluggable
