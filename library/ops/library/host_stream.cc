// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Implements "pluggable/stream.h" for kernels that run on the CPU: there is no stream, so work runs
// at once, on the thread that enqueues it.

#include <memory>
#include <utility>

#include "pluggable/op_kernel_context.h"
#include "pluggable/stream.h"

namespace pluggable::internal {

namespace {

// Runs all work, on the thread of the kernel. An error fails the op.
class HostObserver final : public WorkObserver {
 public:
  bool MayRun(const Work& work) override { return work.memory()->failure() == nullptr; }
  void HasRun(const Work& work, Status status) override {
    if (status.ok()) return;
    work.memory()->Fail(std::make_shared<Failure>(WithOpName(work.op_name(), status)));
  }
  void IsOver(bool) override {}
};

}  // namespace

SP_Stream StreamOf(TF_OpKernelContext*, Status*) { return nullptr; }

WorkObserver* ObserverOf(SP_Stream) {
  static HostObserver observer;
  return &observer;
}

void Enqueue(SP_Stream, int64_t, Work&& work, OpMemory*) { work(); }

Status Launch(SP_Stream, const char* op_name, const std::shared_ptr<OpMemory>&, const void*, Dim3,
              Dim3, void**, size_t) {
  return WithOpName(op_name, errors::Unimplemented("Device functions do not run on the CPU"));
}

Status Launch(SP_Stream, const char* op_name, const std::shared_ptr<OpMemory>&, const DeviceKernel&,
              Dim3, Dim3, void**) {
  return WithOpName(op_name, errors::Unimplemented("Device functions do not run on the CPU"));
}

Status ErrorOf(SP_Stream, const OpMemory* memory) {
  const std::shared_ptr<Failure> failure = memory == nullptr ? nullptr : memory->failure();
  return failure == nullptr ? Status() : failure->error;
}

Status TakeError(SP_Stream stream, const OpMemory* memory) { return ErrorOf(stream, memory); }

Status Synchronize(SP_Stream stream, const OpMemory* memory) { return ErrorOf(stream, memory); }

int DeviceOrdinal(SP_Stream) { return 0; }

const DeviceProperties& PropertiesOf(SP_Stream) {
  static const DeviceProperties properties;
  return properties;
}

void* DevicePointer(const void* pointer) { return const_cast<void*>(pointer); }

}  // namespace pluggable::internal
