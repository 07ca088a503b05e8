// OpKernelConstruction in a running TensorFlow: an op with an attribute of every kind, and a kernel
// whose constructor reads them. The kernel is registered for the CPU, so no device is needed.

#include <gtest/gtest.h>
#include <tensorflow/c/eager/c_api.h>
#include <tensorflow/c/eager/c_api_experimental.h>
#include <tensorflow/c/kernels.h>
#include <tensorflow/c/ops.h>

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/make_kernel.h"
#include "pluggable/op_kernel_construction.h"
#include "pluggable/op_requires.h"
#include "pluggable/padding.h"
#include "pluggable/status.h"
#include "pluggable/tensor_format.h"

namespace pluggable {
namespace {

struct Attributes {
  int32_t i = 0;
  int64_t l = 0;
  float f = 0;
  bool b = false;
  std::string s;
  DataType t = DT_INVALID;
  PartialTensorShape partial;
  TensorShape shape;
  Tensor tensor;
  NameAttrList function;
  std::vector<int32_t> is;
  std::vector<int64_t> ls;
  std::vector<float> fs;
  std::vector<bool> bs;
  std::vector<std::string> ss;
  DataTypeVector ts;
  std::vector<PartialTensorShape> partials;
  std::vector<TensorShape> shapes;
  std::vector<Tensor> tensors;
  std::vector<NameAttrList> functions;
  bool has_i = false;
  bool has_nothing = true;
  std::string type_string;
};
Attributes* last = nullptr;  // what the kernel constructed last has read

class AttrOp : public OpKernel {
 public:
  explicit AttrOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("i", &last->i));
    OP_REQUIRES_OK(c, c->GetAttr("l", &last->l));
    OP_REQUIRES_OK(c, c->GetAttr("f", &last->f));
    OP_REQUIRES_OK(c, c->GetAttr("b", &last->b));
    OP_REQUIRES_OK(c, c->GetAttr("s", &last->s));
    OP_REQUIRES_OK(c, c->GetAttr("t", &last->t));
    OP_REQUIRES_OK(c, c->GetAttr("partial", &last->partial));
    OP_REQUIRES_OK(c, c->GetAttr("shape", &last->shape));
    OP_REQUIRES_OK(c, c->GetAttr("tensor", &last->tensor));
    OP_REQUIRES_OK(c, c->GetAttr("function", &last->function));
    OP_REQUIRES_OK(c, c->GetAttr("is", &last->is));
    OP_REQUIRES_OK(c, c->GetAttr("is", &last->ls));
    OP_REQUIRES_OK(c, c->GetAttr("fs", &last->fs));
    OP_REQUIRES_OK(c, c->GetAttr("bs", &last->bs));
    OP_REQUIRES_OK(c, c->GetAttr("ss", &last->ss));
    OP_REQUIRES_OK(c, c->GetAttr("ts", &last->ts));
    OP_REQUIRES_OK(c, c->GetAttr("shapes", &last->partials));
    OP_REQUIRES_OK(c, c->GetAttr("shapes", &last->shapes));
    OP_REQUIRES_OK(c, c->GetAttr("tensors", &last->tensors));
    OP_REQUIRES_OK(c, c->GetAttr("functions", &last->functions));
    last->has_i = c->HasAttr("i");
    last->has_nothing = c->HasAttr("nothing");
    last->type_string = c->type_string();
  }
  void Compute(OpKernelContext*) override {}
};

// Reads the attribute `i` as a wrong type.
template <typename T>
class WrongTypeOp : public OpKernel {
 public:
  explicit WrongTypeOp(OpKernelConstruction* c) : OpKernel(c) {
    T value{};
    OP_REQUIRES_OK(c, c->GetAttr("i", &value));
  }
  void Compute(OpKernelContext*) override {}
};

// Reads the attribute `i` as an enumeration.
class TextOp : public OpKernel {
 public:
  explicit TextOp(OpKernelConstruction* c) : OpKernel(c) {
    Padding padding = VALID;
    OP_REQUIRES_OK(c, c->GetAttr("i", &padding));
    OP_REQUIRES(c, padding == EXPLICIT, errors::Internal("expected EXPLICIT"));
    TensorFormat format = FORMAT_NHWC;
    OP_REQUIRES_OK(c, c->GetAttr("format", &format));
    OP_REQUIRES(c, format == FORMAT_NCHW, errors::Internal("expected NCHW"));
  }
  void Compute(OpKernelContext*) override {}
};

class MissingOp : public OpKernel {
 public:
  explicit MissingOp(OpKernelConstruction* c) : OpKernel(c) {
    TensorShape shape;
    const Status status = c->GetAttr("nothing", &shape);
    OP_REQUIRES(c, status.code() == TF_NOT_FOUND, errors::Internal("expected NOT_FOUND"));
    int32_t value = 7;
    OP_REQUIRES_OK(c, c->GetAttr("nothing", &value));
  }
  void Compute(OpKernelContext*) override {}
};

class ThrowingOp : public OpKernel {
 public:
  explicit ThrowingOp(OpKernelConstruction* c) : OpKernel(c) { throw std::bad_alloc(); }
  void Compute(OpKernelContext*) override {}
};

// Such kernels compute nothing.
void ComputeNothing(void*, TF_OpKernelContext*) {}

template <class Op>
void RegisterOp(const char* name, const std::vector<const char*>& attrs) {
  TfStatus status;
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder(name);
  for (const char* attr : attrs) TF_OpDefinitionBuilderAddAttr(op, attr);
  TF_OpDefinitionBuilderSetIsStateful(op, true);
  TF_RegisterOpDefinition(op, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  const KernelFunctions functions = make_kernel<Op>();
  TF_KernelBuilder* kernel =
      TF_NewKernelBuilder(name, "CPU", functions.create, &ComputeNothing, functions.destroy);
  TF_RegisterKernelBuilder(name, kernel, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
}

// A TensorFlow with the ops above, for all tests.
class AttrTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    RegisterOp<AttrOp>(
        "AttrTest", {"i: int", "l: int", "f: float", "b: bool", "s: string", "t: type",
                     "partial: shape", "shape: shape = {dim {size: 2} dim {size: 3}}",
                     "tensor: tensor", "function: func", "is: list(int) = [1, -2]",
                     "fs: list(float) = []", "bs: list(bool)", "ss: list(string)", "ts: list(type)",
                     "shapes: list(shape)", "tensors: list(tensor)", "functions: list(func)"});
    RegisterOp<WrongTypeOp<float>>("AttrTestFloat", {"i: int = 1"});
    RegisterOp<WrongTypeOp<std::string>>("AttrTestString", {"i: int = 1"});
    RegisterOp<WrongTypeOp<TensorShape>>("AttrTestShape", {"i: int = 1"});
    RegisterOp<WrongTypeOp<TensorShape>>("AttrTestUnknown", {"i: shape = {dim {size: -1}}"});
    RegisterOp<WrongTypeOp<std::vector<int32_t>>>("AttrTestList", {"i: int = 1"});
    RegisterOp<TextOp>("AttrTestText", {"i: string = 'EXPLICIT'", "format: string = 'NCHW'"});
    RegisterOp<WrongTypeOp<int32_t>>("AttrTestWide", {"i: int = 4294967298"});
    RegisterOp<WrongTypeOp<std::vector<int32_t>>>("AttrTestWideList",
                                                  {"i: list(int) = [1, 4294967298]"});
    RegisterOp<WrongTypeOp<std::vector<int32_t>>>("AttrTestLowList",
                                                  {"i: list(int) = [-2147483649]"});
    RegisterOp<MissingOp>("AttrTestMissing", {"i: int = 1"});
    RegisterOp<ThrowingOp>("AttrTestThrowing", {"i: int = 1"});
    TfStatus status;
    TFE_ContextOptions* options = TFE_NewContextOptions();
    context_ = TFE_NewContext(options, status.get());
    TFE_DeleteContextOptions(options);
    ASSERT_TRUE(status.ok()) << status.message();
  }
  static void TearDownTestSuite() { TFE_DeleteContext(context_); }

  static TFE_Op* NewOp(const char* name) {
    TfStatus status;
    TFE_Op* op = TFE_NewOp(context_, name, status.get());
    EXPECT_TRUE(status.ok()) << status.message();
    return op;
  }
  // Runs the op and deletes it.
  static Status Run(TFE_Op* op) {
    TfStatus status;
    int num_outputs = 0;
    TFE_Execute(op, nullptr, &num_outputs, status.get());
    TFE_DeleteOp(op);
    return status.ToStatus();
  }

  static TFE_Context* context_;
};
TFE_Context* AttrTest::context_ = nullptr;

void SetProto(TFE_Op* op, const char* attr, const std::string& attr_value) {
  TfStatus status;
  TFE_OpSetAttrValueProto(op, attr, attr_value.data(), attr_value.size(), status.get());
  ASSERT_TRUE(status.ok()) << attr << ": " << status.message();
}

TEST_F(AttrTest, EveryKindIsRead) {
  Attributes attributes;
  last = &attributes;
  TFE_Op* op = NewOp("AttrTest");
  TfStatus status;
  TFE_OpSetAttrInt(op, "i", -5);
  TFE_OpSetAttrInt(op, "l", int64_t{1} << 40);
  TFE_OpSetAttrFloat(op, "f", 0.25f);
  TFE_OpSetAttrBool(op, "b", 1);
  TFE_OpSetAttrString(op, "s", "a\0b", 3);
  TFE_OpSetAttrType(op, "t", TF_HALF);
  const int64_t partial[] = {4, -1};
  TFE_OpSetAttrShape(op, "partial", partial, 2, status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  Tensor tensor(DT_INT32, TensorShape({2}));
  tensor.span<int32_t>()[0] = 10;
  tensor.span<int32_t>()[1] = 20;
  TFE_OpSetAttrTensor(op, "tensor", tensor.handle(), status.get());
  ASSERT_TRUE(status.ok()) << status.message();
  TFE_OpSetAttrFunctionName(op, "function", "callee", 6);
  const unsigned char flags[] = {1, 0, 1};
  TFE_OpSetAttrBoolList(op, "bs", flags, 3);
  const void* texts[] = {"", "xyz"};
  const size_t lengths[] = {0, 3};
  TFE_OpSetAttrStringList(op, "ss", texts, lengths, 2);
  const TF_DataType types[] = {TF_FLOAT, TF_STRING};
  TFE_OpSetAttrTypeList(op, "ts", types, 2);
  // list { shape { dim { size: 3 } } shape {} }
  SetProto(op, "shapes", std::string("\x0a\x08\x3a\x04\x12\x02\x08\x03\x3a\x00", 10));
  // list { tensor { dtype: DT_FLOAT tensor_shape {} float_val: 2 } }
  SetProto(op, "tensors",
           std::string("\x0a\x0c\x42\x0a\x08\x01\x12\x00\x2a\x04\x00\x00\x00\x40", 14));
  // list { func { name: "f" } func { name: "g" } }
  SetProto(op, "functions",
           std::string("\x0a\x0a\x4a\x03\x0a\x01"
                       "f\x4a\x03\x0a\x01g",
                       12));
  const Status run = Run(op);
  ASSERT_TRUE(run.ok()) << run.ToString();

  EXPECT_EQ(attributes.i, -5);
  EXPECT_EQ(attributes.l, int64_t{1} << 40);
  EXPECT_EQ(attributes.f, 0.25f);
  EXPECT_TRUE(attributes.b);
  EXPECT_EQ(attributes.s, std::string("a\0b", 3));
  EXPECT_EQ(attributes.t, DT_HALF);
  EXPECT_EQ(attributes.partial, PartialTensorShape({4, -1}));
  EXPECT_EQ(attributes.shape, TensorShape({2, 3}));
  ASSERT_EQ(attributes.tensor.NumElements(), 2);
  EXPECT_EQ(attributes.tensor.span<int32_t>()[1], 20);
  EXPECT_EQ(attributes.function.name, "callee");
  EXPECT_EQ(attributes.is, (std::vector<int32_t>{1, -2}));
  EXPECT_EQ(attributes.ls, (std::vector<int64_t>{1, -2}));
  EXPECT_TRUE(attributes.fs.empty());
  EXPECT_EQ(attributes.bs, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(attributes.ss, (std::vector<std::string>{"", "xyz"}));
  EXPECT_EQ(attributes.ts, (DataTypeVector{DT_FLOAT, DT_STRING}));
  ASSERT_EQ(attributes.shapes.size(), 2u);
  EXPECT_EQ(attributes.shapes[0], TensorShape({3}));
  EXPECT_EQ(attributes.shapes[1], TensorShape());
  EXPECT_EQ(attributes.partials.size(), 2u);
  ASSERT_EQ(attributes.tensors.size(), 1u);
  EXPECT_EQ(attributes.tensors[0].scalar<float>()(), 2.0f);
  ASSERT_EQ(attributes.functions.size(), 2u);
  EXPECT_EQ(attributes.functions[1].name, "g");
  EXPECT_TRUE(attributes.has_i);
  EXPECT_FALSE(attributes.has_nothing);
  EXPECT_EQ(attributes.type_string, "AttrTest");
  last = nullptr;
}

TEST_F(AttrTest, AnUnknownSizeIsNoShape) {
  const Status status = Run(NewOp("AttrTestUnknown"));
  EXPECT_EQ(status.code(), TF_INVALID_ARGUMENT) << status.ToString();
}

TEST_F(AttrTest, OtherKindsAreRefused) {
  for (const char* op : {"AttrTestFloat", "AttrTestString", "AttrTestList"}) {
    const Status status = Run(NewOp(op));
    EXPECT_EQ(status.code(), TF_INVALID_ARGUMENT) << op << ": " << status.ToString();
  }
}

TEST_F(AttrTest, TextsStandForValues) {
  const Status good = Run(NewOp("AttrTestText"));
  EXPECT_TRUE(good.ok()) << good.ToString();
  for (const char* attr : {"i", "format"}) {
    TFE_Op* op = NewOp("AttrTestText");
    TFE_OpSetAttrString(op, attr, "HALF", 4);
    const Status bad = Run(op);
    EXPECT_NE(bad.message().find("HALF"), std::string::npos) << bad.ToString();
  }
}

TEST_F(AttrTest, IntegersThatAnInt32DoesNotHoldAreRefused) {
  for (const char* op : {"AttrTestWide", "AttrTestWideList", "AttrTestLowList"}) {
    const Status status = Run(NewOp(op));
    EXPECT_EQ(status.code(), TF_INVALID_ARGUMENT) << op << ": " << status.ToString();
    EXPECT_NE(status.message().find("out of range for an int32"), std::string::npos)
        << op << ": " << status.ToString();
  }
}

TEST_F(AttrTest, AMissingAttributeIsNamed) {
  const Status status = Run(NewOp("AttrTestMissing"));
  EXPECT_EQ(status.code(), TF_NOT_FOUND) << status.ToString();
  EXPECT_NE(status.message().find("nothing"), std::string::npos) << status.ToString();
}

TEST_F(AttrTest, AThrowingConstructorFailsTheOp) {
  EXPECT_EQ(Run(NewOp("AttrTestThrowing")).code(), TF_RESOURCE_EXHAUSTED);
}

}  // namespace
}  // namespace pluggable
