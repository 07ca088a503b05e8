#include "kernel_bench.h"

#include <algorithm>

#include "progress.h"

namespace conformance {
namespace {

constexpr uint8_t kUnused = 0xa5;
// As a number this is NaN, or -1, so it shows that a computation was skipped.
constexpr uint8_t kFresh = 0xff;
constexpr uint64_t kTensorAlignment = 256;
constexpr uint64_t kGap = 256;

bool Holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

RegionAllocator::RegionAllocator(Run& run, Device& device, uint64_t size)
    : run_(run), device_(device), region_(run.Allocate(device, size)), next_(kGap) {
  const std::vector<uint8_t> pattern(size, kUnused);
  run.Ok(device.Write(region_.data(), pattern.data(), size));
}

std::shared_ptr<TensorBuffer> RegionAllocator::Allocate(size_t bytes, bool on_host) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (on_host) {
    auto guarded = std::make_shared<GuardedBytes>("a tensor in host memory", bytes);
    on_host_.push_back(guarded);
    return std::make_shared<TensorBuffer>(guarded->data(), bytes, [guarded] {});
  }
  if (next_ + bytes + kGap > region_.size()) return nullptr;
  const uint64_t begin = next_;
  next_ = (begin + bytes + kGap + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment;
  parts_.emplace_back(begin, bytes);
  const std::vector<uint8_t> fresh(bytes, kFresh);
  run_.Ok(device_.Write(region_.data() + begin, fresh.data(), bytes));
  return std::make_shared<TensorBuffer>(region_.data() + begin, bytes, nullptr);
}

std::string RegionAllocator::Damage() {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<uint8_t> bytes(region_.size());
  run_.Ok(device_.Read(bytes.data(), region_.data(), bytes.size()));
  for (const auto& [begin, size] : parts_) std::fill_n(bytes.data() + begin, size, kUnused);
  const auto wrong =
      std::find_if(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte != kUnused; });
  if (wrong != bytes.end()) {
    return "byte " + std::to_string(wrong - bytes.begin()) +
           " of the region was written, which is no tensor's";
  }
  for (const auto& guarded : on_host_) {
    if (!guarded->Damage().empty()) return guarded->Damage();
  }
  return "";
}

QuietAllocator::QuietAllocator(Run& run, Device& device, uint64_t size)
    : region_(run.Allocate(device, size)) {
  const std::vector<uint8_t> fresh(size, kFresh);
  run.Ok(device.Write(region_.data(), fresh.data(), size));
}

std::shared_ptr<TensorBuffer> QuietAllocator::Allocate(size_t bytes, bool on_host) {
  if (on_host) {
    auto memory = std::make_shared<std::vector<uint8_t>>(bytes);
    return std::make_shared<TensorBuffer>(memory->data(), bytes, [memory] {});
  }
  const uint64_t begin = used_;
  used_ += (bytes + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment;
  if (used_ > region_.size()) return nullptr;
  return std::make_shared<TensorBuffer>(region_.data() + begin, bytes, nullptr);
}

const KernelDef* FindKernel(const Plugin& plugin, const std::string& op,
                            const std::map<std::string, AttrValue>& attrs) {
  const KernelDef* best = nullptr;
  for (const KernelDef& def : plugin.host().kernels) {
    if (def.op != op || def.device != plugin.platform()->type || !def.label.empty()) continue;
    const bool fits = std::all_of(def.types.begin(), def.types.end(), [&](const auto& constraint) {
      const auto attr = attrs.find(constraint.first);
      return attr != attrs.end() && attr->second.kind == AttrValue::Kind::kType &&
             attr->second.type == constraint.second;
    });
    if (fits && (best == nullptr || def.priority > best->priority)) best = &def;
  }
  return best;
}

Kernel::Kernel(const KernelDef& def, const std::map<std::string, AttrValue>& attrs) : def_(def) {
  construction_.name = "node";
  construction_.op = def.op;
  construction_.attrs = attrs;
  Progress::Doing("a kernel's create function");
  if (def.create != nullptr) object_ = def.create(&construction_);
  Progress::Doing("");
}

// TensorFlow deletes what a failed creation has returned, null included.
Kernel::~Kernel() {
  Progress::Doing("a kernel's delete function");
  if (def_.destroy != nullptr) def_.destroy(object_);
  Progress::Doing("");
}

void Kernel::Compute(TF_OpKernelContext* context) const {
  Progress::Doing("a kernel's compute function");
  if (def_.compute != nullptr) {
    def_.compute(object_, context);
  } else if (def_.compute_async != nullptr) {
    char done = 0;
    def_.compute_async(object_, context, &done);
  }
  Progress::Doing("");
}

Computation::Computation(Run& run, Device& device, TensorAllocator* allocator, const KernelDef& def,
                         const Scenario& scenario, SP_Stream stream)
    : run_(run), device_(device), allocator_(allocator), scenario_(scenario) {
  context_.kernel_name = "node";
  context_.device_name = "/job:localhost/replica:0/task:0/device:" + def.device + ":" +
                         std::to_string(device.ordinal());
  context_.device_id = device.ordinal();
  context_.stream = stream;
  context_.allocator = allocator;
  for (const Input& input : scenario.inputs) {
    const int start = static_cast<int>(context_.inputs.size());
    for (const Numbers& numbers : input.tensors) {
      const bool is_variable = numbers.type == TF_RESOURCE;
      const bool on_host = is_variable || Holds(def.host_args, input.arg);
      context_.input_on_host.push_back(on_host);
      std::shared_ptr<Variable> variable;
      TensorValue value{numbers.type, numbers.dims, nullptr};
      if (is_variable) {
        variable = std::make_shared<Variable>();
        variable->value = OnDevice(*scenario.variable, /*on_host=*/false);
      } else {
        value = OnDevice(numbers, on_host);
      }
      input_data_.push_back(value.buffer == nullptr ? nullptr : value.buffer->data);
      context_.inputs.push_back(std::move(value));
      context_.variables.push_back(std::move(variable));
    }
    context_.input_args.push_back({input.arg, start, static_cast<int>(context_.inputs.size())});
  }
  if (scenario.variable) return;
  context_.output_args.push_back({scenario.output_arg, 0, 1});
  context_.output_types.push_back(scenario.expected.type);
  context_.output_on_host.push_back(Holds(def.host_args, scenario.output_arg));
  context_.outputs.emplace_back();
}

TensorValue Computation::OnDevice(const Numbers& numbers, bool on_host) {
  TensorValue value{numbers.type, numbers.dims, nullptr};
  const std::vector<uint8_t> bytes = Encoded(numbers.type, numbers.values);
  if (!bytes.empty()) {
    value.buffer = allocator_->Allocate(bytes.size(), on_host);
    run_.Require(value.buffer != nullptr, "the suite has too little memory for the inputs");
    if (on_host) {
      std::copy(bytes.begin(), bytes.end(), static_cast<uint8_t*>(value.buffer->data));
    } else {
      run_.Ok(device_.Write(value.buffer->data, bytes.data(), bytes.size()));
    }
  }
  bytes_.push_back(bytes);
  return value;
}

void Computation::ClearInputs() {
  for (size_t i = 0; i < context_.inputs.size(); ++i) {
    if (context_.input_on_host[i] || context_.inputs[i].buffer == nullptr) continue;
    const std::vector<uint8_t> nothing(bytes_[i].size());
    run_.Ok(device_.Write(context_.inputs[i].buffer->data, nothing.data(), nothing.size()));
  }
}

void Computation::WriteInputsOnStream() {
  for (size_t i = 0; i < context_.inputs.size(); ++i) {
    if (context_.input_on_host[i] || context_.inputs[i].buffer == nullptr) continue;
    void* const data = context_.inputs[i].buffer->data;
    run_.Ok(device_.Write(context_.stream, data, bytes_[i].data(), bytes_[i].size()));
  }
}

void Computation::HoldInputs() { held_ = context_.inputs; }

void Computation::FreeInputs() { context_.inputs.clear(); }

bool Computation::Forwarded() const {
  if (context_.outputs.empty() || !context_.outputs[0] || !context_.outputs[0]->buffer)
    return false;
  const void* const data = context_.outputs[0]->buffer->data;
  return std::find(input_data_.begin(), input_data_.end(), data) != input_data_.end();
}

Numbers Computation::Read(const TensorValue& value, bool on_host) {
  Numbers numbers{value.type, value.dims, {}};
  std::vector<uint8_t> bytes(value.Bytes());
  if (bytes.empty()) return numbers;
  run_.Require(value.buffer != nullptr, "the output has no memory");
  if (on_host) {
    std::copy_n(static_cast<const uint8_t*>(value.buffer->data), bytes.size(), bytes.begin());
  } else {
    run_.Ok(device_.Read(bytes.data(), value.buffer->data, bytes.size()));
  }
  numbers.values = Decoded(value.type, bytes);
  return numbers;
}

void Computation::ExpectOutput(const std::string& what) {
  // The kernel is not written yet, or this TensorFlow lacks something that it needs.
  run_.Needs(context_.status.code != TF_UNIMPLEMENTED,
             "the kernel says that it is not implemented: ", context_.status.message);
  run_.Require(context_.status.ok(), what, ": ", ResultOf("the kernel", context_.status).Text());
  Numbers found;
  if (scenario_.variable) {
    found = Read(context_.variables[0]->value, /*on_host=*/false);
  } else {
    run_.Require(context_.outputs[0].has_value(), what, ": the kernel has set no output");
    found = Read(*context_.outputs[0], context_.output_on_host[0]);
  }
  const Numbers& expected = scenario_.expected;
  run_.Require(found.type == expected.type, what, ": the output's type is ", TypeName(found.type));
  run_.Require(found.dims == expected.dims, what, ": the output's shape is ", ShapeText(found.dims),
               " and not ", ShapeText(expected.dims));
  for (size_t i = 0; i < expected.values.size(); ++i) {
    run_.Require(IsClose(expected.type, found.values[i], expected.values[i], scenario_.terms), what,
                 ": element ", i, " of ", expected.values.size(), " is ", found.values[i],
                 " and not ", expected.values[i]);
  }
}

void Computation::ExpectInputsUnchanged() {
  for (size_t i = 0; i < held_.size(); ++i) {
    if (held_[i].buffer == nullptr || held_[i].type == TF_RESOURCE) continue;
    const Numbers found = Read(held_[i], context_.input_on_host[i]);
    run_.Require(Encoded(found.type, found.values) == bytes_[i], "the kernel has written input ", i,
                 ", which somebody else still reads");
  }
}

}  // namespace conformance
