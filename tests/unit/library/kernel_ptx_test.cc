#include "driver/cuda/kernel_ptx.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>

namespace pluggable::cuda {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// As LLVM writes it: tables in front, functions and kernels in any order, comments between them.
constexpr char kBegin[] = R"(.version 6.4
.target sm_70
.address_size 64

	// .globl	first
.const .align 4 .b8 TABLE[8] = {0, 0, 128, 63, 0, 0, 0, 0};
)";
constexpr char kFirst[] = R"(
.visible .entry first(
	.param .u64 first_param_0
)
.maxntid 256, 1, 1
{
	.reg .b32 	%r<2>;
	{ // callseq 0, 0
	call.uni helper, ();
	} // callseq 0
	ret;
                                        // -- End function
})";
constexpr char kHelper[] = R"(
	// .globl	first_and_more
.func helper()
{
	ret;
}
)";
constexpr char kOther[] = R"(
.visible .entry first_and_more()
{
	ret;
})";
constexpr char kEnd[] = "\n                                        // -- End function\n";

const std::string kProgram = std::string(kBegin) + kFirst + kHelper + kOther + kEnd;

TEST(KernelPtxTest, NamesKernelsInOrder) {
  EXPECT_THAT(KernelsOfPtx(kProgram), ElementsAre("first", "first_and_more"));
  EXPECT_THAT(KernelsOfPtx(""), IsEmpty());
  EXPECT_THAT(KernelsOfPtx(std::string(kBegin) + kHelper), IsEmpty());
}

TEST(KernelPtxTest, LeavesOtherKernelsOut) {
  EXPECT_EQ(PtxOfKernel(kProgram, "first"), std::string(kBegin) + kFirst + kHelper + kEnd);
  EXPECT_EQ(PtxOfKernel(kProgram, "first_and_more"), std::string(kBegin) + kHelper + kOther + kEnd);
}

TEST(KernelPtxTest, KnowsKernelsThatAreHiddenOrWeak) {
  const std::string comment = "\n// no .entry here\n";
  const std::string hidden = "\n.entry hidden()\n{\n\tret;\n}";
  const std::string weak = "\n.weak .entry weak()\n{\n\tret;\n}";
  const std::string program = kBegin + comment + hidden + weak + kEnd;
  EXPECT_THAT(KernelsOfPtx(program), ElementsAre("hidden", "weak"));
  EXPECT_EQ(PtxOfKernel(program, "weak"), kBegin + comment + weak + kEnd);
}

TEST(KernelPtxTest, LeavesAloneWhatItDoesNotKnow) {
  EXPECT_EQ(PtxOfKernel(kProgram, "firs"), kProgram);
  EXPECT_EQ(PtxOfKernel("no PTX", "first"), "no PTX");
  const std::string cut = std::string(kBegin) + "\n.visible .entry first(\n";
  EXPECT_EQ(PtxOfKernel(cut, "first"), cut);
}

}  // namespace
}  // namespace pluggable::cuda
