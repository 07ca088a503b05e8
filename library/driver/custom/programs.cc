// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/custom/programs.h"

#include <map>

#include "driver/driver.h"
#include "driver/opencl_c/program_texts.h"
#include "driver/transient.h"
#include "runtime/log.h"

namespace pluggable::custom {

Programs& Programs::Of(int ordinal) {
  static std::mutex mutex;
  static auto* const all = new std::map<int, std::unique_ptr<Programs>>;
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Programs>& found = (*all)[ordinal];
  if (found == nullptr) found = std::make_unique<Programs>(ordinal);
  return *found;
}

Programs::Programs(int ordinal)
    : ordinal_(ordinal),
      device_(driver::Properties(ordinal).name),
      limits_(driver::KernelLimits(ordinal)) {
  if (limits_.threads_per_block > 0) return;
  runtime::Log("driver::KernelLimits says that no block of ", device_,
               " has a thread, so the host computes in the place of kernels");
}

void Programs::Report(const DeviceProgram& program, const Status& status, const std::string& log) {
  if (status.code() == TF_UNIMPLEMENTED) {  // the driver compiles no programs at all
    std::call_once(has_no_kernels_yet_, [&] {
      runtime::Log(device_, " has no device kernels yet, so the host computes in their place: ",
                   status.message());
    });
    return;
  }
  runtime::Log("the kernels of ", program.name, " cannot be built for ", device_,
               ", so the host computes in their place: ", status.message(), "\n", log);
}

void Programs::Build(const DeviceProgram& program, BuiltProgram* built) {
  if (built->tries > 0 && !MayRetry(built->status, built->tries)) return;
  ++built->tries;
  std::string log;
  built->status = StatusOf([&] {
    const DeviceProgram source = limits_.is_cpu ? opencl_c::ForProcessors(program) : program;
    return driver::BuildProgram(ordinal_, source, &built->handle, &log);
  });
  if (built->status.ok() && built->handle == nullptr) {
    built->status = errors::Internal("driver::BuildProgram has set no program");
  }
  if (!built->status.ok() && built->tries == 1) Report(program, built->status, log);
}

void Programs::Create(const DeviceKernel& kernel, BuiltProgram* program, BuiltKernel* created) {
  Build(*kernel.program, program);
  created->status = program->status;
  if (!created->status.ok()) return;
  created->most_threads = limits_.threads_per_block;
  created->status = StatusOf([&] {
    return driver::FindKernel(ordinal_, program->handle, kernel.name, &created->handle,
                              &created->most_threads);
  });
  if (created->status.ok() && created->handle == nullptr) {
    created->status = errors::Internal("driver::FindKernel has set no kernel");
  }
  if (created->status.ok() || created->tries > 1) return;
  runtime::Log("no kernel ", kernel.name, " in ", kernel.program->name, " on ", device_,
               ", so the host computes in its place: ", created->status.message());
}

Status Programs::Prepare(const DeviceProgram& program) {
  return kept_.Use(program, [&](BuiltProgram* built) {
    Build(program, built);
    return built->status;
  });
}

std::shared_ptr<const BuiltKernel> Programs::Find(const DeviceKernel& kernel) {
  return kept_.Find(kernel, [&](BuiltProgram* program, BuiltKernel* created) {
    Create(kernel, program, created);
  });
}

}  // namespace pluggable::custom
