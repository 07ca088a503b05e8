// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TF_InitKernel: registers the kernels when TensorFlow loads the plugin.

#include <cstdio>
#include <string>

#include "pluggable/registration.h"
#include "pluggable/status.h"
#include "plugin/features/graph.h"
#include "plugin/host_logic.h"
#include "plugin/host_ops.h"
#include "plugin/kernel_table.h"
#include "plugin/names.h"
#include "plugin/parallel_concat.h"
#include "plugin/register_kernel.h"
#include "plugin/snapshot.h"
#include "variables/kept_place_op.h"
#include "variables/kept_value_op.h"
#include "variables/tensor_ops.h"

namespace pluggable {
namespace {

// An error must cost only one kernel, not the import of TensorFlow. It is logged; the op then runs
// on another device, or fails because it has no kernel.
void Log(const char* op, const Status& status) {
  if (status.ok()) return;
  const std::string text = status.ToString();
  std::fprintf(stderr, "%s: kernel of %s not registered: %s\n", names::kPlugin, op, text.c_str());
}

// The plugin's own ops are the same with every TensorFlow.
[[maybe_unused]] void AddOwnKernel(const KernelRow& row) {
  Log(row.op, RegisterKernel(row, names::kDeviceType));
}

void RegisterTable() {
  if constexpr (features::kNamesLaterAttrs) {
    // Registers only the attributes that the op has in this TensorFlow. An unknown attribute would
    // break the op, even on the CPU.
    const HostOps host_ops;
    for (const KernelRow& row : Kernels()) {
      if (!host_ops.HasTypes(row)) continue;
      Log(row.op, RegisterKernel(row, names::kDeviceType, [&](const TypeConstraint& constraint) {
            return constraint.implied == 0 || host_ops.HasAttr(row.op, constraint.attr);
          }));
    }
  } else {
    for (const KernelRow& row : Kernels()) Log(row.op, RegisterKernel(row, names::kDeviceType));
  }
}

void RegisterKernels() {
  RegisterTable();
  if constexpr (features::kGraphUpdates) {
    RegisterTensorOps(AddOwnKernel);
    RegisterKeptValues(AddOwnKernel);
    RegisterKeptPlaces(AddOwnKernel);
  }
  if constexpr (features::kHostLogic) {
    Log("LogicalAnd in host memory", RegisterHostLogic(names::kDeviceType));
  }
  Log("ParallelConcat", RegisterParallelConcat(names::kDeviceType));
  Log("Snapshot", RegisterSnapshot(names::kDeviceType));
}

}  // namespace
}  // namespace pluggable

extern "C" __attribute__((visibility("default"))) void TF_InitKernel() {
  // TensorFlow accepts no error from this function.
  pluggable::RegisterKernels();
}
