// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/opencl/program_builder.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "driver/opencl/build_notice.h"
#include "driver/opencl/digest.h"
#include "driver/opencl_c/program_texts.h"
#include "driver/opencl_settings.h"

namespace pluggable::opencl {

namespace {

std::string OptionsFor(const DeviceInfo& device) {
  std::string options = "-cl-std=CL1.2";
  if (device.rounds_divisions) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  if (settings::kBuildOptions[0] != '\0') options += std::string(" ") + settings::kBuildOptions;
  return options;
}

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

// The binary of a program that is built for one device; "" if the driver does not return it.
std::string BinaryOf(cl_program program) {
  const Api& api = Api::Get();
  size_t size = 0;
  if (api.GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr) !=
          CL_SUCCESS ||
      size == 0 || size > ProgramCache::kCapacity) {
    return "";
  }
  std::string binary(size, '\0');
  auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
  void* const binaries = static_cast<void*>(&bytes);  // of each device
  if (api.GetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(bytes), binaries, nullptr) !=
      CL_SUCCESS) {
    return "";
  }
  return binary;
}

}  // namespace

ProgramBuilder::ProgramBuilder(cl_context context, const DeviceInfo& device,
                               bool has_kernels_of_cpus, ProgramCache* cache)
    : context_(context),
      device_(device),
      has_kernels_of_cpus_(has_kernels_of_cpus),
      options_(OptionsFor(device)),
      cache_(cache) {}

Status ProgramBuilder::Compile(cl_program handle) const {
  return ToStatus("clBuildProgram", Api::Get().BuildProgram(handle, 1, &device_.id,
                                                            options_.c_str(), nullptr, nullptr));
}

std::string ProgramBuilder::KeyOf(const DeviceProgram& program) const {
  Digest digest;
  for (const std::string& part :
       {device_.platform, device_.platform_version, device_.name, device_.vendor, device_.version,
        device_.driver_version, options_}) {
    digest.Add(part);
  }
  for (const char* const text : program.texts) digest.Add(text);
  return digest.Hex();
}

bool ProgramBuilder::BuildFromBinary(const std::string& binary, ProgramBuild* build) const {
  const Api& api = Api::Get();
  const size_t size = binary.size();
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  cl_int of_binary = CL_SUCCESS;
  cl_int code = CL_SUCCESS;
  const cl_program handle =
      api.CreateProgramWithBinary(context_, 1, &device_.id, &size, &bytes, &of_binary, &code);
  if (handle == nullptr) return false;
  if (code != CL_SUCCESS || of_binary != CL_SUCCESS || !Compile(handle).ok()) {
    api.ReleaseProgram(handle);
    return false;
  }
  build->handle = handle;
  build->is_from_cache = true;
  return true;
}

std::string ProgramBuilder::NoticeOf(const DeviceProgram& program) const {
  return "building the kernels of " + program.name + " for " + device_.name + " ...";
}

DeviceProgram ProgramBuilder::SourceOf(const DeviceProgram& program) const {
  return has_kernels_of_cpus_ ? opencl_c::ForProcessors(program) : program;
}

ProgramBuild ProgramBuilder::Build(const DeviceProgram& program) const {
  const BuildNotice notice(NoticeOf(program));
  const DeviceProgram source = SourceOf(program);
  ProgramBuild build;
  if (cache_ != nullptr) {
    const std::string binary = BinaryIn(*cache_, source);
    if (!binary.empty() && BuildFromBinary(binary, &build)) return build;
  }
  return BuildFromSource(source);
}

void ProgramBuilder::Keep(const DeviceProgram& program, cl_program handle) const {
  if (cache_ == nullptr) return;
  try {
    cache_->Write(KeyOf(program), BinaryOf(handle));
  } catch (const std::exception&) {
    // There is no memory for the binary, but the program is built.
  }
}

std::string ProgramBuilder::BinaryIn(const ProgramCache& cache,
                                     const DeviceProgram& program) const {
  try {
    return cache.Read(KeyOf(program));
  } catch (const std::exception&) {
    return "";
  }
}

ProgramBuild ProgramBuilder::Rebuild(const DeviceProgram& program) const {
  const BuildNotice notice(NoticeOf(program));
  return BuildFromSource(SourceOf(program));
}

ProgramBuild ProgramBuilder::BuildFromSource(const DeviceProgram& program) const {
  const Api& api = Api::Get();
  ProgramBuild build;
  std::vector<const char*> texts = program.texts;
  cl_int code = CL_SUCCESS;
  build.handle = api.CreateProgramWithSource(context_, static_cast<cl_uint>(texts.size()),
                                             texts.data(), nullptr, &code);
  build.status = ToStatus("clCreateProgramWithSource", code);
  if (build.status.ok()) build.status = Compile(build.handle);
  if (!build.status.ok()) {
    if (build.handle == nullptr) return build;
    build.log = BuildLog(build.handle, device_.id);
    api.ReleaseProgram(std::exchange(build.handle, nullptr));
    return build;
  }
  Keep(program, build.handle);
  return build;
}

}  // namespace pluggable::opencl
