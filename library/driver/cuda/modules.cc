// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/modules.h"

#include <algorithm>
#include <array>

#include "driver/cuda/kernel_ptx.h"
#include "driver/transient.h"
#include "runtime/log.h"

namespace pluggable::cuda {

void Modules::LoadModule(const DeviceProgram& program, const std::string& name,
                         LoadedModule* loaded) const {
  std::array<char, 8192> log{};
  int options[] = {kJitErrorLogBuffer, kJitErrorLogBufferSizeBytes};
  void* values[] = {log.data(), reinterpret_cast<void*>(uintptr_t{log.size() - 1})};
  const std::string ptx = PtxOfKernel(program.texts.front(), name);
  const Result code = Api::Get().ModuleLoadDataEx(&loaded->handle, ptx.c_str(), 2, options, values);
  const bool is_reported = loaded->is_tried;
  loaded->is_tried = true;
  loaded->status = ToStatus("cuModuleLoadDataEx", code);
  if (loaded->status.ok() || is_reported) return;
  runtime::Log("the kernel ", name, " of ", program.name, " cannot be loaded on ", device_,
               ", so the host computes in its place: ", loaded->status.message(), "\n", log.data());
}

Status Modules::Prepare(const DeviceProgram& program, const std::string& name, Module* module) {
  LoadedModule* loaded = nullptr;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<LoadedModule>& found = modules_[{&program, name}];
    if (found == nullptr) found = std::make_unique<LoadedModule>();
    loaded = found.get();
  }
  const std::lock_guard<std::mutex> lock(loaded->mutex);
  if (!loaded->is_tried || IsTransient(loaded->status)) LoadModule(program, name, loaded);
  *module = loaded->handle;
  return loaded->status;
}

Status Modules::Load(const DeviceProgram& program) {
  Status status;
  for (const std::string& name : KernelsOfPtx(program.texts.front())) {
    Module module = nullptr;
    status.Update(Prepare(program, name, &module));
  }
  return status;
}

std::shared_ptr<const LoadedKernel> Modules::Create(const DeviceKernel& kernel) {
  const Api& api = Api::Get();
  auto created = std::make_shared<LoadedKernel>();
  Module module = nullptr;
  created->status = Prepare(*kernel.program, kernel.name, &module);
  if (!created->status.ok()) return created;
  Result code = api.ModuleGetFunction(&created->function, module, kernel.name);
  created->status = ToStatus("cuModuleGetFunction", code);
  if (!created->status.ok()) {
    runtime::Log("no kernel ", kernel.name, " in ", kernel.program->name, " on ", device_,
                 ", so the host computes in its place: ", created->status.message());
    return created;
  }
  int most_threads = 0;
  code = api.FuncGetAttribute(&most_threads, kFunctionMaxThreadsPerBlock, created->function);
  created->status = ToStatus("cuFuncGetAttribute", code);
  if (!created->status.ok()) {
    runtime::Log("no limits of ", kernel.name, " in ", kernel.program->name, " on ", device_,
                 ", so the host computes in its place: ", created->status.message());
  }
  created->most_threads = static_cast<uint32_t>(std::max(most_threads, 0));
  return created;
}

std::shared_ptr<const LoadedKernel> Modules::Find(const DeviceKernel& kernel) {
  const auto key = std::make_pair(kernel.program, kernel.name);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = kernels_.find(key);
    if (found != kernels_.end()) return found->second;
  }
  // Loading takes long, and other kernels need not wait for it, so the lock is not held.
  std::shared_ptr<const LoadedKernel> created = Create(kernel);
  if (IsTransient(created->status)) return created;
  const std::lock_guard<std::mutex> lock(mutex_);
  return kernels_.emplace(key, std::move(created)).first->second;  // maybe another thread's
}

}  // namespace pluggable::cuda
