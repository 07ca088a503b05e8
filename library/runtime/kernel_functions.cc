// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Implements "pluggable/make_kernel.h": the functions that TensorFlow calls for any kernel. No
// exception passes into TensorFlow.

#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <unordered_set>

#include "pluggable/make_kernel.h"
#include "pluggable/op_kernel.h"

#include "plugin/features/profiler.h"
#include "profiler/op_note.h"
#include "runtime/forked_process.h"
#include "runtime/log.h"

namespace pluggable::internal {

namespace {

// Replaces profiler::OpScope in a plugin without a profiler.
class NoOpScope {
 public:
  NoOpScope(const OpKernel&, OpKernelContext*) {}
};

using OpScope = std::conditional_t<features::kProfiler, profiler::OpScope, NoOpScope>;

void Compute(OpKernel* kernel, TF_OpKernelContext* tf_context) {
  OpKernelContext context(tf_context, kernel->name(), kernel, kernel->type_string().c_str());
  context.SetStatus(WithOpName(kernel->name(), runtime::CheckProcess()));
  if (!context.status().ok()) return;
  const OpScope scope(*kernel, &context);
  try {
    kernel->Compute(&context);
  } catch (...) {
    context.CtxFailure(WithOpName(kernel->name(), StatusOfException()));
  }
  // Work that ran at once may have failed by now. The op itself fails then, rather than the ops
  // that read its outputs.
  if (context.status().ok()) context.SetStatus(context.stream().TakeError());
}

}  // namespace

void* CreateKernel(TF_OpKernelConstruction* tf_construction, KernelConstructor construct) {
  OpKernelConstruction construction(tf_construction);
  try {
    std::unique_ptr<OpKernel> kernel(construct(&construction));
    return construction.status().ok() ? kernel.release() : nullptr;
  } catch (...) {
    construction.CtxFailure(WithOpName(construction.name(), StatusOfException()));
    return nullptr;
  }
}

void ComputeKernel(void* opaque_kernel, TF_OpKernelContext* tf_context) {
  auto* kernel = static_cast<OpKernel*>(opaque_kernel);
  try {
    Compute(kernel, tf_context);
  } catch (...) {
    // Memory was too short even for the code around the kernel.
    TfStatus failure;
    failure.Set(WithOpName(kernel->name(), StatusOfException()));
    TF_OpKernelContext_Failure(tf_context, failure.get());
  }
}

// Called with null if the kernel's construction failed.
void DestroyKernel(void* kernel) { delete static_cast<OpKernel*>(kernel); }

const std::string& KeepForever(const std::string& name) {
  static auto* const mutex = new std::mutex;
  static auto* const names = new std::unordered_set<std::string>;
  std::lock_guard<std::mutex> lock(*mutex);
  return *names->insert(name).first;
}

void LogFailure(const char* file, int line, const Status& status) {
  static const bool verbose = runtime::IsVerbose();
  if (verbose) std::fprintf(stderr, "%s:%d: %s\n", file, line, status.ToString().c_str());
}

}  // namespace pluggable::internal
