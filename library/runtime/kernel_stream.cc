// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Implements "pluggable/stream.h": passes work from kernels to the driver.

#include <memory>
#include <utility>

#include "pluggable/device_kernel.h"
#include "pluggable/op_kernel_context.h"
#include "pluggable/stream.h"

#include "driver/driver.h"
#include "plugin/features/device.h"
#include "profiler/session.h"
#include "runtime/copies.h"
#include "runtime/device.h"
#include "runtime/failed_results.h"
#include "runtime/fallback_report.h"
#include "runtime/recording.h"
#include "runtime/staged_memory.h"
#include "runtime/stream.h"

namespace pluggable::internal {

namespace {

// A launch; put(queue) enqueues it on the driver's queue. `code` is its name in the report: null
// for a function of the driver.
template <typename Put>
Status LaunchBy(SP_Stream handle, const char* op_name, const std::shared_ptr<OpMemory>& memory,
                const char* code, Dim3 grid, Dim3 block, size_t shared_bytes, const Put& put) {
  runtime::Stream& stream = *handle->stream;
  profiler::WorkNote note(profiler::WorkKind::kLaunch);
  note.op_name = op_name;
  note.grid = grid;
  note.block = block;
  note.shared_bytes = shared_bytes;
  const runtime::Recording recording(stream, note);
  if (memory != nullptr) memory->SetLaunched();
  Status status;
  {
    runtime::FallbackReport::Piece reported(runtime::FallbackReport::Get(),
                                            stream.device().ordinal(), stream);
    status = put(stream.queue());
    if (status.ok()) reported.EndOnDevice(memory == nullptr ? op_name : memory->op_type(), code);
  }
  if (memory != nullptr) memory->CountInWork();
  // The device does not know of earlier failures. If there may be any, the host records what the
  // launch leaves without a result.
  if (status.ok() && memory != nullptr && stream.device().MayHaveFailedResults()) {
    return EnqueueCheck(handle, op_name, memory);
  }
  return WithOpName(op_name, status);
}

}  // namespace

SP_Stream StreamOf(TF_OpKernelContext* context, Status* status) {
  TfStatus& tf_status = TfStatus::ThisThread();
  const SP_Stream stream = TF_GetStream(context, tf_status.get());
  if (!tf_status.ok()) *status = tf_status.Take();
  return stream;
}

WorkObserver* ObserverOf(SP_Stream stream) { return stream->stream.get(); }

void Enqueue(SP_Stream stream, int64_t cost, Work&& work, OpMemory* memory) {
  const char* const op_name = work.op_name();
  profiler::WorkNote note(profiler::WorkKind::kKernel);
  note.op_name = op_name;
  note.cost = cost;
  const runtime::Recording recording(*stream->stream, note);
  const bool is_awaited = work.may_fail() && memory != nullptr && !memory->WritesAny();
  Status status = stream->stream->Enqueue(std::move(work), cost);
  // If the op writes nothing, no memory can be marked, so the op itself must report an error.
  if (status.ok() && is_awaited) stream->stream->Await();
  if (status.ok()) return;
  status = WithOpName(op_name, status);
  if (memory == nullptr) {
    stream->stream->Report(std::move(status));
  } else {
    memory->Fail(std::make_shared<Failure>(std::move(status)));  // Compute fails with it
  }
}

Status Launch(SP_Stream handle, const char* op_name, const std::shared_ptr<OpMemory>& memory,
              const void* function, Dim3 grid, Dim3 block, void** args, size_t shared_bytes) {
  const auto put = [&](driver::Queue* queue) {
    return driver::Launch(queue, function, grid, block, args, shared_bytes);
  };
  return LaunchBy(handle, op_name, memory, nullptr, grid, block, shared_bytes, put);
}

Status Launch(SP_Stream handle, const char* op_name, const std::shared_ptr<OpMemory>& memory,
              const DeviceKernel& kernel, Dim3 grid, Dim3 block, void** args) {
  if constexpr (features::kDeviceKernels) {
    const int ordinal = handle->stream->device().ordinal();
    const char* const code = kernel.call == nullptr ? kernel.program->name.c_str() : kernel.name;
    return LaunchBy(handle, op_name, memory, code, grid, block, 0, [&](driver::Queue* queue) {
      return LaunchDeviceKernel(ordinal, queue, kernel, grid, block, args);
    });
  } else {
    return WithOpName(op_name, errors::Unimplemented("the driver compiles no kernels"));
  }
}

Status CopyOnDevice(SP_Stream stream, const char* op_name, OpMemory* memory, void* dst,
                    const void* src, size_t size) {
  if (memory != nullptr) memory->CountInWork();
  return WithOpName(op_name, runtime::CopyOnDevice(*stream->stream, dst, src, size, memory));
}

Status EnqueueCheck(SP_Stream handle, const char* op_name,
                    const std::shared_ptr<OpMemory>& memory) {
  runtime::Stream& stream = *handle->stream;
  return WithOpName(op_name, stream.EnqueueAccount(Work([] {}, op_name, &stream, memory)));
}

Status Read(SP_Stream handle, const char* op_name, OpMemory* memory, void* dst, const void* src,
            size_t size) {
  runtime::Stream& stream = *handle->stream;
  if (memory != nullptr) memory->CountInWork();
  Status status;
  {
    const runtime::Recording recording(stream,
                                       profiler::WorkNote(profiler::WorkKind::kCopyToHost, size));
    status = driver::CopyToHost(stream.queue(), dst, src, size);
  }
  if (!status.ok()) return WithOpName(op_name, status);
  status = Synchronize(handle, memory);
  if (!status.ok()) return status;
  const std::shared_ptr<Failure> failure = runtime::FailedResults::Get().FindOrTakeLost(src, size);
  if (failure == nullptr) return Status();
  failure->is_reported = true;
  return failure->error;
}

Status ErrorOf(SP_Stream, const OpMemory* memory) {
  const std::shared_ptr<Failure> failure = memory == nullptr ? nullptr : memory->failure();
  return failure == nullptr ? Status() : failure->error;
}

Status TakeError(SP_Stream stream, const OpMemory* memory) {
  if (memory == nullptr) return stream->stream->TakeUnreportedError();
  const std::shared_ptr<Failure> failure = memory->failure();
  if (failure == nullptr) return Status();
  failure->is_reported = true;
  return failure->error;
}

Status Synchronize(SP_Stream stream, const OpMemory* memory) {
  if (memory == nullptr) return stream->stream->Synchronize();
  stream->stream->Await();
  return TakeError(stream, memory);
}

// While work is pending, marks may belong to tensors that had the memory earlier: TensorFlow reuses
// memory that pending work still reads and writes. In that case the work itself finds the marks.
Status TakeFailureOf(SP_Stream stream, const void* begin, size_t bytes) {
  if (!driver::Idle(stream->stream->queue())) return Status();
  const std::shared_ptr<Failure> failure =
      runtime::FailedResults::Get().FindOrTakeLost(begin, bytes);
  if (failure == nullptr) return Status();
  failure->is_reported = true;
  return failure->error;
}

void MarkWithoutResult(SP_Stream stream, const OpMemory& memory) {
  // Memory that is reused may still be read or written by earlier work on the stream.
  stream->stream->Await();
  if (const std::shared_ptr<Failure> failure = memory.failure()) {
    runtime::FailedResults::Get().Mark(memory, memory.size(), failure);
  }
}

int DeviceOrdinal(SP_Stream stream) { return stream->stream->device().ordinal(); }

const DeviceProperties& PropertiesOf(SP_Stream stream) {
  return stream->stream->device().properties();
}

void* DevicePointer(const void* pointer) {
  const runtime::StagedMemory* const staged = runtime::StagedMemory::OfThisThread();
  return staged == nullptr ? driver::DevicePointer(pointer) : staged->Find(pointer);
}

}  // namespace pluggable::internal
