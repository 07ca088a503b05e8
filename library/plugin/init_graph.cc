// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TF_InitGraph: registers the graph optimizer, and says which of TensorFlow's own passes run.

#include <tensorflow/c/experimental/grappler/grappler.h>
#include <tensorflow/c/tf_buffer.h>

#include "pluggable/status.h"

#include "plugin/features/graph.h"
#include "plugin/graph_passes.h"
#include "plugin/host_struct.h"
#include "plugin/last_fields.h"
#include "plugin/names.h"

namespace pluggable {

// Defined in graph/optimizer.cc. Only plugins with an optimizer have it, and the headers for it.
namespace graph {
void Optimize(void* optimizer, const TF_Buffer* graph, const TF_GrapplerItem* item,
              TF_Buffer* optimized_graph, TF_Status* status);
}

namespace {

void* CreateOptimizer() { return nullptr; }
void DestroyOptimizer(void* /*optimizer*/) {}

// A plugin can switch passes off only together with a pass of its own. This pass returns graphs
// unchanged, in the memory in which they came, which is valid until the result has been read.
[[maybe_unused]] void ReturnUnchanged(void* /*optimizer*/, const TF_Buffer* graph,
                                      const TF_GrapplerItem* /*item*/, TF_Buffer* optimized_graph,
                                      TF_Status* status) {
  *optimized_graph = {graph->data, graph->length, nullptr};
  SetTfStatus(status, Status());
}

Status Register(TP_OptimizerRegistrationParams* params) {
  HostStruct<TP_OptimizerConfigs> configs(params->optimizer_configs);
  HostStruct<TP_Optimizer> optimizer(params->optimizer);
  HostStruct<TP_OptimizerRegistrationParams> host(params);
  Status status = configs.Require(last_common::kOptimizerConfigs);
  status.Update(optimizer.Require(last_common::kOptimizer));
  status.Update(host.Require(last_common::kOptimizerRegistrationParams));
  if (!status.ok()) return status;
  SetGraphPasses(params->optimizer_configs);
  configs.SetEnd(last_common::kOptimizerConfigs);
  optimizer->create_func = &CreateOptimizer;
  if constexpr (features::kGraphOptimizer) {
    optimizer->optimize_func = &graph::Optimize;
  } else {
    optimizer->optimize_func = &ReturnUnchanged;
  }
  optimizer->destroy_func = &DestroyOptimizer;
  optimizer.SetEnd(last_common::kOptimizer);
  host->device_type = names::kDeviceType;
  host.SetEnd(last_common::kOptimizerRegistrationParams);
  return status;
}

}  // namespace
}  // namespace pluggable

extern "C" __attribute__((visibility("default"))) void TF_InitGraph(
    TP_OptimizerRegistrationParams* params, TF_Status* status) {
  pluggable::SetTfStatus(status, pluggable::Register(params));
}
