// Resource variables, for kernels that update one in place. Ref variables, which only TensorFlow 1
// made, are rejected.

#include <algorithm>
#include <string>
#include <utility>

#include "host_objects.h"

namespace conformance {

struct TF_VariableInputLockHolder {
  std::vector<std::shared_ptr<Variable>> variables;
  std::vector<std::unique_lock<std::mutex>> locks;
};

namespace {

using CopyFunction = void (*)(TF_OpKernelContext*, TF_Tensor* source, TF_Tensor* dest);

std::shared_ptr<Variable> Find(TF_OpKernelContext* context, int index, TF_Status* status) {
  status->Set(TF_OK, "");
  if (index >= 0 && static_cast<size_t>(index) < context->variables.size()) {
    if (auto variable = context->variables[static_cast<size_t>(index)]) return variable;
  }
  status->Set(TF_INVALID_ARGUMENT, "input " + std::to_string(index) + " is no variable");
  return nullptr;
}

// If another tensor uses the buffer, that keeps it, and the variable gets a copy.
bool MakeWritable(TF_OpKernelContext* context, Variable* variable, CopyFunction copy,
                  TF_Status* status) {
  TensorValue& value = variable->value;
  if (value.buffer == nullptr || value.buffer.use_count() == 1) return true;
  TensorValue fresh = value;
  fresh.buffer = context->allocator->Allocate(value.Bytes(), /*on_host=*/false);
  if (fresh.buffer == nullptr) {
    status->Set(TF_RESOURCE_EXHAUSTED, "OOM when copying a variable");
    return false;
  }
  copy(context, NewTensor(value), NewTensor(fresh));  // which deletes both
  value = std::move(fresh);
  return true;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void TF_AssignVariable(TF_OpKernelContext* context, int input, int value_index, bool validate_shape,
                       CopyFunction /*copy*/, TF_Status* status) {
  const auto variable = Find(context, input, status);
  if (variable == nullptr) return;
  const TensorValue& value = context->inputs.at(static_cast<size_t>(value_index));
  std::lock_guard<std::mutex> lock(variable->mutex);
  if (validate_shape && variable->value.dims != value.dims) {
    status->Set(TF_INVALID_ARGUMENT, "the variable has another shape");
    return;
  }
  variable->value = value;
}

void TF_AssignUpdateVariable(TF_OpKernelContext* context, int input, int value_index, int op,
                             int /*is_variant*/, CopyFunction copy,
                             void (*update)(TF_OpKernelContext*, TF_Tensor* variable,
                                            TF_Tensor* value, int op),
                             TF_Status* status) {
  const auto variable = Find(context, input, status);
  if (variable == nullptr) return;
  const TensorValue& value = context->inputs.at(static_cast<size_t>(value_index));
  std::lock_guard<std::mutex> lock(variable->mutex);
  if (variable->value.dims != value.dims) {
    status->Set(TF_INVALID_ARGUMENT, "Cannot update variable with another shape");
    context->status = *status;
    return;
  }
  if (!MakeWritable(context, variable.get(), copy, status)) return;
  update(context, NewTensor(variable->value), NewTensor(value), op);  // which deletes both
}

void TF_MaybeLockVariableInputMutexesInOrder(TF_OpKernelContext* context, bool do_lock,
                                             bool /*sparse*/, const int* inputs, size_t count,
                                             CopyFunction /*copy*/,
                                             TF_VariableInputLockHolder** holder,
                                             TF_Status* status) {
  auto held = std::make_unique<TF_VariableInputLockHolder>();
  for (size_t i = 0; i < count; ++i) {
    auto variable = Find(context, inputs[i], status);
    if (variable == nullptr) return;
    held->variables.push_back(std::move(variable));
  }
  auto& variables = held->variables;
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  for (const auto& variable : variables) {
    if (do_lock) held->locks.emplace_back(variable->mutex);
  }
  *holder = held.release();
}

void TF_ReleaseVariableInputLockHolder(TF_VariableInputLockHolder* holder) { delete holder; }

void TF_GetInputTensorFromVariable(TF_OpKernelContext* context, int input, bool lock_held,
                                   bool /*is_variant*/, bool /*sparse*/, CopyFunction copy,
                                   TF_Tensor** out, TF_Status* status) {
  *out = nullptr;
  const auto variable = Find(context, input, status);
  if (variable == nullptr) return;
  std::unique_lock<std::mutex> lock(variable->mutex, std::defer_lock);
  if (!lock_held) lock.lock();
  if (MakeWritable(context, variable.get(), copy, status)) *out = NewTensor(variable->value);
}

void TF_OpKernelContext_ForwardRefInputToRefOutput(TF_OpKernelContext*, int32_t, int32_t) {}
bool TF_IsRefInput(TF_OpKernelContext* /*context*/, int /*index*/, TF_Status* status) {
  status->Set(TF_OK, "");
  return false;
}
void TF_AssignRefVariable(TF_OpKernelContext*, int, int, int, bool, bool, CopyFunction,
                          TF_Status* status) {
  status->Set(TF_UNIMPLEMENTED, "this host has no ref variables");
}
void TF_GetSerializedResourceHandleProto(TF_OpKernelContext* context, int index,
                                         TF_Buffer* /*proto*/, TF_Status* status) {
  if (Find(context, index, status) == nullptr) return;
  status->Set(TF_UNIMPLEMENTED, "this host has no handles to serialize");
}

}  // extern "C"
#pragma GCC visibility pop

}  // namespace conformance
