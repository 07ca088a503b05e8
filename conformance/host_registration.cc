// Registration of kernels and ops.

#include <utility>

#include "host_objects.h"

namespace conformance {

#pragma GCC visibility push(default)
extern "C" {

TF_KernelBuilder* TF_NewKernelBuilder(const char* op_name, const char* device_name,
                                      void* (*create)(TF_OpKernelConstruction*),
                                      void (*compute)(void*, TF_OpKernelContext*),
                                      void (*destroy)(void*)) {
  ++HostState::Get().kernel_builders;
  auto* const builder = new TF_KernelBuilder;
  builder->def.op = op_name;
  builder->def.device = device_name;
  builder->def.create = create;
  builder->def.compute = compute;
  builder->def.destroy = destroy;
  return builder;
}

TF_KernelBuilder* TF_NewAsyncKernelBuilder(const char* op_name, const char* device_name,
                                           void* (*create)(TF_OpKernelConstruction*),
                                           void (*compute)(void*, TF_OpKernelContext*, void* done),
                                           void (*destroy)(void*)) {
  TF_KernelBuilder* const builder =
      TF_NewKernelBuilder(op_name, device_name, create, nullptr, destroy);
  builder->def.compute_async = compute;
  return builder;
}

void TF_DeleteKernelBuilder(TF_KernelBuilder* builder) {
  if (builder == nullptr) return;
  --HostState::Get().kernel_builders;
  delete builder;
}

void TF_KernelBuilder_TypeConstraint(TF_KernelBuilder* builder, const char* attr, TF_DataType type,
                                     TF_Status* status) {
  if (SizeOf(type) == 0 && type != TF_STRING && type != TF_RESOURCE && type != TF_VARIANT) {
    status->Set(TF_UNIMPLEMENTED, "no kernel can be registered for that type");
    return;
  }
  builder->def.types.emplace_back(attr, type);
  status->Set(TF_OK, "");
}

void TF_KernelBuilder_HostMemory(TF_KernelBuilder* builder, const char* arg) {
  builder->def.host_args.emplace_back(arg);
}

void TF_KernelBuilder_Priority(TF_KernelBuilder* builder, int32_t priority) {
  builder->def.priority = priority;
}

void TF_KernelBuilder_Label(TF_KernelBuilder* builder, const char* label) {
  builder->def.label = label;
}

// Takes ownership of the builder, whatever the result.
void TF_RegisterKernelBuilder(const char* name, TF_KernelBuilder* builder, TF_Status* status) {
  HostState& state = HostState::Get();
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    builder->def.name = name;
    state.kernels.push_back(std::move(builder->def));
  }
  TF_DeleteKernelBuilder(builder);
  status->Set(TF_OK, "");
}

// What the definition says beyond the builder is of no use here.
void TF_RegisterKernelBuilderWithKernelDef(const char* /*serialized_kernel_def*/, const char* name,
                                           TF_KernelBuilder* builder, TF_Status* status) {
  TF_RegisterKernelBuilder(name, builder, status);
}

TF_OpDefinitionBuilder* TF_NewOpDefinitionBuilder(const char* op_name) {
  ++HostState::Get().op_builders;
  auto* const builder = new TF_OpDefinitionBuilder;
  builder->def.name = op_name;
  return builder;
}

void TF_DeleteOpDefinitionBuilder(TF_OpDefinitionBuilder* builder) {
  if (builder == nullptr) return;
  --HostState::Get().op_builders;
  delete builder;
}

void TF_RegisterOpDefinition(TF_OpDefinitionBuilder* builder, TF_Status* status) {
  HostState& state = HostState::Get();
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    state.ops.push_back(std::move(builder->def));
  }
  TF_DeleteOpDefinitionBuilder(builder);
  status->Set(TF_OK, "");
}

void TF_OpDefinitionBuilderAddAttr(TF_OpDefinitionBuilder* builder, const char* spec) {
  builder->def.attrs.emplace_back(spec);
}
void TF_OpDefinitionBuilderAddInput(TF_OpDefinitionBuilder* builder, const char* spec) {
  builder->def.inputs.emplace_back(spec);
}
void TF_OpDefinitionBuilderAddOutput(TF_OpDefinitionBuilder* builder, const char* spec) {
  builder->def.outputs.emplace_back(spec);
}
void TF_OpDefinitionBuilderSetShapeInferenceFunction(
    TF_OpDefinitionBuilder* builder,
    void (*shape_function)(TF_ShapeInferenceContext*, TF_Status*)) {
  builder->def.shape_function = shape_function;
}
// The suite ignores these.
void TF_OpDefinitionBuilderSetIsCommutative(TF_OpDefinitionBuilder*, bool) {}
void TF_OpDefinitionBuilderSetIsAggregate(TF_OpDefinitionBuilder*, bool) {}
void TF_OpDefinitionBuilderSetIsStateful(TF_OpDefinitionBuilder*, bool) {}
void TF_OpDefinitionBuilderSetAllowsUninitializedInput(TF_OpDefinitionBuilder*, bool) {}
void TF_OpDefinitionBuilderDeprecated(TF_OpDefinitionBuilder*, int, const char*) {}

}  // extern "C"
#pragma GCC visibility pop

}  // namespace conformance
