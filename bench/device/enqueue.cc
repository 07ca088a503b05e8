// Measures what it costs to put an op on the device of an emitted plugin for OpenCL, beside the
// driver's own calls for the same kernel and arguments. Prints the processor time of the calling
// thread, least and median, in microseconds:
//
//   OURS DRIVERS MEDIAN_OF_OURS MEDIAN_OF_DRIVERS

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "compute/device/programs.h"
#include "compute/elementwise.h"
#include "device_memory.h"
#include "driver/opencl/device.h"

namespace pluggable::tests {
namespace {

constexpr int kCalls = 160;
constexpr int kRounds = 300;
constexpr int kFlushEach = 16;  // as the driver does
constexpr size_t kThreads = 256;

double ThreadSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void CheckCode(cl_int code) { Check(opencl::ToStatus("a function of OpenCL", code)); }

// A queue and a kernel of one's own: Relu of floats, with the arguments of the library's.
class Raw {
 public:
  Raw() {
    opencl::Device& device = opencl::Device::Get(0);
    cl_int code = CL_SUCCESS;
    const char* const text =
        "__kernel void raw(__global const float *in, ulong in_at, __global float *out, ulong "
        "out_at, float parameter, long size) {"
        "  const long i = get_global_id(0);"
        "  if (i < size) out[i + out_at / 4] = fmax(in[i + in_at / 4], parameter);"
        "}";
    queue_ = api_.CreateCommandQueue(device.context(), device.info().id, 0, &code);
    CheckCode(code);
    const cl_program program = api_.CreateProgramWithSource(
        device.context(), 1, const_cast<const char**>(&text), nullptr, &code);
    CheckCode(code);
    CheckCode(api_.BuildProgram(program, 1, &device.info().id, "", nullptr, nullptr));
    kernel_ = api_.CreateKernel(program, "raw", &code);
    CheckCode(code);
    for (cl_mem& each : memory_) {
      each = api_.CreateBuffer(device.context(), CL_MEM_READ_WRITE, 4096, nullptr, &code);
      CheckCode(code);
    }
  }

  void Launch(int count) {
    const cl_ulong offset = 0;
    const cl_float parameter = 0;
    const cl_long size = 1;
    cl_uint index = 0;
    for (const cl_mem& each : memory_) {
      CheckCode(api_.SetKernelArg(kernel_, index++, sizeof(each), &each));
      CheckCode(api_.SetKernelArg(kernel_, index++, sizeof(offset), &offset));
    }
    CheckCode(api_.SetKernelArg(kernel_, index++, sizeof(parameter), &parameter));
    CheckCode(api_.SetKernelArg(kernel_, index++, sizeof(size), &size));
    CheckCode(api_.EnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &kThreads, &kThreads, 0,
                                        nullptr, nullptr));
    if (count % kFlushEach == 0) api_.Flush(queue_);
  }
  void Finish() { CheckCode(api_.Finish(queue_)); }

 private:
  const opencl::Api& api_ = opencl::Api::Get();
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
  std::array<cl_mem, 2> memory_{};
};

// Microseconds of a call, until it returns.
double TimeOfCalls(const std::function<void(int)>& call, const std::function<void()>& finish) {
  const double begin = ThreadSeconds();
  for (int i = 1; i <= kCalls; ++i) call(i);
  const double seconds = ThreadSeconds() - begin;
  finish();
  return seconds / kCalls * 1e6;
}

void MeasureAll() {
  const Buffer x(4096), out(4096);
  const Stream stream = StreamOf({&x, &out});
  compute::ElementwisePlan plan;
  plan.formula = compute::Formula::kRelu;
  plan.num_inputs = 1;
  plan.inputs[0] = {DT_FLOAT, x.data()};
  plan.out_dtype = DT_FLOAT;
  plan.out = out.data();
  plan.size = 1;
  Raw raw;
  std::array<std::vector<double>, 2> times;
  for (int round = 0; round < kRounds; ++round) {
    times[0].push_back(TimeOfCalls([&](int) { Check(compute::Elementwise(stream, plan)); },
                                   [] { Check(ComputeDevice::Get()->Synchronize()); }));
    times[1].push_back(TimeOfCalls([&](int count) { raw.Launch(count); }, [&] { raw.Finish(); }));
  }
  for (std::vector<double>& each : times) std::sort(each.begin(), each.end());
  std::printf("%.3f %.3f %.3f %.3f\n", times[0][0], times[1][0], times[0][kRounds / 2],
              times[1][kRounds / 2]);
}

}  // namespace
}  // namespace pluggable::tests

int main() {
  if (pluggable::tests::ComputeDevice::Get() == nullptr) {
    std::fprintf(stderr, "the driver lists no device\n");
    return 1;
  }
  pluggable::tests::MeasureAll();
  return 0;
}
