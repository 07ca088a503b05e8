// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/programs.h"

#include <utility>

#include "driver/transient.h"
#include "runtime/log.h"

namespace pluggable::opencl {

void Programs::Build(const DeviceProgram& program, BuiltProgram* built) const {
  if (built->tries > 0 && !MayRetry(built->build.status, built->tries)) return;
  ++built->tries;
  built->build.status =
      errors::ResourceExhausted("no host memory to build a program");  // the status if it throws
  built->build = builder_.Build(program);
  if (built->build.status.ok() || built->tries > 1) return;
  runtime::Log("the kernels of ", program.name, " cannot be built for ", device_.name,
               ", so the host computes in their place: ", built->build.status.message(), "\n",
               built->build.log);
}

Status Programs::CreateHandle(const DeviceKernel& kernel, BuiltProgram* program,
                              cl_kernel* handle) const {
  const Api& api = Api::Get();
  cl_int code = CL_SUCCESS;
  *handle = api.CreateKernel(program->build.handle, kernel.name, &code);
  const Status status = ToStatus("clCreateKernel", code);
  if (!status.ok() && !IsTransient(status) && program->build.is_from_cache) {
    // Kernels in use keep a reference to the program.
    api.ReleaseProgram(std::exchange(program->build.handle, nullptr));
    program->build.status = errors::ResourceExhausted("no host memory to build a program");
    program->build = builder_.Rebuild(*kernel.program);
    if (!program->build.status.ok()) return program->build.status;
    *handle = api.CreateKernel(program->build.handle, kernel.name, &code);
  }
  return ToStatus("clCreateKernel", code);
}

void Programs::Create(const DeviceKernel& kernel, BuiltProgram* program,
                      BuiltKernel* created) const {
  const Api& api = Api::Get();
  Build(*kernel.program, program);
  created->status = program->build.status;
  if (!created->status.ok()) return;
  created->status = CreateHandle(kernel, program, &created->handle);
  if (!created->status.ok()) {
    if (created->tries > 1) return;
    runtime::Log("no kernel ", kernel.name, " in ", kernel.program->name, " on ", device_.name,
                 ", so the host computes in its place: ", created->status.message());
    return;
  }
  cl_int code =
      api.GetKernelWorkGroupInfo(created->handle, device_.id, CL_KERNEL_WORK_GROUP_SIZE,
                                 sizeof(created->most_threads), &created->most_threads, nullptr);
  if (code != CL_SUCCESS) created->most_threads = device_.max_work_group;
  cl_ulong local_memory = 0;
  code = api.GetKernelWorkGroupInfo(created->handle, device_.id, CL_KERNEL_LOCAL_MEM_SIZE,
                                    sizeof(local_memory), &local_memory, nullptr);
  if (code == CL_SUCCESS && local_memory > device_.local_memory) created->most_threads = 0;
}

DeviceProgramBuild Programs::Prepare(const DeviceProgram& program) {
  return kept_.Use(program, [&](BuiltProgram* built) {
    Build(program, built);
    return DeviceProgramBuild{built->build.status, built->build.is_from_cache};
  });
}

std::shared_ptr<BuiltKernel> Programs::Find(const DeviceKernel& kernel) {
  return kept_.Find(kernel, [&](BuiltProgram* program, BuiltKernel* created) {
    Create(kernel, program, created);
  });
}

}  // namespace pluggable::opencl
