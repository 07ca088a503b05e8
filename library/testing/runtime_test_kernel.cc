// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A kernel's Compute as TensorFlow calls it. The C API's context is played here, so that the test
// decides what it answers.

#include <gtest/gtest.h>
#include <tensorflow/c/kernels.h>

#include <chrono>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "pluggable/make_kernel.h"
#include "pluggable/op_kernel_context.h"
#include "pluggable/stream.h"
#include "pluggable/tensor_shape.h"

#include "runtime_test_host.h"

struct TF_OpKernelContext {
  SP_Stream stream;
  pluggable::Status failure;
  int allocations = 0;
  std::vector<pluggable::TensorShape> inputs{};  // the second one is in host memory
  int outputs_set = 0;
};

struct TF_OpKernelConstruction {
  std::string name;
};

// In place of the library's.
extern "C" {
SP_Stream TF_GetStream(TF_OpKernelContext* context, TF_Status* status) {
  TF_SetStatus(status, TF_OK, "");
  return context->stream;
}
void TF_OpKernelContext_Failure(TF_OpKernelContext* context, TF_Status* status) {
  EXPECT_TRUE(context->failure.ok()) << "failed twice";
  context->failure = pluggable::Status(TF_GetCode(status), TF_Message(status));
}
TF_StringView TF_OpKernelConstruction_GetName(TF_OpKernelConstruction* construction) {
  return {construction->name.data(), construction->name.size()};
}
TF_Buffer* TF_OpKernelConstruction_GetNodeDef(TF_OpKernelConstruction*, TF_Status* status) {
  TF_SetStatus(status, TF_OK, "");
  return nullptr;
}
int64_t TF_StepId(TF_OpKernelContext*) { return 7; }
int TF_NumInputs(TF_OpKernelContext* context) { return static_cast<int>(context->inputs.size()); }
void TF_GetInput(TF_OpKernelContext* context, int index, TF_Tensor** tensor, TF_Status* status) {
  const auto& shape = context->inputs[static_cast<size_t>(index)];
  *tensor = TF_AllocateTensor(TF_FLOAT, shape.dim_sizes().data(), shape.dims(),
                              sizeof(float) * static_cast<size_t>(shape.num_elements()));
  TF_SetStatus(status, TF_OK, "");
}
bool TF_IsHostMemoryInput(TF_OpKernelContext*, int index, TF_Status* status) {
  TF_SetStatus(status, TF_OK, "");
  return index == 1;
}
bool TF_IsHostMemoryOutput(TF_OpKernelContext*, int, TF_Status* status) {
  TF_SetStatus(status, TF_OK, "");
  return false;
}
void TF_SetOutput(TF_OpKernelContext* context, int, const TF_Tensor*, TF_Status* status) {
  ++context->outputs_set;
  TF_SetStatus(status, TF_OK, "");
}
int TF_NumOutputs(TF_OpKernelContext*) { return 1; }
TF_DataType TF_ExpectedOutputDataType(TF_OpKernelContext*, int) { return TF_FLOAT; }
TF_Tensor* TF_AllocateOutput(TF_OpKernelContext* context, int, TF_DataType dtype,
                             const int64_t* dims, int num_dims, size_t bytes, TF_Status* status) {
  ++context->allocations;
  TF_SetStatus(status, TF_OK, "");
  return TF_AllocateTensor(dtype, dims, num_dims, bytes);
}
TF_Tensor* TF_ForwardInputOrAllocateOutput(TF_OpKernelContext* context, const int*, int, int,
                                           const int64_t* dims, int num_dims, int*,
                                           TF_Status* status) {
  return TF_AllocateOutput(context, 0, TF_FLOAT, dims, num_dims, 4, status);
}
TF_Tensor* TF_AllocateTemp(TF_OpKernelContext* context, TF_DataType dtype, const int64_t* dims,
                           int num_dims, TF_AllocatorAttributes*, TF_Status* status) {
  return TF_AllocateOutput(context, 0, dtype, dims, num_dims, 4, status);
}
}

namespace pluggable::tests {
namespace {

// What Compute does is the test's.
class TestOp : public OpKernel {
 public:
  using Function = std::function<void(OpKernelContext*)>;

  TestOp(OpKernelConstruction* construction, Function compute)
      : OpKernel(construction), compute_(std::move(compute)) {}
  void Compute(OpKernelContext* context) override { compute_(context); }

 private:
  const Function compute_;
};

class ComputeTest : public DeviceTest {
 protected:
  // What TensorFlow hears of the op.
  Status Compute(const char* name, TestOp::Function compute) {
    TF_OpKernelConstruction node{name};
    OpKernelConstruction construction(&node);
    TestOp kernel(&construction, std::move(compute));
    context_ = {stream_, Status(), 0, inputs_, 0};
    internal::ComputeKernel(&kernel, &context_);
    return context_.failure;
  }
  static void DoNothing(OpKernelContext*) {}

  std::vector<TensorShape> inputs_;
  TF_OpKernelContext context_{};
};

TEST_F(ComputeTest, AnExceptionFailsTheOp) {
  const Status status = Compute("a", [](OpKernelContext*) { throw std::runtime_error("thrown"); });
  EXPECT_EQ(status, errors::Internal("a: thrown"));
  EXPECT_TRUE(Compute("b", DoNothing).ok());
}

TEST_F(ComputeTest, KnowsTheStepOfItsWork) {
  const auto compute = [](OpKernelContext* ctx) { EXPECT_EQ(ctx->stream().memory()->step(), 7); };
  EXPECT_TRUE(Compute("a", compute).ok());
}

TEST_F(ComputeTest, MayWaitForItsWork) {
  int made = 0;
  const Status status = Compute("a", [&made](OpKernelContext* context) {
    context->stream().Enqueue(kLong, [&made] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      made = 1;
    });
    context->SetStatus(context->stream().Wait());
    EXPECT_EQ(made, 1);
  });
  EXPECT_TRUE(status.ok()) << status.message();
}

TEST_F(ComputeTest, WaitingTellsWhatFailed) {
  const Status status = Compute("a", [](OpKernelContext* context) {
    context->stream().Enqueue(kLong, [] { return errors::DataLoss("gone"); });
    context->SetStatus(context->stream().Wait());
  });
  EXPECT_EQ(status, errors::DataLoss("a: gone"));
  EXPECT_TRUE(Compute("b", DoNothing).ok());
}

TEST_F(ComputeTest, WorkThatFailsAtOnceFailsItsOwnOp) {
  const Status status = Compute("a", [](OpKernelContext* context) {
    context->stream().Enqueue(1, [] { return errors::DataLoss("gone"); });
  });
  if (status.ok()) {  // the stream was not idle yet, or does nothing at once
    SP_Event failed = device_->CreateEvent();
    ASSERT_TRUE(device_->Record(stream_, failed).ok());
    ASSERT_TRUE(device_->BlockOn(failed).ok());
    device_->DestroyEvent(failed);
  }
  EXPECT_EQ(status.ok() ? Compute("b", DoNothing) : status, errors::DataLoss("a: gone"));
  EXPECT_TRUE(Compute("c", DoNothing).ok());
}

TEST_F(ComputeTest, AnEarlierErrorFailsTheNextOp) {
  Stream(stream_, "earlier").Enqueue(1, [] { return errors::DataLoss("gone"); });
  SP_Event failed = device_->CreateEvent();
  ASSERT_TRUE(device_->Record(stream_, failed).ok());
  ASSERT_TRUE(device_->BlockOn(failed).ok());
  device_->DestroyEvent(failed);
  bool computed = false;
  const Status status = Compute("a", [&](OpKernelContext*) { computed = true; });
  EXPECT_EQ(status, errors::DataLoss("earlier: gone"));
  EXPECT_FALSE(computed);
  EXPECT_TRUE(Compute("b", DoNothing).ok());
}

// TensorFlow keeps an op's first error only: what another op's work reports meanwhile has to wait
// for somebody who can pass it on.
TEST_F(ComputeTest, AFailingOpDoesNotSwallowTheErrorOfAnother) {
  const Status status = Compute("a", [&](OpKernelContext* context) {
    Stream(stream_, "other").Enqueue(1, [] { return errors::DataLoss("gone"); });
    context->CtxFailure(errors::InvalidArgument("wrong"));
  });
  EXPECT_EQ(status, errors::InvalidArgument("wrong"));
  EXPECT_EQ(device_->Synchronize(stream_), errors::DataLoss("other: gone"));
}

// TensorFlow would end the process.
TEST_F(ComputeTest, ShapesThatNoTensorHasDoNotReachTensorFlow) {
  TensorShape many({std::numeric_limits<int64_t>::max() / 2, 3});
  TensorShape negative({-1});
  TensorShape deep;
  for (int d = 0; d <= kMaxTensorDims; ++d) deep.AddDim(1);
  for (const TensorShape& shape : {many, negative, deep}) {
    const Status status = Compute("a", [&](OpKernelContext* context) {
      Tensor* out = nullptr;
      Tensor temp;
      EXPECT_EQ(context->allocate_output(0, shape, &out).code(), TF_INVALID_ARGUMENT);
      EXPECT_EQ(context->forward_input_or_allocate_output({0}, 0, shape, &out).code(),
                TF_INVALID_ARGUMENT);
      EXPECT_EQ(context->allocate_temp(DT_FLOAT, shape, &temp).code(), TF_INVALID_ARGUMENT);
      EXPECT_EQ(out, nullptr);
    });
    EXPECT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(context_.allocations, 0);
  }
  // One whose bytes TensorFlow's allocator would round up to 2^64, which is 0.
  const TensorShape huge({(int64_t{1} << 62) - 1});
  const Status refused = Compute("c", [&](OpKernelContext* context) {
    Tensor* out = nullptr;
    Tensor temp;
    EXPECT_EQ(context->allocate_output(0, huge, &out).code(), TF_RESOURCE_EXHAUSTED);
    EXPECT_EQ(context->forward_input_or_allocate_output({0}, 0, huge, &out).code(),
              TF_RESOURCE_EXHAUSTED);
    EXPECT_EQ(context->allocate_temp(DT_FLOAT, huge, &temp).code(), TF_RESOURCE_EXHAUSTED);
    EXPECT_EQ(out, nullptr);
  });
  EXPECT_TRUE(refused.ok()) << refused.ToString();
  EXPECT_EQ(context_.allocations, 0);
  const Status status = Compute("b", [](OpKernelContext* context) {
    Tensor* out = nullptr;
    EXPECT_TRUE(context->allocate_output(0, TensorShape({2, 0}), &out).ok());
    EXPECT_EQ(out->shape(), TensorShape({2, 0}));
  });
  EXPECT_TRUE(status.ok()) << status.ToString();
}

TEST_F(ComputeTest, TellsOfItsKernelAndArguments) {
  inputs_ = {{2, 3}, {2, 3}};
  const Status status = Compute("a", [](OpKernelContext* context) {
    EXPECT_EQ(context->op_kernel().name(), "a");
    EXPECT_EQ(context->input_memory_type(0), DEVICE_MEMORY);
    EXPECT_EQ(context->input_memory_type(1), HOST_MEMORY);
    EXPECT_EQ(context->output_memory_type(0), DEVICE_MEMORY);
    EXPECT_TRUE(context->ValidateInputsAreSameShape(&context->op_kernel()));
    Tensor temp;
    EXPECT_TRUE(context->forward_input_or_allocate_temp({0, 1}, DT_INT32, {}, &temp).ok());
    EXPECT_EQ(temp.dtype(), DT_INT32);
    EXPECT_EQ(temp.shape(), TensorShape());
  });
  EXPECT_TRUE(status.ok()) << status.ToString();
}

TEST_F(ComputeTest, InputsOfOtherShapesFailTheOp) {
  inputs_ = {{2, 3}, {2, 3}, {3}};
  const Status status = Compute("a", [](OpKernelContext* context) {
    EXPECT_FALSE(context->ValidateInputsAreSameShape(&context->op_kernel()));
  });
  EXPECT_EQ(status.code(), TF_INVALID_ARGUMENT);
  EXPECT_EQ(status.message().find("Inputs to operation a "), 0u) << status.ToString();
  const std::string shapes = "must have the same size and shape.  Input 0: [2,3] != input 2: [3]";
  EXPECT_NE(status.message().find(shapes), std::string::npos) << status.ToString();
}

// The C API would hand on the whole buffer.
TEST_F(ComputeTest, ASliceIsNoOutput) {
  inputs_ = {{2, 3}};
  const Status status = Compute("a", [](OpKernelContext* context) {
    const Tensor x = context->input(0);
    context->set_output(0, x.Slice(0, 1));
    context->set_output(0, x.Slice(0, 2));
  });
  EXPECT_EQ(status.code(), TF_UNIMPLEMENTED) << status.ToString();
  EXPECT_EQ(context_.outputs_set, 1);
}

}  // namespace
}  // namespace pluggable::tests
