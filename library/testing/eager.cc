// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "eager.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "pluggable/types.h"

namespace pluggable::tests {
namespace {

StatusPtr NewStatus() { return StatusPtr(TF_NewStatus()); }

bool Ok(const StatusPtr& status) { return TF_GetCode(status.get()) == TF_OK; }

TensorPtr ToTensor(const HostTensor& host) {
  const int rank = static_cast<int>(host.dims.size());
  if (host.dtype != TF_STRING) {
    TensorPtr tensor(TF_AllocateTensor(host.dtype, host.dims.data(), rank, host.bytes.size()));
    if (!host.bytes.empty()) {
      std::memcpy(TF_TensorData(tensor.get()), host.bytes.data(), host.bytes.size());
    }
    return tensor;
  }
  const size_t size = host.strings.size() * sizeof(TF_TString);
  TensorPtr tensor(TF_AllocateTensor(TF_STRING, host.dims.data(), rank, size));
  auto* strings = static_cast<TF_TString*>(TF_TensorData(tensor.get()));
  for (size_t i = 0; i < host.strings.size(); ++i) {
    TF_StringInit(&strings[i]);
    TF_StringCopy(&strings[i], host.strings[i].data(), host.strings[i].size());
  }
  return tensor;
}

HostTensor ToHost(const TF_Tensor* tensor) {
  HostTensor host;
  host.dtype = TF_TensorType(tensor);
  for (int i = 0; i < TF_NumDims(tensor); ++i) host.dims.push_back(TF_Dim(tensor, i));
  const auto count = static_cast<size_t>(NumElements(host.dims));
  if (count == 0) return host;  // an empty tensor's pointer must not be read
  if (host.dtype == TF_STRING) {
    const auto* strings = static_cast<const TF_TString*>(TF_TensorData(tensor));
    for (size_t i = 0; i < count; ++i) {
      host.strings.emplace_back(TF_StringGetDataPointer(&strings[i]),
                                TF_StringGetSize(&strings[i]));
    }
  } else {
    const auto* bytes = static_cast<const char*>(TF_TensorData(tensor));
    host.bytes.assign(bytes, bytes + count * DataTypeSize(host.dtype));
  }
  return host;
}

void SetAttr(TFE_Op* op, const NamedAttr& attr, TF_Status* status) {
  const char* name = attr.name.c_str();
  const AttrValue& value = attr.value;
  const auto count = [](const auto& list) { return static_cast<int>(list.size()); };
  if (value.type == "int") {
    TFE_OpSetAttrInt(op, name, value.ints[0]);
  } else if (value.type == "bool") {
    TFE_OpSetAttrBool(op, name, value.ints[0] != 0);
  } else if (value.type == "type") {
    TFE_OpSetAttrType(op, name, static_cast<TF_DataType>(value.ints[0]));
  } else if (value.type == "float") {
    TFE_OpSetAttrFloat(op, name, value.floats[0]);
  } else if (value.type == "string") {
    TFE_OpSetAttrString(op, name, value.strings[0].data(), value.strings[0].size());
  } else if (value.type == "shape") {
    const int rank = value.unknown_rank ? -1 : count(value.shape);
    TFE_OpSetAttrShape(op, name, value.shape.data(), rank, status);
  } else if (value.type == "list(int)") {
    TFE_OpSetAttrIntList(op, name, value.ints.data(), count(value.ints));
  } else if (value.type == "list(float)") {
    TFE_OpSetAttrFloatList(op, name, value.floats.data(), count(value.floats));
  } else if (value.type == "list(bool)") {
    const std::vector<unsigned char> bools(value.ints.begin(), value.ints.end());
    TFE_OpSetAttrBoolList(op, name, bools.data(), count(bools));
  } else if (value.type == "list(type)") {
    std::vector<TF_DataType> types;
    for (const int64_t type : value.ints) types.push_back(static_cast<TF_DataType>(type));
    TFE_OpSetAttrTypeList(op, name, types.data(), count(types));
  } else if (value.type == "list(string)") {
    std::vector<const void*> texts;
    std::vector<size_t> lengths;
    for (const std::string& text : value.strings) {
      texts.push_back(text.data());
      lengths.push_back(text.size());
    }
    TFE_OpSetAttrStringList(op, name, texts.data(), lengths.data(), count(texts));
  }
}

std::string Text(const Dims& dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
  return text + "]";
}

// The values of a short integer tensor, since axes, shapes and the like identify a case.
std::string IntegerText(const HostTensor& tensor) {
  if (tensor.dtype != TF_INT32 && tensor.dtype != TF_INT64) return "";
  const size_t size = DataTypeSize(tensor.dtype);
  const size_t count = tensor.bytes.size() / size;
  if (count > 8) return "";
  std::string text = "=";
  for (size_t i = 0; i < count; ++i) {
    int64_t value = 0;
    if (tensor.dtype == TF_INT64) {
      std::memcpy(&value, &tensor.bytes[i * size], size);
    } else {
      int32_t small = 0;
      std::memcpy(&small, &tensor.bytes[i * size], size);
      value = small;
    }
    text += (i == 0 ? "" : ",") + std::to_string(value);
  }
  return text;
}

std::string Text(const AttrValue& value) {
  std::string text;
  const auto add = [&text](const std::string& item) { text += (text.empty() ? "" : ",") + item; };
  const bool types = value.type == "type" || value.type == "list(type)";
  for (const int64_t i : value.ints) {
    add(types ? DataTypeString(static_cast<TF_DataType>(i)) : std::to_string(i));
  }
  for (const float f : value.floats) add(std::to_string(f));
  for (const std::string& s : value.strings) add("\"" + s + "\"");
  return value.type == "shape" ? Text(value.shape) : text;
}

}  // namespace

int64_t NumElements(const Dims& dims) {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

std::string Describe(const OpCall& call) {
  std::string text = call.op + "(";
  const char* separator = "";
  for (const InputArg& arg : call.inputs) {
    for (const HostTensor& tensor : arg.tensors) {
      text += separator + std::string(arg.is_variable ? "variable " : "") +
              DataTypeString(tensor.dtype) + Text(tensor.dims) + IntegerText(tensor);
      separator = ", ";
    }
  }
  text += ") {";
  separator = "";
  for (const NamedAttr& attr : call.attrs) {
    text += separator + attr.name + "=" + Text(attr.value);
    separator = " ";
  }
  return text + "}";
}

Eager::Eager(const std::string& plugin_library) {
  const StatusPtr status = NewStatus();
  // Not released: a plugin's kernels and devices stay registered until the process ends.
  TF_LoadPluggableDeviceLibrary(plugin_library.c_str(), status.get());
  if (Ok(status)) {
    TFE_ContextOptions* options = TFE_NewContextOptions();
    TFE_ContextOptionsSetDevicePlacementPolicy(options, TFE_DEVICE_PLACEMENT_SILENT);
    context_.reset(TFE_NewContext(options, status.get()));
    TFE_DeleteContextOptions(options);
  }
  if (!Ok(status)) {
    error_ = TF_Message(status.get());
    return;
  }
  ListDevices();
}

void Eager::ListDevices() {
  const StatusPtr status = NewStatus();
  TF_DeviceList* list = TFE_ContextListDevices(context_.get(), status.get());
  for (int i = 0; i < TF_DeviceListCount(list); ++i) {
    const std::string type = TF_DeviceListType(list, i, status.get());
    if (type == "CPU" || (!device_type_.empty() && type != device_type_)) continue;
    device_type_ = type;
    devices_.push_back(TF_DeviceListName(list, i, status.get()));
  }
  TF_DeleteDeviceList(list);
}

HandlePtr Eager::NewVariable(const HostTensor& host, TFE_TensorHandle* value, const char* device,
                             TF_Status* status) {
  // TensorFlow's name for anonymous resources.
  constexpr std::string_view kAnonymous = "cd2c89b7-88b7-44c8-ad83-06c2a9158347";
  TFE_TensorHandle* variable = nullptr;
  int count = 1;
  const OpPtr make(TFE_NewOp(context_.get(), "VarHandleOp", status));
  TFE_OpSetAttrType(make.get(), "dtype", host.dtype);
  TFE_OpSetAttrShape(make.get(), "shape", host.dims.data(), static_cast<int>(host.dims.size()),
                     status);
  TFE_OpSetAttrString(make.get(), "shared_name", kAnonymous.data(), kAnonymous.size());
  TFE_OpSetDevice(make.get(), device, status);
  if (TF_GetCode(status) == TF_OK) TFE_Execute(make.get(), &variable, &count, status);
  if (TF_GetCode(status) != TF_OK) return nullptr;
  HandlePtr handle(variable);

  const OpPtr assign(TFE_NewOp(context_.get(), "AssignVariableOp", status));
  TFE_OpSetAttrType(assign.get(), "dtype", host.dtype);
  TFE_OpSetDevice(assign.get(), device, status);
  TFE_OpAddInput(assign.get(), handle.get(), status);
  TFE_OpAddInput(assign.get(), value, status);
  count = 0;
  if (TF_GetCode(status) == TF_OK) TFE_Execute(assign.get(), nullptr, &count, status);
  return handle;
}

Outcome Eager::Run(const OpCall& call, const std::string& device, int num_outputs_at_most) {
  const StatusPtr status = NewStatus();
  const auto failed = [&status] {
    return Outcome{TF_GetCode(status.get()), TF_Message(status.get()), {}, {}};
  };
  const OpPtr op(TFE_NewOp(context_.get(), call.op.c_str(), status.get()));
  if (Ok(status)) TFE_OpSetDevice(op.get(), device.c_str(), status.get());
  if (!Ok(status)) return failed();
  if (!call.label.empty()) {
    TFE_OpSetAttrString(op.get(), "_kernel", call.label.data(), call.label.size());
  }
  for (const NamedAttr& attr : call.attrs) {
    SetAttr(op.get(), attr, status.get());
    if (!Ok(status)) return failed();
  }

  std::vector<HandlePtr> handles;
  for (const InputArg& arg : call.inputs) {
    std::vector<TFE_TensorHandle*> list;
    for (const HostTensor& host : arg.tensors) {
      const TensorPtr tensor = ToTensor(host);
      handles.emplace_back(TFE_NewTensorHandle(tensor.get(), status.get()));
      if (Ok(status) && arg.is_variable) {
        handles.push_back(NewVariable(host, handles.back().get(), device.c_str(), status.get()));
      }
      if (!Ok(status)) return failed();
      list.push_back(handles.back().get());
    }
    if (arg.is_list) {
      TFE_OpAddInputList(op.get(), list.data(), static_cast<int>(list.size()), status.get());
    } else {
      TFE_OpAddInput(op.get(), list[0], status.get());
    }
    if (!Ok(status)) return failed();
  }

  std::vector<TFE_TensorHandle*> raw(static_cast<size_t>(num_outputs_at_most));
  int num_outputs = num_outputs_at_most;
  TFE_Execute(op.get(), raw.data(), &num_outputs, status.get());
  if (!Ok(status)) return failed();
  std::vector<HandlePtr> outputs;
  for (int i = 0; i < num_outputs; ++i) outputs.emplace_back(raw[static_cast<size_t>(i)]);

  Outcome outcome;
  for (const HandlePtr& output : outputs) {
    const char* ran_on = TFE_TensorHandleDeviceName(output.get(), status.get());
    if (Ok(status)) outcome.device = ran_on;
    const TensorPtr tensor(TFE_TensorHandleResolve(output.get(), status.get()));
    if (!Ok(status)) return failed();
    outcome.outputs.push_back(ToHost(tensor.get()));
  }
  return outcome;
}

}  // namespace pluggable::tests
