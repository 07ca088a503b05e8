"""Twenty edits of a project, as its owner makes them.

Each is a name and what it does to files: pairs of a text that is there and one to put in its place, or a whole text. What
an edit put into a file of C++ is expected at the file's new place with the names that the library has today.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Edit:
    name: str
    path: str
    pairs: tuple = ()  # of texts: what is there, and what takes its place
    whole: str | None = None  # the whole text, of a file that may be new
    now: str = ""  # where the file is after the migration, if it has moved
    crlf: bool = False  # the file's lines end with CR LF from then on
    removes: bool = False


RECTIFY = """\
// A rectifier that keeps NaN, as the hardware does.
#ifndef LIVED_IN_NPU_KERNELS_OWN_RECTIFY_H_
#define LIVED_IN_NPU_KERNELS_OWN_RECTIFY_H_

namespace lived_in_npu::own {

template <typename T>
T Rectify(T x) {
  return x < T(0) ? T(0) : x;
}

}  // namespace lived_in_npu::own

#endif  // LIVED_IN_NPU_KERNELS_OWN_RECTIFY_H_
"""

CROSS = """\
#include "lived_in_npu/op_kernel.h"

namespace lived_in_npu {

// Cross(a: T, b: T) -> product: T
template <typename T>
class CrossOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor a = ctx->input(0);
    const Tensor b = ctx->input(1);
    OP_REQUIRES(ctx, a.shape() == b.shape() && a.dims() > 0,
                errors::InvalidArgument("Cross of ", a.shape().DebugString(), " and ", b.shape().DebugString()));
    OP_REQUIRES(ctx, a.dim_size(a.dims() - 1) == 3,
                errors::FailedPrecondition("Cross of ", a.shape().DebugString()));
    Tensor* product = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, a.shape(), &product));
    ctx->stream().ParallelFor(
        a.NumElements() / 3, 1,
        [x = a.span<T>(), y = b.span<T>(), z = product->span<T>()](int64_t begin, int64_t end) {
          for (int64_t i = 3 * begin; i < 3 * end; i += 3) {
            z[i] = x[i + 1] * y[i + 2] - x[i + 2] * y[i + 1];
            z[i + 1] = x[i + 2] * y[i] - x[i] * y[i + 2];
            z[i + 2] = x[i] * y[i + 1] - x[i + 1] * y[i];
          }
        });
  }
};

template KernelFunctions make_kernel<CrossOp<float>>();

}  // namespace lived_in_npu
"""

SITE_HEADER = """\
#ifndef LIVED_IN_NPU_SITE_SITE_H_
#define LIVED_IN_NPU_SITE_SITE_H_

#include "lived_in_npu/status.h"

namespace lived_in_npu::site {

// Fails outside the laboratory.
Status Check(int laboratory);

}  // namespace lived_in_npu::site

#endif  // LIVED_IN_NPU_SITE_SITE_H_
"""

SITE = """\
#include "site/site.h"

namespace lived_in_npu::site {

Status Check(int laboratory) {
  if (laboratory == LIVED_IN_NPU_LABORATORY) return Status();
  return lived_in_npu::errors::FailedPrecondition("not in laboratory ", laboratory);
}

}  // namespace lived_in_npu::site
"""

OWN_TESTS = """\
add_executable(site_test site_test.cpp)
target_link_libraries(site_test PRIVATE lived_in_npu_objects GTest::gtest_main)
add_test(NAME site COMMAND site_test)
"""

SITE_TEST = """\
#include <gtest/gtest.h>

#include "site/site.h"

using namespace lived_in_npu;

TEST(Site, IsLaboratoryFour) {
  EXPECT_TRUE(site::Check(4).ok());
  EXPECT_EQ(site::Check(5).code(), TF_FAILED_PRECONDITION) << "lived_in_npu:: in a text stays";
}
"""

EDITS = (
    Edit("a formula of a kernel, from a header of the project's own", "src/kernels/relu.cc", (
        ('#include "reference/formula.h"\n', '#include "reference/formula.h"\n#include "kernels/own/rectify.h"\n'),
        ("    return max(x, 0);\n", "    return lived_in_npu::own::Rectify(x);\n"))),
    Edit("that header", "src/kernels/own/rectify.h", whole=RECTIFY),
    Edit("a limit of the hardware, checked in a kernel", "src/kernels/mat_mul.cc", (
        ("    Tensor* product = nullptr;\n",
         "    OP_REQUIRES(ctx, depth < (int64_t{1} << 20),\n"
         "                errors::Unimplemented(\"LIVED_IN_NPU multiplies up to 2^20 columns, got \", depth));\n"
         "    Tensor* product = nullptr;\n"),)),
    Edit("a comment, and another name of a variable", "src/kernels/bias_add.cc", (
        ("    const int64_t channels = shape.dim_size(channel_dim);\n",
         "    // The hardware's name for channels.\n    const int64_t lanes = shape.dim_size(channel_dim);\n"),
        ("bias_shape.dim_size(0) == channels,", "bias_shape.dim_size(0) == lanes,"),
        ("TensorShape bias_column({channels});", "TensorShape bias_column({lanes});"))),
    Edit("what a kernel costs, in a file whose lines end otherwise", "src/kernels/softmax.cc", (
        ("logits.NumElements() * kSoftmaxCost,", "logits.NumElements() * kSoftmaxCost * 2,  // measured"),), crlf=True),
    Edit("a kernel that was left to write", "src/kernels/cross.cc", whole=CROSS),
    Edit("the kernel that the spec takes from a file of the project's", "src/kernels/fast_elu.cc", (
        ("//\n// Not implemented yet: read attributes in a constructor, then allocate the outputs and enqueue the\n"
         "// work that fills them in Compute.\n", ""),
        ('    ctx->CtxFailure(errors::Unimplemented("Elu is not implemented on LIVED_IN_NPU"));\n',
         "    Tensor* y = nullptr;\n"
         "    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, ctx->input_shape(0), &y));\n"
         "    const Tensor x = ctx->input(0);\n"
         "    ctx->stream().ForEach(x.span<T>(), y->span<T>(),\n"
         "                          [](T v) { return v < T(0) ? std::expm1(v) : v; });\n"),
        ('#include "lived_in_npu/op_kernel.h"\n', '#include <cmath>\n\n#include "lived_in_npu/op_kernel.h"\n'))),
    Edit("the kernel of an op of the project's own", "src/kernels/acme_scale.cc", (
        ('    ctx->CtxFailure(errors::Unimplemented("AcmeScale is not implemented on LIVED_IN_NPU"));\n',
         "    ctx->stream().ForEach(x.span<T>(), y->span<T>(), [factor = T(factor_)](T v) { return v * factor; });\n"),)),
    Edit("what the hardware says about itself", "src/driver/driver.cc", (
        ("  properties.max_threads_per_block = kMaxThreadsPerBlock;\n", "  properties.max_threads_per_block = 512;  // the firmware has the others\n"),)),
    Edit("a function of the driver's", "src/driver/driver.cc", (
        ("int DeviceCount() { return kDeviceCount; }\n",
         "// For the laboratory's monitor.\n"
         "int OpenDevices() { return lived_in_npu::driver::DeviceCount(); }\n\n"
         "int DeviceCount() { return kDeviceCount; }\n"),)),
    Edit("how long a queue's thread looks out for work", "src/driver/reference_queue.cc", (
        ("constexpr std::chrono::microseconds kLookOut{5};", "constexpr std::chrono::microseconds kLookOut{8};"),)),
    Edit("how large the blocks are whose pages go back to the system", "src/driver/reference_memory.cc", (
        ("constexpr uint64_t kReturnPagesFrom = 1 << 20;", "constexpr uint64_t kReturnPagesFrom = 8 << 20;"),)),
    Edit("CMake: a definition, and a folder of sources", "CMakeLists.txt", (
        ("  src/graph/*.cc\n", "  src/graph/*.cc\n  src/site/*.cc\n"),
        ("target_link_libraries(lived_in_npu_objects PUBLIC TensorFlow::framework Threads::Threads)\n",
         "target_compile_definitions(lived_in_npu_objects PRIVATE LIVED_IN_NPU_LABORATORY=4)\n"
         "target_link_libraries(lived_in_npu_objects PUBLIC TensorFlow::framework Threads::Threads)\n"))),
    Edit("the header of these sources", "src/site/site.h", whole=SITE_HEADER),
    Edit("these sources", "src/site/site.cc", whole=SITE),
    Edit("CMake of tests of the project's own", "tests/CMakeLists.txt", whole=OWN_TESTS),
    Edit("a test of the project's own", "tests/site_test.cpp", whole=SITE_TEST),
    Edit("the README", "README.md", (("## License\n", "## The laboratory\n\nAsk for the key at the desk.\n\n## License\n"),)),
    Edit("who wrote it", "pyproject.toml", (('readme = "README.md"\n', 'readme = "README.md"\nauthors = [{name = "The laboratory"}]\n'),)),
    Edit("presets that nobody uses", "CMakePresets.json", removes=True),
    Edit("a file of the tool's that was ejected", "src/runtime/log.h", (
        ('std::fprintf(stderr, "lived_in_npu: %s\\n"', 'std::fprintf(stderr, "[laboratory 4] lived_in_npu: %s\\n"'),),
         now="library/runtime/log.h"),
)
