#include "failing_op.h"

#include <vector>

namespace conformance {

Scenario GatherScenario(ValueSource& source, double index) {
  Scenario scenario;
  scenario.attrs = {{"batch_dims", AttrValue::Of(int64_t{0})},
                    {"Tparams", AttrValue::Of(TF_FLOAT)},
                    {"Tindices", AttrValue::Of(TF_INT32)},
                    {"Taxis", AttrValue::Of(TF_INT32)}};
  const Numbers params = source.Draw(TF_FLOAT, {4, 8}, -1, 1);
  scenario.inputs = {{"params", {params}},
                     {"indices", {{TF_INT32, {1}, {index}}}},
                     {"axis", {{TF_INT32, {}, {0}}}}};
  scenario.output_arg = "output";
  scenario.expected = {TF_FLOAT, {1, 8}, {}};
  if (index < 4) {
    const auto first = params.values.begin() + static_cast<int64_t>(index) * 8;
    scenario.expected.values.assign(first, first + 8);
  }
  return scenario;
}

bool BadIndicesFail(Run& run, Device& device) {
  constexpr uint64_t kBytes = 1 << 16;
  constexpr int kWaits = 4;  // until every error has been told
  ValueSource source(run.settings().seed);
  const Scenario bad = GatherScenario(source, 7);
  const KernelDef* const def = FindKernel(run.plugin(), "GatherV2", bad.attrs);
  if (def == nullptr) return true;
  const Kernel kernel(*def, bad.attrs);
  if (!kernel.status().ok()) return true;
  QuietAllocator allocator(run, device, kBytes);
  const Stream stream = run.NewStream(device);
  Computation gather(run, device, &allocator, *def, bad, stream.get());
  kernel.Compute(&gather.context());
  bool fails = !gather.context().status.ok() || !gather.context().outputs[0].has_value();
  if (!fails) {
    std::vector<float> found(8);
    const TensorValue& value = *gather.context().outputs[0];
    Result result = device.AwaitAll();
    if (result.ok()) {
      result = device.Read(stream.get(), found.data(), value.buffer->data, value.Bytes());
    }
    if (result.ok()) result = device.Await(stream.get());
    fails = !result.ok() || found[0] != found[0];  // fresh memory holds NaN
  }
  for (int waits = 0; waits < kWaits; ++waits) (void)device.AwaitAll();
  return fails;
}

}  // namespace conformance
