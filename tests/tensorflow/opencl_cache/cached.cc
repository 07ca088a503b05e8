// A process that builds a program by the library's OpenCL driver, runs one of its kernels, and
// prints what that took, and the device's sizes: {"source": 1, "binary": 0, "result": 6,
// "memory": 8589934592, "allocation": 2147483648}.
//
//   cached FACTOR KERNEL
//
// The program has one kernel, KERNEL, which multiplies 2 by FACTOR. CACHED_CAPACITY limits the
// cache, and CACHED_DISK the bytes that fit on the disk. CACHED_KILL is after how many bytes the
// process is killed. With CACHED_LIMIT, another program is kept
// first that is larger than a file of the process may be. CACHED_FAIL names a function of OpenCL
// whose first call fails, in the loader faulty_opencl.cc.

#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "driver/opencl/cache_choice.h"
#include "driver/opencl/devices.h"
#include "driver/opencl/programs.h"

namespace {

using namespace pluggable;          // NOLINT: a program of one file
using namespace pluggable::opencl;  // NOLINT

void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "cached: %s\n", what);
  std::exit(1);
}

uint64_t NumberIn(const char* variable, uint64_t otherwise) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

float Run(cl_context context, cl_device_id device, cl_kernel kernel) {
  const Api& api = Api::Get();
  cl_int code = CL_SUCCESS;
  float x = 2;
  const cl_mem buffer = api.CreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(x), &x, &code);
  Require(code == CL_SUCCESS, "clCreateBuffer");
  const cl_command_queue queue = api.CreateCommandQueue(context, device, 0, &code);
  Require(code == CL_SUCCESS, "clCreateCommandQueue");
  const size_t one[] = {1};
  Require(
      api.SetKernelArg(kernel, 0, sizeof(cl_mem), static_cast<const void*>(&buffer)) == CL_SUCCESS,
      "clSetKernelArg");
  Require(api.EnqueueNDRangeKernel(queue, kernel, 1, nullptr, one, one, 0, nullptr, nullptr) ==
              CL_SUCCESS,
          "clEnqueueNDRangeKernel");
  Require(api.EnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(x), &x, 0, nullptr, nullptr) ==
              CL_SUCCESS,
          "clEnqueueReadBuffer");
  return x;
}

}  // namespace

// Stands in front of the C library's: a disk of CACHED_DISK bytes.
extern "C" ssize_t write(int file, const void* bytes, size_t size) {
  static uint64_t left = NumberIn("CACHED_DISK", UINT64_MAX);
  static uint64_t alive = NumberIn("CACHED_KILL", UINT64_MAX);
  if (file > STDERR_FILENO) {
    if (alive == 0) raise(SIGKILL);
    size = std::min<uint64_t>(size, alive);
    alive -= size;
    if (left == 0) {
      errno = ENOSPC;
      return -1;
    }
    size = std::min<uint64_t>(size, left);
    left -= size;
  }
  return syscall(SYS_write, file, bytes, size);
}

int main(int /*argc*/, char** argv) {
  Require(TheDevices().chosen.size() == 1, "one device");
  const DeviceInfo& device = TheDevices().chosen.front();
  void* const loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_NOLOAD);
  auto* const fail =
      reinterpret_cast<void (*)(const char*, int, int)>(dlsym(loader, "faulty_opencl_fail"));
  auto* const calls = reinterpret_cast<int (*)(const char*)>(dlsym(loader, "faulty_opencl_calls"));
  Require(fail != nullptr && calls != nullptr, "faulty_opencl.cc");
  cl_int code = CL_SUCCESS;
  const cl_context context =
      Api::Get().CreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code);
  Require(code == CL_SUCCESS, "clCreateContext");

  ProgramCache* cache = CacheFor(device);
  std::unique_ptr<ProgramCache> small;
  if (cache != nullptr && std::getenv("CACHED_CAPACITY") != nullptr) {
    const CacheChoice choice = ChooseCache();
    small = std::make_unique<ProgramCache>(choice.folder, choice.is_chosen,
                                           NumberIn("CACHED_CAPACITY", 0));
    cache = small.get();
  }
  if (const uint64_t most = NumberIn("CACHED_LIMIT", 0); most > 0) {
    struct rlimit limit {};
    Require(getrlimit(RLIMIT_FSIZE, &limit) == 0, "getrlimit");
    std::signal(SIGXFSZ, SIG_DFL);  // PoCL's LLVM has a handler
    const struct rlimit lower { most, limit.rlim_max };
    Require(setrlimit(RLIMIT_FSIZE, &lower) == 0, "setrlimit");
    cache->Write(std::string(32, '0'), std::string(most, 'x'));
    Require(setrlimit(RLIMIT_FSIZE, &limit) == 0, "setrlimit");
  }
  Programs programs(context, device, /*has_kernels_of_cpus=*/true, cache);
  const std::string text =
      std::string("kernel void ") + argv[2] + "(global float* x) { *x *= " + argv[1] + "; }\n";
  const DeviceProgram program{"test", {text.c_str()}};
  if (const char* const name = std::getenv("CACHED_FAIL"); name != nullptr) fail(name, 0, 1);
  const std::shared_ptr<BuiltKernel> kernel = programs.Find({&program, argv[2], nullptr, 0});
  Require(kernel->status.ok(), kernel->status.message().c_str());
  const float result = Run(context, device.id, kernel->handle);
  std::printf(
      "{\"source\": %d, \"binary\": %d, \"result\": %g, \"memory\": %llu, \"allocation\": %llu}\n",
      calls("clCreateProgramWithSource"), calls("clCreateProgramWithBinary"),
      static_cast<double>(result), static_cast<unsigned long long>(device.memory),
      static_cast<unsigned long long>(device.max_allocation));
  return 0;
}
