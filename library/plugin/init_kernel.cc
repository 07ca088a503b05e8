// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TF_InitKernel: registers the kernels when TensorFlow loads the plugin.

#include <cstdio>
#include <string>

#include "pluggable/registration.h"
#include "pluggable/status.h"
#include "plugin/features/graph.h"
#include "plugin/features/ops.h"
#include "plugin/host_logic.h"
#include "plugin/host_ops.h"
#include "plugin/kept_values.h"
#include "plugin/kernel_table.h"
#include "plugin/names.h"
#include "plugin/parallel_concat.h"
#include "plugin/register_kernel.h"
#include "plugin/snapshot.h"
#include "plugin/tensor_ops.h"

namespace pluggable {
namespace {

// An error costs one kernel, not the import of TensorFlow: it is logged, and the op then runs
// elsewhere or says that it has no kernel.
void Log(const char* op, const Status& status) {
  if (status.ok()) return;
  const std::string text = status.ToString();
  std::fprintf(stderr, "%s: kernel of %s not registered: %s\n", names::kPlugin, op, text.c_str());
}

// The plugin's own ops are the same in every TensorFlow.
[[maybe_unused]] void AddOwnKernel(const KernelRow& row) {
  Log(row.op, RegisterKernel(row, names::kDeviceType));
}

void RegisterTable() {
  if constexpr (features::kNamesLaterAttrs) {
    // A row names the attributes that the op has in this TensorFlow: one that it lacks would break
    // the op, that of the CPU too.
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
  // TensorFlow takes no error of this function.
  pluggable::RegisterKernels();
}
