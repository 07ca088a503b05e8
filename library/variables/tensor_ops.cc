// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/tensor_ops.h"

#include <tensorflow/c/ops.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "pluggable/status.h"
#include "pluggable/variable.h"
#include "plugin/kernel_table.h"
#include "plugin/names.h"

namespace pluggable {
namespace {

void Define(const TensorOp& op) {
  TF_OpDefinitionBuilder* const builder = TF_NewOpDefinitionBuilder(op.name);
  for (const char* spec : op.input_specs) {
    if (spec != nullptr) TF_OpDefinitionBuilderAddInput(builder, spec);
  }
  for (const char* spec : op.output_specs) {
    if (spec != nullptr) TF_OpDefinitionBuilderAddOutput(builder, spec);
  }
  for (const char* spec : op.attr_specs) {
    if (spec != nullptr) TF_OpDefinitionBuilderAddAttr(builder, spec);
  }
  TF_OpDefinitionBuilderSetShapeInferenceFunction(
      builder, [](TF_ShapeInferenceContext* context, TF_Status* status) {
        TF_ShapeInferenceContextSetUnknownShape(context, status);
      });
  TfStatus status;
  TF_RegisterOpDefinition(builder, status.get());  // it takes ownership of the builder
  if (status.ok()) return;
  const std::string text = status.ToStatus().ToString();
  std::fprintf(stderr, "%s: op %s not registered: %s\n", names::kPlugin, op.name, text.c_str());
}

// A handle is in host memory, a value is in device memory.
bool IsVariable(const TensorOp& op, std::string_view arg) {
  for (int i = 0; i < op.variables; ++i) {
    const std::string_view spec = op.input_specs[i];
    if (spec.substr(0, spec.find(':')) == arg) return true;
  }
  return false;
}

KernelRow OnTensors(const TensorOp& op, KernelRow row) {
  row.op = op.name;
  for (const char*& arg : row.host_memory.args) {
    if (arg != nullptr && IsVariable(op, arg)) arg = nullptr;
  }
  return row;
}

}  // namespace

TensorOpTable TensorOps() {
  if (CanUpdateVariables()) return {nullptr, 0};
  return AllTensorOps();
}

void RegisterTensorOps(const std::function<void(const KernelRow& row)>& add) {
  for (const TensorOp& op : TensorOps()) {
    Define(op);
    for (const KernelRow& row : Kernels()) {
      if (std::strcmp(row.op, op.op) == 0) add(OnTensors(op, row));
    }
  }
}

}  // namespace pluggable
