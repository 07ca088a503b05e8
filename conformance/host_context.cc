// Functions for kernels' Compute: inputs, outputs, temporaries, the stream.

#include <string>
#include <utility>

#include "host_objects.h"

namespace conformance {
namespace {

bool InRange(int index, size_t count, TF_Status* status) {
  if (index >= 0 && static_cast<size_t>(index) < count) {
    status->Set(TF_OK, "");
    return true;
  }
  status->Set(TF_OUT_OF_RANGE, "index " + std::to_string(index) + " of " + std::to_string(count));
  return false;
}

// Allocates memory for a tensor, or fails like TensorFlow's allocators.
bool Allocate(TF_OpKernelContext* context, bool on_host, TensorValue* value, TF_Status* status) {
  if (value->Elements() == 0) return true;
  if (context->allocations_left > 0) {
    --context->allocations_left;
    value->buffer = context->allocator->Allocate(value->Bytes(), on_host);
  }
  if (value->buffer != nullptr) return true;
  status->Set(TF_RESOURCE_EXHAUSTED, "OOM when allocating tensor of " +
                                         std::to_string(value->Bytes()) + " bytes for " +
                                         context->kernel_name);
  return false;
}

TF_Tensor* AllocateOutput(TF_OpKernelContext* context, size_t index, const int64_t* dims,
                          int num_dims, TF_Status* status) {
  TensorValue value{context->output_types[index], {dims, dims + num_dims}, nullptr};
  if (!Allocate(context, context->output_on_host[index], &value, status)) return nullptr;
  context->outputs[index] = value;
  return NewTensor(std::move(value));
}

const ArgRange* FindArg(const std::vector<ArgRange>& args, const char* name) {
  for (const ArgRange& arg : args) {
    if (arg.name == name) return &arg;
  }
  return nullptr;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

SP_Stream TF_GetStream(TF_OpKernelContext* context, TF_Status* status) {
  if (!context->has_stream) {
    status->Set(TF_FAILED_PRECONDITION, "no stream: the device is no pluggable device");
    return nullptr;
  }
  status->Set(TF_OK, "");
  return context->stream;
}

int TF_NumInputs(TF_OpKernelContext* context) { return static_cast<int>(context->inputs.size()); }
int TF_NumOutputs(TF_OpKernelContext* context) { return static_cast<int>(context->outputs.size()); }

// The returned tensor refers to the buffer, which then cannot be forwarded, as in TensorFlow.
void TF_GetInput(TF_OpKernelContext* context, int index, TF_Tensor** tensor, TF_Status* status) {
  *tensor = nullptr;
  if (!InRange(index, context->inputs.size(), status)) return;
  *tensor = NewTensor(context->inputs[static_cast<size_t>(index)]);
}

void TF_GetInputByName(TF_OpKernelContext* context, const char* name, TF_Tensor** tensor,
                       TF_Status* status) {
  *tensor = nullptr;
  const ArgRange* const arg = FindArg(context->input_args, name);
  if (arg == nullptr) {
    status->Set(TF_INVALID_ARGUMENT, std::string("Unknown input name: ") + name);
    return;
  }
  TF_GetInput(context, arg->start, tensor, status);
}

void TF_InputRange(TF_OpKernelContext* context, const char* name, TF_InputRange_Args* args) {
  const ArgRange* const arg = FindArg(context->input_args, name);
  if (arg == nullptr) {
    args->status->Set(TF_INVALID_ARGUMENT, std::string("Unknown input name: ") + name);
    return;
  }
  args->start = arg->start;
  args->stop = arg->stop;
  args->status->Set(TF_OK, "");
}

TF_DataType TF_InputDatatype(TF_OpKernelContext* context, int index) {
  return context->inputs.at(static_cast<size_t>(index)).type;
}
TF_DataType TF_ExpectedOutputDataType(TF_OpKernelContext* context, int index) {
  return context->output_types.at(static_cast<size_t>(index));
}
bool TF_IsHostMemoryInput(TF_OpKernelContext* context, int index, TF_Status* status) {
  return InRange(index, context->inputs.size(), status) &&
         context->input_on_host[static_cast<size_t>(index)];
}
bool TF_IsHostMemoryOutput(TF_OpKernelContext* context, int index, TF_Status* status) {
  return InRange(index, context->outputs.size(), status) &&
         context->output_on_host[static_cast<size_t>(index)];
}

void TF_SetOutput(TF_OpKernelContext* context, int index, const TF_Tensor* tensor,
                  TF_Status* status) {
  if (!InRange(index, context->outputs.size(), status)) return;
  context->outputs[static_cast<size_t>(index)] = tensor->value;
}

TF_Tensor* TF_GetMutableOutput(TF_OpKernelContext* context, int index, TF_Status* status) {
  if (!InRange(index, context->outputs.size(), status)) return nullptr;
  const auto& output = context->outputs[static_cast<size_t>(index)];
  return output ? NewTensor(*output) : nullptr;
}

// The type is from the op's definition, and the size from the shape: TensorFlow ignores both of
// these arguments.
TF_Tensor* TF_AllocateOutput(TF_OpKernelContext* context, int index, TF_DataType /*type*/,
                             const int64_t* dims, int num_dims, size_t /*size*/,
                             TF_Status* status) {
  if (!InRange(index, context->outputs.size(), status)) return nullptr;
  return AllocateOutput(context, static_cast<size_t>(index), dims, num_dims, status);
}

TF_Tensor* TF_ForwardInputOrAllocateOutput(TF_OpKernelContext* context, const int* candidates,
                                           int num_candidates, int output_index,
                                           const int64_t* dims, int num_dims, int* forwarded,
                                           TF_Status* status) {
  if (forwarded != nullptr) *forwarded = -1;
  if (!InRange(output_index, context->outputs.size(), status)) return nullptr;
  const auto output = static_cast<size_t>(output_index);
  TensorValue value{context->output_types[output], {dims, dims + num_dims}, nullptr};
  for (int i = 0; i < num_candidates; ++i) {
    if (!InRange(candidates[i], context->inputs.size(), status)) return nullptr;
    const auto input = static_cast<size_t>(candidates[i]);
    const TensorValue& from = context->inputs[input];
    const bool fits = from.type == value.type && from.Elements() == value.Elements() &&
                      context->input_on_host[input] == context->output_on_host[output];
    if (!fits || from.buffer == nullptr || from.buffer.use_count() != 1) continue;
    value.buffer = from.buffer;
    if (forwarded != nullptr) *forwarded = candidates[i];
    context->outputs[output] = value;
    return NewTensor(std::move(value));
  }
  return AllocateOutput(context, output, dims, num_dims, status);
}

TF_Tensor* TF_AllocateTemp(TF_OpKernelContext* context, TF_DataType type, const int64_t* dims,
                           int num_dims, TF_AllocatorAttributes* attributes, TF_Status* status) {
  status->Set(TF_OK, "");
  if (attributes != nullptr && attributes->struct_size == 0) {
    status->Set(TF_FAILED_PRECONDITION, "struct_size of TF_AllocatorAttributes must be set");
    return nullptr;
  }
  TensorValue value{type, {dims, dims + num_dims}, nullptr};
  const bool on_host = attributes != nullptr && attributes->on_host != 0;
  if (!Allocate(context, on_host, &value, status)) return nullptr;
  return NewTensor(std::move(value));
}

void TF_OpKernelContext_Failure(TF_OpKernelContext* context, TF_Status* status) {
  context->status = *status;
}

int64_t TF_StepId(TF_OpKernelContext* context) { return context->step_id; }
int64_t TF_GetStepId(TF_OpKernelContext* context) { return context->step_id; }
uint64_t TF_GetFrameId(TF_OpKernelContext* /*context*/) { return 0; }
int64_t TF_GetIterId(TF_OpKernelContext* /*context*/) { return 0; }
int TF_GetDeviceId(TF_OpKernelContext* context) { return context->device_id; }
int TF_GetGraphDefVersion(TF_OpKernelContext* /*context*/) { return 1; }
TF_StringView TF_GetDeviceName(TF_OpKernelContext* context) {
  return {context->device_name.data(), context->device_name.size()};
}
TF_StringView TF_GetOpKernelName(TF_OpKernelContext* context) {
  return {context->kernel_name.data(), context->kernel_name.size()};
}
TF_StringView TF_GetOpKernelRequestedInput(TF_OpKernelContext* context, size_t /*index*/) {
  return {context->kernel_name.data(), context->kernel_name.size()};
}
TF_StringView TF_GetResourceMgrDefaultContainerName(TF_OpKernelContext* /*context*/) {
  return {"localhost", 9};
}
void TF_IncNumDeferredOps(TF_OpKernelContext* /*context*/) {}
void TF_DecNumDeferredOps(TF_OpKernelContext* /*context*/) {}
// Kernels call it before they return, so nobody waits for it.
void TF_RunAsyncOpKernelDoneCallback(void* /*done*/) {}

}  // extern "C"
#pragma GCC visibility pop

}  // namespace conformance
