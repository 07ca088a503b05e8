#include "pluggable/half.h"
#include "pluggable/kernel_shapes.h"
#include "pluggable/op_kernel.h"

#include <vector>

#include "ops/npu_bitcast_shape.h"

namespace pluggable {

// What does not depend on the types: there are some 200 pairs of them.
class NpuBitcast : public OpKernel {
 public:
  NpuBitcast(OpKernelConstruction* ctx, DataType dtype, size_t element_size)
      : OpKernel(ctx),
        shapes_(ctx, NpuBitcastShape()),
        dtype_(dtype),
        element_size_(element_size) {}

  void Compute(OpKernelContext* ctx) override {
    // Computed by the spec's rule: one shape for each output.
    std::vector<TensorShape> shapes;
    OP_REQUIRES_OK(ctx, shapes_.Infer(ctx, &shapes));
    const Tensor input = ctx->input(0);
    const Tensor output(TF_AllocateTensor(dtype_, nullptr, 0, element_size_));
    TfStatus status;
    TF_TensorBitcastFrom(input.handle(), output.dtype(), output.handle(),
                         shapes[0].dim_sizes().data(), shapes[0].dims(), status.get());
    OP_REQUIRES_OK(ctx, status.ToStatus());
    ctx->set_output(0, output);
  }

 private:
  KernelShapes shapes_;
  const DataType dtype_;
  const size_t element_size_;
};

// NpuBitcast(input: T) -> output: type
//
// The output shares the input's buffer.
template <typename T, typename type>
class NpuBitcastOp : public NpuBitcast {
 public:
  explicit NpuBitcastOp(OpKernelConstruction* ctx)
      : NpuBitcast(ctx, DataTypeToEnum<type>::value, sizeof(type)) {}
};

template KernelFunctions make_kernel<NpuBitcastOp<float, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<float, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<double, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int32_t, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint8_t, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int16_t, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int8_t, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<float>, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<int64_t, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::bfloat16, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint16_t, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<std::complex<double>, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<Eigen::half, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint32_t, uint64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, float>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, double>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, int32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, uint8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, int16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, int8_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, std::complex<float>>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, int64_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, Eigen::bfloat16>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, uint16_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, std::complex<double>>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, Eigen::half>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, uint32_t>>();
template KernelFunctions make_kernel<NpuBitcastOp<uint64_t, uint64_t>>();

}  // namespace pluggable
