// The primitive as an owner may take it over: a kernel of the device's own, which is none of the
// library's texts. It goes to Launch, whose function is a handle of the driver's.

#include "compute/matrix_product.h"

#include <mutex>

#include "driver/device.h"

namespace pluggable::compute {

namespace {

constexpr char kText[] = R"(
__kernel void product(__global const float *a, ulong a_at, __global const float *b, ulong b_at,
                      __global float *c, ulong c_at, int depth, int a_row, int a_column, int b_row,
                      int b_column) {
  const int row = get_global_id(0), column = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < depth; ++k) {
    sum += a[a_at / 4 + row * a_row + k * a_column] * b[b_at / 4 + k * b_row + column * b_column];
  }
  c[c_at / 4 + row * get_global_size(1) + column] = sum;
})";

cl_kernel TheKernel() {
  static const cl_kernel kernel = [] {
    const cl_device_id device = own::DeviceId(0);
    const char* text = kText;
    const cl_program program =
        clCreateProgramWithSource(own::Context(0), 1, &text, nullptr, nullptr);
    clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    return clCreateKernel(program, "product", nullptr);
  }();
  return kernel;
}

Status PutProduct(cl_command_queue queue, void** args) {
  const auto& plan = *static_cast<const MatrixProductPlan*>(args[0]);
  static std::mutex launching;
  const std::lock_guard<std::mutex> lock(launching);
  const cl_kernel kernel = TheKernel();
  cl_uint index = 0;
  for (const void* const pointer : {plan.a, plan.b, static_cast<const void*>(plan.c)}) {
    cl_mem buffer = nullptr;
    cl_ulong offset = 0;
    if (!own::FindBuffer(pointer, &buffer, &offset)) return errors::InvalidArgument("no memory");
    clSetKernelArg(kernel, index++, sizeof(buffer), &buffer);
    clSetKernelArg(kernel, index++, sizeof(offset), &offset);
  }
  const auto depth = static_cast<int>(plan.depth);
  const auto rows = static_cast<int>(plan.rows);
  const auto columns = static_cast<int>(plan.columns);
  for (const int value : {depth, plan.transpose_a ? 1 : depth, plan.transpose_a ? rows : 1,
                          plan.transpose_b ? 1 : columns, plan.transpose_b ? depth : 1}) {
    clSetKernelArg(kernel, index++, sizeof(value), &value);
  }
  const size_t threads[] = {static_cast<size_t>(rows), static_cast<size_t>(columns)};
  const cl_int code =
      clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, threads, nullptr, 0, nullptr, nullptr);
  return code == CL_SUCCESS ? Status() : errors::Internal("clEnqueueNDRangeKernel failed: ", code);
}

constexpr own::Kernel kProduct = &PutProduct;

}  // namespace

Status MatrixProduct(const Stream& stream, const MatrixProductPlan& plan) {
  if (plan.dtype != DT_FLOAT || plan.batches != 1 || plan.depth == 0) return OnHost(stream, plan);
  MatrixProductPlan argument = plan;
  void* args[] = {&argument};
  return stream.Launch(&kProduct, {}, {}, args, 0);
}

}  // namespace pluggable::compute
