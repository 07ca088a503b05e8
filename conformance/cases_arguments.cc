// Kernels with arguments and attributes that only a malicious graph has.

#include "case.h"
#include "kernel_bench.h"

namespace conformance {
namespace {

// The largest double that fits into an int64. Twice this number plus a few thousand is a small
// positive number if int64s wrap around.
constexpr double kHuge = 9223372036854774784.0;

Numbers Zeros(std::vector<int64_t> dims) {
  const auto count = static_cast<size_t>(Numbers::Count(dims));
  return {TF_FLOAT, std::move(dims), std::vector<double>(count)};
}

Scenario Of(std::map<std::string, AttrValue> attrs, std::vector<Input> inputs) {
  Scenario scenario;
  scenario.attrs = std::move(attrs);
  scenario.attrs["T"] = AttrValue::Of(TF_FLOAT);
  scenario.inputs = std::move(inputs);
  scenario.output_arg = "output";
  scenario.expected.type = TF_FLOAT;
  return scenario;
}

Scenario HugePaddings() {
  return Of({{"Tpaddings", AttrValue::Of(TF_INT64)}},
            {{"input", {Zeros({4096})}}, {"paddings", {{TF_INT64, {1, 2}, {kHuge, kHuge}}}}});
}

Scenario HugePaddingsOfBlocks() {
  return Of({{"Tblock_shape", AttrValue::Of(TF_INT32)}, {"Tpaddings", AttrValue::Of(TF_INT64)}},
            {{"input", {Zeros({1, 4096, 1})}},
             {"block_shape", {{TF_INT32, {1}, {2}}}},
             {"paddings", {{TF_INT64, {1, 2}, {kHuge, kHuge}}}}});
}

Scenario HugeCrops() {
  return Of({{"Tblock_shape", AttrValue::Of(TF_INT32)}, {"Tcrops", AttrValue::Of(TF_INT64)}},
            {{"input", {Zeros({2, 4, 1})}},
             {"block_shape", {{TF_INT32, {1}, {2}}}},
             {"crops", {{TF_INT64, {1, 2}, {kHuge, kHuge}}}}});
}

// A filter without elements, whose sides are too long to iterate over.
Scenario FilterWithoutEnd() {
  const AttrValue one = AttrValue::Of(int64_t{1});
  const AttrValue ones = AttrValue::List({one, one, one, one});
  return Of({{"strides", ones},
             {"dilations", ones},
             {"padding", AttrValue::Of("SAME")},
             {"explicit_paddings", AttrValue::List({})},
             {"data_format", AttrValue::Of("NHWC")}},
            {{"input_sizes", {{TF_INT32, {4}, {1, 2, 2, 1}}}},
             {"filter", {Zeros({int64_t{1} << 40, 1, 1, 0})}},
             {"out_backprop", {Zeros({1, 2, 2, 0})}}});
}

struct Hostile {
  const char* op;
  Scenario (*make)();
};

constexpr Hostile kHostile[] = {
    {"Pad", HugePaddings},
    {"SpaceToBatchND", HugePaddingsOfBlocks},
    {"BatchToSpaceND", HugeCrops},
    {"DepthwiseConv2dNativeBackpropInput", FilterWithoutEnd},
};

// The kernel may reject the arguments or compute something, but only in its own memory.
void MustStayInside(Run& run, const Hostile& hostile) {
  const Scenario scenario = hostile.make();
  const KernelDef* const def = FindKernel(run.plugin(), hostile.op, scenario.attrs);
  run.Needs(def != nullptr, "the plugin has no kernel of the op that could take this");
  const Kernel kernel(*def, scenario.attrs);
  if (!kernel.status().ok()) return;
  Device& device = run.device();
  RegionAllocator allocator(run, device, 1 << 20);
  const Stream stream = run.NewStream();
  Computation computation(run, device, &allocator, *def, scenario, stream.get());
  computation.HoldInputs();
  kernel.Compute(&computation.context());
  device.Await(stream.get());  // an error of the work is as good as one of Compute
  computation.ExpectInputsUnchanged();
  const std::string damage = allocator.Damage();
  run.Require(damage.empty(), hostile.op, ": ", damage);
}

struct IntAttr {
  const char* op;
  const char* attr;
  bool is_list;
};

// Attributes that TensorFlow's own kernels read as int32s.
constexpr IntAttr kInt32Attrs[] = {
    {"DepthToSpace", "block_size", false},
    {"SpaceToDepth", "block_size", false},
    {"Pack", "axis", false},
    {"Unpack", "axis", false},
    {"MaxPool", "ksize", true},
    {"MaxPool", "strides", true},
    {"AvgPool", "ksize", true},
    {"AvgPool", "strides", true},
    {"Conv2D", "strides", true},
    {"Conv2D", "dilations", true},
};

// All attributes that kernels of these ops need, with this value of the attribute `spoilt`.
std::map<std::string, AttrValue> AttrsWith(const IntAttr& spoilt, int64_t value) {
  std::map<std::string, AttrValue> attrs;
  const AttrValue one = AttrValue::Of(int64_t{1});
  for (const char* list : {"ksize", "strides", "dilations"}) {
    attrs[list] = AttrValue::List({one, one, one, one});
  }
  attrs["block_size"] = AttrValue::Of(int64_t{2});
  attrs["axis"] = AttrValue::Of(int64_t{0});
  attrs["N"] = AttrValue::Of(int64_t{1});
  attrs["num"] = AttrValue::Of(int64_t{1});
  attrs["data_format"] = AttrValue::Of("NHWC");
  attrs["padding"] = AttrValue::Of("VALID");
  attrs["explicit_paddings"] = AttrValue::List({});
  attrs["use_cudnn_on_gpu"] = AttrValue::Of(true);
  attrs["T"] = AttrValue::Of(TF_FLOAT);
  const AttrValue number = AttrValue::Of(value);
  attrs[spoilt.attr] = spoilt.is_list ? AttrValue::List({one, number, one, one}) : number;
  return attrs;
}

void MustRefuse(Run& run, const IntAttr& attr) {
  constexpr int64_t kTooMuch = (int64_t{1} << 32) + 1;  // 1, if it is cut
  const auto attrs = AttrsWith(attr, kTooMuch);
  const KernelDef* const def = FindKernel(run.plugin(), attr.op, attrs);
  run.Needs(def != nullptr, "the plugin has no kernel of the op for float");
  const Kernel usual(*def, AttrsWith(attr, 1));
  run.Needs(usual.status().ok(), "the kernel wants other attributes: ", usual.status().message);
  const Kernel kernel(*def, attrs);
  run.Require(!kernel.status().ok(), attr.op, " takes ", kTooMuch, " as ", attr.attr);
}

}  // namespace

void AddArgumentCases(CaseList& list) {
  list.Group("kernels");
  for (const Hostile& hostile : kHostile) {
    list.Add(std::string(hostile.op) + "/hostile",
             "sizes that wrap around or have no end lead a kernel nowhere outside of its tensors",
             "whoever makes a graph can put any int64 into it, and others' tensors lie beside",
             [&hostile](Run& run) { MustStayInside(run, hostile); });
  }
  for (const IntAttr& attr : kInt32Attrs) {
    list.Add(std::string(attr.op) + "/int32/" + attr.attr,
             "an attribute that an int32 does not hold is refused",
             "TF_OpKernelConstruction_GetAttrInt32List cuts it: a window of 2**32 + 1 becomes 1",
             [&attr](Run& run) { MustRefuse(run, attr); });
  }
}

}  // namespace conformance
