// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/programs.h"

#include <algorithm>
#include <utility>

#include "driver/opencl_settings.h"
#include "runtime/log.h"

namespace pluggable::opencl {

namespace {

// What the vendor's compiler said.
std::string BuildLog(cl_program program, cl_device_id device) {
  const Api& api = Api::Get();
  size_t size = 0;
  if (api.GetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) !=
          CL_SUCCESS ||
      size == 0) {
    return "";
  }
  std::string log(size, '\0');
  if (api.GetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
      CL_SUCCESS) {
    return "";
  }
  log.resize(std::min(log.find('\0'), log.size()));
  return log;
}

// Whether it may be better another time. Not too often: building takes long.
bool IsForNow(const Status& status, int tries) {
  constexpr int kMostTries = 3;
  return status.code() == TF_RESOURCE_EXHAUSTED && tries < kMostTries;
}

}  // namespace

void Programs::Build(const DeviceProgram& program, BuiltProgram* built) const {
  const Api& api = Api::Get();
  ++built->tries;
  if (built->handle != nullptr) api.ReleaseProgram(std::exchange(built->handle, nullptr));
  std::vector<const char*> texts = program.texts;
  cl_int code = CL_SUCCESS;
  built->handle = api.CreateProgramWithSource(context_, static_cast<cl_uint>(texts.size()),
                                              texts.data(), nullptr, &code);
  built->status = ToStatus("clCreateProgramWithSource", code);
  if (!built->status.ok()) return;
  std::string options = "-cl-std=CL1.2";
  if (device_.rounds_divisions) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  if (has_kernels_of_cpus_) options += " -DON_CPU";
  if (settings::kBuildOptions[0] != '\0') options += std::string(" ") + settings::kBuildOptions;
  code = api.BuildProgram(built->handle, 1, &device_.id, options.c_str(), nullptr, nullptr);
  built->status = ToStatus("clBuildProgram", code);
  if (built->status.ok() || built->tries > 1) return;
  runtime::Log("the kernels of ", program.name, " cannot be built for ", device_.name,
               ", so the host computes in their place: ", built->status.message(), "\n",
               BuildLog(built->handle, device_.id));
}

void Programs::Create(const DeviceKernel& kernel, BuiltProgram* program,
                      BuiltKernel* created) const {
  const Api& api = Api::Get();
  if (program->tries == 0 || IsForNow(program->status, program->tries)) {
    Build(*kernel.program, program);
  }
  created->status = program->status;
  if (!created->status.ok()) return;
  cl_int code = CL_SUCCESS;
  created->handle = api.CreateKernel(program->handle, kernel.name, &code);
  created->status = ToStatus("clCreateKernel", code);
  if (!created->status.ok()) {
    if (created->tries > 1) return;
    runtime::Log("no kernel ", kernel.name, " in ", kernel.program->name, " on ", device_.name,
                 ", so the host computes in its place: ", created->status.message());
    return;
  }
  code = api.GetKernelWorkGroupInfo(created->handle, device_.id, CL_KERNEL_WORK_GROUP_SIZE,
                                    sizeof(created->most_threads), &created->most_threads, nullptr);
  if (code != CL_SUCCESS) created->most_threads = device_.max_work_group;
  cl_ulong local_memory = 0;
  code = api.GetKernelWorkGroupInfo(created->handle, device_.id, CL_KERNEL_LOCAL_MEM_SIZE,
                                    sizeof(local_memory), &local_memory, nullptr);
  if (code == CL_SUCCESS && local_memory > device_.local_memory) created->most_threads = 0;
}

std::shared_ptr<BuiltKernel> Programs::FindMade(const Key& key, int* tries) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = kernels_.find(key);
  *tries = found == kernels_.end() ? 0 : found->second->tries;
  if (*tries == 0 || IsForNow(found->second->status, *tries)) return nullptr;
  return found->second;
}

Programs::BuiltProgram* Programs::ProgramOf(const DeviceKernel& kernel) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<BuiltProgram>& found = programs_[kernel.program];
  if (found == nullptr) found = std::make_unique<BuiltProgram>();
  return found.get();
}

std::shared_ptr<BuiltKernel> Programs::Find(const DeviceKernel& kernel) {
  const Key key(kernel.program, kernel.name);
  int tries = 0;
  std::shared_ptr<BuiltKernel> made = FindMade(key, &tries);
  if (made != nullptr) return made;
  // Building takes long, and kernels of other programs need not wait for it.
  BuiltProgram* const program = ProgramOf(kernel);
  const std::lock_guard<std::mutex> building(program->mutex);
  made = FindMade(key, &tries);  // by another thread
  if (made != nullptr) return made;
  made = std::make_shared<BuiltKernel>();
  made->tries = tries + 1;
  Create(kernel, program, made.get());
  const std::lock_guard<std::mutex> lock(mutex_);
  kernels_[key] = made;
  return made;
}

}  // namespace pluggable::opencl
