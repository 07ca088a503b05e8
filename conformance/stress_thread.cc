// A thread of a random program. It uses streams and copies as TensorFlow's executors do.

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "stress.h"

namespace conformance {
namespace {

constexpr size_t kMaxValues = 8;
// Sums of larger numbers might not be exact.
constexpr float kLargest = 1 << 20;

TensorValue OnHost(std::vector<int32_t> numbers, std::vector<int64_t> dims) {
  auto memory = std::make_shared<std::vector<int32_t>>(std::move(numbers));
  auto buffer =
      std::make_shared<TensorBuffer>(memory->data(), memory->size() * sizeof(int32_t), [memory] {});
  return {TF_INT32, std::move(dims), std::move(buffer)};
}

bool IsOnHost(const KernelDef& def, const std::string& arg) {
  return std::find(def.host_args.begin(), def.host_args.end(), arg) != def.host_args.end();
}

}  // namespace

StressThread::StressThread(Run& run, StressScene& scene, int who)
    : run_(run),
      scene_(scene),
      who_(who),
      random_(run.settings().seed * 1000 + static_cast<uint64_t>(who)) {}

void StressThread::Work() {
  for (int i = 0; i < scene_.plan.steps; ++i) {
    Step();
    ++steps_;
  }
  for (const StressValue& value : values_) Fetch(value);
  values_.clear();
  doing_ = "nothing any more";
}

StressDevice& StressThread::AnyDevice() { return *scene_.devices[Draw(scene_.devices.size())]; }

StressValue* StressThread::AnyValue() {
  if (values_.empty()) Upload();
  return values_.empty() ? nullptr : &values_[Draw(values_.size())];
}

void StressThread::Keep(StressValue value) {
  if (values_.size() < kMaxValues) {
    values_.push_back(std::move(value));
  } else {
    values_[Draw(kMaxValues)] = std::move(value);  // whose work may be under way
  }
}

bool StressThread::Allocate(StressDevice& device, TF_DataType type, std::vector<int64_t> dims,
                            TensorValue* tensor) {
  *tensor = {type, std::move(dims), nullptr};
  tensor->buffer = device.memory().Allocate(tensor->Bytes(), /*on_host=*/false);
  if (tensor->buffer == nullptr) Refused();
  return tensor->buffer != nullptr;
}

void StressThread::Refused() {
  run_.Check(scene_.plan.full_memory, "there is no memory, though most is free");
  ++scene_.figures.refusals;
  values_.resize(values_.size() / 2);
}

void StressThread::Step() {
  switch (Draw(24)) {
    case 0:
    case 1:
    case 2:
      return Upload();
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
      return Add();
    case 8:
    case 9:
      return Gather(/*fails=*/false);
    case 10:
      return Gather(/*fails=*/scene_.plan.errors);
    case 11:
      return Fill();
    case 12:
      return Pad();
    case 13:
    case 14:
      return CopyToDevice();
    case 15:
    case 16:
    case 17:
      if (const StressValue* const value = AnyValue()) Fetch(*value);
      return;
    case 18:
    case 19:
      return Share();
    case 20:
      return Delay();
    case 21:
      return AwaitAll();
    case 22:
      return UseOwnStream();
    default:
      if (!values_.empty()) values_.pop_back();
  }
}

void StressThread::Upload() {
  doing_ = "copying to a device";
  StressDevice& device = AnyDevice();
  StressValue value;
  value.device = &device;
  const auto rows = static_cast<int64_t>(StressDevice::kTableRows);
  const auto columns = static_cast<int64_t>(1 + Draw(OneIn(4) ? 16000 : 500));
  if (!Allocate(device, TF_FLOAT, {rows, columns}, &value.tensor)) return;
  const uint64_t salt = Draw(1000);
  value.numbers.resize(static_cast<size_t>(rows * columns));
  for (size_t i = 0; i < value.numbers.size(); ++i) {
    value.numbers[i] = static_cast<float>((salt + i) % 997);
  }
  run_.Ok(device.device().DependOn(device.to_device(), device.compute()));
  run_.Ok(device.device().Write(device.to_device(), value.tensor.buffer->data, value.numbers.data(),
                                value.tensor.Bytes()));
  AwaitByEvent(device.device(), device.to_device());
  ++scene_.figures.copies;
  Keep(std::move(value));
}

void StressThread::AwaitByEvent(Device& device, SP_Stream stream) {
  const Event event = run_.NewEvent(device);
  run_.Ok(device.Record(stream, event.get()));
  if (OneIn(2)) return run_.Ok(device.BlockOn(event.get()));
  SE_EventStatus status = device.Query(event.get());
  while (status == SE_EVENT_PENDING) {
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    status = device.Query(event.get());
  }
  run_.Require(status == SE_EVENT_COMPLETE, "an event has failed, which ends TensorFlow's process");
}

bool StressThread::Compute(StressDevice& device, const char* op, std::vector<StressValue> inputs,
                           const std::vector<const char*>& args, const char* output_arg,
                           std::vector<float> expected, bool fails) {
  const Kernel* const kernel = device.kernel(op);
  if (kernel == nullptr) return false;
  doing_ = kernel->def().op.c_str();
  StressValue output;
  output.device = &device;
  output.numbers = std::move(expected);
  output.is_result = !fails;
  TF_OpKernelContext context;
  context.kernel_name = op;
  context.device_name = "/job:localhost/replica:0/task:0/device:" + kernel->def().device + ":" +
                        std::to_string(device.device().ordinal());
  context.device_id = device.device().ordinal();
  context.stream = device.compute();
  context.allocator = &device.memory();
  for (size_t i = 0; i < inputs.size(); ++i) {
    output.is_result = output.is_result && inputs[i].is_result;
    context.inputs.push_back(std::move(inputs[i].tensor));
    context.input_on_host.push_back(IsOnHost(kernel->def(), args[i]));
    context.variables.push_back(nullptr);
    context.input_args.push_back({args[i], static_cast<int>(i), static_cast<int>(i) + 1});
  }
  context.output_args.push_back({output_arg, 0, 1});
  context.output_types.push_back(TF_FLOAT);
  context.output_on_host.push_back(false);
  context.outputs.emplace_back();
  kernel->Compute(&context);
  ++scene_.figures.computations;
  if (fails) ++scene_.figures.failures;
  if (context.status.code == TF_UNIMPLEMENTED) return false;
  if (context.status.ok()) {
    run_.Require(context.outputs[0].has_value(), op, " has set no output");
    output.tensor = std::move(*context.outputs[0]);
    run_.Require(output.tensor.Elements() == static_cast<int64_t>(output.numbers.size()), op,
                 " has made ", ShapeText(output.tensor.dims));
    Keep(std::move(output));
  } else if (context.status.code == TF_RESOURCE_EXHAUSTED) {
    Refused();
  } else {
    // Where copies report no errors, the next op of a stream does, whichever it is.
    const bool may_be_of_another =
        scene_.plan.errors && !run_.plugin().release().ReportsCopyErrors();
    run_.Require(!output.is_result || may_be_of_another, "thread ", who_, ": ", op,
                 " of sound inputs fails: ", ResultOf("the kernel", context.status).Text());
    ++scene_.figures.reported_by_ops;
  }
  return true;
}

void StressThread::Add() {
  const StressValue* const value = AnyValue();
  if (value == nullptr) return;
  StressValue x = *value;
  if (*std::max_element(x.numbers.begin(), x.numbers.end()) > kLargest) return Upload();
  // Another value of that shape, or the same one. A value that nothing else uses may be
  // overwritten.
  const auto other = std::find_if(values_.rbegin(), values_.rend(), [&](const StressValue& y) {
    return y.device == x.device && y.tensor.dims == x.tensor.dims;
  });
  StressValue y = *other;
  if (OneIn(2)) values_.erase(std::next(other).base());
  std::vector<float> sum(x.numbers.size());
  for (size_t i = 0; i < sum.size(); ++i) sum[i] = x.numbers[i] + y.numbers[i];
  StressDevice& device = *x.device;
  std::vector<StressValue> inputs;
  inputs.push_back(std::move(x));
  inputs.push_back(std::move(y));
  Compute(device, "AddV2", std::move(inputs), {"x", "y"}, "z", std::move(sum), /*fails=*/false);
}

void StressThread::Gather(bool fails) {
  const StressValue* const value = AnyValue();
  if (value == nullptr || value->tensor.dims[0] != StressDevice::kTableRows) return;
  if (!value->device->gathers_fail()) fails = false;
  const int row = fails ? StressDevice::kBadRow : static_cast<int>(Draw(StressDevice::kTableRows));
  StressDevice& device = *value->device;
  // Otherwise the device may be done, and the op know, before Compute returns.
  if (fails && OneIn(2))
    run_.Delay(device.device(), device.compute(), 1 + static_cast<int>(Draw(3)));
  const int64_t columns = value->tensor.dims[1];
  std::vector<float> taken(static_cast<size_t>(columns));
  if (!fails) std::copy_n(value->numbers.begin() + row * columns, columns, taken.begin());
  std::vector<StressValue> inputs(3);
  inputs[0] = *value;
  inputs[1].tensor = device.index(row);
  inputs[2].tensor = OnHost({0}, {});
  Compute(device, "GatherV2", std::move(inputs), {"params", "indices", "axis"}, "output",
          std::move(taken), fails);
}

void StressThread::Fill() {
  StressDevice& device = AnyDevice();
  const auto count = static_cast<int32_t>(1 + Draw(20000));
  const auto number = static_cast<float>(Draw(1000));
  std::vector<StressValue> inputs(2);
  inputs[0].tensor = OnHost({1, count}, {2});
  if (!Allocate(device, TF_FLOAT, {}, &inputs[1].tensor)) return;
  doing_ = "copying a scalar to a device";
  run_.Ok(device.device().Write(inputs[1].tensor.buffer->data, &number, sizeof(number)));
  Compute(device, "Fill", std::move(inputs), {"dims", "value"}, "output",
          std::vector<float>(static_cast<size_t>(count), number), /*fails=*/false);
}

void StressThread::Pad() {
  const StressValue* const value = AnyValue();
  if (value == nullptr) return;
  const auto before = static_cast<int32_t>(Draw(5));
  const auto after = static_cast<int32_t>(Draw(5));
  const int64_t rows = value->tensor.dims[0];
  const int64_t columns = value->tensor.dims[1];
  std::vector<float> padded(static_cast<size_t>(rows * (before + columns + after)));
  for (int64_t row = 0; row < rows; ++row) {
    std::copy_n(value->numbers.begin() + row * columns, columns,
                padded.begin() + row * (before + columns + after) + before);
  }
  StressDevice& device = *value->device;
  std::vector<StressValue> inputs(2);
  inputs[0] = *value;
  inputs[1].tensor = OnHost({0, 0, before, after}, {2, 2});
  Compute(device, "Pad", std::move(inputs), {"input", "paddings"}, "output", std::move(padded),
          /*fails=*/false);
}

// To the same device or another one; both then wait for each other as in TensorFlow.
void StressThread::CopyToDevice() {
  const StressValue* const value = AnyValue();
  if (value == nullptr) return;
  const StressValue from = *value;
  StressValue to = from;
  to.device = &AnyDevice();
  if (!Allocate(*to.device, TF_FLOAT, from.tensor.dims, &to.tensor)) return;
  doing_ = "copying between devices";
  const SP_Stream stream = from.device->between();
  Device& device = from.device->device();
  run_.Ok(device.DependOn(stream, from.device->compute()));
  run_.Ok(device.DependOn(stream, to.device->compute()));
  run_.Ok(
      device.Copy(stream, to.tensor.buffer->data, from.tensor.buffer->data, from.tensor.Bytes()));
  AwaitByEvent(device, stream);
  ++scene_.figures.copies;
  Keep(std::move(to));
}

Result StressThread::ReadBack(const StressValue& value, std::vector<float>* found) {
  StressDevice& device = *value.device;
  doing_ = "waiting for a device before a copy";
  // An eager program waits for the device, a function does not. Releases that do not pass on errors
  // of copies only have the wait.
  if (!run_.plugin().release().ReportsCopyErrors() || OneIn(2)) AwaitAll();
  doing_ = "copying to the host";
  run_.Ok(device.device().DependOn(device.to_host(), device.compute()));
  const Result result = device.device().Read(device.to_host(), found->data(),
                                             value.tensor.buffer->data, value.tensor.Bytes());
  if (result.ok()) AwaitByEvent(device.device(), device.to_host());
  ++scene_.figures.copies;
  return result;
}

void StressThread::Fetch(const StressValue& value) {
  std::vector<float> found(value.numbers.size());
  const Result result = ReadBack(value, &found);
  doing_ = "comparing";
  if (!value.is_result) {
    if (result.ok()) {
      run_.Require(!run_.plugin().release().ReportsCopyErrors(), "thread ", who_,
                   ": a copy of what was never computed succeeds: ", found[0]);
      run_.Require(found[0] != found[0], "what was never computed looks like a result: ", found[0]);
    }
    ++scene_.figures.reported_by_copies;
    return;
  }
  run_.Require(result.ok(), "thread ", who_, ": a copy of a sound result fails: ", result.Text());
  for (size_t i = 0; i < found.size(); ++i) {
    run_.Require(found[i] == value.numbers[i], "thread ", who_, ": element ", i, " of ",
                 found.size(), " is ", found[i], " and not ", value.numbers[i]);
  }
  ++scene_.figures.results;
}

void StressThread::Share() {
  doing_ = "sharing";
  if (OneIn(2)) {
    if (!values_.empty()) scene_.pool.Put(values_[Draw(values_.size())], random_());
    return;
  }
  StressValue value;
  if (scene_.pool.Get(&value, random_())) Keep(std::move(value));
}

void StressThread::Delay() {
  doing_ = "delaying a stream";
  StressDevice& device = AnyDevice();
  const SP_Stream streams[] = {device.compute(), device.to_device(), device.to_host(),
                               device.between()};
  run_.Delay(device.device(), streams[Draw(4)], static_cast<int>(Draw(4)));
}

void StressThread::AwaitAll() {
  doing_ = "waiting for a device";
  const Result result = AnyDevice().device().AwaitAll();
  // After a failure, any call may report it.
  run_.Require(result.ok() || scene_.plan.errors, "nothing fails, and yet: ", result.Text());
}

// Streams that come and go, with memory of the plugin's and callbacks, some of which fail.
void StressThread::UseOwnStream() {
  doing_ = "using a stream of its own";
  StressDevice& stress_device = AnyDevice();
  Device& device = stress_device.device();
  const Stream stream = run_.NewStream(device);
  // Core reuses memory in the order of its compute stream, and lets other streams wait for that.
  // A plugin's own allocator may rely on it.
  const bool is_bfc = run_.plugin().platform()->use_bfc_allocator != 0;
  const uint64_t size = 4 * (1 + Draw(10000));
  Memory memory[2] = {device.Allocate(size), device.Allocate(size)};
  if (!memory[0] || !memory[1]) return Refused();
  if (!is_bfc) run_.Ok(device.DependOn(stream.get(), stress_device.compute()));
  const std::vector<uint8_t> bytes = run_.Pattern(size, static_cast<uint8_t>(Draw(256)));
  std::vector<uint8_t> expected = bytes;
  std::vector<uint8_t> found(size);
  run_.Ok(device.Write(stream.get(), memory[0].data(), bytes.data(), size));
  run_.Ok(device.Copy(stream.get(), memory[1].data(), memory[0].data(), size));
  if (run_.plugin().release().HasFills() && OneIn(2)) {
    const uint64_t part = size / 2;
    run_.Ok(device.Fill(stream.get(), memory[1].data() + part, 7, size - part));
    std::fill(expected.begin() + static_cast<int64_t>(part), expected.end(), uint8_t{7});
  }
  if (is_bfc) memory[0].Free();  // while it is copied from
  run_.Ok(device.Read(stream.get(), found.data(), memory[1].data(), size));
  std::atomic<bool> called{false};
  const bool fails = scene_.plan.errors && OneIn(2);
  const bool taken = device.Call(stream.get(), [&called, fails](TF_Status* status) {
    if (fails) status->Set(TF_INTERNAL, "said by the callback");
    called = true;
  });
  run_.Needs(taken, "host_callback refuses callbacks");
  if (fails) ++scene_.figures.failures;
  AwaitByEvent(device, stream.get());
  run_.Require(called.load(), "an event is complete before the callback that it stands behind");
  run_.ExpectEqual(found, expected, "what came back through a stream of its own");
  const Result result = device.Await(stream.get());
  run_.Require(fails || result.ok(), "a stream without errors: ", result.Text());
  scene_.figures.copies += 3;
  ++scene_.figures.results;
}

}  // namespace conformance
